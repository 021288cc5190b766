import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useWatch, type Control } from "react-hook-form";
import { FormSelect, FormSwitch, FormTextField } from "@/shared/form/fields";
import { FormShell } from "@/shared/form/form-shell";
import { SearchPreview } from "@/shared/form/search-preview";
import { useEditForm } from "@/shared/form/use-edit-form";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import type { PageSettings, PageSettingsChange } from "../api";
import { asTheme, changeOf, fieldOf, formOf, type PageSettingsForm as FormState } from "./page-settings-state";
import { PictureField } from "@/shared/assets/picture-field";

interface PageSettingsFormProps {
  page: PageSettings;
  editable: boolean;
  /** Throws when it was refused; answers what the form shows then. */
  onSave: (change: PageSettingsChange) => Promise<PageSettings>;
}

interface PartProps {
  control: Control<FormState>;
  disabled: boolean;
  page: PageSettings;
}

const filled = (value: unknown) => String(value).trim() !== "" || "Enter a title";
const openings = [
  { value: "public", label: "Everybody" },
  { value: "password", label: "Who knows the password" },
  { value: "members", label: "Who is signed in on the site" },
  { value: "private", label: "Only people who work on the site" },
];
const behaviors = [
  { value: "1", label: "A page that lists what is in it" },
  { value: "2", label: "Leads on to the first page in it" },
  { value: "3", label: "Nothing; it only opens" },
];

const views = [
  { value: asTheme, label: "The theme shows it" },
  { value: "list", label: "List: below each other, with their texts" },
  { value: "grid", label: "Grid: cards beside each other" },
  { value: "product", label: "Product: large pictures, as in a shop window" },
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
          <PictureField control={control} name="shareImageId" help="Shown where the page is shared" disabled={!editable} />
        </Card>
        <Card title="Advanced">
          <Stack sx={{ gap: 2.5, pt: 1 }}>
            <FormTextField
              control={control}
              name="head"
              label="Lines for the head of the page"
              help="One <meta> or <link> element on each line"
              rows={3}
              disabled={!editable}
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
        <FormTextField control={control} name="title" label="Title" disabled={disabled} rules={{ validate: filled }} maxLength={200} />
        <FormTextField
          control={control}
          name="navigationTitle"
          label="Title in navigations"
          help="Empty for the title"
          disabled={disabled}
          maxLength={200}
        />
        <FormTextField
          control={control}
          name="urlId"
          label="Address"
          help={page.isHome ? "This page answers at the front of the site" : "Visitors who come by the old address are led to the new one"}
          disabled={disabled}
          maxLength={100}
        />
        {hasDescription && <FormTextField control={control} name="description" label="Description" rows={2} disabled={disabled} />}
        {(page.kind === "blog" || page.kind === "store") && (
          <FormSelect control={control} name="viewMode" label="Shows what is in it as" options={views} disabled={disabled} />
        )}
        {page.kind === "folder" && (
          <FormSelect control={control} name="folderBehavior" label="Its address shows" options={behaviors} disabled={disabled} />
        )}
        <FormSwitch
          control={control}
          name="enabled"
          label="Visitors can open it"
          disabled={disabled || page.isHome}
          {...(page.isHome ? { help: "The home page stays on" } : {})}
        />
        <FormSelect
          control={control}
          name="access"
          label="Who may open it"
          options={page.kind !== "folder" ? openings : openings.filter(({ value }) => value !== "password" && value !== "members")}
          disabled={disabled}
        />
        {access === "members" && <Typography color="text.secondary">This page available only site members</Typography>}
        {access === "password" && (
          <FormTextField
            control={control}
            name="password"
            label={page.hasPassword ? "New password" : "Password"}
            help={page.hasPassword ? "Empty to keep the one there is" : "4 to 100 characters"}
            type="password"
            autoComplete="new-password"
            disabled={disabled}
          />
        )}
        {page.kind === "page" && (
          <FormSwitch
            control={control}
            name="isSplash"
            label="Stands alone"
            help="Without header and footer, as a cover or a page before the opening"
            disabled={disabled}
          />
        )}
      </Stack>
    </Card>
  );
}

function SearchEngines({ control, disabled, page }: PartProps) {
  const website = useWebsite();
  const [title, seoTitle, seoDescription, urlId] = useWatch({ control, name: ["title", "seoTitle", "seoDescription", "urlId"] });
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
          label="Title for search engines"
          help={`${seoTitle.length} characters; about 60 are shown. Empty for the title`}
          disabled={disabled}
          maxLength={200}
        />
        <FormTextField
          control={control}
          name="seoDescription"
          label="Description for search engines"
          help={`${seoDescription.length} characters; about 160 are shown`}
          rows={2}
          disabled={disabled}
          maxLength={400}
        />
        <FormSwitch control={control} name="noIndex" label="Hide from search engines" disabled={disabled} />
      </Stack>
    </Card>
  );
}
