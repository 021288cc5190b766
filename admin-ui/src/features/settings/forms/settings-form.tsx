import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useWatch, type Control, type FieldPath } from "react-hook-form";
import { useDispatch } from "react-redux";
import { SettingsDto, SiteAddressDto } from "@stoa/api/rules";
import { fieldRules } from "@/shared/form/field-rules";
import { isEmailAddress } from "@/shared/form/email-addresses";
import { FormCurrencyField } from "@/shared/form/currency-field";
import { FormTextField } from "@/shared/form/fields";
import { FormShell } from "@/shared/form/form-shell";
import { FormLanguageField } from "@/shared/form/language-field";
import { useEditForm } from "@/shared/form/use-edit-form";
import { changedAmounts } from "@/shared/money/currencies";
import { PlaceOnMapFields } from "@/shared/places/place-on-map";
import { useWebsite } from "@/shared/session/hooks";
import { websiteChanged } from "@/shared/session/session-slice";
import { Card } from "@/shared/ui/card";
import { useToast } from "@/shared/ui/toast";
import { useUpdateSettingsMutation, type Settings } from "../api";
import { degreesOf, placeOnMap, type PlaceOnMap } from "./place-on-map-state";
import { addressFields, plainFields, type SettingsValues } from "./settings-values";
import { SocialAccounts } from "./social-accounts";
import { TimeZoneField } from "./time-zone-field";

const languageHelp = () =>
  t`Used by browsers and search engines. It sets the text direction and the format of dates, numbers and amounts. E-mails are sent in it if it is English, German, French, Spanish, Italian, Portuguese, Dutch, Japanese, simplified Chinese, Arabic or Hebrew, otherwise in English. Your own texts are written in it.`;

function formOf({
  title,
  tagline,
  description,
  contactEmail,
  location,
  language,
  currency,
  timeZone,
  socialAccounts,
}: Settings): SettingsValues {
  return {
    title,
    tagline,
    description,
    contactEmail,
    location,
    ...placeOnMap(location),
    language,
    currency,
    timeZone,
    socialAccounts,
  };
}

function settingsOf({
  mapLat,
  mapLng,
  ...form
}: SettingsValues): Omit<SettingsValues, keyof PlaceOnMap> & Pick<Settings, "location"> {
  return { ...form, location: { ...form.location, ...degreesOf({ mapLat, mapLng }) } };
}

function fieldOf(apiName: string): FieldPath<SettingsValues> | null {
  const plain = [...plainFields, ...addressFields].find((field) => field === apiName);
  if (plain !== undefined) return plain;
  if (apiName === "location.mapLat" || apiName === "location.mapLng")
    return apiName === "location.mapLat" ? "mapLat" : "mapLng";
  const match = /^socialAccounts\.(\d+)\.(type|title|profileUrl)$/.exec(apiName);
  return match === null ? null : (apiName as FieldPath<SettingsValues>);
}

