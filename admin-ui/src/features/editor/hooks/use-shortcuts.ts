import { useEffect, useEffectEvent } from "react";
import { onPressedKey } from "../pressed-keys";

interface Shortcuts {
  undo: () => void;
  redo: () => void;
  openPalette: () => void;
  openHelp: () => void;
}

/** Whether keys pressed there are text. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

/** What keys do everywhere in the editor, except where a text field has its own meaning for them. */
export function useShortcuts({ undo, redo, openPalette, openHelp }: Shortcuts): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const withControl = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (withControl && key === "k") openPalette();
    else if (isTyping(event.target)) return;
    else if (withControl && key === "z" && !event.shiftKey) undo();
    else if (withControl && (key === "y" || (key === "z" && event.shiftKey))) redo();
    else if (!withControl && event.key === "?") openHelp();
    else return;
    event.preventDefault();
  });
  useEffect(() => onPressedKey(window, (event) => onKey(event)), []);
}
