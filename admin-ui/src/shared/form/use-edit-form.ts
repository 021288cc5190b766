import { t } from "@lingui/core/macro";
import { useState, type SubmitEventHandler } from "react";
import {
  useForm,
  type Control,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormGetValues,
  type UseFormSetValue,
} from "react-hook-form";
import { problemCode } from "../api/api-error";
import { applyProblem } from "./apply-problem";

interface EditFormOptions<Values extends FieldValues> {
  /** Initial values, also used when changes are discarded. */
  initial: Values;
  /** What is edited, such as "this discount"; used in conflict messages. */
  what: string;
  /** The form field for an API field name, indexes as in `lines.0.name`; null if the form has none. */
  fieldOf: (apiName: string, form: Values) => FieldPath<Values> | null;
  /** Throws if the server refuses it; resolves to the new form values. */
  onSave: (form: Values) => Promise<Values>;
  /** Message on a conflict; by default it says to reload. */
  staleText?: string;
}

interface EditForm<Values extends FieldValues> {
  control: Control<Values>;
  /** Current values, for changes of whole lists. */
  getValues: UseFormGetValues<Values>;
  /** Sets a value from code. */
  setValue: UseFormSetValue<Values>;
  /** The values without edits. */
  base: Values;
  /** Restarts with the remote version and the kept local values. */
  rebase: (saved: Values, kept: Values) => void;
  /** Props for `FormShell`. */
  shell: {
    onSubmit: SubmitEventHandler<HTMLFormElement>;
    onReset: () => void;
    dirty: boolean;
    busy: boolean;
    error: string | null;
  };
}

/** A form that saves its values: errors are set on its fields and above it. */
export function useEditForm<Values extends FieldValues>(options: EditFormOptions<Values>): EditForm<Values> {
  const { initial, what, fieldOf, onSave } = options;
  const { staleText = t`Someone else has saved ${what} in the meantime. Reload the page to see their version.` } =
    options;
  const [saved, setSaved] = useState<Values | null>(null);
  const [error, setError] = useState<string | null>(null);
  const {
    control,
    getValues,
    setValue,
    handleSubmit,
    reset,
    setError: setFieldError,
    formState,
  } = useForm<Values>({
    defaultValues: initial as DefaultValues<Values>,
  });
  const submit = handleSubmit(async (form) => {
    setError(null);
    try {
      reset(await onSave(form));
      setSaved(null);
    } catch (failure) {
      setError(
        problemCode(failure) === "revision-stale"
          ? staleText
          : applyProblem(failure, { setError: setFieldError, fieldOf: (name) => fieldOf(name, form) }),
      );
    }
  });
  return {
    control,
    getValues,
    setValue,
    base: saved ?? initial,
    rebase: (theirs, kept) => {
      setError(null);
      setSaved(theirs);
      reset(theirs);
      reset(kept, { keepDefaultValues: true });
    },
    shell: {
      onSubmit: (event) => void submit(event),
      onReset: () => {
        setError(null);
        reset(saved ?? initial);
      },
      dirty: formState.isDirty,
      busy: formState.isSubmitting,
      error,
    },
  };
}
