import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import ArrowDownward from "@mui/icons-material/ArrowDownward";
import ArrowUpward from "@mui/icons-material/ArrowUpward";
import DragIndicator from "@mui/icons-material/DragIndicator";
import VerticalAlignTop from "@mui/icons-material/VerticalAlignTop";
import { useState, type DragEvent } from "react";
import { Thumbnail } from "@/shared/ui/thumbnail";
import type { ProductSummary } from "../api";
import type { DropSide } from "../list-order";
import { StatusChip } from "./status-chip";

interface OrderedRowProps {
  product: ProductSummary;
  /** Counted from nought. */
  place: number;
  isLast: boolean;
  editable: boolean;
  onMove: (to: number) => void;
  onDrop: (movedId: string, targetId: string, side: DropSide) => void;
}

const dragType = "application/x-stoa-product";

function sideOf(event: DragEvent<HTMLElement>): DropSide {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  return event.clientY - top < height / 2 ? "before" : "after";
}

export function OrderedRow({ product, place, isLast, editable, onMove, onDrop }: OrderedRowProps) {
  const [side, setSide] = useState<DropSide | null>(null);
  const moves = [
    { label: `Move ${product.name} to the top`, icon: <VerticalAlignTop fontSize="small" />, to: 0, isOff: place === 0 },
    { label: `Move ${product.name} up`, icon: <ArrowUpward fontSize="small" />, to: place - 1, isOff: place === 0 },
    { label: `Move ${product.name} down`, icon: <ArrowDownward fontSize="small" />, to: place + 1, isOff: isLast },
  ];
  return (
    <Stack
      component="li"
      direction="row"
      draggable={editable}
      onDragStart={(event) => {
        event.dataTransfer.setData(dragType, product.id);
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
        onDrop(event.dataTransfer.getData(dragType), product.id, sideOf(event));
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
      <Thumbnail url={product.imageUrl ?? null} />
      <Typography variant="body2" noWrap sx={{ fontWeight: 550, flex: 1, minWidth: 0 }}>
        {product.name}
      </Typography>
      {product.status !== "published" && <StatusChip status={product.status} />}
      {editable &&
        moves.map(({ label, icon, to, isOff }) => (
          <IconButton key={label} size="small" aria-label={label} disabled={isOff} onClick={() => onMove(to)}>
            {icon}
          </IconButton>
        ))}
    </Stack>
  );
}
