import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import FormControl from "@mui/material/FormControl";
import FormControlLabel from "@mui/material/FormControlLabel";
import FormHelperText from "@mui/material/FormHelperText";
import FormLabel from "@mui/material/FormLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Stack from "@mui/material/Stack";
import OpenInNew from "@mui/icons-material/OpenInNew";
import { useController, useWatch, type Control, type FieldPath } from "react-hook-form";
import { FormSwitch, FormTextField } from "@/shared/form/fields";
import { FormShell } from "@/shared/form/form-shell";
import { useEditForm } from "@/shared/form/use-edit-form";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { useToast } from "@/shared/ui/toast";
import { useUpdateWebsiteSettingsMutation, type WebsiteSettings } from "../api";

type Analytics = NonNullable<WebsiteSettings["analytics"]>;

/** The settings of a new site. */
const initial: Analytics = {
  isEnabled: true,
  mode: "cookie-free",
  excludedPaths: [],
  measuresSpeed: true,
  reportsScriptErrors: true,
};

interface Form extends Omit<Analytics, "excludedPaths"> {
  /** One path a line. */
  paths: string;
  revision: number;
}

function formOf({ analytics = initial, revision }: WebsiteSettings): Form {
  const { excludedPaths, ...rest } = analytics;
  return { ...rest, paths: excludedPaths.join("\n"), revision };
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function fieldOf(apiName: string): FieldPath<Form> | null {
  return apiName.startsWith("analytics.excludedPaths") ? "paths" : null;
}

export function AnalyticsForm({ settings, editable }: { settings: WebsiteSettings; editable: boolean }) {
  const website = useWebsite();
  const toast = useToast();
  const [update] = useUpdateWebsiteSettingsMutation();
  const { control, shell } = useEditForm<Form>({
    initial: formOf(settings),
    what: t`these settings`,
    fieldOf,
    onSave: async ({ paths, revision, ...analytics }) => {
      const change = { ...settings, analytics: { ...analytics, excludedPaths: linesOf(paths) }, revision };
      const saved = await update({ websiteId: website.id, settings: change }).unwrap();
      toast.success(t`Settings saved`);
      return formOf(saved);
    },
  });
  const isEnabled = useWatch({ control, name: "isEnabled" });
  const disabled = !editable;
  return (
    <FormShell label={t`Analytics`} editable={editable} {...shell}>
      <Stack sx={{ gap: 2 }}>
        <Card title={t`Visits`}>
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <FormSwitch
              control={control}
              name="isEnabled"
              label={t`Count visits`}
              help={t`Addresses of visitors are never stored. Bots and previews are not counted.`}
              disabled={disabled}
            />
            {isEnabled && <ModeChoice control={control} disabled={disabled} />}
            {isEnabled && <OwnBrowser siteUrl={website.url} />}
            {isEnabled && (
              <FormTextField
                control={control}
                name="paths"
                label={t`Pages that are not counted`}
                help={t`One path a line, such as /team, or /team/* for all pages below it.`}
                rows={3}
                disabled={disabled}
              />
            )}
          </Stack>
        </Card>
        {isEnabled && (
          <Card title={t`Quality`}>
            <Stack sx={{ gap: 2, pt: 1 }}>
              <FormSwitch
                control={control}
                name="measuresSpeed"
                label={t`Measure the speed of pages`}
                help={t`Browsers report how fast pages load and respond.`}
                disabled={disabled}
              />
              <FormSwitch
                control={control}
                name="reportsScriptErrors"
                label={t`Collect script errors`}
                help={t`Browsers report errors of scripts, such as of code that you added.`}
                disabled={disabled}
              />
            </Stack>
          </Card>
        )}
      </Stack>
    </FormShell>
  );
}

/** Browsers do not tell the site who is signed in here, so each is asked on the site. */
function OwnBrowser({ siteUrl }: { siteUrl: string }) {
  return (
    <div>
      <Button
        variant="outlined"
        color="inherit"
        size="small"
        endIcon={<OpenInNew />}
        href={`${siteUrl}/~visits`}
        target="_blank"
        rel="noreferrer"
        aria-describedby="analytics-own-browser"
      >
        {t`Leave out this browser`}
      </Button>
      <FormHelperText id="analytics-own-browser">
        {t`Your own visits count, too. You can leave out each browser that you use.`}
      </FormHelperText>
    </div>
  );
}

function ModeChoice({ control, disabled }: { control: Control<Form>; disabled: boolean }) {
  const { field } = useController({ control, name: "mode" });
  const modes: { value: Analytics["mode"]; label: string; help: string }[] = [
    {
      value: "cookie-free",
      label: t`Without cookies`,
      help: t`Nothing is stored in the browser. Visitors who return on another day count as new.`,
    },
    {
      value: "identifier",
      label: t`With a cookie`,
      help: t`Returning visitors are recognized, if the cookie policy and the visitor allow it. The others are counted without cookies.`,
    },
  ];
  return (
    <FormControl disabled={disabled}>
      <FormLabel id="analytics-mode">{t`How visitors are told apart`}</FormLabel>
      <RadioGroup aria-labelledby="analytics-mode" name={field.name} value={field.value} onChange={field.onChange}>
        {modes.map(({ value, label, help }) => (
          <Stack key={value} sx={{ mt: 1 }}>
            <FormControlLabel
              value={value}
              label={label}
              control={<Radio slotProps={{ input: { "aria-describedby": `analytics-mode-${value}` } }} />}
            />
            <FormHelperText id={`analytics-mode-${value}`} sx={{ ml: 4, mt: 0 }}>
              {help}
            </FormHelperText>
          </Stack>
        ))}
      </RadioGroup>
    </FormControl>
  );
}
