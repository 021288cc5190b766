import Stack from "@mui/material/Stack";
import { useEffect } from "react";
import { useWatch, type Control, type FieldPath } from "react-hook-form";
import { PictureField } from "@/shared/assets/picture-field";
import { FormAddressField } from "@/shared/form/address-field";
import { FormSelect, FormSwitch, FormTextField } from "@/shared/form/fields";
import { FormShell } from "@/shared/form/form-shell";
import { useEditForm } from "@/shared/form/use-edit-form";
import { Card } from "@/shared/ui/card";
import type { HeaderFooter, HeaderFooterChange } from "../api";
import { FooterCard } from "./footer-card";
import { footerFieldOf, sectionFormOf, sectionOf, type SectionForm } from "./footer-state";
import { PopupCard } from "./popup-card";
import { popupFieldOf, popupFormOf, popupOf, type PopupForm } from "./popup-state";

/** Heights as they are typed, empty for the theme's own. */
interface LogoForm {
  assetId: string;
  altText: string;
  desktopHeight: string;
  mobileHeight: string;
}

export interface FormState {
  layout: string;
  logo: LogoForm;
  showCart: boolean;
  showAccountLogin: boolean;
  sticky: boolean;
  button: { label: string; url: string; newWindow: boolean };
  barEnabled: boolean;
  barText: string;
  barUrl: string;
  barNewWindow: boolean;
  popup: PopupForm;
  showSocialLinks: boolean;
  sections: SectionForm[];
}

const layouts = [
  { value: "theme", label: "As the theme has it" },
  { value: "logo-left", label: "Logo on the left" },
  { value: "centered", label: "Centred" },
];

const heightOf = (typed: string) => (typed.trim() === "" ? null : Number(typed));
const isHeight = (value: unknown) => {
  const typed = String(value).trim();
  return typed === "" || (/^\d+$/.test(typed) && Number(typed) >= 1 && Number(typed) <= 400) || "Enter a height of 1 to 400 pixels";
};

function formOf({ header, footer }: HeaderFooter): FormState {
  return {
    layout: header.layout,
    logo: {
      assetId: header.logo.assetId ?? "",
      altText: header.logo.altText,
      desktopHeight: String(header.logo.desktopHeight ?? ""),
      mobileHeight: String(header.logo.mobileHeight ?? ""),
    },
    showCart: header.showCart,
    showAccountLogin: header.showAccountLogin,
    sticky: header.sticky,
    button: { label: header.button.label, url: header.button.url, newWindow: header.button.newWindow === true },
    barEnabled: header.announcementBar.enabled,
    barText: header.announcementBar.text,
    barUrl: header.announcementBar.link?.url ?? "",
    barNewWindow: header.announcementBar.link?.newWindow === true,
    popup: popupFormOf(header.popupOverlay),
    showSocialLinks: footer.showSocialLinks,
    sections: footer.sections.map(sectionFormOf),
  };
}

/** What the form says, laid over what it does not show. */
function arrangedOf(form: FormState, before: HeaderFooter): HeaderFooterChange {
  const { layout, showCart, showAccountLogin, sticky, showSocialLinks, sections } = form;
  const url = form.barUrl.trim();
  const link = url === "" ? null : { ...before.header.announcementBar.link, url, newWindow: form.barNewWindow };
  const announcementBar = { ...before.header.announcementBar, enabled: form.barEnabled, text: form.barText.trim(), link };
  const button = { ...before.header.button, ...form.button, label: form.button.label.trim(), url: form.button.url.trim() };
  const logo = {
    ...before.header.logo,
    assetId: form.logo.assetId === "" ? null : form.logo.assetId,
    altText: form.logo.altText.trim(),
    desktopHeight: heightOf(form.logo.desktopHeight),
    mobileHeight: heightOf(form.logo.mobileHeight),
  };
  return {
    header: { ...before.header, layout, logo, showCart, showAccountLogin, sticky, button, announcementBar, popupOverlay: popupOf(form.popup) },
    footer: { ...before.footer, showSocialLinks, sections: sections.map(sectionOf) },
  };
}

