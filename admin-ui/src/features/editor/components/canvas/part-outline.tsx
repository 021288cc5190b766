import { useDraggable } from "@dnd-kit/core";
import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import IconButton from "@mui/material/IconButton";
import Paper from "@mui/material/Paper";
import Tooltip from "@mui/material/Tooltip";
import ArrowDownward from "@mui/icons-material/ArrowDownward";
import ArrowUpward from "@mui/icons-material/ArrowUpward";
import ContentCopy from "@mui/icons-material/ContentCopy";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import DragIndicator from "@mui/icons-material/DragIndicator";
import { memo, type ReactNode } from "react";
import type { Commands } from "../../hooks/use-commands";
import type { Box as PageBox } from "./frame/messages";
import type { Part } from "./geometry";
import { handleName } from "./use-press-in-frame";

interface PartOutlineProps {
  /** In screen pixels. */
  box: PageBox;
  name: string;
  /** What its label drags; null when dragging is not allowed. */
  dragged: Part | null;
  /** Commands for it; null while it is not selected. */
  commands: Commands | null;
}

const barHeight = 30;

/** Outline, name and commands of a block or section. */
export function PartOutline({ box, name, dragged, commands }: PartOutlineProps) {
  const inside = box.y < barHeight;
  return (
    <Box
      // Not in `sx`: each position would add a rule to the style sheet.
      style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
      sx={{ outline: commands === null ? "1px dashed" : "2px solid", outlineColor: "primary.main", outlineOffset: -1 }}
    >
      {/* A toolbar above the upper edge of the viewport stays at that edge. */}
      <Bar
        top={inside ? Math.max(0, Math.min(-box.y, box.height - barHeight)) : -barHeight}
        name={name}
        type={dragged?.type ?? null}
        id={dragged?.id ?? ""}
        commands={commands}
      />
    </Box>
  );
}

interface BarProps {
  top: number;
  name: string;
  /** What it drags; null when dragging is not allowed. */
  type: Part["type"] | null;
  id: string;
  commands: Commands | null;
}

const Bar = memo(function Bar({ top, name, type, id, commands }: BarProps) {
  return (
    <Paper
      elevation={2}
      style={{ top }}
      sx={{
        position: "absolute",
        left: 0,
        height: barHeight,
        display: "flex",
        alignItems: "center",
        pointerEvents: "auto",
        borderRadius: 1,
        whiteSpace: "nowrap",
        overflow: "hidden",
      }}
    >
      {type === null ? <Name>{name}</Name> : <Handle name={name} type={type} id={id} selected={commands !== null} />}
      {type !== null && commands !== null && (
        <>
          <Action
            label={t`Move ${name} up`}
            onClick={() => commands.move(-1)}
            icon={<ArrowUpward fontSize="inherit" />}
          />
          <Action
            label={t`Move ${name} down`}
            onClick={() => commands.move(1)}
            icon={<ArrowDownward fontSize="inherit" />}
          />
          <Action label={t`Duplicate ${name}`} onClick={commands.duplicate} icon={<ContentCopy fontSize="inherit" />} />
          <Action label={t`Delete ${name}`} onClick={commands.remove} icon={<DeleteOutlined fontSize="inherit" />} />
        </>
      )}
    </Paper>
  );
});

function Name({ children }: { children: ReactNode }) {
  return (
    <Box component="span" sx={{ px: 1, typography: "caption", fontWeight: 600 }}>
      {children}
    </Box>
  );
}

interface HandleProps {
  name: string;
  type: Part["type"];
  id: string;
  selected: boolean;
}

function Handle({ name, type, id, selected }: HandleProps) {
  const { setNodeRef, listeners, attributes } = useDraggable({
    id: `canvas ${type} ${id}`,
    data: { dragged: { type, id }, label: name },
  });
  return (
    <Grip name={name} id={id} selected={selected} handle={setNodeRef} listeners={listeners} attributes={attributes} />
  );
}

type GripProps = Omit<HandleProps, "type"> &
  Pick<ReturnType<typeof useDraggable>, "listeners" | "attributes"> & { handle: (element: HTMLElement | null) => void };

/** The context changes on each drag step, but the grip looks the same. */
const Grip = memo(function Grip({ name, id, selected, handle, listeners, attributes }: GripProps) {
  return (
    <ButtonBase
      ref={handle}
      {...listeners}
      {...attributes}
      {...{ [handleName]: id }}
      tabIndex={selected ? 0 : -1}
      aria-label={t`Drag ${name}`}
      onPointerDown={(event) => {
        // The frame below would capture pointer moves.
        if (event.nativeEvent.isTrusted) event.currentTarget.setPointerCapture(event.pointerId);
        listeners?.["onPointerDown"]?.(event);
      }}
      sx={{
        height: "100%",
        pr: 0.5,
        cursor: "grab",
        touchAction: "none",
        "&.Mui-focusVisible": { bgcolor: "action.focus" },
      }}
    >
      <DragIndicator sx={{ fontSize: 16, ml: 0.5, color: "text.secondary" }} />
      <Name>{name}</Name>
    </ButtonBase>
  );
});

function Action({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  return (
    <Tooltip title={label}>
      <IconButton size="small" aria-label={label} onClick={onClick} sx={{ borderRadius: 0, fontSize: 16 }}>
        {icon}
      </IconButton>
    </Tooltip>
  );
}
