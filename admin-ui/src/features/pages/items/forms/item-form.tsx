import Stack from "@mui/material/Stack";
import { useWatch, type Control } from "react-hook-form";
import { FormDateTimeField } from "@/shared/form/date-time-field";
import { FormSwitch, FormTextField } from "@/shared/form/fields";
import { FormShell } from "@/shared/form/form-shell";
import { plainOf } from "@/shared/form/plain-html";
import { PlainHtmlField } from "@/shared/form/plain-html-field";
import { SearchPreview } from "@/shared/form/search-preview";
import { useEditForm } from "@/shared/form/use-edit-form";
import { formatMoment } from "@/shared/i18n/format";
import { PlaceOnMapFields } from "@/shared/places/place-on-map";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { PictureField } from "@/shared/assets/picture-field";
import { useListLabelsQuery, type Item, type ItemChange } from "../api";
import { changeOf, fieldOf, formOf, type ItemForm as FormState } from "./item-form-state";
import { LabelsField } from "./labels-field";

interface ItemFormProps {
  item: Item;
  editable: boolean;
  /** Throws when it was refused; answers what the form shows then. */
  onSave: (change: ItemChange) => Promise<Item>;
}

interface PartProps {
  control: Control<FormState>;
  disabled: boolean;
  item: Item;
}

const filled = (value: unknown) => String(value).trim() !== "" || "Enter a title";
export function ItemForm({ item, editable, onSave }: ItemFormProps) {
  const { control, shell } = useEditForm<FormState>({
    initial: formOf(item),
    what: "this item",
    fieldOf,
    onSave: async (form) => formOf(await onSave(changeOf(form))),
  });
  const part = { control, disabled: !editable, item };
  return (
    <FormShell label="Item" editable={editable} {...shell}>
      <Stack sx={{ gap: 2 }}>
        <General {...part} />
        {item.collectionType === "events" && <TimeAndPlace {...part} />}
        <Organisation {...part} />
        <Card title="Main picture">
          <PictureField control={control} name="imageId" help="Shown in lists and above the text" disabled={!editable} />
        </Card>
        <Card title="Picture for sharing">
          <PictureField control={control} name="shareImageId" help="Shown where it is shared. Without one the main picture is" disabled={!editable} />
        </Card>
        <SearchEngines {...part} />
      </Stack>
    </FormShell>
  );
}

function General({ control, disabled, item }: PartProps) {
  return (
    <Card title="General">
      <Stack sx={{ gap: 2.5, pt: 1 }}>
        <FormTextField control={control} name="title" label="Title" rules={{ validate: filled }} disabled={disabled} maxLength={200} />
        <FormTextField
          control={control}
          name="urlId"
          label="Address"
          help="Visitors who come by the old address are led to the new one"
          disabled={disabled}
          maxLength={100}
        />
        <PlainHtmlField control={control} name="excerpt" label="Short version" help="Shown in lists" rows={3} disabled={disabled} />
        <FormTextField control={control} name="author" label="Author" disabled={disabled} maxLength={100} />
        {item.collectionType === "generic" && (
          <FormDateTimeField
            control={control}
            name="datedOn"
            label="Date"
            help={
              item.publishedOn == null
                ? "For a post you bring from elsewhere: when it was written. Empty for the time you publish it"
                : `Empty to keep ${formatMoment(item.publishedOn)}. Posts stand in the order of their dates`
            }
            disabled={disabled}
          />
        )}
        <FormTextField
          control={control}
          name="externalLink"
          label="Link elsewhere"
          help="An address that it is about"
          type="url"
          disabled={disabled}
        />
        <FormSwitch control={control} name="starred" label="Starred" help="Templates can show it first" disabled={disabled} />
        <FormSwitch
          control={control}
          name="isPrivate"
          label="Private"
          help="Only people who work on the site see it"
          disabled={disabled}
        />
      </Stack>
    </Card>
  );
}

const degrees = { north: "mapLat", east: "mapLng" } as const;

function TimeAndPlace({ control, disabled }: PartProps) {
  const [line1, line2, country] = useWatch({ control, name: ["addressLine1", "addressLine2", "addressCountry"] });
  return (
    <Card title="Time and place">
      <Stack sx={{ gap: 2.5, pt: 1 }}>
        <Stack direction={{ xs: "column", sm: "row" }} sx={{ gap: 2.5, "& > *": { flex: 1 } }}>
          <FormDateTimeField control={control} name="startsOn" label="Begins" help="In your time zone" disabled={disabled} />
          <FormDateTimeField control={control} name="endsOn" label="Ends" disabled={disabled} />
        </Stack>
        <FormTextField control={control} name="addressTitle" label="Name of the place" disabled={disabled} maxLength={200} />
        <FormTextField control={control} name="addressLine1" label="Street and number" disabled={disabled} maxLength={200} />
        <FormTextField control={control} name="addressLine2" label="Town" disabled={disabled} maxLength={200} />
        <FormTextField control={control} name="addressCountry" label="Country" disabled={disabled} maxLength={200} />
        <PlaceOnMapFields control={control} names={degrees} address={[line1, line2, country]} disabled={disabled} />
      </Stack>
    </Card>
  );
}

function Organisation({ control, disabled, item }: PartProps) {
  const website = useWebsite();
  const labels = useListLabelsQuery({ websiteId: website.id, collectionId: item.collectionId });
  const names = (known: { name: string }[] | undefined) => (known ?? []).map(({ name }) => name);
  return (
    <Card title="Organisation">
      <Stack sx={{ gap: 2.5, pt: 1 }}>
        <LabelsField control={control} kind="category" known={names(labels.data?.categories)} disabled={disabled} />
        <LabelsField control={control} kind="tag" known={names(labels.data?.tags)} disabled={disabled} />
      </Stack>
    </Card>
  );
}

function SearchEngines({ control, disabled, item }: PartProps) {
  const website = useWebsite();
  const [title, seoTitle, seoDescription, excerpt, urlId] = useWatch({
    control,
    name: ["title", "seoTitle", "seoDescription", "excerpt", "urlId"],
  });
  const path = item.fullUrl.slice(0, item.fullUrl.lastIndexOf("/") + 1) + urlId;
  return (
    <Card title="Search engines">
      <Stack sx={{ gap: 2.5, pt: 1 }}>
        <SearchPreview
          title={seoTitle.trim() || title}
          siteTitle={website.title}
          address={new URL(path, website.url).href}
          description={seoDescription.trim() || plainOf(excerpt).trim()}
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
          help={`${seoDescription.length} characters; about 160 are shown. Empty for the short version`}
          rows={2}
          disabled={disabled}
          maxLength={400}
        />
        <FormSwitch
          control={control}
          name="noIndex"
          label="Hide from search engines"
          help="What lies in a blog that is hidden is hidden with it"
          disabled={disabled}
        />
      </Stack>
    </Card>
  );
}
