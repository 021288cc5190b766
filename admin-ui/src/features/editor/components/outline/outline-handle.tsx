import { useDraggable } from "@dnd-kit/core";
import { t } from "@lingui/core/macro";
import ButtonBase from "@mui/material/ButtonBase";
import DragIndicator from "@mui/icons-material/DragIndicator";
import { memo } from "react";
import type { Part } from "../canvas/geometry";

/** Drag handle of a page part in the outline: to another line, onto the page, or by keyboard from place to place. */
export function OutlineHandle({ part, name }: { part: Part; name: string }) {
  const { setNodeRef, listeners, attributes } = useDraggable({
    id: `outline ${part.type} ${part.id}`,
    data: { dragged: part, label: name },
  });
  return <Grip name={name} handle={setNodeRef} listeners={listeners} attributes={attributes} />;
}

type GripProps = Pick<ReturnType<typeof useDraggable>, "listeners" | "attributes"> & {
  name: string;
  handle: (element: HTMLElement | null) => void;
};

/** All handles of a page receive the start and end of a drag; their look does not change. */
const Grip = memo(function Grip({ name, handle, listeners, attributes }: GripProps) {
  return (
    <ButtonBase
      ref={handle}
      {...listeners}
      {...attributes}
      aria-label={t`Pick up ${name}`}
      sx={{
        flexShrink: 0,
        width: 20,
        height: 32,
        borderRadius: 1,
        color: "text.disabled",
        cursor: "grab",
        touchAction: "none",
        "&:hover, &.Mui-focusVisible": { color: "text.primary", bgcolor: "action.hover" },
      }}
    >
      <DragIndicator sx={{ fontSize: 16 }} />
    </ButtonBase>
  );
});
