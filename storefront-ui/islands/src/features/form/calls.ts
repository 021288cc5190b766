import { api, settled, type Result } from "@/shared/api/send";
import type { FormSubmission } from "@/shared/api/types";

/** Where a file is to go. */
export interface FilePlace {
  key: string;
  formId: string;
  fieldId: string;
  /** What the captcha gave, for forms that have one. */
  captchaKey?: string;
}

/** Sends a file ahead of the answer that it belongs to. */
export function sendFile(file: File, place: FilePlace): Promise<Result<{ id: string }>> {
  return settled(
    api().POST("/api/form/files", {
      params: { query: { ...place, filename: file.name } },
      headers: { "Content-Type": "application/octet-stream" },
      // The file goes as it is; the type that is made of the document speaks of bytes in JSON.
      body: file as unknown as number[],
      bodySerializer: () => file,
    }),
  );
}

export function saveSubmission(
  body: FormSubmission,
): Promise<Result<{ success: boolean; submissionId: string }>> {
  return settled(api().POST("/api/form/SaveFormSubmission", { body, credentials: "include" }));
}
