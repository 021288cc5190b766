import Stack from "@mui/material/Stack";
import { useWatch, type Control } from "react-hook-form";
import { ItemChange as ItemRules, ItemLocation } from "@stoa/api/rules";
import { fieldRules } from "@/shared/form/field-rules";
import { FormDateTimeField } from "@/shared/form/date-time-field";
import { FormSwitch, FormTextField } from "@/shared/form/fields";
import { FormShell } from "@/shared/form/form-shell";
import { plainOf } from "@/shared/form/text-field/plain-html";
import { PlainHtmlField } from "@/shared/form/text-field/plain-html-field";
import { SearchPreview } from "@/shared/form/search-preview";
import { useEditForm } from "@/shared/form/use-edit-form";
import { formatMoment } from "@/shared/i18n/format";
import { PlaceOnMapFields } from "@/shared/places/place-on-map";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { ImageField } from "@/shared/assets/image-field";
import { useListLabelsQuery, type Item, type ItemChange } from "../api";
import { changeOf, fieldOf, formOf, type ItemForm as FormState } from "./item-form-state";
import { LabelsField } from "./labels-field";

interface ItemFormProps {
  item: Item;
  editable: boolean;
  /** Throws if the server refuses it; resolves to the new form values. */
  onSave: (change: ItemChange) => Promise<Item>;
}

interface PartProps {
  control: Control<FormState>;
  disabled: boolean;
  item: Item;
}

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
        <Card title="Main image">
          <ImageField control={control} name="imageId" help="Shown in lists and above the text" disabled={!editable} />
        </Card>
        <Card title="Sharing image">
          <ImageField
            control={control}
            name="shareImageId"
            help="Shown when it is shared. Defaults to the main image"
            disabled={!editable}
          />
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
        <FormTextField
          control={control}
          name="title"
          label="Title"
          disabled={disabled}
          {...fieldRules(ItemRules.entries.title, { missing: "Enter a title" })}
        />
        <FormTextField
          control={control}
          name="urlId"
          label="Address"
          help="Visitors to the old address are redirected to the new one"
          disabled={disabled}
          {...fieldRules(ItemRules.entries.urlId, { missing: "Enter an address" })}
        />
        <PlainHtmlField
          control={control}
          name="excerpt"
          label="Excerpt"
          help="Shown in lists"
          rows={3}
          disabled={disabled}
        />
        <FormTextField
          control={control}
          name="author"
          label="Author"
          disabled={disabled}
          {...fieldRules(ItemRules.entries.author)}
        />
        {item.collectionType === "generic" && (
          <FormDateTimeField
            control={control}
            name="datedOn"
            label="Date"
            help={
              item.publishedOn == null
                ? "For a post imported from elsewhere: when it was written. Defaults to the time you publish it"
                : `Leave empty to keep ${formatMoment(item.publishedOn)}. Posts are ordered by date`
            }
            disabled={disabled}
          />
        )}
        <FormTextField
          control={control}
          name="externalLink"
          label="Source link"
          help="A page elsewhere that it is about"
          type="url"
          disabled={disabled}
          {...fieldRules(ItemRules.entries.externalLink)}
        />
        <FormSwitch
          control={control}
          name="starred"
          label="Starred"
          help="Templates can feature it"
          disabled={disabled}
        />
        <FormSwitch
          control={control}
          name="isPrivate"
          label="Private"
          help="Only contributors can see it"
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
          <FormDateTimeField
            control={control}
            name="startsOn"
            label="Begins"
            help="In your time zone"
            disabled={disabled}
          />
          <FormDateTimeField control={control} name="endsOn" label="Ends" disabled={disabled} />
        </Stack>
        <FormTextField
          control={control}
          name="addressTitle"
          label="Name of the place"
          disabled={disabled}
          {...fieldRules(ItemLocation.entries.addressTitle)}
        />
        <FormTextField
          control={control}
          name="addressLine1"
          label="Street and number"
          disabled={disabled}
          {...fieldRules(ItemLocation.entries.addressLine1)}
        />
        <FormTextField
          control={control}
          name="addressLine2"
          label="Town"
          disabled={disabled}
          {...fieldRules(ItemLocation.entries.addressLine2)}
        />
        <FormTextField
          control={control}
          name="addressCountry"
          label="Country"
          disabled={disabled}
          {...fieldRules(ItemLocation.entries.addressCountry)}
        />
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
    <Card title="Organization">
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
          label="SEO title"
          help={`${seoTitle.length} characters; about 60 are shown. Defaults to the title`}
          disabled={disabled}
          {...fieldRules(ItemRules.entries.seoTitle)}
        />
        <FormTextField
          control={control}
          name="seoDescription"
          label="SEO description"
          help={`${seoDescription.length} characters; about 160 are shown. Defaults to the excerpt`}
          rows={2}
          disabled={disabled}
          {...fieldRules(ItemRules.entries.seoDescription)}
        />
        <FormSwitch
          control={control}
          name="noIndex"
          label="Hide from search engines"
          help="Items of a hidden blog are hidden too"
          disabled={disabled}
        />
      </Stack>
    </Card>
  );
}
