import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useWatch, type Control } from "react-hook-form";
import { PageSettingsChange as PageRules } from "@stoa/api/rules";
import { fieldRules, rangeOf } from "@/shared/form/field-rules";
import { FormSelect, FormSwitch, FormTextField } from "@/shared/form/fields";
import { FormShell } from "@/shared/form/form-shell";
import { SearchPreview } from "@/shared/form/search-preview";
import { useEditForm } from "@/shared/form/use-edit-form";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import type { PageSettings, PageSettingsChange } from "../api";
import { changeOf, fieldOf, folderBehaviors, formOf, type PageSettingsForm as FormState } from "./page-settings-state";
import { ImageField } from "@/shared/assets/image-field";

interface PageSettingsFormProps {
  page: PageSettings;
  editable: boolean;
  /** Throws if the server refuses it; resolves to the new form values. */
  onSave: (change: PageSettingsChange) => Promise<PageSettings>;
}

interface PartProps {
  control: Control<FormState>;
  disabled: boolean;
  page: PageSettings;
}

const openings = [
  {
    value: "public",
    get label() {
      return t`Everyone`;
    },
  },
  {
    value: "password",
    get label() {
      return t`Anyone with the password`;
    },
  },
  {
    value: "members",
    get label() {
      return t`Signed-in customers`;
    },
  },
  {
    value: "private",
    get label() {
      return t`Only contributors`;
    },
  },
];
const behaviors = [
  {
    value: String(folderBehaviors.list),
    get label() {
      return t`A page that lists what is in it`;
    },
  },
  {
    value: String(folderBehaviors.redirect),
    get label() {
      return t`Redirects to the first page in it`;
    },
  },
  {
    value: String(folderBehaviors.nothing),
    get label() {
      return t`Nothing; it only opens the menu`;
    },
  },
];

const views = [
  {
    value: "theme",
    get label() {
      return t`Theme default`;
    },
  },
  {
    value: "list",
    get label() {
      return t`List: one below the other, with texts`;
    },
  },
  {
    value: "grid",
    get label() {
      return t`Grid: cards side by side`;
    },
  },
  {
    value: "product",
    get label() {
      return t`Product: large images`;
    },
  },
];

export function PageSettingsForm({ page, editable, onSave }: PageSettingsFormProps) {
  const { control, shell } = useEditForm<FormState>({
    initial: formOf(page),
    what: t`these settings`,
    fieldOf,
    onSave: async (form) => formOf(await onSave(changeOf(form))),
  });
  const part = { control, disabled: !editable, page };
  return (
    <FormShell label={t`Page settings`} editable={editable} {...shell}>
      <Stack sx={{ gap: 2 }}>
        <General {...part} />
        <SearchEngines {...part} />
        <Card title={t`Sharing`}>
          <ImageField
            control={control}
            name="shareImageId"
            help={t`Shown when the page is shared`}
            disabled={!editable}
          />
        </Card>
        <Card title={t`Advanced`}>
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <FormTextField
              control={control}
              name="head"
              label={t`Code for the page head`}
              help={t`One ${{ meta: "<meta>" }} or ${{ link: "<link>" }} element on each line`}
              rows={3}
              disabled={!editable}
              {...fieldRules(PageRules.entries.head)}
            />
          </Stack>
        </Card>
      </Stack>
    </FormShell>
  );
}

function General({ control, disabled, page }: PartProps) {
  const access = useWatch({ control, name: "access" });
  const hasDescription = page.kind !== "page";
  return (
    <Card title={t`General`}>
      <Stack sx={{ gap: 2.5, pt: 1 }}>
        <FormTextField
          control={control}
          name="title"
          label={t`Title`}
          disabled={disabled}
          {...fieldRules(PageRules.entries.title, { missing: t`Enter a title` })}
        />
        <FormTextField
          control={control}
          name="navigationTitle"
          label={t`Navigation title`}
          help={t`Defaults to the title`}
          disabled={disabled}
          {...fieldRules(PageRules.entries.navigationTitle)}
        />
        <FormTextField
          control={control}
          name="urlId"
          label={t`Address`}
          help={
            page.isHome
              ? t`This is the home page of the site`
              : t`Visitors to the old address are redirected to the new one`
          }
          disabled={disabled}
          {...fieldRules(PageRules.entries.urlId)}
        />
        {hasDescription && (
          <FormTextField
            control={control}
            name="description"
            label={t`Description`}
            rows={2}
            disabled={disabled}
            {...fieldRules(PageRules.entries.description)}
          />
        )}
        {(page.kind === "blog" || page.kind === "store") && (
          <FormSelect
            control={control}
            name="viewMode"
            label={t`Layout of its items`}
            options={views}
            disabled={disabled}
          />
        )}
        {page.kind === "folder" && (
          <FormSelect
            control={control}
            name="folderBehavior"
            label={t`Its address opens`}
            options={behaviors}
            disabled={disabled}
          />
        )}
        <FormSwitch
          control={control}
          name="enabled"
          label={t`Enable page`}
          disabled={disabled || page.isHome}
          {...(page.isHome ? { help: t`The home page cannot be turned off` } : {})}
        />
        <FormSelect
          control={control}
          name="access"
          label={t`Who can open it`}
          options={
            page.kind !== "folder"
              ? openings
              : openings.filter(({ value }) => value !== "password" && value !== "members")
          }
          disabled={disabled}
        />
        {access === "members" && (
          <Typography color="text.secondary">{t`This page available only site members`}</Typography>
        )}
        {access === "password" && (
          <FormTextField
            control={control}
            name="password"
            label={page.hasPassword ? t`New password` : t`Password`}
            help={
              page.hasPassword
                ? t`Leave empty to keep the current one`
                : t`${{ rangeOf: rangeOf(PageRules.entries.password) }} characters`
            }
            type="password"
            autoComplete="new-password"
            disabled={disabled}
            {...fieldRules(PageRules.entries.password, { isVerbatim: true })}
          />
        )}
        {page.kind === "page" && (
          <FormSwitch
            control={control}
            name="isSplash"
            label={t`Cover page`}
            help={t`Hides header and footer, such as for a landing or coming-soon page`}
            disabled={disabled}
          />
        )}
      </Stack>
    </Card>
  );
}

function SearchEngines({ control, disabled, page }: PartProps) {
  const website = useWebsite();
  const [title, seoTitle, seoDescription, urlId] = useWatch({
    control,
    name: ["title", "seoTitle", "seoDescription", "urlId"],
  });
  const path = page.isHome ? "/" : `/${urlId}`;
  return (
    <Card title={t`Search engines`}>
      <Stack sx={{ gap: 2.5, pt: 1 }}>
        <SearchPreview
          title={seoTitle.trim() || title}
          siteTitle={website.title}
          address={new URL(path, website.url).href}
          description={seoDescription.trim()}
        />
        <FormTextField
          control={control}
          name="seoTitle"
          label={t`SEO title`}
          help={t`${{ count: seoTitle.length }} characters; about 60 are shown. Defaults to the title`}
          disabled={disabled}
          {...fieldRules(PageRules.entries.seoTitle)}
        />
        <FormTextField
          control={control}
          name="seoDescription"
          label={t`SEO description`}
          help={t`${{ count: seoDescription.length }} characters; about 160 are shown`}
          rows={2}
          disabled={disabled}
          {...fieldRules(PageRules.entries.seoDescription)}
        />
        <FormSwitch control={control} name="noIndex" label={t`Hide from search engines`} disabled={disabled} />
      </Stack>
    </Card>
  );
}
