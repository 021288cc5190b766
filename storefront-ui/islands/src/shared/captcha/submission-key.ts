import { api, settled } from "@/shared/api/send";

/** What one submission is let in with, and what our own captcha works on for it. */
export interface SubmissionKey {
  key: string;
  challenge: string | null;
}

/** Asks for the key that lets one submission in; null when the answer carries none. */
export async function fetchSubmissionKey(): Promise<SubmissionKey | null> {
  const result = await settled(api().POST("/api/form/FormSubmissionKey", { credentials: "include" }));
  if (!result.ok) return null;
  const { data, challenge } = result.data;
  return data.key === "" ? null : { key: data.key, challenge: challenge ?? null };
}
