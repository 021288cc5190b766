import { captchaFailed, captchaOf, unsolvedCaptcha } from "@/shared/captcha/captcha";
import type { Captcha } from "@/shared/captcha/contract";
import { fetchSubmissionKey } from "@/shared/captcha/submission-key";
import { scrollPageTo } from "@/shared/motion/scroll";
import { mayRemember } from "@/shared/page/consent";
import { pageTypes, type PageContext } from "@/shared/page/context";
import { navigation } from "@/shared/page/navigation";
import { recordEvent } from "@/shared/page/record-event";
import { submissionSuccess } from "@/shared/page/submission";
import type { PageStore } from "@/shared/store/page-store";
import type { Failure } from "@/shared/api/send";
import { saveSubmission, sendFile } from "./api";
import { mountCounter } from "./counter";
import { fieldErrorsOf, noKey, notProcessed, sendFailureText, unreadableFields } from "./failure";
import { controlsOf, fieldsOf, filesOf, readValue, type Field, type FieldValue } from "./field";
import { openInLightbox } from "./lightbox";
import { anyInvalid, validationError } from "./validation";

const submitting = "Submitting…";
const publicPage = 1;

/** One form of a page: validation, submission, outcome. */
class ContactForm {
  readonly #form: HTMLFormElement;
  readonly #context: PageContext;
  readonly #fields: Field[];
  readonly #button: HTMLButtonElement | null;
  readonly #label: string;
  readonly #captcha: Captcha | null;
  readonly #isChecked: boolean;
  #touchedOn: number | null = null;
  #isLocked = false;

  constructor(form: HTMLFormElement, context: PageContext) {
    this.#form = form;
    this.#context = context;
    this.#fields = fieldsOf(form);
    this.#button = form.querySelector<HTMLButtonElement>("[data-form-submit]");
    this.#label = this.#button?.textContent.trim() ?? "";
    this.#captcha = captchaOf(form);
    this.#isChecked = !form.noValidate;
  }

  mount(): void {
    this.#form.noValidate = true;
    for (const field of this.#fields) mountCounter(field);
    const touched = (): void => {
      this.#touchedOn ??= performance.now();
    };
    this.#form.addEventListener("focusin", touched);
    this.#form.addEventListener("input", touched);
    // Captcha errors are shown when the form is submitted.
    void this.#captcha?.show(this.#form.querySelector("[data-form-captcha]")).catch(() => undefined);
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
    const errors = this.#isChecked ? this.#check(answers) : {};
    this.#showErrors(errors);
    if (Object.keys(errors).length > 0) return this.#sayInvalid();
    this.#lock(true);
    const isSent = await this.#deliver(answers);
    this.#lock(false);
    if (!isSent) this.#captcha?.renew();
  }

  /** Whether the submission was accepted; otherwise shows the error. */
  async #deliver(answers: Record<string, FieldValue>): Promise<boolean> {
    const key = await fetchSubmissionKey();
    if (key === null) return this.#refuse(noKey);
    const proof = await this.#prove(key.challenge);
    if (proof === null) return false;
    const files = await this.#sendFiles({ key: key.key, ...proof });
    if (files === null) return false;
    const { pageTitle, pageId, pageType } = this.#context;
    const result = await saveSubmission({
      key: key.key,
      form: JSON.stringify({ ...answers, ...files }),
      formId: this.#form.dataset.formId ?? "",
      pageTitle,
      pageId,
      pagePath: window.location.pathname,
      contentSource: pageType === pageTypes.contentItem ? "i" : "c",
      pagePermissionTypeValue: publicPage,
      ...proof,
      ...this.#circumstances(),
    });
    if (!result.ok) return this.#refused(result.failure);
    if (!result.data.success) return this.#refuse(notProcessed);
    this.#succeed(result.data.submissionId);
    return true;
  }

