import type { HeaderFooter } from "../api";

type Popup = HeaderFooter["header"]["popupOverlay"];

export interface PopupForm {
  enabled: boolean;
  title: string;
  text: string;
  pictureId: string;
  pictureAlt: string;
  pagesOn: NonNullable<Popup["pages"]>["on"];
  pages: string[];
  buttonLabel: string;
  buttonUrl: string;
  newsletter: Popup["newsletter"] & { doubleOptIn: boolean };
  trigger: Popup["trigger"];
  seconds: string;
  percent: string;
  days: string;
}

export function popupFormOf({
  button,
  newsletter,
  picture,
  pages,
  enabled,
  title,
  text,
  trigger,
  seconds,
  percent,
  days,
}: Popup): PopupForm {
  return {
    enabled,
    title,
    text,
    pictureId: picture?.assetId ?? "",
    pictureAlt: picture?.altText ?? "",
    pagesOn: pages?.on ?? "all",
    pages: pages?.ids ?? [],
    buttonLabel: button.label,
    buttonUrl: button.url,
    newsletter: { ...newsletter, doubleOptIn: newsletter.doubleOptIn !== false },
    trigger,
    seconds: String(seconds),
    percent: String(percent),
    days: String(days),
  };
}

export function popupOf(form: PopupForm): Popup {
  const { enabled, title, text, buttonLabel, buttonUrl, trigger, seconds, percent, days } = form;
  const { doubleOptIn, ...newsletter } = form.newsletter;
  return {
    enabled,
    title: title.trim(),
    text: text.trim(),
    picture: { assetId: form.pictureId === "" ? null : form.pictureId, altText: form.pictureAlt.trim() },
    pages: { on: form.pagesOn, ids: form.pagesOn === "all" ? [] : form.pages },
    button: { label: buttonLabel.trim(), url: buttonUrl.trim() },
    newsletter: {
      ...newsletter,
      mailingList: newsletter.mailingList.trim(),
      submitButtonText: newsletter.submitButtonText.trim(),
      successMessage: newsletter.successMessage.trim(),
      disclaimer: newsletter.disclaimer.trim(),
      // Omitted when on, the default: pop-ups saved before this setting existed stay unchanged.
      ...(doubleOptIn ? {} : { doubleOptIn }),
    },
    trigger,
    seconds: Number(seconds),
    percent: Number(percent),
    days: Number(days),
  };
}

type PopupField = `popup.${keyof PopupForm}` | `popup.newsletter.${keyof Popup["newsletter"]}`;

const fields: Readonly<Record<string, PopupField>> = {
  title: "popup.title",
  text: "popup.text",
  "picture.assetId": "popup.pictureId",
  "picture.altText": "popup.pictureAlt",
  "pages.on": "popup.pagesOn",
  "pages.ids": "popup.pages",
  "button.label": "popup.buttonLabel",
  "button.url": "popup.buttonUrl",
  "newsletter.mailingList": "popup.newsletter.mailingList",
  "newsletter.doubleOptIn": "popup.newsletter.doubleOptIn",
  "newsletter.submitButtonText": "popup.newsletter.submitButtonText",
  "newsletter.successMessage": "popup.newsletter.successMessage",
  "newsletter.disclaimer": "popup.newsletter.disclaimer",
  trigger: "popup.trigger",
  seconds: "popup.seconds",
  percent: "popup.percent",
  days: "popup.days",
};

export function popupFieldOf(apiName: string): PopupField | null {
  return fields[apiName.replace(/^header\.popupOverlay\./, "")] ?? null;
}
