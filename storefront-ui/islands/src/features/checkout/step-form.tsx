import { createContext, useContext, useLayoutEffect, useRef, type ReactNode } from "react";

/** Whether no step can be submitted, for a reason shown above the steps. */
export const StepsClosed = createContext(false);

interface StepFormProps {
  label: string;
  isBusy: boolean;
  /** Errors by field; the first invalid field is focused when they change. */
  errors: Record<string, string>;
  onSubmit: () => void;
  children: ReactNode;
}

/** The fields of a step and its submit button. */
export function StepForm({ label, isBusy, errors, onSubmit, children }: StepFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const isClosed = useContext(StepsClosed);
  useLayoutEffect(() => {
    if (Object.keys(errors).length === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  return (
    <form
      ref={form}
      className="stoa-step__body"
      noValidate
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && !isClosed) onSubmit();
      }}
    >
      {children}
      <button
        type="submit"
        className="stoa-button stoa-button--primary stoa-button--large"
        aria-disabled={isBusy || isClosed}
        aria-busy={isBusy}
      >
        {isBusy ? <span className="stoa-spinner" aria-hidden="true" /> : null}
        {label}
      </button>
    </form>
  );
}
