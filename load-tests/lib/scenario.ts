// What every scenario has in common.
import { scriptFailed } from "./metrics.ts";

/** A function that k6 runs for a scenario: an exception in it breaks a limit. */
export function scenario<T>(act: (data: T) => void): (data: T) => void {
  return (data) => {
    try {
      act(data);
    } catch (error) {
      scriptFailed(error);
      throw error;
    }
  };
}
