import { t } from "@lingui/core/macro";
import { useEffect, useEffectEvent } from "react";
import { onPressedKey } from "../hooks/pressed-keys";

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** The shortcut of the command box in this platform's notation. */
export const commandBoxKeys = () => (isApple ? "⌘K" : t`Ctrl K`);

/** Whether the event is Ctrl+K or ⌘K without other modifiers, on any keyboard layout. */
export function isCommandK(
  event: Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">,
): boolean {
  const withCommand = isApple ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  if (!withCommand || event.altKey || event.shiftKey) return false;
  return event.key.toLowerCase() === "k" || (event.code === "KeyK" && !/^[a-z]$/i.test(event.key));
}

/**
 * Opens the command box by shortcut. A rich-text editor handles the shortcut itself, to make a link, and so does a
 * dialog, since its input would be lost by navigating away.
 */
export function useCommandBoxKeys(open: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (
      !isCommandK(event) ||
      event.defaultPrevented ||
      document.querySelector("[role=dialog][aria-modal=true]") !== null
    )
      return;
    event.preventDefault();
    open();
  });
  useEffect(() => onPressedKey(window, (event) => onKey(event)), []);
}
