import { useState } from "react";
import type { Checkout, CheckoutField, Details } from "@/shared/api/types";
import { SelectField, TextAreaField, TextField } from "@/shared/react/field";
import { textOf } from "@/shared/text/messages";
import { StepForm } from "./step-form";

interface DetailsStepProps {
  checkout: Checkout;
  isBusy: boolean;
  errors: Record<string, string>;
  onDone: (details: Details) => void;
}

/**
 * A ticked box comes as the word for it; the form uses true and false. A choice that is no longer offered
 * is left out: the list would show another one.
 */
function startOf(checkout: Checkout): Record<string, string> {
  const kept = checkout.answers.flatMap(({ fieldId, value }) => {
    const field = checkout.settings.fields.find(({ id }) => id === fieldId);
    if (field?.kind === "choice" && !field.choices.includes(value)) return [];
    return [[fieldId, field?.kind === "checkbox" ? "true" : value] as const];
  });
  return Object.fromEntries(kept);
}

/** The shop's additional checkout questions. */
export function DetailsStep({ checkout, isBusy, errors, onDone }: DetailsStepProps) {
  const [note, setNote] = useState(checkout.note);
  const [answers, setAnswers] = useState(() => startOf(checkout));
  return (
    <StepForm
      label={textOf("checkout.continue")}
      isBusy={isBusy}
      errors={errors}
      onSubmit={() => onDone({ note, answers })}
    >
      {checkout.settings.fields.map((field) => (
        <Question
          key={field.id}
          field={field}
          value={answers[field.id] ?? ""}
          error={errors[`answers.${field.id}`]}
          onChange={(value) => setAnswers({ ...answers, [field.id]: value })}
        />
      ))}
      {checkout.settings.orderNote ? (
        <TextAreaField
          label={textOf("checkout.note")}
          isOptional
          maxLength={2000}
          rows={3}
          value={note}
          error={errors.note}
          onChange={setNote}
        />
      ) : null}
    </StepForm>
  );
}

interface QuestionProps {
  field: CheckoutField;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function Question({ field, value, error, onChange }: QuestionProps) {
  const help = field.help === "" ? {} : { help: field.help };
  const shared = { label: field.label, isOptional: !field.required, value, error, onChange, ...help };
  switch (field.kind) {
    case "textarea":
      return <TextAreaField {...shared} maxLength={field.maxLength} rows={3} />;
    case "date":
      return <TextField {...shared} type="date" />;
    case "choice":
      return (
        <SelectField
          {...shared}
          choices={[
            { value: "", label: field.required ? textOf("checkout.chooseOne") : textOf("checkout.none") },
            ...field.choices.map((choice) => ({ value: choice, label: choice })),
          ]}
        />
      );
    case "checkbox":
      return <Tick field={field} value={value} error={error} onChange={onChange} />;
    case "text":
      return <TextField {...shared} maxLength={field.maxLength} />;
  }
}

function Tick({ field, value, error, onChange }: QuestionProps) {
  const errorId = `${field.id}-tick-error`;
  const helpId = `${field.id}-tick-help`;
  const described = [field.help === "" ? "" : helpId, error === undefined ? "" : errorId].join(" ").trim();
  return (
    <div className="stoa-field">
      <label className="stoa-choice">
        <input
          type="checkbox"
          checked={value === "true"}
          aria-invalid={error !== undefined}
          aria-describedby={described === "" ? undefined : described}
          aria-required={field.required ? true : undefined}
          onChange={(event) => onChange(String(event.target.checked))}
        />{" "}
        <span>{field.label}</span>
      </label>
      {field.help === "" ? null : (
        <p className="stoa-field__help" id={helpId}>
          {field.help}
        </p>
      )}
      {error === undefined ? null : (
        <p className="stoa-field__error" id={errorId}>
          {error}
        </p>
      )}
    </div>
  );
}
