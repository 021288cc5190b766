import { act } from "@testing-library/react";

/** Clicks, and waits until components show what followed. */
export function press(button: HTMLElement): void {
  act(() => button.click());
}

/** Does something that changes components, and waits until they show it. */
export function change(run: () => unknown): void {
  act(() => {
    run();
  });
}
