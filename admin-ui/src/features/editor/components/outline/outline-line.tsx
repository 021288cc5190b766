import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import type { KeyboardEvent, ReactNode } from "react";
import type { Commands } from "../../hooks/use-commands";
import type { Part } from "../canvas/geometry";
import { entryStyle } from "./entry-styles";
import { OutlineHandle } from "./outline-handle";

interface OutlineLineProps {
  part: Part;
  name: string;
  current: boolean;
  editable: boolean;
  commands: Commands;
  onChosen: (() => void) | undefined;
  children: ReactNode;
}

/** A page part in the outline: selected by click, moved by its handle or Alt with the arrow keys, removed by Delete. */
export function OutlineLine({ part, name, current, editable, commands, onChosen, children }: OutlineLineProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (!editable) return;
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : null;
    if (event.altKey && step !== null) {
      commands.select(part);
      commands.move(step);
    } else if (event.key === "Delete") {
      commands.select(part);
      commands.remove();
    } else return;
    event.preventDefault();
  };
  return (
    <Box sx={{ display: "flex", alignItems: "center", minWidth: 0 }}>
      {editable && <OutlineHandle part={part} name={name} />}
      <ButtonBase
        sx={entryStyle(current)}
        aria-current={current}
        aria-keyshortcuts={editable ? "Alt+ArrowUp Alt+ArrowDown Delete" : undefined}
        onKeyDown={onKeyDown}
        onClick={() => {
          commands.select(part);
          onChosen?.();
        }}
      >
        {children}
      </ButtonBase>
    </Box>
  );
}
