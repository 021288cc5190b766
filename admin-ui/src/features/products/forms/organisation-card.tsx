import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import { useMemo } from "react";
import type { Control } from "react-hook-form";
import { FormChoicesField } from "@/shared/form/choices-field";
import { FormTextField } from "@/shared/form/fields";
import { Card } from "@/shared/ui/card";
import { useListProductChoicesQuery, type CollectionRef } from "../api";
import { useListCategoriesQuery } from "../categories-api";
import { choicesOf } from "../category-tree";
import type { ProductForm } from "./product-form-state";

interface OrganisationCardProps {
  control: Control<ProductForm>;
  store: CollectionRef;
  itemId: string | null;
  disabled: boolean;
}

/** Categories, tags and related products. */
export function OrganisationCard({ control, store, itemId, disabled }: OrganisationCardProps) {
  const categories = useListCategoriesQuery(store);
  const products = useListProductChoicesQuery(store);
  const choices = useMemo(() => choicesOf(categories.data ?? []), [categories.data]);
  return (
    <Card title={t`Organization`}>
      <Stack sx={{ gap: 2.5, pt: 1 }}>
        <FormChoicesField
          control={control}
          name="categories"
          label={t`Categories`}
          choices={choices}
          loading={categories.isFetching}
          failure={categories.isError ? { error: categories.error, onRetry: () => void categories.refetch() } : null}
          disabled={disabled}
        />
        <FormTextField
          control={control}
          name="tags"
          label={t`Tags`}
          help={t`Separated by commas`}
          disabled={disabled}
        />
        <FormChoicesField
          control={control}
          name="related"
          label={t`Related products`}
          help={t`Defaults to other products of the store`}
          choices={(products.data ?? []).filter(({ id }) => id !== itemId)}
          loading={products.isFetching}
          failure={products.isError ? { error: products.error, onRetry: () => void products.refetch() } : null}
          disabled={disabled}
        />
      </Stack>
    </Card>
  );
}
