import { useDraggable } from "@dnd-kit/core";
import ButtonBase from "@mui/material/ButtonBase";
import DragIndicator from "@mui/icons-material/DragIndicator";
import type { Part } from "../canvas/geometry";

/** What a part of the page is dragged by in the outline: to another line, onto the page, or with the keyboard from place to place. */
export function OutlineHandle({ part, name }: { part: Part; name: string }) {
  const { setNodeRef, listeners, attributes } = useDraggable({ id: `outline ${part.type} ${part.id}`, data: { dragged: part, label: name } });
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
