import { api, settled, type Result } from "@/shared/api/send";
import type { FormSubmission } from "@/shared/api/types";

/** Asks for the key that lets one submission in; null when the answer carries none. */
export async function fetchSubmissionKey(): Promise<string | null> {
  const result = await settled(api().POST("/api/form/FormSubmissionKey"));
  const key = result.ok ? result.data.data.key : "";
  return key === "" ? null : key;
}

export function saveSubmission(body: FormSubmission): Promise<Result<{ success: boolean }>> {
  return settled(api().POST("/api/form/SaveFormSubmission", { body }));
}
