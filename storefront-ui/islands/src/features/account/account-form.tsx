import { fieldErrors } from "@stoa/api/problem";
import { useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { failureText } from "@/shared/api/failure-text";
import type { Failure, Result } from "@/shared/api/send";
import { Alert } from "@/shared/react/alert";

interface AccountFormProps<Data> {
  label: string;
  /** Accessible name of the form. */
  name: string;
  /** Client-side validation errors by field. */
  check?: () => Record<string, string>;
  /** Called on submit, to clear the previous outcome. */
  onStart?: () => void;
  send: () => Promise<Result<Data>>;
  onDone: (data: Data) => void;
  children: (errors: Record<string, string>) => ReactNode;
}

function errorsOf(failure: Failure): Record<string, string> {
  if (failure.kind === "unreachable" || failure.problem === null) return {};
  return fieldErrors(failure.problem);
}

/** Fields with a submit button: field errors are shown at the fields, other errors above them. */
export function AccountForm<Data>({ label, name, check, onStart, send, onDone, children }: AccountFormProps<Data>) {
  const form = useRef<HTMLFormElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [trouble, setTrouble] = useState<string | null>(null);

  useLayoutEffect(() => {
    if (Object.keys(errors).length === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  const submit = async (): Promise<void> => {
    onStart?.();
    const seen = check?.() ?? {};
    setTrouble(null);
    setErrors(seen);
    if (Object.keys(seen).length > 0) return;
    setBusy(true);
    const result = await send();
    setBusy(false);
    if (result.ok) return onDone(result.data);
    const found = errorsOf(result.failure);
    setErrors(found);
    if (Object.keys(found).length === 0) setTrouble(failureText(result.failure));
  };

  return (
    <form
      ref={form}
      className="stoa-form"
      aria-label={name}
      aria-busy={isBusy}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void submit();
      }}
    >
      {trouble === null ? null : <Alert kind="error">{trouble}</Alert>}
      {children(errors)}
      <button type="submit" className="stoa-button stoa-button--primary" aria-disabled={isBusy} aria-busy={isBusy}>
        {isBusy ? <span className="stoa-spinner" aria-hidden="true" /> : null}
        {label}
      </button>
    </form>
  );
}
