import { useDraggable } from "@dnd-kit/core";
import ButtonBase from "@mui/material/ButtonBase";
import DragIndicator from "@mui/icons-material/DragIndicator";
import type { Block } from "@/shared/page-document/document";
import type { Dragged } from "../canvas/geometry";

/** What a block is dragged by in the outline: to another line, onto the page, or with the keyboard from place to place. */
export function OutlineHandle({ block, name }: { block: Block; name: string }) {
  const dragged: Dragged = { type: "block", id: block.id };
  const { setNodeRef, listeners, attributes } = useDraggable({ id: `outline block ${block.id}`, data: { dragged, label: name } });
  return (
    <ButtonBase
      ref={setNodeRef}
      {...listeners}
      {...attributes}
      aria-label={`Pick up ${name}`}
      sx={{ flexShrink: 0, width: 20, height: 32, borderRadius: 1, color: "text.disabled", cursor: "grab", touchAction: "none", "&:hover, &.Mui-focusVisible": { color: "text.primary", bgcolor: "action.hover" } }}
    >
      <DragIndicator sx={{ fontSize: 16 }} />
    </ButtonBase>
  );
}
