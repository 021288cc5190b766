import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import { useWatch, type Control } from "react-hook-form";
import { ProductBody } from "@stoa/api/rules";
import { fieldRules } from "@/shared/form/field-rules";
import { FormSwitch, FormTextField } from "@/shared/form/fields";
import { plainOf } from "@/shared/form/text-field/plain-html";
import { SearchPreview } from "@/shared/form/search-preview";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { useListCollectionsQuery, type CollectionRef } from "../api";
import { urlSlug } from "../store-creation/store-url";
import type { ProductForm } from "./product-form-state";

interface SearchEnginesCardProps {
  control: Control<ProductForm>;
  store: CollectionRef;
  disabled: boolean;
}

/** Search engine settings of the product. */
export function SearchEnginesCard({ control, store, disabled }: SearchEnginesCardProps) {
  const website = useWebsite();
  const [name, seoTitle, seoDescription, excerpt, urlId] = useWatch({
    control,
    name: ["name", "seoTitle", "seoDescription", "excerpt", "urlId"],
  });
  const { data: collections } = useListCollectionsQuery({ websiteId: store.websiteId });
  const below = collections?.find(({ id }) => id === store.collectionId)?.urlId ?? "";
  const names = [below, urlId.trim() || urlSlug(name) || "product"].filter((part) => part !== "");
  return (
    <Card title={t`Search engines`}>
      <Stack sx={{ gap: 2.5, pt: 1 }}>
        <SearchPreview
          title={seoTitle.trim() || name}
          siteTitle={website.title}
          address={new URL(`/${names.join("/")}`, website.url).href}
          description={seoDescription.trim() || plainOf(excerpt).trim()}
        />
        <FormTextField
          control={control}
          name="seoTitle"
          label={t`Title`}
          help={t`${{ count: seoTitle.length }} characters; about 60 are shown. Defaults to the name`}
          disabled={disabled}
          {...fieldRules(ProductBody.entries.seoTitle)}
        />
        <FormTextField
          control={control}
          name="seoDescription"
          label={t`Description`}
          help={t`${{ count: seoDescription.length }} characters; about 160 are shown. Defaults to the short description`}
          rows={2}
          disabled={disabled}
          {...fieldRules(ProductBody.entries.seoDescription)}
        />
        <FormTextField
          control={control}
          name="urlId"
          label={t`Address`}
          help={t`Lower-case letters, digits and hyphens. Leave empty to create one from the name`}
          disabled={disabled}
        />
        <FormSwitch
          control={control}
          name="noIndex"
          label={t`Hide from search engines`}
          help={t`If the store page is hidden, its products are hidden too`}
          disabled={disabled}
        />
      </Stack>
    </Card>
  );
}
