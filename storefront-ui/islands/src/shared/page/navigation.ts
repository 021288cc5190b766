/** Moves the window the script runs in; in the editor that is the frame, never the editor itself. */
export const navigation = {
  go(address: string): void {
    window.location.assign(address);
  },
  /** Goes there without leaving the present page in the history. */
  replace(address: string): void {
    window.location.replace(address);
  },
};
