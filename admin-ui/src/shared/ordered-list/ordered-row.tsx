import { t } from "@lingui/core/macro";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import ArrowDownward from "@mui/icons-material/ArrowDownward";
import ArrowUpward from "@mui/icons-material/ArrowUpward";
import DragIndicator from "@mui/icons-material/DragIndicator";
import VerticalAlignTop from "@mui/icons-material/VerticalAlignTop";
import { useState, type DragEvent, type ReactNode } from "react";
import type { DropSide } from "./order";

interface OrderedRowProps {
  id: string;
  name: string;
  /** Rows can be dropped on rows of the same kind. */
  kind: string;
  /** 0-based. */
  place: number;
  isLast: boolean;
  editable: boolean;
  onMove: (to: number) => void;
  onDrop: (droppedId: string, side: DropSide) => void;
  children: ReactNode;
}

function sideOf(event: DragEvent<HTMLElement>): DropSide {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  return event.clientY - top < height / 2 ? "before" : "after";
}

/** A row of a manually ordered list, moved by dragging or with its buttons. */
export function OrderedRow({ id, name, kind, place, isLast, editable, onMove, onDrop, children }: OrderedRowProps) {
  const [side, setSide] = useState<DropSide | null>(null);
  const dragType = `application/x-stoa-${kind}`;
  const moves = [
    { label: t`Move ${name} to the top`, icon: <VerticalAlignTop fontSize="small" />, to: 0, isOff: place === 0 },
    { label: t`Move ${name} up`, icon: <ArrowUpward fontSize="small" />, to: place - 1, isOff: place === 0 },
    { label: t`Move ${name} down`, icon: <ArrowDownward fontSize="small" />, to: place + 1, isOff: isLast },
  ];
  return (
    <Stack
      component="li"
      direction="row"
      draggable={editable}
      onDragStart={(event) => {
        event.dataTransfer.setData(dragType, id);
        event.dataTransfer.effectAllowed = "move";
      }}
      onDragOver={(event) => {
        if (!editable || !event.dataTransfer.types.includes(dragType)) return;
        event.preventDefault();
        setSide(sideOf(event));
      }}
      onDragLeave={() => setSide(null)}
      onDrop={(event) => {
        event.preventDefault();
        setSide(null);
        onDrop(event.dataTransfer.getData(dragType), sideOf(event));
      }}
      sx={{
        alignItems: "center",
        gap: 1.25,
        px: { xs: 1, sm: 1.5 },
        py: 0.75,
        borderTop: 2,
        borderBottom: 2,
        borderColor: "transparent",
        ...(side === "before" && { borderTopColor: "primary.main" }),
        ...(side === "after" && { borderBottomColor: "primary.main" }),
        "&:hover": { bgcolor: "action.hover" },
      }}
    >
      {editable && (
        <DragIndicator
          fontSize="small"
          sx={{ color: "text.secondary", cursor: "grab", display: { xs: "none", sm: "block" } }}
        />
      )}
      {children}
      {editable &&
        moves.map(({ label, icon, to, isOff }) => (
          <IconButton key={label} size="small" aria-label={label} disabled={isOff} onClick={() => onMove(to)}>
            {icon}
          </IconButton>
        ))}
    </Stack>
  );
}
