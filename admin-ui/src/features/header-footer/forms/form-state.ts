import type { HeaderFooter } from "../api";
import type { PopupForm } from "./popup-state";
import type { SectionForm } from "./section-form";

/** Heights as typed; empty for the theme's default. */
interface LogoForm {
  assetId: string;
  altText: string;
  desktopHeight: string;
  mobileHeight: string;
}

/** Form state of header and footer. */
export interface FormState {
  layout: HeaderFooter["header"]["layout"];
  logo: LogoForm;
  showCart: boolean;
  showAccountLogin: boolean;
  sticky: boolean;
  languageSwitch: HeaderFooter["header"]["languageSwitch"];
  button: { label: string; url: string; newWindow: boolean };
  barEnabled: boolean;
  barText: string;
  barUrl: string;
  barNewWindow: boolean;
  popup: PopupForm;
  showSocialLinks: boolean;
  sections: SectionForm[];
}
