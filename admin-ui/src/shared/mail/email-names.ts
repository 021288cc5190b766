import { t } from "@lingui/core/macro";
import { displayName } from "@/shared/i18n/format";

/** Labels of e-mail kinds whose name alone does not say enough. */
const emailNames: Record<string, string | undefined> = {
  get "order-confirmed"() {
    return t`Order confirmation`;
  },
  get "order-awaits-transfer"() {
    return t`Payment instructions`;
  },
  get "order-fulfilled"() {
    return t`Shipping confirmation`;
  },
  get "order-ready"() {
    return t`Ready for pickup`;
  },
  get "order-refunded"() {
    return t`Refund`;
  },
  get "digital-download"() {
    return t`Download`;
  },
  get "gift-cards"() {
    return t`Gift card`;
  },
  get "cart-reminder"() {
    return t`Abandoned cart`;
  },
  get "news-confirmation"() {
    return t`Newsletter confirmation`;
  },
  get "news-welcome"() {
    return t`Newsletter welcome`;
  },
  get "email-verification"() {
    return t`E-mail address confirmation`;
  },
  get "email-change"() {
    return t`New e-mail address confirmation`;
  },
  get "email-change-notice"() {
    return t`E-mail address change notice`;
  },
  get "account-exists"() {
    return t`Account already exists`;
  },
  get "form-answer"() {
    return t`Form submission (to you)`;
  },
  get "comments-arrived"() {
    return t`New comments (to you)`;
  },
  get "publication-failed"() {
    return t`Draft not published (to you)`;
  },
  get "analytics-report"() {
    return t`Visitor figures (to you)`;
  },
  get "order-received"() {
    return t`New order (to you)`;
  },
  get "payment-sent-back"() {
    return t`Payment refunded automatically (to you)`;
  },
  get "payment-disputed"() {
    return t`Payment disputed (to you)`;
  },
};

/** The label of an e-mail kind. */
export function emailName(kind: string): string {
  return emailNames[kind] ?? `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll("-", " ")}`;
}

/** Labels of the placeholders in texts. */
export const placeholderNames: Record<string, string | undefined> = {
  get site() {
    return t`site name`;
  },
  get number() {
    return t`order number`;
  },
  get name() {
    return t`customer name`;
  },
  get total() {
    return t`order total`;
  },
  get amount() {
    return t`amount the e-mail is about`;
  },
  get email() {
    return t`customer e-mail address`;
  },
  get product() {
    return t`product name`;
  },
  get page() {
    return t`page title`;
  },
  get from() {
    return t`first day`;
  },
  get to() {
    return t`last day`;
  },
};

/** The name of a language tag, such as German. */
export function languageName(tag: string): string {
  return displayName("language", tag);
}
