import { settled, type Result } from "@/shared/api/send";
import type { FormSubmission } from "@/shared/api/types";

/** Upload target of a file. */
interface FilePlace {
  key: string;
  formId: string;
  fieldId: string;
  /** Captcha token, for forms that have a captcha. */
  captchaKey?: string;
}

/** Uploads a file before the submission it belongs to. */
export function sendFile(file: File, place: FilePlace): Promise<Result<{ id: string }>> {
  return settled((api) =>
    api.POST("/api/form/files", {
      params: { query: { ...place, filename: file.name } },
      headers: { "Content-Type": "application/octet-stream" },
      // The file is sent as it is; the generated type describes bytes as JSON.
      body: file as unknown as number[],
      bodySerializer: () => file,
    }),
  );
}

export function saveSubmission(body: FormSubmission): Promise<Result<{ success: boolean; submissionId: string }>> {
  return settled((api) => api.POST("/api/form/SaveFormSubmission", { body, credentials: "include" }));
}
