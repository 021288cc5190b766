import { useLayoutEffect, useRef, useState } from "react";
import { useCaptcha } from "@/shared/captcha/use-captcha";
import { navigation } from "@/shared/page/navigation";
import { Existing } from "@/shared/react/existing";
import { island } from "@/shared/react/island";
import { usePage } from "@/shared/react/page";
import { textOf } from "@/shared/text/messages";
import { DialogOpener } from "./dialog-opener";
import { controlsOf, fieldsOf, type Field } from "./field";
import { FormField } from "./form-field";
import type { FieldErrors } from "./sending";

const submitting = textOf("form.submitting");
const anyInvalid = textOf("form.invalid");
const unreadableFields = textOf("form.unreadable");

function partsOf(form: HTMLFormElement) {
  return {
    fields: fieldsOf(form),
    button: form.querySelector("[data-form-submit]"),
    status: form.querySelector("[data-form-status]"),
    captcha: form.querySelector<HTMLElement>("[data-form-captcha]"),
    success: form.parentElement?.querySelector<HTMLElement>("[data-form-success]") ?? null,
    frame: form.closest<HTMLElement>("[data-form-lightbox]"),
    isChecked: !form.noValidate,
  };
}

/** One form of a page: validation, submission, outcome. */
function ContactForm({ form }: { form: HTMLFormElement }) {
  const context = usePage();
  const [parts] = useState(() => partsOf(form));
  const { fields, button, status, success, frame } = parts;
  /** Null before the first check. */
  const [errors, setErrors] = useState<FieldErrors | null>(null);
  const [message, setMessage] = useState("");
  /** Undefined before the first submission. */
  const [isLocked, setLocked] = useState<boolean>();
  const [isSent, setSent] = useState(false);
  const isBusy = useRef(false);
  const touchedAt = useRef<number | null>(null);
  const captcha = useCaptcha(form, parts.captcha);

  const showErrors = (found: FieldErrors): void => {
    setErrors(found);
    const wrong = fields.find(({ id }) => found[id] !== undefined);
    if (wrong === undefined) return;
    setMessage(anyInvalid + hintAt(wrong));
    controlsOf(wrong)[0]?.focus({ preventScroll: true });
  };

  const attempt = async (): Promise<void> => {
    const sending = await loadSending().catch(() => null);
    if (sending === null) return setMessage(textOf("common.offline"));
    setMessage("");
    const read = sending.readForm(fields, parts.isChecked);
    if (read === null) return setMessage(unreadableFields);
    showErrors(read.errors);
    if (Object.keys(read.errors).length > 0) return;
    setLocked(true);
    const refusal = await sending.deliver({
      form,
      fields,
      answers: read.answers,
      captcha,
      touchedAt: touchedAt.current,
      context,
      say: setMessage,
    });
    if (refusal === null) succeed();
    else if ("errors" in refusal) showErrors(refusal.errors);
    else setMessage(refusal.text);
    setLocked(false);
    if (refusal !== null)
      void captcha().then(
        (found) => found?.renew(),
        () => undefined,
      );
  };

  const submit = async (): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    await attempt().finally(() => {
      isBusy.current = false;
    });
  };

  const succeed = (): void => {
    const address = form.dataset.successUrl ?? "";
    if (address !== "") navigation.go(address);
    else setSent(true);
  };

  useLayoutEffect(() => {
    if (!isSent || success === null) return;
    const liesOverPage = success.closest("dialog") !== null;
    success.focus({ preventScroll: !liesOverPage });
    if (!liesOverPage) void import("@/shared/motion/scroll").then(({ scrollPageTo }) => scrollPageTo(success));
  }, [isSent, success]);

  const touch = (): void => {
    touchedAt.current ??= performance.now();
    void loadSending().catch(() => undefined);
  };
  return (
    <>
      <Existing
        element={form}
        novalidate
        hidden={isSent || undefined}
        onFocusin={touch}
        onInput={touch}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      />
      {fields.map((field) => (
        <FormField
          key={field.id}
          field={field}
          formId={form.dataset.formId ?? ""}
          error={errors === null ? null : errors[field.id]}
        />
      ))}
      {button === null ? null : (
        <Existing element={button} aria-disabled={isLocked} aria-busy={isLocked}>
          {isLocked === true ? submitting : undefined}
        </Existing>
      )}
      {status === null ? null : <Existing element={status}>{message}</Existing>}
      {success === null ? null : <Existing element={success} hidden={isSent ? false : undefined} />}
      {frame === null ? null : <DialogOpener frame={frame} form={form} />}
    </>
  );
}

/** Where to look for a field outside the viewport; empty if it is visible. */
function hintAt(field: Field): string {
  const box = controlsOf(field)[0]?.getBoundingClientRect();
  if (box === undefined || (box.top <= window.innerHeight && box.bottom >= 0)) return "";
  return `\n${box.top > window.innerHeight ? textOf("form.problemBelow") : textOf("form.problemAbove")}`;
}

/** What a submission needs. It is loaded when the visitor turns to the form. */
const loadSending = () => import("./sending");

/** Lays the component over the server-rendered form. */
export const mountForm = island(function FormIsland({ place }) {
  return place instanceof HTMLFormElement ? <ContactForm form={place} /> : null;
});

export default mountForm;
