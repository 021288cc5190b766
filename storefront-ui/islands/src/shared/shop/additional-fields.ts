import { element } from "@/shared/ui/elements";
import type { AdditionalField } from "./product-data";

type Answer = string | string[];

let opened = 0;

function labelled(field: AdditionalField): string {
  return field.required ? `${field.title} (required)` : field.title;
}

function optionsOf(field: AdditionalField): HTMLOptionElement[] {
  const none = element("option", "", "Choose…", { value: "" });
  return [none, ...field.options.map((option) => element("option", "", option, { value: option }))];
}

function control(field: AdditionalField): HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  if (field.type === "textarea") return element("textarea", "stoa-field__input", undefined, { rows: "4" });
  if (field.type !== "select") return element("input", "stoa-field__input", undefined, { type: "text" });
  const select = element("select", "stoa-field__input");
  select.append(...optionsOf(field));
  return select;
}

/** One additional field: control and value. */
class Question {
  readonly place: HTMLElement;
  readonly #field: AdditionalField;
  readonly #error: HTMLElement;

  constructor(field: AdditionalField, id: string) {
    this.#field = field;
    this.#error = element("p", "stoa-field__error", undefined, { id: `${id}-error`, hidden: "" });
    const isGroup = field.type === "radio" || field.type === "checkbox";
    this.place = isGroup ? this.#group(id) : this.#single(id);
    this.place.append(this.#error);
  }

  get id(): string {
    return this.#field.id;
  }

  get answer(): Answer {
    const ticked = [...this.place.querySelectorAll<HTMLInputElement>("input:checked")].map(({ value }) => value);
    if (this.#field.type === "checkbox") return ticked;
    if (this.#field.type === "radio") return ticked[0] ?? "";
    return this.#controls()[0]?.value.trim() ?? "";
  }

  /** Validates and shows the error; returns whether it is valid. */
  check(): boolean {
    const isMissing = this.#field.required && this.answer.length === 0;
    this.#error.hidden = !isMissing;
    this.#error.textContent = isMissing ? `${this.#field.title} is required.` : "";
    for (const each of this.#controls()) {
      each.setAttribute("aria-invalid", String(isMissing));
      if (isMissing) each.setAttribute("aria-describedby", this.#error.id);
      else each.removeAttribute("aria-describedby");
    }
    return !isMissing;
  }

  /** Sets the previous value. */
  fill(answer: Answer): void {
    const wanted = [answer].flat();
    for (const each of this.#controls()) {
      if (each instanceof HTMLInputElement && (each.type === "checkbox" || each.type === "radio")) {
        each.checked = wanted.includes(each.value);
      } else {
        each.value = wanted[0] ?? "";
      }
    }
  }

  focus(): void {
    this.#controls()[0]?.focus();
  }

  #controls(): (HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement)[] {
    return [...this.place.querySelectorAll<HTMLInputElement>("input, textarea, select")];
  }

  #single(id: string): HTMLElement {
    const place = element("div", "stoa-field");
    const input = control(this.#field);
    input.id = id;
    place.append(element("label", "stoa-field__label", labelled(this.#field), { for: id }), input);
    return place;
  }

  #group(id: string): HTMLElement {
    const place = element("fieldset", "stoa-fieldset");
    place.append(element("legend", "stoa-field__label", labelled(this.#field)));
    for (const option of this.#field.options) {
      const choice = element("label", "stoa-choice");
      const { type } = this.#field;
      choice.append(element("input", "", undefined, { type, name: id, value: option }), element("span", "", option));
      place.append(choice);
    }
    return place;
  }
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
export function askAdditionalFields(title: string, fields: readonly AdditionalField[], known: string | null = null): Promise<string | null> {
  opened += 1;
  const prefix = `stoa-additional-fields-${opened}`;
  const dialog = element("dialog", "stoa-dialog", undefined, { "aria-labelledby": `${prefix}-title` });
  const form = element("form", "stoa-form__fields", undefined, { novalidate: "" });
  const questions = fields.map((field, index) => new Question(field, `${prefix}-${index}`));
  const before = readAnswers(known);
  for (const question of questions) {
    const answer = before.get(question.id);
    if (answer !== undefined) question.fill(answer);
  }
  const back = element("button", "stoa-button stoa-button--secondary", "Cancel", { type: "button" });
  const actions = element("div", "stoa-dialog__actions");
  actions.append(back, element("button", "stoa-button stoa-button--primary", "Continue", { type: "submit" }));
  form.append(...questions.map(({ place }) => place), actions);
  dialog.append(element("h2", "stoa-dialog__title", title, { id: `${prefix}-title` }), form);
  const focused = document.activeElement;
  document.body.append(dialog);
  return new Promise((resolve) => {
    let answers: string | null = null;
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (focused instanceof HTMLElement) focused.focus();
      resolve(answers);
    });
    back.addEventListener("click", () => {
      dialog.close();
    });
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const wrong = questions.filter((question) => !question.check());
      if (wrong[0] !== undefined) {
        wrong[0].focus();
        return;
      }
      answers = JSON.stringify(Object.fromEntries(questions.map(({ id, answer }) => [id, answer])));
      dialog.close();
    });
    dialog.showModal();
    questions[0]?.focus();
  });
}
