import { editorLabels } from "./editor-labels";
import { isApiError } from "../api/api-error";

const textByCode: Record<string, string> = {
  "sign-in-failed": "The e-mail address or password is incorrect.",
  "order-not-fulfillable": "This order cannot be fulfilled: it is unpaid, canceled or already fulfilled.",
  "revision-stale": "Someone else has saved a newer version in the meantime.",
  "crumb-invalid": "Your browser refused the security cookie. Allow cookies for this address and try again.",
};

const textByStatus: Record<number, string> = {
  401: "Your session has ended. Sign in again.",
  403: "Your role does not allow this.",
  404: "This does not exist, or was deleted.",
  413: "This file is too large.",
  429: "Too many attempts. Wait a moment and try again.",
};

/** An error as one sentence that the user can act on. */
export function errorText(error: unknown): string {
  if (!isApiError(error)) return editorLabels.wrong;
  switch (error.kind) {
    case "network":
      return editorLabels.network;
    case "unexpected":
      return textByStatus[error.status] ?? editorLabels.wrong;
    case "problem": {
      const { code, status, detail } = error.problem;
      return textByCode[code] ?? detail ?? textByStatus[status] ?? editorLabels.wrong;
    }
  }
}
