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
  /** What the form shows at first, and again when changes are discarded. */
  initial: Values;
  /** What is edited, such as "this discount": a conflict is told about it. */
  what: string;
  /** The form's field for a field name of the API, its places as in `lines.0.name`; null when the form has none. */
  fieldOf: (apiName: string, form: Values) => FieldPath<Values> | null;
  /** Throws when it was refused; answers what the form shows then. */
  onSave: (form: Values) => Promise<Values>;
  /** What is said when somebody else was faster; unless told, that only reloading helps. */
  staleText?: string;
}

interface EditForm<Values extends FieldValues> {
  control: Control<Values>;
  /** What stands in the form now, for changes of whole lists. */
  getValues: UseFormGetValues<Values>;
  /** Puts a value into the form that nobody typed. */
  setValue: UseFormSetValue<Values>;
  /** What the form would show if nothing were typed. */
  base: Values;
  /** Begins anew with what somebody else has saved, and with what is kept of what was typed. */
  rebase: (saved: Values, kept: Values) => void;
  /** What `FormShell` needs to know of the form. */
  shell: {
    onSubmit: SubmitEventHandler<HTMLFormElement>;
    onReset: () => void;
    dirty: boolean;
    busy: boolean;
    error: string | null;
  };
}

/** A form that saves what it shows: a refusal lands on its fields and above it. */
export function useEditForm<Values extends FieldValues>(options: EditFormOptions<Values>): EditForm<Values> {
  const { initial, what, fieldOf, onSave } = options;
  const { staleText = `Somebody else has saved ${what} in the meantime. Reload the page to see their version.` } = options;
  const [saved, setSaved] = useState<Values | null>(null);
  const [error, setError] = useState<string | null>(null);
  const { control, getValues, setValue, handleSubmit, reset, setError: setFieldError, formState } = useForm<Values>({
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
