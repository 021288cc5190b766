import type { Failure } from "@/shared/api/send";
import { captchaFailed, unsolvedCaptcha } from "@/shared/captcha/captcha";
import type { Captcha } from "@/shared/captcha/contract";
import { fetchSubmissionKey } from "@/shared/captcha/submission-key";
import { pageTypes, type PageContext } from "@/shared/page/context";
import { submissionSuccess } from "@/shared/page/submission";
import { textOf } from "@/shared/text/messages";
import { saveSubmission, sendFile } from "./api";
import { fieldErrorsOf, noKey, notProcessed, sendFailureText } from "./failure";
import type { Field } from "./field";
import { filesOf, readValue, type FieldValue } from "./field-value";
import { validationError } from "./validation";

const publicPage = 1;

export type FieldErrors = Readonly<Record<string, string>>;

/** Why a form was not sent: errors at its fields, or one text. */
type Refusal = { errors: FieldErrors } | { text: string };

/** What is sent, and with what. */
export interface Delivery {
  form: HTMLFormElement;
  fields: readonly Field[];
  answers: Record<string, FieldValue>;
  /** Resolves to null without a captcha. */
  captcha: () => Promise<Captcha | null>;
  /** When the visitor first touched the form; null if never. */
  touchedAt: number | null;
  context: PageContext;
  /** Shows progress. */
  say: (text: string) => void;
}

/** The values of a form with their errors; null if they cannot be read. */
export function readForm(
  fields: readonly Field[],
  isChecked: boolean,
): { answers: Record<string, FieldValue>; errors: FieldErrors } | null {
  try {
    const answers = Object.fromEntries(fields.map((field) => [field.id, readValue(field)]));
    const errors: Record<string, string> = {};
    for (const field of isChecked ? fields : []) {
      const complaint = validationError(field, answers[field.id]);
      if (complaint !== null) errors[field.id] = complaint;
    }
    return { answers, errors };
  } catch {
    return null;
  }
}

function refusalOf(failure: Failure): Refusal {
  const errors = fieldErrorsOf(failure);
  return Object.keys(errors).length === 0 ? { text: sendFailureText(failure) } : { errors };
}

/** Sends a form; null if it was accepted, which is then announced on the page. */
export async function deliver(delivery: Delivery): Promise<Refusal | null> {
  const { form, answers, context } = delivery;
  const key = await fetchSubmissionKey();
  if (key === null) return { text: noKey };
  const proof = await proofOf(delivery, key.challenge);
  if ("text" in proof) return proof;
  const files = await sendFiles(delivery, { key: key.key, ...proof });
  if (!files.ok) return files.refusal;
  const { pageTitle, pageId, pageType } = context;
  const result = await saveSubmission({
    key: key.key,
    form: JSON.stringify({ ...answers, ...files.ids }),
    formId: form.dataset.formId ?? "",
    pageTitle,
    pageId,
    pagePath: window.location.pathname,
    contentSource: pageType === pageTypes.contentItem ? "i" : "c",
    pagePermissionTypeValue: publicPage,
    ...proof,
    ...circumstancesOf(delivery),
  });
  if (!result.ok) return refusalOf(result.failure);
  if (!result.data.success) return { text: notProcessed };
  announce(form, result.data.submissionId);
  return null;
}

/** The captcha part of a submission. */
async function proofOf(
  { captcha }: Delivery,
  challenge: string | null,
): Promise<{ captchaKey?: string } | { text: string }> {
  try {
    const found = await captcha();
    if (found === null) return {};
    const captchaKey = await found.prove(challenge);
    return captchaKey === null ? { text: unsolvedCaptcha } : { captchaKey };
  } catch {
    return { text: captchaFailed };
  }
}

type SentFiles = { ok: true; ids: Record<string, string[]> } | { ok: false; refusal: Refusal };

/** Uploads the selected files; their ids are the values of their fields. */
async function sendFiles(
  { form, fields, say }: Delivery,
  admission: { key: string; captchaKey?: string },
): Promise<SentFiles> {
  const formId = form.dataset.formId ?? "";
  const chosen = fields.flatMap((field) => filesOf(field).map((file) => ({ field, file })));
  const ids: Record<string, string[]> = {};
  for (const [position, { field, file }] of chosen.entries()) {
    say(textOf("form.sendingFile", { file: file.name, number: position + 1, count: chosen.length }));
    const sent = await sendFile(file, { ...admission, formId, fieldId: field.id });
    say("");
    if (!sent.ok) return { ok: false, refusal: refusalOf(sent.failure) };
    (ids[field.id] ??= []).push(sent.data.id);
  }
  return { ok: true, ids };
}

/** Spam signals: honeypot field and time to fill in the form. */
function circumstancesOf({ form, touchedAt }: Delivery): { websiteAddress?: string; filledInMs?: number } {
  const trap = form.querySelector<HTMLInputElement>("[data-form-trap]")?.value ?? "";
  return {
    ...(trap === "" ? {} : { websiteAddress: trap }),
    ...(touchedAt === null ? {} : { filledInMs: Math.round(performance.now() - touchedAt) }),
  };
}

/** Announced on the page, also to the script that counts visits. */
function announce(form: HTMLFormElement, submissionId: string): void {
  const { formId = "" } = form.dataset;
  form.dispatchEvent(new CustomEvent(submissionSuccess, { bubbles: true, detail: { formId, submissionId } }));
}
