import { t } from "@lingui/core/macro";
import type { ProblemTexts } from "./problem-text";
import { valueKind } from "./value-kinds";

/** Sentences about settings of blocks and plugins, and about bodies of requests, by code. */
export const values: ProblemTexts = {
  "setting-not-an-option": ({ value }) => t`${value} is not one of the expected options`,
  "setting-same-on-all-devices": () => t`This setting is the same on all devices.`,
  "setting-has-another-format": () => t`This does not have the expected format.`,
  "enter-a-number": () => t`Enter a number.`,
  "enter-a-whole-number-alone": () => t`Enter a whole number.`,
  "enter-least-or-more": ({ least }) => t`Enter ${least} or more.`,
  "enter-most-or-less": ({ most }) => t`Enter ${most} or less.`,
  "list-has-reached-its-limit": ({ count }) => t`You have reached the limit of ${count} entries.`,
  "add-at-least-entries": ({ count }) => t`Add at least ${count} entries.`,
  "no-setting-of-this-name": () => t`There is no setting of this name.`,
  "must-be-text": () => t`This must be text.`,
  "must-be-on-or-off": () => t`This must be on or off.`,
  "must-be-a-list": () => t`This must be a list.`,
  "must-be-a-group": () => t`This must be a group of values.`,
  "must-be-formatted-text": () => t`This must be formatted text.`,
  "text-nested-too-deeply": () => t`This text is nested too deeply.`,
  "formatted-text-without": ({ name }) => t`Formatted text cannot contain “${name}”.`,
  "formatted-text-without-mark": ({ name }) => t`Formatted text cannot have the mark “${name}”.`,
  "enter-a-link-such-as": () => t`Enter a link such as /shop or https://domain.com.`,
  "not-a-page-url": ({ value }) => t`${value} is not a valid page URL`,
  "link-of-email-form": () => t`Emails must be formatted as user@domain.com`,
  "link-of-web-form": () => t`Links must be formatted as http://example.com or https://example.com`,
  "enter-a-color": () => t`Enter a color such as #336699.`,
  "enter-a-date-such-as-2027": () => t`Enter a date such as 2027-05-31.`,
  "choose-an-option-from-the-list": () => t`Choose an option from the list.`,
  "languages-of-the-site": () => t`Choose the languages from those of the site.`,
  "unknown-document-version": ({ count }) => t`Only version ${count} of documents is known.`,
  "unknown-kind-of-block": ({ name }) => t`There is no block of the kind “${name}”.`,
  "ids-of-blocks": () => t`Ids are 1 to 64 letters, digits, '-' or '_'.`,
  "id-used-twice": () => t`This id is used twice.`,
  "name-of-section-too-long": ({ count }) => t`The name of a section has at most ${count} characters.`,
  "choose-an-image-from-the-library": () => t`Choose an image from the library.`,
  "focal-point-inside": () => t`The focal point must be inside the image.`,
  "darken-by-percent": ({ least, most }) => t`Darken the image by ${least} to ${most} percent.`,
  "columns-span-twelfths": () => t`A column spans 1 to 12 twelfths.`,
  "has-to-be-of-type": ({ wanted: wantedEnglish }) => {
    const wanted = valueKind(wantedEnglish);
    return t`This must be ${wanted}.`;
  },
  "has-to-be-one-of": ({ choices }) => t`This must be one of ${choices}.`,
  "has-to-be-at-least": ({ least }) => t`This must be at least ${least}.`,
  "has-to-be-at-most": ({ most }) => t`This must be at most ${most}.`,
  "needs-at-least-characters": ({ count }) => t`This must have at least ${count} characters.`,
  "has-at-most-characters": ({ count }) => t`This must have at most ${count} characters.`,
  "needs-at-least-entries": ({ count }) => t`This must have at least ${count} entries.`,
  "has-at-most-entries": ({ count }) => t`This must have at most ${count} entries.`,
  "is-a-secret": () => t`This is a secret and is stored separately.`,
  "is-not-known": () => t`This is not known.`,
  "is-needed": () => t`This is needed.`,
  "body-is-empty": () => t`Send a JSON body; this one is empty.`,
  "body-ends-too-early": ({ line, column }) =>
    t`The body is not valid JSON: it ends too early, at line ${line} column ${column}.`,
  "body-is-not-json": ({ reason }) => t`The body is not valid JSON: ${reason}.`,
  "send-the-body-as": ({ name }) => t`Send the body as ${name}.`,
  "send-the-boundary": () => t`Send the multipart boundary in Content-Type.`,
  "body-must-be": ({ wanted: wantedEnglish }) => {
    const wanted = valueKind(wantedEnglish);
    return t`The body must be ${wanted}.`;
  },
  "body-must-be-not": ({ wanted: wantedEnglish, given: givenEnglish }) => {
    const wanted = valueKind(wantedEnglish);
    const given = valueKind(givenEnglish);
    return t`The body must be ${wanted}, not ${given}.`;
  },
  "value-in-body-must-be": ({ wanted: wantedEnglish }) => {
    const wanted = valueKind(wantedEnglish);
    return t`A value in the body must be ${wanted}.`;
  },
  "value-in-body-must-be-not": ({ wanted: wantedEnglish, given: givenEnglish }) => {
    const wanted = valueKind(wantedEnglish);
    const given = valueKind(givenEnglish);
    return t`A value in the body must be ${wanted}, not ${given}.`;
  },
  "value-in-body-has-no-form": () => t`A value in the body has none of the accepted forms.`,
  "value-must-be": ({ wanted: wantedEnglish }) => {
    const wanted = valueKind(wantedEnglish);
    return t`This must be ${wanted}.`;
  },
  "value-must-be-not": ({ wanted: wantedEnglish, given: givenEnglish }) => {
    const wanted = valueKind(wantedEnglish);
    const given = valueKind(givenEnglish);
    return t`This must be ${wanted}, not ${given}.`;
  },
  "member-must-be": ({ member, wanted: wantedEnglish }) => {
    const wanted = valueKind(wantedEnglish);
    return t`${member} must be ${wanted}.`;
  },
  "member-must-be-not": ({ member, wanted: wantedEnglish, given: givenEnglish }) => {
    const wanted = valueKind(wantedEnglish);
    const given = valueKind(givenEnglish);
    return t`${member} must be ${wanted}, not ${given}.`;
  },
  "value-is-too-large": () => t`This is too large.`,
  "member-is-too-large": ({ member }) => t`${member} is too large.`,
  "value-is-too-small": () => t`This is too small.`,
  "member-is-too-small": ({ member }) => t`${member} is too small.`,
  "value-is-repeated": () => t`This is repeated.`,
  "member-is-repeated": ({ member }) => t`${member} is repeated.`,
  "value-has-no-form": () => t`This has none of the accepted forms.`,
  "member-has-no-form": ({ member }) => t`${member} has none of the accepted forms.`,
  "value-is-not-a-known-field": () => t`This is not a known field.`,
  "value-is-not-a-known-field-use": ({ choices }) => t`This is not a known field; use ${choices}.`,
  "member-is-not-a-known-field": ({ member }) => t`${member} is not a known field.`,
  "member-is-not-a-known-field-use": ({ member, choices }) => t`${member} is not a known field; use ${choices}.`,
};
