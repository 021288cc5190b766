import { t } from "@lingui/core/macro";
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
import { zoneHelp } from "@/shared/i18n/local-time";
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
    what: t`this item`,
    fieldOf,
    onSave: async (form) => formOf(await onSave(changeOf(form))),
  });
  const part = { control, disabled: !editable, item };
  return (
    <FormShell label={t`Item`} editable={editable} {...shell}>
      <Stack sx={{ gap: 2 }}>
        <General {...part} />
        {item.collectionType === "events" && <TimeAndPlace {...part} />}
        <Organisation {...part} />
        <Card title={t`Main image`}>
          <ImageField
            control={control}
            name="imageId"
            help={t`Shown in lists and above the text`}
            disabled={!editable}
          />
        </Card>
        <Card title={t`Sharing image`}>
          <ImageField
            control={control}
            name="shareImageId"
            help={t`Shown when it is shared. Defaults to the main image`}
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
    <Card title={t`General`}>
      <Stack sx={{ gap: 2.5, pt: 1 }}>
        <FormTextField
          control={control}
          name="title"
          label={t`Title`}
          disabled={disabled}
          {...fieldRules(ItemRules.entries.title, { missing: t`Enter a title` })}
        />
        <FormTextField
          control={control}
          name="urlId"
          label={t`Address`}
          help={t`Visitors to the old address are redirected to the new one`}
          disabled={disabled}
          {...fieldRules(ItemRules.entries.urlId, { missing: t`Enter an address` })}
        />
        <PlainHtmlField
          control={control}
          name="excerpt"
          label={t`Excerpt`}
          help={t`Shown in lists`}
          rows={3}
          disabled={disabled}
        />
        <FormTextField
          control={control}
          name="author"
          label={t`Author`}
          disabled={disabled}
          {...fieldRules(ItemRules.entries.author)}
        />
        {item.collectionType === "generic" && (
          <FormDateTimeField
            control={control}
            name="datedOn"
            label={t`Date`}
            help={
              item.publishedOn == null
                ? t`For a post imported from elsewhere: when it was written. Defaults to the time you publish it`
                : t`Leave empty to keep ${{ moment: formatMoment(item.publishedOn) }}. Posts are ordered by date`
            }
            disabled={disabled}
          />
        )}
        <FormTextField
          control={control}
          name="externalLink"
          label={t`Source link`}
          help={t`A page elsewhere that it is about`}
          type="url"
          disabled={disabled}
          {...fieldRules(ItemRules.entries.externalLink)}
        />
        <FormSwitch
          control={control}
          name="starred"
          label={t`Starred`}
          help={t`Templates can feature it`}
          disabled={disabled}
        />
        <FormSwitch
          control={control}
          name="isPrivate"
          label={t`Private`}
          help={t`Only contributors can see it`}
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
    <Card title={t`Time and place`}>
      <Stack sx={{ gap: 2.5, pt: 1 }}>
        <Stack direction={{ xs: "column", sm: "row" }} sx={{ gap: 2.5, "& > *": { flex: 1 } }}>
          <FormDateTimeField
            control={control}
            name="startsOn"
            label={t`Begins`}
            help={zoneHelp()}
            disabled={disabled}
          />
          <FormDateTimeField control={control} name="endsOn" label={t`Ends`} disabled={disabled} />
        </Stack>
        <FormTextField
          control={control}
          name="addressTitle"
          label={t`Name of the place`}
          disabled={disabled}
          {...fieldRules(ItemLocation.entries.addressTitle)}
        />
        <FormTextField
          control={control}
          name="addressLine1"
          label={t`Street and number`}
          disabled={disabled}
          {...fieldRules(ItemLocation.entries.addressLine1)}
        />
        <FormTextField
          control={control}
          name="addressLine2"
          label={t`Town`}
          disabled={disabled}
          {...fieldRules(ItemLocation.entries.addressLine2)}
        />
        <FormTextField
          control={control}
          name="addressCountry"
          label={t`Country`}
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
    <Card title={t`Organization`}>
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
    <Card title={t`Search engines`}>
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
          label={t`SEO title`}
          help={t`${{ count: seoTitle.length }} characters; about 60 are shown. Defaults to the title`}
          disabled={disabled}
          {...fieldRules(ItemRules.entries.seoTitle)}
        />
        <FormTextField
          control={control}
          name="seoDescription"
          label={t`SEO description`}
          help={t`${{ count: seoDescription.length }} characters; about 160 are shown. Defaults to the excerpt`}
          rows={2}
          disabled={disabled}
          {...fieldRules(ItemRules.entries.seoDescription)}
        />
        <FormSwitch
          control={control}
          name="noIndex"
          label={t`Hide from search engines`}
          help={t`Items of a hidden blog are hidden too`}
          disabled={disabled}
        />
      </Stack>
    </Card>
  );
}
