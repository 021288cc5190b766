import type { HeaderFooter } from "../api";

type Popup = HeaderFooter["header"]["popupOverlay"];

export interface PopupForm {
  enabled: boolean;
  title: string;
  text: string;
  buttonLabel: string;
  buttonUrl: string;
  trigger: string;
  seconds: string;
  percent: string;
  days: string;
}

export function popupFormOf({ button, enabled, title, text, trigger, seconds, percent, days }: Popup): PopupForm {
  return {
    enabled,
    title,
    text,
    buttonLabel: button.label,
    buttonUrl: button.url,
    trigger,
    seconds: String(seconds),
    percent: String(percent),
    days: String(days),
  };
}

export function popupOf({ enabled, title, text, buttonLabel, buttonUrl, trigger, seconds, percent, days }: PopupForm): Popup {
  return {
    enabled,
    title: title.trim(),
    text: text.trim(),
    button: { label: buttonLabel.trim(), url: buttonUrl.trim() },
    trigger,
    seconds: Number(seconds),
    percent: Number(percent),
    days: Number(days),
  };
}

const fields: Readonly<Record<string, `popup.${keyof PopupForm}`>> = {
  title: "popup.title",
  text: "popup.text",
  "button.label": "popup.buttonLabel",
  "button.url": "popup.buttonUrl",
  trigger: "popup.trigger",
  seconds: "popup.seconds",
  percent: "popup.percent",
  days: "popup.days",
};

export function popupFieldOf(apiName: string): `popup.${keyof PopupForm}` | null {
  return fields[apiName.replace(/^header\.popupOverlay\./, "")] ?? null;
}
