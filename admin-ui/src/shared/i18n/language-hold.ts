import { useEffect } from "react";

let holders = 0;
let waiting: (() => void) | undefined;

/**
 * Shows a language that was chosen elsewhere, at once or when nothing is typed any more. A new language renders every
 * screen again, and reads amounts differently: "1.500" is another amount in English than in German. The latest call counts.
 */
export function onceNothingIsTyped(show?: () => void): void {
  waiting = show;
  if (holders > 0) return;
  waiting = undefined;
  show?.();
}

function hold(): () => void {
  holders += 1;
  return () => {
    holders -= 1;
    onceNothingIsTyped(waiting);
  };
}

/** Keeps the language that is shown while something typed would be lost or read in another one. */
export function useHeldLanguage(isTyped: boolean): void {
  useEffect(() => (isTyped ? hold() : undefined), [isTyped]);
}
