import { t } from "@lingui/core/macro";
import { NewSiteBody } from "@stoa/api/rules";
import { fieldRules, maxOf } from "./field-rules";

export const maxIdentifierLength = maxOf(NewSiteBody.entries.identifier);

/** Rules of the first part of a new site's address; it is sent in lower case. */
export const identifierRules = () =>
  fieldRules(NewSiteBody.entries.identifier, {
    get missing() {
      return t`Enter an address`;
    },
    get wrong() {
      return t`Use letters, digits and hyphens; no hyphen at either end`;
    },
    sent: (text) => text.toLowerCase(),
  });
