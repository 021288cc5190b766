import { api, settled, type Result } from "@/shared/api/send";
import type { FormSubmission } from "@/shared/api/types";

/** What one submission is let in with, and what our own captcha works on for it. */
export interface SubmissionKey {
  key: string;
  challenge: string | null;
}

/** Asks for the key that lets one submission in; null when the answer carries none. */
export async function fetchSubmissionKey(): Promise<SubmissionKey | null> {
  const result = await settled(api().POST("/api/form/FormSubmissionKey"));
  if (!result.ok) return null;
  const { data, challenge } = result.data;
  return data.key === "" ? null : { key: data.key, challenge: challenge ?? null };
}

/** Who may see the page that a form stands on. */
interface PagePermission {
  pagePermissionTypeValue: number;
}

export function saveSubmission(
  body: FormSubmission & PagePermission,
): Promise<Result<{ success: boolean; submissionId: string }>> {
  return settled(api().POST("/api/form/SaveFormSubmission", { body }));
}
