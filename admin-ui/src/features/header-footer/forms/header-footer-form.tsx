import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import { useEffect } from "react";
import { useWatch, type Control, type FieldPath } from "react-hook-form";
import { AnnouncementBar, HeaderButton, HeaderLogo } from "@stoa/api/rules";
import { fieldRules, rangeOf } from "@/shared/form/field-rules";
import { ImageField } from "@/shared/assets/image-field";
import { FormLinkField } from "@/shared/form/link/link-field";
import { FormSelect, FormSwitch, FormTextField } from "@/shared/form/fields";
import { FormShell } from "@/shared/form/form-shell";
import { useEditForm } from "@/shared/form/use-edit-form";
import { Card } from "@/shared/ui/card";
import type { HeaderFooter, HeaderFooterChange } from "../api";
import { FooterCard } from "./footer-card";
import { footerFieldOf, sectionFormOf, sectionOf } from "./footer-state";
import type { FormState } from "./form-state";
import { PopupCard } from "./popup-card";
import { popupFieldOf, popupFormOf, popupOf } from "./popup-state";

const layouts = [
  {
    value: "theme",
    get label() {
      return t`Theme default`;
    },
  },
  {
    value: "logo-left",
    get label() {
      return t`Logo on the left`;
    },
  },
  {
    value: "centered",
    get label() {
      return t`Centered`;
    },
  },
];

const languagePlaces = [
  {
    value: "footer",
    get label() {
      return t`In the footer`;
    },
  },
  {
    value: "header",
    get label() {
      return t`In the header`;
    },
  },
  {
    value: "both",
    get label() {
      return t`In header and footer`;
    },
  },
];

const heightOf = (typed: string) => (typed.trim() === "" ? null : Number(typed));
const heights = () => rangeOf(HeaderLogo.entries.desktopHeight);
const heightRules = fieldRules(HeaderLogo.entries.desktopHeight, {
  wrong: ({ min = 0, max = 0 }) => t`Enter a height of ${min} to ${max} pixels`,
});

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
    languageSwitch: header.languageSwitch,
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

/** The form values merged over the settings that the form does not show. */
function arrangedOf(form: FormState, before: HeaderFooter): HeaderFooterChange {
  const { layout, showCart, showAccountLogin, sticky, languageSwitch, showSocialLinks, sections } = form;
  const url = form.barUrl.trim();
  const link = url === "" ? null : { ...before.header.announcementBar.link, url, newWindow: form.barNewWindow };
  const announcementBar = {
    ...before.header.announcementBar,
    enabled: form.barEnabled,
    text: form.barText.trim(),
    link,
  };
  const button = {
    ...before.header.button,
    ...form.button,
    label: form.button.label.trim(),
    url: form.button.url.trim(),
  };
  const logo = {
    ...before.header.logo,
    assetId: form.logo.assetId === "" ? null : form.logo.assetId,
    altText: form.logo.altText.trim(),
    desktopHeight: heightOf(form.logo.desktopHeight),
    mobileHeight: heightOf(form.logo.mobileHeight),
  };
  return {
    header: {
      ...before.header,
      layout,
      logo,
      showCart,
      showAccountLogin,
      sticky,
      languageSwitch,
      button,
      announcementBar,
      popupOverlay: popupOf(form.popup),
    },
    footer: { ...before.footer, showSocialLinks, sections: sections.map(sectionOf) },
  };
}

const named: Record<string, FieldPath<FormState>> = {
  "header.layout": "layout",
  "header.languageSwitch": "languageSwitch",
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
  /** Called with whether the form has unsaved edits. */
  onDirty: (dirty: boolean) => void;
  /** Throws if the server refuses it. */
  onSave: (arranged: HeaderFooterChange) => Promise<HeaderFooter>;
}