  /**
   * Uploads the selected files; returns the values of their fields, or null if one was refused, with the error shown.
   */
  async #sendFiles(admission: { key: string; captchaKey?: string }): Promise<Record<string, string[]> | null> {
    const formId = this.#form.dataset.formId ?? "";
    const chosen = this.#fields.flatMap((field) => filesOf(field).map((file) => ({ field, file })));
    const answers: Record<string, string[]> = {};
    for (const [position, { field, file }] of chosen.entries()) {
      this.#say(`Sending ${file.name} (${position + 1} of ${chosen.length})…`);
      const sent = await sendFile(file, { ...admission, formId, fieldId: field.id });
      this.#say("");
      if (!sent.ok) {
        this.#refused(sent.failure);
        return null;
      }
      (answers[field.id] ??= []).push(sent.data.id);
    }
    return answers;
  }

  /** The captcha part of a submission; null on failure, with the error shown. */
  async #prove(challenge: string | null): Promise<{ captchaKey?: string } | null> {
    if (this.#captcha === null) return {};
    try {
      const captchaKey = await this.#captcha.prove(challenge);
      if (captchaKey !== null) return { captchaKey };
      this.#say(unsolvedCaptcha);
    } catch {
      this.#say(captchaFailed);
    }
    return null;
  }

  /** Spam signals: honeypot field and time to fill in the form. */
  #circumstances(): { websiteAddress?: string; filledInMs?: number } {
    const trap = this.#form.querySelector<HTMLInputElement>("[data-form-trap]")?.value ?? "";
    const touchedOn = this.#touchedOn;
    return {
      ...(trap === "" ? {} : { websiteAddress: trap }),
      ...(touchedOn === null ? {} : { filledInMs: Math.round(performance.now() - touchedOn) }),
    };
  }

  #refused(failure: Failure): false {
    const errors = fieldErrorsOf(failure);
    this.#showErrors(errors);
    if (Object.keys(errors).length === 0) return this.#refuse(sendFailureText(failure));
    this.#sayInvalid();
    return false;
  }

  #refuse(text: string): false {
    this.#say(text);
    return false;
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
      const complaint = validationError(field, answers[field.id]);
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

  /** Shows the error, and a link to the first invalid field if it is out of view. */
  #sayInvalid(): void {
    const wrong = this.#form.querySelector<HTMLElement>('[aria-invalid="true"]');
    const box = wrong?.getBoundingClientRect();
    const way = box === undefined ? null : directionTo(box);
    const hint = way === null ? "" : `\nYour form has encountered a problem. Please scroll ${way} to review.`;
    this.#say(anyInvalid + hint);
    wrong?.focus({ preventScroll: true });
  }

  #succeed(submissionId: string): void {
    const event = new CustomEvent(submissionSuccess, {
      bubbles: true,
      detail: { formId: this.#form.dataset.formId ?? "", submissionId },
    });
    this.#form.dispatchEvent(event);
    const { formEvent, formId } = this.#form.dataset;
    if (formEvent !== undefined && mayRemember(this.#context)) void recordEvent(formEvent, { formId });
    const address = this.#form.dataset.successUrl ?? "";
    if (address !== "") return navigation.go(address);
    this.#form.hidden = true;
    const success = this.#form.parentElement?.querySelector<HTMLElement>("[data-form-success]");
    if (success === null || success === undefined) return;
    success.hidden = false;
    const liesOverPage = success.closest("dialog") !== null;
    success.focus({ preventScroll: !liesOverPage });
    if (!liesOverPage) void scrollPageTo(success);
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

/** Direction of an element outside the viewport; null if it is visible. */
function directionTo(box: DOMRect): "up" | "down" | null {
  if (box.top > window.innerHeight) return "down";
  return box.bottom < 0 ? "up" : null;
}

function describe(control: Element, id: string, isWrong: boolean): void {
  const others = (control.getAttribute("aria-describedby") ?? "").split(" ").filter((known) => known !== "" && known !== id);
  const all = isWrong ? [...others, id] : others;
  if (all.length === 0) control.removeAttribute("aria-describedby");
  else control.setAttribute("aria-describedby", all.join(" "));
}

/** Attaches to the server-rendered form. */
export function mountForm(form: HTMLElement, _store: PageStore, context: PageContext): void {
  if (!(form instanceof HTMLFormElement)) return;
  new ContactForm(form, context).mount();
  const frame = form.closest<HTMLElement>("[data-form-lightbox]");
  if (frame !== null) openInLightbox(frame, form);
}
