import { pageTypes, type PageContext } from "@/shared/page/context";
import { navigation } from "@/shared/page/navigation";
import type { PageStore } from "@/shared/store/page-store";
import { fetchSubmissionKey, saveSubmission } from "./calls";
import { mountCounter } from "./counter";
import { fieldErrorsOf, noKey, notProcessed, sendFailureText, unreadableFields } from "./failure";
import { controlsOf, fieldsOf, readValue, type Field, type FieldValue } from "./field";
import { anyInvalid, complaintAbout } from "./validation";

const submitting = "Submitting…";
const publicPage = 1;

/** One form of a page: checks, sends, and says how it went. */
class ContactForm {
  readonly #form: HTMLFormElement;
  readonly #context: PageContext;
  readonly #fields: Field[];
  readonly #button: HTMLButtonElement | null;
  readonly #label: string;
  #isLocked = false;

  constructor(form: HTMLFormElement, context: PageContext) {
    this.#form = form;
    this.#context = context;
    this.#fields = fieldsOf(form);
    this.#button = form.querySelector<HTMLButtonElement>("[data-form-submit]");
    this.#label = this.#button?.textContent.trim() ?? "";
  }

  mount(): void {
    this.#form.noValidate = true;
    for (const field of this.#fields) mountCounter(field);
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#send();
    });
  }

  async #send(): Promise<void> {
    if (this.#isLocked) return;
    this.#say("");
    const answers = this.#read();
    if (answers === null) return this.#say(unreadableFields);
    const errors = this.#check(answers);
    this.#showErrors(errors);
    if (Object.keys(errors).length > 0) return this.#sayInvalid();
    this.#lock(true);
    await this.#deliver(answers);
    this.#lock(false);
  }

  async #deliver(answers: Record<string, FieldValue>): Promise<void> {
    const key = await fetchSubmissionKey();
    if (key === null) return this.#say(noKey);
    const { pageTitle, pageId, pageType } = this.#context;
    const result = await saveSubmission({
      key,
      form: JSON.stringify(answers),
      formId: this.#form.dataset.formId ?? "",
      pageTitle,
      pageId,
      pagePath: window.location.pathname,
      contentSource: pageType === pageTypes.contentItem ? "i" : "c",
      pagePermissionTypeValue: publicPage,
    });
    if (result.ok) return result.data.success ? this.#succeed() : this.#say(notProcessed);
    const errors = fieldErrorsOf(result.failure);
    this.#showErrors(errors);
    if (Object.keys(errors).length > 0) this.#sayInvalid();
    else this.#say(sendFailureText(result.failure));
  }

  #read(): Record<string, FieldValue> | null {
    try {
      return Object.fromEntries(this.#fields.map((field) => [field.id, readValue(field)]));
    } catch {
      return null;
    }
  }

  #check(answers: Record<string, FieldValue>): Record<string, string> {
    const errors: Record<string, string> = {};
    for (const field of this.#fields) {
      const complaint = complaintAbout(field, answers[field.id]);
      if (complaint !== null) errors[field.id] = complaint;
    }
    return errors;
  }

  #showErrors(errors: Record<string, string>): void {
    for (const field of this.#fields) {
      const message = errors[field.id];
      const place = field.place.querySelector<HTMLElement>("[data-field-error]");
      if (place === null) continue;
      place.id ||= `error-${this.#form.dataset.formId ?? ""}-${field.id}`;
      place.textContent = message ?? "";
      place.hidden = message === undefined;
      for (const control of controlsOf(field)) {
        control.setAttribute("aria-invalid", String(message !== undefined));
        describe(control, place.id, message !== undefined);
      }
    }
  }

  /** Names the trouble, and the way to the first wrong field when it is out of sight. */
  #sayInvalid(): void {
    const wrong = this.#form.querySelector<HTMLElement>('[aria-invalid="true"]');
    const box = wrong?.getBoundingClientRect();
    const way = box === undefined ? null : wayTo(box);
    const hint = way === null ? "" : `\nYour form has encountered a problem. Please scroll ${way} to review.`;
    this.#say(anyInvalid + hint);
    wrong?.focus({ preventScroll: true });
  }

  #succeed(): void {
    const event = new CustomEvent("stoa:form-submitted", {
      bubbles: true,
      detail: { formId: this.#form.dataset.formId ?? "" },
    });
    this.#form.dispatchEvent(event);
    const address = this.#form.dataset.successUrl ?? "";
    if (address !== "") return navigation.go(address);
    this.#form.hidden = true;
    const success = this.#form.parentElement?.querySelector<HTMLElement>("[data-form-success]");
    if (success === null || success === undefined) return;
    success.hidden = false;
    success.scrollIntoView({ block: "center" });
    success.focus();
  }

  #lock(isLocked: boolean): void {
    this.#isLocked = isLocked;
    if (this.#button === null) return;
    this.#button.textContent = isLocked ? submitting : this.#label;
    this.#button.setAttribute("aria-disabled", String(isLocked));
    this.#button.setAttribute("aria-busy", String(isLocked));
  }

  #say(text: string): void {
    const place = this.#form.querySelector("[data-form-status]");
    if (place !== null) place.textContent = text;
  }
}

/** Which way a box lies that cannot be seen; null when it can. */
function wayTo(box: DOMRect): "up" | "down" | null {
  if (box.top > window.innerHeight) return "down";
  return box.bottom < 0 ? "up" : null;
}

function describe(control: Element, id: string, isWrong: boolean): void {
  const others = (control.getAttribute("aria-describedby") ?? "").split(" ").filter((known) => known !== "" && known !== id);
  const all = isWrong ? [...others, id] : others;
  if (all.length === 0) control.removeAttribute("aria-describedby");
  else control.setAttribute("aria-describedby", all.join(" "));
}

/** Attaches to the form the server rendered. */
export function mountForm(form: HTMLElement, _store: PageStore, context: PageContext): void {
  if (form instanceof HTMLFormElement) new ContactForm(form, context).mount();
}