export function HeaderFooterForm({ arranged, editable, onDirty, onSave }: HeaderFooterFormProps) {
  const { control, shell } = useEditForm<FormState>({
    initial: formOf(arranged),
    what: t`header and footer`,
    fieldOf,
    onSave: async (form) => formOf(await onSave(arrangedOf(form, arranged))),
  });
  const disabled = !editable;
  const { dirty } = shell;
  useEffect(() => onDirty(dirty), [onDirty, dirty]);
  return (
    <FormShell label={t`Header and footer`} editable={editable} {...shell}>
      <Stack sx={{ gap: 2 }}>
        <Card title={t`Announcement bar`}>
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <FormSwitch control={control} name="barEnabled" label={t`Show it above the header`} disabled={disabled} />
            <FormTextField
              control={control}
              name="barText"
              label={t`Text`}
              disabled={disabled}
              {...fieldRules(AnnouncementBar.entries.text)}
            />
            <FormLinkField
              control={control}
              name="barUrl"
              label={t`Announcement link`}
              help={t`Leave empty for no link`}
              disabled={disabled}
            />
            <FormSwitch
              control={control}
              name="barNewWindow"
              label={t`Open the announcement link in a new window`}
              disabled={disabled}
            />
          </Stack>
        </Card>
        <Card title={t`Logo`}>
          <Logo control={control} disabled={disabled} />
        </Card>
        <Card title={t`Header`}>
          <Stack sx={{ gap: 1.5, pt: 1 }}>
            <FormSelect control={control} name="layout" label={t`Layout`} options={layouts} disabled={disabled} />
            <FormSwitch control={control} name="showCart" label={t`Show the cart`} disabled={disabled} />
            <FormSwitch
              control={control}
              name="showAccountLogin"
              label={t`Show the link to the account`}
              disabled={disabled}
            />
            <FormSwitch control={control} name="sticky" label={t`Sticky header`} disabled={disabled} />
            <FormSelect
              control={control}
              name="languageSwitch"
              label={t`Links to other languages`}
              help={t`Shown once the site has several languages; in the header they are in the menu on phones`}
              options={languagePlaces}
              disabled={disabled}
            />
          </Stack>
        </Card>
        <Card title={t`Button in the header`}>
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <FormTextField
              control={control}
              name="button.label"
              label={t`Button text`}
              help={t`Next to the navigation, on phones in the menu. Leave empty for no button`}
              {...fieldRules(HeaderButton.entries.label)}
              disabled={disabled}
            />
            <FormLinkField control={control} name="button.url" label={t`Button link`} disabled={disabled} />
            <FormSwitch
              control={control}
              name="button.newWindow"
              label={t`Open the button link in a new window`}
              disabled={disabled}
            />
          </Stack>
        </Card>
        <PopupCard control={control} disabled={disabled} />
        <FooterCard control={control} disabled={disabled} words={arranged.signUpWords} />
      </Stack>
    </FormShell>
  );
}

/** The site's logo, used in its header, e-mails and logo blocks. */
function Logo({ control, disabled }: { control: Control<FormState>; disabled: boolean }) {
  const chosen = useWatch({ control, name: "logo.assetId" }) !== "";
  const height = { disabled, ...heightRules };
  return (
    <Stack sx={{ gap: 2.5, pt: 1 }}>
      <ImageField
        control={control}
        name="logo.assetId"
        help={t`Without a logo the site title is shown`}
        disabled={disabled}
      />
      {chosen && (
        <>
          <FormTextField
            control={control}
            name="logo.altText"
            label={t`Logo description`}
            help={t`Read by screen readers. Defaults to the site title`}
            {...fieldRules(HeaderLogo.entries.altText)}
            disabled={disabled}
          />
          <FormTextField
            control={control}
            name="logo.desktopHeight"
            label={t`Height in pixels`}
            help={t`${{ heights: heights() }}. Defaults to the theme's height`}
            {...height}
          />
          <FormTextField
            control={control}
            name="logo.mobileHeight"
            label={t`Height in pixels on phones`}
            help={t`${{ heights: heights() }}. Defaults to the height above`}
            {...height}
          />
        </>
      )}
    </Stack>
  );
}
