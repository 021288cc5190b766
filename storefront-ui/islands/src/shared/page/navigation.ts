/** Navigates the current window; in the editor that is the frame, never the editor itself. */
export const navigation = {
  go(address: string): void {
    window.location.assign(address);
  },
  /** Replaces the current history entry. */
  replace(address: string): void {
    window.location.replace(address);
  },
};
