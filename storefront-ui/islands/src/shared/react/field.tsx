import { useId, type InputHTMLAttributes, type SelectHTMLAttributes, type TextareaHTMLAttributes } from "react";
import { textOf } from "@/shared/text/messages";

interface FieldFrame {
  label: string;
  error?: string | undefined;
  help?: string;
  isOptional?: boolean;
}

function useFieldIds(error: string | undefined, help: string | undefined) {
  const id = useId();
  const errorId = `${id}-error`;
  const helpId = `${id}-help`;
  const described = [help === undefined ? "" : helpId, error === undefined ? "" : errorId].join(" ").trim();
  const control = {
    id,
    className: "stoa-field__input",
    "aria-invalid": error !== undefined,
    "aria-describedby": described === "" ? undefined : described,
  };
  return { id, errorId, helpId, control };
}

interface FrameProps extends FieldFrame {
  ids: ReturnType<typeof useFieldIds>;
  children: React.ReactNode;
}

function Frame({ label, error, help, isOptional, ids, children }: FrameProps) {
  return (
    <div className="stoa-field">
      <label className="stoa-field__label" htmlFor={ids.id}>
        {label}
        {isOptional === true ? <span className="stoa-field__help"> {textOf("common.optional")}</span> : null}
      </label>
      {help === undefined ? null : (
        <p className="stoa-field__help" id={ids.helpId}>
          {help}
        </p>
      )}
      {children}
      {error === undefined ? null : (
        <p className="stoa-field__error" id={ids.errorId}>
          {error}
        </p>
      )}
    </div>
  );
}

type TextFieldProps = FieldFrame &
  Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "id" | "className"> & {
    value: string;
    onChange: (value: string) => void;
  };

export function TextField({ label, error, help, isOptional = false, onChange, ...input }: TextFieldProps) {
  const ids = useFieldIds(error, help);
  return (
    <Frame label={label} error={error} isOptional={isOptional} ids={ids} {...(help === undefined ? {} : { help })}>
      <input
        {...input}
        {...ids.control}
        aria-required={isOptional ? undefined : true}
        onChange={(event) => onChange(event.target.value)}
      />
    </Frame>
  );
}

type TextAreaFieldProps = FieldFrame &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "onChange" | "id" | "className"> & {
    value: string;
    onChange: (value: string) => void;
  };

export function TextAreaField({ label, error, help, isOptional = false, onChange, ...area }: TextAreaFieldProps) {
  const ids = useFieldIds(error, help);
  return (
    <Frame label={label} error={error} isOptional={isOptional} ids={ids} {...(help === undefined ? {} : { help })}>
      <textarea
        {...area}
        {...ids.control}
        aria-required={isOptional ? undefined : true}
        onChange={(event) => onChange(event.target.value)}
      />
    </Frame>
  );
}

type SelectFieldProps = FieldFrame &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, "onChange" | "id" | "className"> & {
    value: string;
    choices: readonly { value: string; label: string }[];
    onChange: (value: string) => void;
  };

/** A labelled select with help and error. */
export function SelectField({
  label,
  error,
  help,
  isOptional = false,
  choices,
  onChange,
  ...select
}: SelectFieldProps) {
  const ids = useFieldIds(error, help);
  return (
    <Frame label={label} error={error} isOptional={isOptional} ids={ids} {...(help === undefined ? {} : { help })}>
      <select
        {...select}
        {...ids.control}
        aria-required={isOptional ? undefined : true}
        onChange={(event) => onChange(event.target.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </Frame>
  );
}
