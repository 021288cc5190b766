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
  { value: "public", label: "Everyone" },
  { value: "password", label: "Anyone with the password" },
  { value: "members", label: "Signed-in customers" },
  { value: "private", label: "Only contributors" },
];
const behaviors = [
  { value: String(folderBehaviors.list), label: "A page that lists what is in it" },
  { value: String(folderBehaviors.redirect), label: "Redirects to the first page in it" },
  { value: String(folderBehaviors.nothing), label: "Nothing; it only opens the menu" },
];

const views = [
  { value: "theme", label: "Theme default" },
  { value: "list", label: "List: one below the other, with texts" },
  { value: "grid", label: "Grid: cards side by side" },
  { value: "product", label: "Product: large images" },
];

export function PageSettingsForm({ page, editable, onSave }: PageSettingsFormProps) {
  const { control, shell } = useEditForm<FormState>({
    initial: formOf(page),
    what: "these settings",
    fieldOf,
    onSave: async (form) => formOf(await onSave(changeOf(form))),
  });
  const part = { control, disabled: !editable, page };
  return (
    <FormShell label="Page settings" editable={editable} {...shell}>
      <Stack sx={{ gap: 2 }}>
        <General {...part} />
        <SearchEngines {...part} />
        <Card title="Sharing">
          <ImageField control={control} name="shareImageId" help="Shown when the page is shared" disabled={!editable} />
        </Card>
        <Card title="Advanced">
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <FormTextField
              control={control}
              name="head"
              label="Code for the page head"
              help="One <meta> or <link> element on each line"
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
    <Card title="General">
      <Stack sx={{ gap: 2.5, pt: 1 }}>
        <FormTextField
          control={control}
          name="title"
          label="Title"
          disabled={disabled}
          {...fieldRules(PageRules.entries.title, { missing: "Enter a title" })}
        />
        <FormTextField
          control={control}
          name="navigationTitle"
          label="Navigation title"
          help="Defaults to the title"
          disabled={disabled}
          {...fieldRules(PageRules.entries.navigationTitle)}
        />
        <FormTextField
          control={control}
          name="urlId"
          label="Address"
          help={
            page.isHome
              ? "This is the home page of the site"
              : "Visitors to the old address are redirected to the new one"
          }
          disabled={disabled}
          {...fieldRules(PageRules.entries.urlId)}
        />
        {hasDescription && (
          <FormTextField
            control={control}
            name="description"
            label="Description"
            rows={2}
            disabled={disabled}
            {...fieldRules(PageRules.entries.description)}
          />
        )}
        {(page.kind === "blog" || page.kind === "store") && (
          <FormSelect
            control={control}
            name="viewMode"
            label="Layout of its items"
            options={views}
            disabled={disabled}
          />
        )}
        {page.kind === "folder" && (
          <FormSelect
            control={control}
            name="folderBehavior"
            label="Its address opens"
            options={behaviors}
            disabled={disabled}
          />
        )}
        <FormSwitch
          control={control}
          name="enabled"
          label="Enable page"
          disabled={disabled || page.isHome}
          {...(page.isHome ? { help: "The home page cannot be turned off" } : {})}
        />
        <FormSelect
          control={control}
          name="access"
          label="Who can open it"
          options={
            page.kind !== "folder"
              ? openings
              : openings.filter(({ value }) => value !== "password" && value !== "members")
          }
          disabled={disabled}
        />
        {access === "members" && <Typography color="text.secondary">This page available only site members</Typography>}
        {access === "password" && (
          <FormTextField
            control={control}
            name="password"
            label={page.hasPassword ? "New password" : "Password"}
            help={
              page.hasPassword
                ? "Leave empty to keep the current one"
                : `${rangeOf(PageRules.entries.password)} characters`
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
            label="Cover page"
            help="Hides header and footer, such as for a landing or coming-soon page"
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
    <Card title="Search engines">
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
          label="SEO title"
          help={`${seoTitle.length} characters; about 60 are shown. Defaults to the title`}
          disabled={disabled}
          {...fieldRules(PageRules.entries.seoTitle)}
        />
        <FormTextField
          control={control}
          name="seoDescription"
          label="SEO description"
          help={`${seoDescription.length} characters; about 160 are shown`}
          rows={2}
          disabled={disabled}
          {...fieldRules(PageRules.entries.seoDescription)}
        />
        <FormSwitch control={control} name="noIndex" label="Hide from search engines" disabled={disabled} />
      </Stack>
    </Card>
  );
}
