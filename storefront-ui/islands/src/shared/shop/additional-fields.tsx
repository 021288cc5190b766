import { useLayoutEffect, useRef, useState } from "react";
import { closeDialog, Dialog, openDialog } from "@/shared/react/dialog";
import { textOf } from "@/shared/text/messages";
import type { AdditionalField } from "./product-data";

type Answer = string | string[];

let opened = 0;

interface QuestionProps {
  field: AdditionalField;
  id: string;
  /** The previous answer. */
  known: Answer | undefined;
  /** Whether a required answer is missing; undefined before the first check. */
  isMissing: boolean | undefined;
}

/** One additional field. Its controls keep the answer. */
function Question({ field, id, known, isMissing }: QuestionProps) {
  const label = field.required ? textOf("fields.label", { field: field.title }) : field.title;
  const errorId = `${id}-error`;
  const state = { "aria-invalid": isMissing, "aria-describedby": isMissing === true ? errorId : undefined };
  const error = (
    <p className="stoa-field__error" id={errorId} hidden={isMissing !== true}>
      {isMissing === true ? textOf("fields.required", { field: field.title }) : null}
    </p>
  );
  const { type } = field;
  if (type === "radio" || type === "checkbox") {
    const wanted = known === undefined ? [] : [known].flat();
    return (
      <fieldset className="stoa-fieldset">
        <legend className="stoa-field__label">{label}</legend>
        {field.options.map((option) => (
          <label className="stoa-choice" key={option}>
            <input {...state} type={type} name={id} value={option} defaultChecked={wanted.includes(option)} />
            <span>{option}</span>
          </label>
        ))}
        {error}
      </fieldset>
    );
  }
  return (
    <div className="stoa-field">
      <label className="stoa-field__label" htmlFor={id}>
        {label}
      </label>
      <Control
        field={field}
        attributes={{ ...state, id, className: "stoa-field__input", defaultValue: [known ?? ""].flat()[0] ?? "" }}
      />
      {error}
    </div>
  );
}

interface ControlProps {
  field: AdditionalField;
  attributes: { id: string; className: string; defaultValue: string };
}

function Control({ field, attributes }: ControlProps) {
  if (field.type === "textarea") return <textarea {...attributes} rows={4} />;
  if (field.type !== "select") return <input {...attributes} type="text" />;
  return (
    <select {...attributes}>
      <option value="">{textOf("fields.choose")}</option>
      {field.options.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  );
}

function answerIn(place: Element, { type }: AdditionalField): Answer {
  const ticked = [...place.querySelectorAll<HTMLInputElement>("input:checked")].map(({ value }) => value);
  if (type === "checkbox") return ticked;
  if (type === "radio") return ticked[0] ?? "";
  return place.querySelector<HTMLInputElement>("input, textarea, select")?.value.trim() ?? "";
}

interface AdditionalFieldsProps {
  title: string;
  fields: readonly AdditionalField[];
  known: ReadonlyMap<string, Answer>;
  /** Start of its ids on the page. */
  prefix: string;
  /** With the JSON text of the answers; null without. */
  onClose: (answers: string | null) => void;
}

function AdditionalFields({ title, fields, known, prefix, onClose }: AdditionalFieldsProps) {
  const form = useRef<HTMLFormElement>(null);
  const answers = useRef<string | null>(null);
  /** The fields without a required answer; null before the first check. */
  const [missing, setMissing] = useState<readonly AdditionalField[] | null>(null);

  const submit = (): void => {
    const places = [...(form.current?.children ?? [])];
    const given = fields.map((field, index) => ({
      field,
      answer: places[index] === undefined ? "" : answerIn(places[index], field),
    }));
    const wrong = given.filter(({ field, answer }) => field.required && answer.length === 0).map(({ field }) => field);
    setMissing(wrong);
    if (wrong.length > 0) return;
    answers.current = JSON.stringify(Object.fromEntries(given.map(({ field, answer }) => [field.id, answer])));
    form.current?.closest("dialog")?.close();
  };
  useLayoutEffect(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus(), [missing]);

  return (
    <Dialog
      aria-labelledby={`${prefix}-title`}
      onOpen={(dialog) => dialog.querySelector<HTMLElement>("input, textarea, select")}
      onClose={() => onClose(answers.current)}
    >
      <h2 className="stoa-dialog__title" id={`${prefix}-title`}>
        {title}
      </h2>
      <form
        className="stoa-form__fields"
        noValidate
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {fields.map((field, index) => (
          <Question
            key={index}
            field={field}
            id={`${prefix}-${index}`}
            known={known.get(field.id)}
            isMissing={missing?.includes(field)}
          />
        ))}
        <div className="stoa-dialog__actions">
          <button type="button" className="stoa-button stoa-button--secondary" onClick={closeDialog}>
            {textOf("dialog.cancel")}
          </button>
          <button type="submit" className="stoa-button stoa-button--primary">
            {textOf("dialog.continue")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === "string" || (Array.isArray(value) && value.every((each) => typeof each === "string"));
}

/** Previous answers by field; empty if they cannot be parsed. */
function readAnswers(json: string | null): Map<string, Answer> {
  try {
    const known: unknown = JSON.parse(json ?? "{}");
    const pairs = Object.entries(typeof known === "object" && known !== null ? known : {});
    return new Map(pairs.filter((pair): pair is [string, Answer] => isAnswer(pair[1])));
  } catch {
    return new Map();
  }
}

/**
 * Opens the dialog of a product's additional fields, filled with the `known` answers. Resolves to the JSON text to
 * send, or null if the customer cancelled. Focus returns to its previous element.
 */
export function askAdditionalFields(
  title: string,
  fields: readonly AdditionalField[],
  known: string | null = null,
): Promise<string | null> {
  opened += 1;
  const prefix = `stoa-additional-fields-${opened}`;
  const before = readAnswers(known);
  return openDialog((onClose) => (
    <AdditionalFields title={title} fields={fields} known={before} prefix={prefix} onClose={onClose} />
  ));
}
