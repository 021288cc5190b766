import { useDraggable } from "@dnd-kit/core";
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
import type { ReactNode } from "react";
import type { Commands } from "../../hooks/use-commands";
import type { Box as PageBox } from "./frame/messages";
import type { Dragged } from "./geometry";
import { handleName } from "./use-press-in-frame";

interface MarkedProps {
  /** In pixels of the screen. */
  box: PageBox;
  name: string;
  /** What is dragged by its label; null when nothing may be. */
  dragged: Dragged | null;
  /** What can be done with it; null while it is not selected. */
  commands: Commands | null;
}

const barHeight = 30;

/** A block or section with its outline, its name and what can be done with it. */
export function Marked({ box, name, dragged, commands }: MarkedProps) {
  const inside = box.y < barHeight;
  return (
    <Box
      sx={{
        left: box.x,
        top: box.y,
        width: box.width,
        height: box.height,
        outline: commands === null ? "1px dashed" : "2px solid",
        outlineColor: "primary.main",
        outlineOffset: -1,
      }}
    >
      <Paper
        elevation={2}
        sx={{
          position: "absolute",
          left: 0,
          // A bar above the upper edge of what is in sight stays at that edge.
          top: inside ? Math.max(0, Math.min(-box.y, box.height - barHeight)) : -barHeight,
          height: barHeight,
          display: "flex",
          alignItems: "center",
          pointerEvents: "auto",
          borderRadius: 1,
          whiteSpace: "nowrap",
          overflow: "hidden",
        }}
      >
        {dragged === null ? <Name>{name}</Name> : <Handle name={name} dragged={dragged} selected={commands !== null} />}
        {dragged !== null && commands !== null && (
          <>
            <Action label={`Move ${name} up`} onClick={() => commands.move(-1)} icon={<ArrowUpward fontSize="inherit" />} />
            <Action label={`Move ${name} down`} onClick={() => commands.move(1)} icon={<ArrowDownward fontSize="inherit" />} />
            <Action label={`Duplicate ${name}`} onClick={commands.duplicate} icon={<ContentCopy fontSize="inherit" />} />
            <Action label={`Delete ${name}`} onClick={commands.remove} icon={<DeleteOutlined fontSize="inherit" />} />
          </>
        )}
      </Paper>
    </Box>
  );
}

function Name({ children }: { children: ReactNode }) {
  return (
    <Box component="span" sx={{ px: 1, typography: "caption", fontWeight: 600 }}>
      {children}
    </Box>
  );
}

function Handle({ name, dragged, selected }: { name: string; dragged: Dragged; selected: boolean }) {
  const id = dragged.type === "kind" ? dragged.kind : dragged.id;
  const { setNodeRef, listeners, attributes } = useDraggable({ id: `canvas ${dragged.type} ${id}`, data: { dragged, label: name } });
  return (
    <ButtonBase
      ref={setNodeRef}
      {...listeners}
      {...attributes}
      {...{ [handleName]: id }}
      tabIndex={selected ? 0 : -1}
      aria-label={`Drag ${name}`}
      onPointerDown={(event) => {
        // The frame below would keep the moves of the pointer for itself.
        if (event.nativeEvent.isTrusted) event.currentTarget.setPointerCapture(event.pointerId);
        listeners?.["onPointerDown"]?.(event);
      }}
      sx={{ height: "100%", pr: 0.5, cursor: "grab", touchAction: "none", "&.Mui-focusVisible": { bgcolor: "action.focus" } }}
    >
      <DragIndicator sx={{ fontSize: 16, ml: 0.5, color: "text.secondary" }} />
      <Name>{name}</Name>
    </ButtonBase>
  );
}

function Action({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  return (
    <Tooltip title={label}>
      <IconButton size="small" aria-label={label} onClick={onClick} sx={{ borderRadius: 0, fontSize: 16 }}>
        {icon}
      </IconButton>
    </Tooltip>
  );
}
