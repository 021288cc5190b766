import { t } from "@lingui/core/macro";

/** What a visitor did. */
export function eventText(kind: string): string {
  switch (kind) {
    case "page_view":
      return t`Page viewed`;
    case "site_search":
      return t`Searched`;
    case "product_page_view":
    case "quick_view":
      return t`Product viewed`;
    case "add_to_cart":
      return t`Added to the cart`;
    case "checkout_started":
      return t`Checkout started`;
    case "purchase":
      return t`Order placed`;
    case "newsletter_signup":
      return t`Signed up for news`;
    case "account_creation":
      return t`Account created`;
    case "button_render":
      return t`Button shown`;
    case "form_render":
      return t`Form shown`;
    case "form_start":
      return t`Form begun`;
    case "overlay_view":
      return t`Popup shown`;
    case "overlay_close":
      return t`Popup closed`;
    case "overlay_click":
      return t`Popup clicked`;
    case "audio":
      return t`Sound played`;
    case "video":
      return t`Film played`;
    case "experiment_exposure":
      return t`Variant of an experiment shown`;
    case "button_click":
      return t`Button clicked`;
    case "form_submit":
    case "overlay_submit":
      return t`Form sent`;
    case "outbound_click":
      return t`Left by a link`;
    case "file_download":
      return t`File downloaded`;
    default:
      return t`Another event`;
  }
}
