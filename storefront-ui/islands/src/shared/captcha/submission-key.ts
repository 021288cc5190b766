import { settled } from "@/shared/api/send";

/** Key for one submission, and the challenge of our own captcha. */
export interface SubmissionKey {
  key: string;
  challenge: string | null;
}

/** Requests the key for one submission; null if the response contains none. */
export async function fetchSubmissionKey(): Promise<SubmissionKey | null> {
  const result = await settled((api) => api.POST("/api/form/FormSubmissionKey", { credentials: "include" }));
  if (!result.ok) return null;
  const { data, challenge } = result.data;
  return data.key === "" ? null : { key: data.key, challenge: challenge ?? null };
}