const named: Record<string, FieldPath<FormState>> = {
  "header.layout": "layout",
  "header.logo.assetId": "logo.assetId",
  "header.logo.altText": "logo.altText",
  "header.logo.desktopHeight": "logo.desktopHeight",
  "header.logo.mobileHeight": "logo.mobileHeight",
  "header.button.label": "button.label",
  "header.button.url": "button.url",
  "header.announcementBar.text": "barText",
  "header.announcementBar.link": "barUrl",
};

function fieldOf(apiName: string): FieldPath<FormState> | null {
  return named[apiName] ?? popupFieldOf(apiName) ?? footerFieldOf(apiName);
}

interface HeaderFooterFormProps {
  arranged: HeaderFooter;
  editable: boolean;
  /** Told whether something is typed that was not saved. */
  onDirty: (dirty: boolean) => void;
  /** Throws when it was refused. */
  onSave: (arranged: HeaderFooterChange) => Promise<HeaderFooter>;
}

export function HeaderFooterForm({ arranged, editable, onDirty, onSave }: HeaderFooterFormProps) {
  const { control, shell } = useEditForm<FormState>({
    initial: formOf(arranged),
    what: "header and footer",
    fieldOf,
    onSave: async (form) => formOf(await onSave(arrangedOf(form, arranged))),
  });
  const disabled = !editable;
  const { dirty } = shell;
  useEffect(() => onDirty(dirty), [onDirty, dirty]);
  return (
    <FormShell label="Header and footer" editable={editable} {...shell}>
      <Stack sx={{ gap: 2 }}>
        <Card title="Announcement bar">
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <FormSwitch control={control} name="barEnabled" label="Show it above the header" disabled={disabled} />
            <FormTextField control={control} name="barText" label="Text" maxLength={300} disabled={disabled} />
            <FormAddressField control={control} name="barUrl" label="The bar leads to" help="Empty for nowhere" disabled={disabled} />
            <FormSwitch control={control} name="barNewWindow" label="The link opens in a new window" disabled={disabled} />
          </Stack>
        </Card>
        <Card title="Logo">
          <Logo control={control} disabled={disabled} />
        </Card>
        <Card title="Header">
          <Stack sx={{ gap: 1.5, pt: 1 }}>
            <FormSelect control={control} name="layout" label="Layout" options={layouts} disabled={disabled} />
            <FormSwitch control={control} name="showCart" label="Show the cart" disabled={disabled} />
            <FormSwitch control={control} name="showAccountLogin" label="Show the link to the account" disabled={disabled} />
            <FormSwitch control={control} name="sticky" label="Stays in view while scrolling" disabled={disabled} />
          </Stack>
        </Card>
        <Card title="Button in the header">
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <FormTextField
              control={control}
              name="button.label"
              label="Button says"
              help="Beside the navigation, on phones in the menu. Empty for none"
              maxLength={40}
              disabled={disabled}
            />
            <FormAddressField control={control} name="button.url" label="Button leads to" disabled={disabled} />
            <FormSwitch control={control} name="button.newWindow" label="The button opens a new window" disabled={disabled} />
          </Stack>
        </Card>
        <PopupCard control={control} disabled={disabled} />
        <FooterCard control={control} disabled={disabled} />
      </Stack>
    </FormShell>
  );
}

/** The picture that stands for the site, in its header, its letters and its logo blocks. */
function Logo({ control, disabled }: { control: Control<FormState>; disabled: boolean }) {
  const chosen = useWatch({ control, name: "logo.assetId" }) !== "";
  const height = { disabled, rules: { validate: isHeight } };
  return (
    <Stack sx={{ gap: 2.5, pt: 1 }}>
      <PictureField control={control} name="logo.assetId" help="Without one the name of the site stands there" disabled={disabled} />
      {chosen && (
        <>
          <FormTextField
            control={control}
            name="logo.altText"
            label="Description of the logo"
            help="Read out in its place. Empty for the name of the site"
            maxLength={300}
            disabled={disabled}
          />
          <FormTextField control={control} name="logo.desktopHeight" label="Height in pixels" help="1 to 400. Empty for the theme's own" {...height} />
          <FormTextField
            control={control}
            name="logo.mobileHeight"
            label="Height in pixels on phones"
            help="1 to 400. Empty for the same as on wider screens"
            {...height}
          />
        </>
      )}
    </Stack>
  );
}
