import { editorLabels } from "./editor-labels";
import { isApiError } from "../api/api-error";
import { t } from "@lingui/core/macro";

const textByCode: Record<string, string> = {
  get "sign-in-failed"() {
    return t`The e-mail address or password is incorrect.`;
  },
  get "order-not-fulfillable"() {
    return t`This order cannot be fulfilled: it is unpaid, canceled or already fulfilled.`;
  },
  get "revision-stale"() {
    return t`Someone else has saved a newer version in the meantime.`;
  },
  get "crumb-invalid"() {
    return t`Your browser refused the security cookie. Allow cookies for this address and try again.`;
  },
};

const textByStatus: Record<number, string> = {
  get 401() {
    return t`Your session has ended. Sign in again.`;
  },
  get 403() {
    return t`Your role does not allow this.`;
  },
  get 404() {
    return t`This does not exist, or was deleted.`;
  },
  get 413() {
    return t`This file is too large.`;
  },
  get 429() {
    return t`Too many attempts. Wait a moment and try again.`;
  },
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
