import { inLanguage } from "./language";

/** Navigates the current window, to pages in its language; in the editor that is the frame, never the editor itself. */
export const navigation = {
  go(address: string): void {
    window.location.assign(inLanguage(address));
  },
  /** Replaces the current history entry. */
  replace(address: string): void {
    window.location.replace(inLanguage(address));
  },
};
