import { useRef, useState } from "react";
import { Existing } from "@/shared/react/existing";
import { textOf } from "@/shared/text/messages";

const addedAfter = 1000;
const idleAfterAdded = 2000;
const idleAfterFailure = 1000;

type Shown = "idle" | "adding" | "added";
type Labels = Readonly<Partial<Record<Shown, string>>>;

export const addLabels: Labels = { adding: textOf("product.adding"), added: textOf("product.added") };
/** For a button that leaves the page when it is done. */
export const leavingLabels: Labels = { adding: textOf("product.wait") };

/** Progress of a button that accepts one click at a time. */
export interface Progress {
  shown: Shown;
  /** Whether a click must be ignored. */
  isBusy: () => boolean;
  begin: () => void;
  /** Success: shown after at least one second, and reset two seconds later. */
  succeed: () => void;
  /** Failure: reset after a second. */
  fail: () => void;
}

export function useProgress(): Progress {
  const [shown, setShown] = useState<Shown>("idle");
  const startedAt = useRef<number | null>(null);
  const reset = (): void => {
    startedAt.current = null;
    setShown("idle");
  };
  return {
    shown,
    isBusy: () => startedAt.current !== null,
    begin: () => {
      startedAt.current = Date.now();
      setShown("adding");
    },
    succeed: () => {
      const rest = Math.max(0, addedAfter - (Date.now() - (startedAt.current ?? 0)));
      setTimeout(() => {
        setShown("added");
        setTimeout(reset, idleAfterAdded);
      }, rest);
    },
    fail: () => {
      setTimeout(reset, idleAfterFailure);
    },
  };
}

interface AddButtonProps {
  button: HTMLButtonElement;
  progress: Progress;
  labels: Labels;
  /** Label at rest; the server's if undefined. */
  label?: string | undefined;
  hidden?: boolean | undefined;
}

/** A button of the product form with its progress. */
export function AddButton({ button, progress: { shown }, labels, label, hidden }: AddButtonProps) {
  const isIdle = shown === "idle";
  return (
    <Existing
      element={button}
      hidden={hidden}
      data-state={isIdle ? undefined : shown}
      aria-disabled={isIdle ? undefined : true}
      aria-busy={isIdle ? undefined : shown === "adding"}
    >
      {isIdle ? label : (labels[shown] ?? label)}
    </Existing>
  );
}
