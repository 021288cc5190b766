import { failureText } from "@/shared/api/failure-text";
import { settled, type Failure } from "@/shared/api/send";
import { captchaFailed, unsolvedCaptcha } from "@/shared/captcha/captcha";
import type { Captcha } from "@/shared/captcha/contract";
import { fetchSubmissionKey } from "@/shared/captcha/submission-key";

/** A comment as typed. */
interface Draft {
  targetId: string;
  /** The comment that it replies to. */
  parentId: string | null;
  author: string;
  email: string;
  text: string;
  websiteAddress: string;
  filledInMs: number | null;
}

export interface Comment {
  id: string;
  author: string;
  text: string;
}

export type FieldErrors = Readonly<Record<string, string>>;

interface Refusal {
  errors: FieldErrors;
  text: string;
  asksSignIn: boolean;
}

export type Outcome = { approved: boolean; comment: Comment } | Refusal;

function refusal(text: string): Refusal {
  return { errors: {}, text, asksSignIn: false };
}

function refusalOf(failure: Failure): Refusal {
  const isRefused = failure.kind === "refused";
  const errors = isRefused ? failure.problem?.errors : undefined;
  return { errors: errors ?? {}, text: failureText(failure), asksSignIn: isRefused && failure.status === 401 };
}

/** Captcha proof, if the site requires it; an error message on failure. */
async function prove(captcha: Captcha | null): Promise<{ key?: string; captchaKey?: string } | string> {
  if (captcha === null) return {};
  const given = await fetchSubmissionKey();
  if (given === null) return captchaFailed;
  const captchaKey = await captcha.prove(given.challenge).catch(() => undefined);
  if (captchaKey === undefined) return captchaFailed;
  return captchaKey === null ? unsolvedCaptcha : { key: given.key, captchaKey };
}

/** Sends a comment. */
export async function sendComment(draft: Draft, loadCaptcha: () => Promise<Captcha | null>): Promise<Outcome> {
  const captcha = await loadCaptcha().catch(() => undefined);
  const proof = captcha === undefined ? captchaFailed : await prove(captcha);
  if (typeof proof === "string") return refusal(proof);
  const result = await settled((api) => api.POST("/api/comments", { body: { ...proof, ...draft } }));
  // Captcha tokens are single-use.
  captcha?.renew();
  return result.ok ? result.data : refusalOf(result.failure);
}