export function SettingsForm({ settings, editable }: { settings: Settings; editable: boolean }) {
  const website = useWebsite();
  const toast = useToast();
  const dispatch = useDispatch();
  const [update] = useUpdateSettingsMutation();
  const { control, shell } = useEditForm<SettingsValues>({
    initial: formOf(settings),
    what: t`the settings`,
    fieldOf,
    onSave: async (form) => {
      const saved = await update({ websiteId: website.id, settings: { ...settings, ...settingsOf(form) } }).unwrap();
      dispatch(websiteChanged({ id: website.id, currency: saved.currency, timeZone: saved.timeZone }));
      toast.success(t`Settings saved`);
      return formOf(saved);
    },
  });
  const disabled = !editable;
  return (
    <FormShell label={t`Settings`} editable={editable} {...shell}>
      <Stack sx={{ gap: 2 }}>
        <Card title={t`About the site`}>
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <FormTextField
              control={control}
              name="title"
              label={t`Title`}
              disabled={disabled}
              {...fieldRules(SettingsDto.entries.title, { missing: t`Enter a title` })}
            />
            <FormTextField
              control={control}
              name="tagline"
              label={t`Tagline`}
              disabled={disabled}
              {...fieldRules(SettingsDto.entries.tagline)}
            />
            <FormTextField
              control={control}
              name="description"
              label={t`Description`}
              help={t`For search engines and shared links`}
              rows={3}
              disabled={disabled}
              {...fieldRules(SettingsDto.entries.description)}
            />
          </Stack>
        </Card>
        <Card title={t`Contact`}>
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <FormTextField
              control={control}
              name="contactEmail"
              label={t`E-mail`}
              type="email"
              help={t`Customers write to this address. Order e-mails are sent from it`}
              disabled={disabled}
              rules={{
                validate: (value) => value === "" || isEmailAddress(String(value)) || t`Please enter a valid email`,
              }}
            />
            <PostalAddress control={control} disabled={disabled} />
            <SocialAccounts control={control} disabled={disabled} />
          </Stack>
        </Card>
        <Card title={t`Region`}>
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <FormLanguageField
              control={control}
              name="language"
              offered={settings.languages}
              help={languageHelp()}
              disabled={disabled}
            />
            <CurrencyField control={control} settings={settings} disabled={disabled} />
            <TimeZoneField control={control} disabled={disabled} />
            <Box component="dl" sx={{ m: 0, display: "grid", gap: 0.5, gridTemplateColumns: "120px 1fr" }}>
              <Fact label={t`Theme`} value={settings.theme} />
            </Box>
          </Stack>
        </Card>
      </Stack>
    </FormShell>
  );
}

function CurrencyField({
  control,
  settings,
  disabled,
}: {
  control: Control<SettingsValues>;
  settings: Settings;
  disabled: boolean;
}) {
  const chosen = useWatch({ control, name: "currency" });
  const help = settings.currencyFixed
    ? t`The shop has orders in this currency, so it cannot be changed.`
    : chosen === settings.currency
      ? t`The currency of the shop. It can be changed until the first order; test orders do not count.`
      : changedAmounts(settings.currency, chosen);
  return (
    <FormCurrencyField
      control={control}
      name="currency"
      offered={settings.currencies}
      help={help}
      disabled={disabled || settings.currencyFixed}
    />
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <>
      <Typography component="dt" variant="body2" color="textSecondary">
        {label}
      </Typography>
      <Typography component="dd" variant="body2" sx={{ m: 0 }}>
        {value}
      </Typography>
    </>
  );
}

const degrees = { north: "mapLat", east: "mapLng" } as const;

function PostalAddress({ control, disabled }: { control: Control<SettingsValues>; disabled: boolean }) {
  const [firm, street, town, country] = addressFields;
  const lines = useWatch({ control, name: [street, town, country] });
  return (
    <Stack role="group" aria-label={t`Address`} sx={{ gap: 2 }}>
      <Typography variant="h3">{t`Address`}</Typography>
      <FormTextField
        control={control}
        name={firm}
        label={t`Company or owner`}
        help={t`If it differs from the site title`}
        disabled={disabled}
        {...fieldRules(SiteAddressDto.entries.addressTitle)}
      />
      <FormTextField
        control={control}
        name={street}
        label={t`Street and number`}
        disabled={disabled}
        {...fieldRules(SiteAddressDto.entries.addressLine1)}
      />
      <FormTextField
        control={control}
        name={town}
        label={t`Postal code and city`}
        disabled={disabled}
        {...fieldRules(SiteAddressDto.entries.addressLine2)}
      />
      <FormTextField
        control={control}
        name={country}
        label={t`Country`}
        help={t`Shown at the foot of pages and on invoices and packing slips`}
        disabled={disabled}
        {...fieldRules(SiteAddressDto.entries.addressCountry)}
      />
      <PlaceOnMapFields control={control} names={degrees} address={lines} disabled={disabled} />
    </Stack>
  );
}
