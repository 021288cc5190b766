import { api, settled, type Result } from "@/shared/api/send";
import type { FormSubmission } from "@/shared/api/types";

/** Asks for the key that lets one submission in; null when the answer carries none. */
export async function fetchSubmissionKey(): Promise<string | null> {
  const result = await settled(api().POST("/api/form/FormSubmissionKey"));
  const key = result.ok ? result.data.data.key : "";
  return key === "" ? null : key;
}

/** Where on the site the form stands. */
interface FormPlace {
  pagePath: string;
  contentSource: "i" | "c";
  pagePermissionTypeValue: number;
}

export function saveSubmission(body: FormSubmission & FormPlace): Promise<Result<{ success: boolean }>> {
  return settled(api().POST("/api/form/SaveFormSubmission", { body }));
}
