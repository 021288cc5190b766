import type { Commands } from "../hooks/use-commands";

interface PressedKey {
  key: string;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}

interface CanvasActions {
  commands: Commands;
  editable: boolean;
  onEdit: () => void;
  onAddBlock: () => void;
}

/** Runs the command of a key on the canvas; returns whether there is one. */
export function runCanvasKey(pressed: PressedKey, { commands, editable, onEdit, onAddBlock }: CanvasActions): boolean {
  const { key, altKey } = pressed;
  const withControl = pressed.ctrlKey || pressed.metaKey;
  const step = key === "ArrowUp" ? -1 : key === "ArrowDown" ? 1 : null;
  if (step !== null && !withControl) {
    if (!altKey) commands.selectNext(step);
    else if (editable) commands.move(step);
    return true;
  }
  if (key === "Escape") {
    commands.selectAround();
    return true;
  }
  if (key === "Enter" && !withControl) {
    onEdit();
    return true;
  }
  if (!editable) return false;
  if (withControl && !altKey && key.toLowerCase() === "d") {
    commands.duplicate();
    return true;
  }
  if (withControl || altKey) return false;
  if (key === "Delete" || key === "Backspace") {
    commands.remove();
    return true;
  }
  if (key === "+" || key === "a") {
    onAddBlock();
    return true;
  }
  return false;
}
