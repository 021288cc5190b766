import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Stack from "@mui/material/Stack";
import { useController, useWatch, type Control, type FieldPath } from "react-hook-form";
import { CookieBanner } from "@stoa/api/rules";
import { fieldRules } from "@/shared/form/field-rules";
import { FormSwitch, FormTextField } from "@/shared/form/fields";
import { FormShell } from "@/shared/form/form-shell";
import { useEditForm } from "@/shared/form/use-edit-form";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { useToast } from "@/shared/ui/toast";
import { useUpdateWebsiteSettingsMutation, type WebsiteSettings } from "../api";
import { policies, policyOf, settingsOf, type CookiePolicy } from "./cookie-policy";

interface Form {
  policy: CookiePolicy;
  asks: boolean;
  countsProducts: boolean;
  banner: WebsiteSettings["cookieBanner"];
  revision: number;
}

function formOf({ cookieSettings, cookieBanner, productTrackingEnabled, revision }: WebsiteSettings): Form {
  return {
    policy: policyOf(cookieSettings),
    asks: cookieSettings.isCookieBannerEnabled,
    countsProducts: productTrackingEnabled ?? false,
    banner: cookieBanner,
    revision,
  };
}

const words = ["text", "acceptLabel", "declineLabel", "settingsLabel", "policyLabel", "policyUrl"] as const;

function fieldOf(apiName: string): FieldPath<Form> | null {
  const word = words.find((name) => `cookieBanner.${name}` === apiName);
  if (word !== undefined) return `banner.${word}`;
  return apiName.startsWith("cookieSettings.") ? "policy" : null;
}

export function CookiesForm({ settings, editable }: { settings: WebsiteSettings; editable: boolean }) {
  const website = useWebsite();
  const toast = useToast();
  const [update] = useUpdateWebsiteSettingsMutation();
  const { control, shell } = useEditForm<Form>({
    initial: formOf(settings),
    what: t`these settings`,
    fieldOf,
    onSave: async ({ policy, asks, countsProducts, banner, revision }) => {
      const change = {
        ...settings,
        cookieSettings: settingsOf(policy, asks),
        cookieBanner: banner,
        productTrackingEnabled: countsProducts,
        revision,
      };
      const saved = await update({ websiteId: website.id, settings: change }).unwrap();
      toast.success(t`Settings saved`);
      return formOf(saved);
    },
  });
  const disabled = !editable;
  const [policy, asks] = useWatch({ control, name: ["policy", "asks"] });
  return (
    <FormShell label={t`Cookies and consent`} editable={editable} {...shell}>
      <Stack sx={{ gap: 2 }}>
        <Card title={t`Cookies`}>
          <Stack sx={{ gap: 2, pt: 1 }}>
            <PolicyChoice control={control} disabled={disabled} />
            {policy !== "open" && !asks && (
              <Alert severity="info">{t`The banner is off, so visitors cannot accept: no such cookies are set.`}</Alert>
            )}
          </Stack>
        </Card>
        <Card title={t`Beta`}>
          <Stack sx={{ pt: 1 }}>
            <FormSwitch
              control={control}
              name="countsProducts"
              label={t`Count product views`}
              help={t`Product page views and items added to carts are counted, unless the visitor declines.`}
              disabled={disabled}
            />
          </Stack>
        </Card>
        <Card title={t`Cookie banner`}>
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <FormSwitch
              control={control}
              name="asks"
              label={t`Show a cookie banner`}
              help={t`Shown at the bottom of the page until visitors choose. The choice is stored for a year. A link in the footer shows the banner again.`}
              disabled={disabled}
            />
            {asks && <BannerWords control={control} disabled={disabled} />}
          </Stack>
        </Card>
      </Stack>
    </FormShell>
  );
}

interface PartProps {
  control: Control<Form>;
  disabled: boolean;
}

function PolicyChoice({ control, disabled }: PartProps) {
  const { field, fieldState } = useController({ control, name: "policy" });
  return (
    <FormControl disabled={disabled} error={fieldState.invalid}>
      <FormLabel id="cookie-policy">{t`Policy`}</FormLabel>
      <RadioGroup
        aria-labelledby="cookie-policy"
        name={field.name}
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
      >
        {policies.map(({ value, label, help }) => (
          <Stack key={value} sx={{ mt: 1 }}>
            <FormControlLabel
              value={value}
              label={label}
              control={<Radio slotProps={{ input: { "aria-describedby": `cookie-policy-${value}` } }} />}
            />
            <FormHelperText id={`cookie-policy-${value}`} error={false} sx={{ ml: 4, mt: 0 }}>
              {help}
            </FormHelperText>
          </Stack>
        ))}
      </RadioGroup>
      {fieldState.error && <FormHelperText>{fieldState.error.message}</FormHelperText>}
    </FormControl>
  );
}

const visible = {
  get missing() {
    return t`Enter a text for visitors.`;
  },
};

function BannerWords({ control, disabled }: PartProps) {
  return (
    <>
      <FormTextField
        control={control}
        name="banner.text"
        label={t`Text`}
        rows={3}
        disabled={disabled}
        {...fieldRules(CookieBanner.entries.text, visible)}
      />
      <Stack direction={{ xs: "column", sm: "row" }} sx={{ gap: 2 }}>
        <FormTextField
          control={control}
          name="banner.declineLabel"
          label={t`Decline button`}
          disabled={disabled}
          {...fieldRules(CookieBanner.entries.declineLabel, visible)}
        />
        <FormTextField
          control={control}
          name="banner.acceptLabel"
          label={t`Accept button`}
          disabled={disabled}
          {...fieldRules(CookieBanner.entries.acceptLabel, visible)}
        />
      </Stack>
      <FormTextField
        control={control}
        name="banner.settingsLabel"
        label={t`Footer link`}
        disabled={disabled}
        {...fieldRules(CookieBanner.entries.settingsLabel, visible)}
      />
      <FormTextField
        control={control}
        name="banner.policyUrl"
        label={t`Address of your privacy policy`}
        help={t`A page of this site such as /privacy, or an address that starts with https://. Leave empty for no link.`}
        disabled={disabled}
        {...fieldRules(CookieBanner.entries.policyUrl)}
      />
      <FormTextField
        control={control}
        name="banner.policyLabel"
        label={t`Link to the privacy policy`}
        disabled={disabled}
        {...fieldRules(CookieBanner.entries.policyLabel, visible)}
      />
    </>
  );
}
