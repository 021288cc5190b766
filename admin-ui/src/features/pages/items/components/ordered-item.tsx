import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import MuiLink from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import ArrowDownward from "@mui/icons-material/ArrowDownward";
import ArrowUpward from "@mui/icons-material/ArrowUpward";
import DragIndicator from "@mui/icons-material/DragIndicator";
import VerticalAlignTop from "@mui/icons-material/VerticalAlignTop";
import { useState, type DragEvent } from "react";
import { Link } from "react-router";
import { useWebsite } from "@/shared/session/hooks";
import { PageStatus } from "../../components/page-status";
import type { ItemSummary } from "../api";
import type { DropSide } from "../order";

interface OrderedItemProps {
  item: ItemSummary;
  /** Counted from nought. */
  place: number;
  isLast: boolean;
  onMove: (to: number) => void;
  onDrop: (droppedId: string, side: DropSide) => void;
}

const dragType = "application/x-stoa-item";

function sideOf(event: DragEvent<HTMLElement>): DropSide {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  return event.clientY - top < height / 2 ? "before" : "after";
}

/** One work among those that their owner orders. */
export function OrderedItem({ item, place, isLast, onMove, onDrop }: OrderedItemProps) {
  const website = useWebsite();
  const [side, setSide] = useState<DropSide | null>(null);
  const moves = [
    { label: `Move ${item.title} to the top`, icon: <VerticalAlignTop fontSize="small" />, to: 0, isOff: place === 0 },
    { label: `Move ${item.title} up`, icon: <ArrowUpward fontSize="small" />, to: place - 1, isOff: place === 0 },
    { label: `Move ${item.title} down`, icon: <ArrowDownward fontSize="small" />, to: place + 1, isOff: isLast },
  ];
  return (
    <Stack
      component="li"
      direction="row"
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(dragType, item.id);
        event.dataTransfer.effectAllowed = "move";
      }}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(dragType)) return;
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
      <DragIndicator fontSize="small" sx={{ color: "text.secondary", cursor: "grab", display: { xs: "none", sm: "block" } }} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <MuiLink component={Link} to={`/sites/${website.id}/items/${item.id}`} variant="body2" color="inherit" noWrap sx={{ display: "block", fontWeight: 550 }}>
          {item.title}
        </MuiLink>
      </Box>
      <Box sx={{ display: { xs: "none", sm: "block" } }}>
        <PageStatus page={{ ...item, enabled: true }} />
      </Box>
      {moves.map(({ label, icon, to, isOff }) => (
        <IconButton key={label} size="small" aria-label={label} disabled={isOff} onClick={() => onMove(to)}>
          {icon}
        </IconButton>
      ))}
    </Stack>
  );
}
