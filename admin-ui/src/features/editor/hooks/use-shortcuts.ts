import { useEffect, useEffectEvent } from "react";
import { useCommandBoxKeys } from "@/shared/command-box/shortcut";
import { onPressedKey } from "@/shared/hooks/pressed-keys";

interface Shortcuts {
  undo: () => void;
  redo: () => void;
  openPalette: () => void;
  openHelp: () => void;
}

/** Whether the target takes text input. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Editor-wide keyboard shortcuts, except where a text field handles the key itself. */
export function useShortcuts({ undo, redo, openPalette, openHelp }: Shortcuts): void {
  useCommandBoxKeys(openPalette);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const withControl = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (isTyping(event.target)) return;
    if (withControl && key === "z" && !event.shiftKey) undo();
    else if (withControl && (key === "y" || (key === "z" && event.shiftKey))) redo();
    else if (!withControl && event.key === "?") openHelp();
    else return;
    event.preventDefault();
  });
  useEffect(() => onPressedKey(window, (event) => onKey(event)), []);
}
