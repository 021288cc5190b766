import { t } from "@lingui/core/macro";
import { PasswordResetBody } from "@stoa/api/rules";
import { fieldRules } from "../form/field-rules";

/** Rules of a new password, the same wherever one is chosen. */
export const newPasswordRules = () =>
  fieldRules(PasswordResetBody.entries.password, {
    get missing() {
      return t`Choose a password`;
    },
    isVerbatim: true,
  });
