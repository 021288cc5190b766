import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { useEffect, useRef, useState } from "react";
import { useController, useFieldArray, useWatch, type Control } from "react-hook-form";
import { ProductBody } from "@stoa/api/rules";
import { fieldRules } from "@/shared/form/field-rules";
import { problemCode } from "@/shared/api/api-error";
import { ImageField } from "@/shared/assets/image-field";
import { FormSwitch, FormTextField } from "@/shared/form/fields";
import { FormShell } from "@/shared/form/form-shell";
import { PlainHtmlField } from "@/shared/form/text-field/plain-html-field";
import { RichText } from "@/shared/form/rich-text/rich-text";
import { useEditForm } from "@/shared/form/use-edit-form";
import { Card } from "@/shared/ui/card";
import type { CollectionRef } from "../api";
import { AdditionalFieldsCard } from "./additional-fields-card";
import { MediaCard } from "./media-card";
import { OptionsCard } from "./options-card";
import { OrganisationCard } from "./organisation-card";
import { stockConflicts } from "./stock-conflicts";
import {
  fieldOf,
  canTrackStock,
  tracksStockByDefault,
  isGiftCard,
  type ProductForm as FormState,
  type VariantTable,
} from "./product-form-state";
import { PublicationCard } from "./publication-card";
import { SearchEnginesCard } from "./search-engines-card";
import { ConflictResolution } from "./conflict-resolution";
import { VariantsCard } from "./variants-card";

interface ProductFormProps {
  initial: FormState;
  /** The store it belongs to. */
  store: CollectionRef;
  /** The product itself, which cannot be related to itself; null for a new one. */
  itemId: string | null;
  /** Its type, which can change while it is new. */
  productType: number;
  currency: string;
  editable: boolean;
  /** Throws if the server refuses it; resolves to the new form state. */
  onSave: (form: FormState) => Promise<FormState>;
  /** Loads what another user has saved meanwhile; the next save is based on it. */
  onCatchUp?: () => Promise<FormState>;
}

const placeholder = "{qtyInStock}";

export function ProductForm({
  initial,
  store,
  itemId,
  productType,
  currency,
  editable,
  onSave,
  onCatchUp,
}: ProductFormProps) {
  const [isStale, setStale] = useState(false);
  const { control, getValues, setValue, base, rebase, shell } = useEditForm<FormState>({
    initial,
    what: t`this product`,
    ...(onCatchUp
      ? { staleText: t`Someone else has saved this product in the meantime. Your changes are still here.` }
      : {}),
    fieldOf,
    onSave: async (form) => {
      setStale(false);
      try {
        return await onSave(form);
      } catch (failure) {
        setStale(problemCode(failure) === "revision-stale");
        // The user sees the current stock before saving again.
        for (const { at, seen } of stockConflicts(failure, form)) setValue(`variants.${at}.seen`, seen);
        throw failure;
      }
    },
  });
  const variants = useFieldArray({ control, name: "variants" });
  const disabled = !editable;
  const kind = useRef(productType);
  // Another type keeps all input. Only rows whose stock is unchanged get the type's default tracking.
  useEffect(() => {
    const before = kind.current;
    kind.current = productType;
    if (tracksStockByDefault(before) === tracksStockByDefault(productType)) return;
    getValues("variants").forEach((row, index) => {
      const untouched = row.unlimited !== tracksStockByDefault(before) && row.stock.trim() === "0";
      if (row.seen === null && untouched) setValue(`variants.${index}.unlimited`, !tracksStockByDefault(productType));
    });
  }, [productType, getValues, setValue]);
  // The current rows: those of the field-array hook hold input only up to the last change of length.
  const table: VariantTable = {
    ...variants,
    now: () => getValues("variants"),
    setAll: (field, text) =>
      getValues("variants").forEach((_, index) => {
        if (field === "stock") setValue(`variants.${index}.unlimited`, false, { shouldDirty: true });
        setValue(`variants.${index}.${field}`, text, { shouldDirty: true, shouldValidate: true });
      }),
  };
  const remedy = isStale && onCatchUp !== undefined && (
    <ConflictResolution
      base={base}
      mine={getValues}
      store={store}
      onCatchUp={onCatchUp}
      onMerged={(theirs, kept) => {
        setStale(false);
        rebase(theirs, kept);
      }}
    />
  );
  return (
    <FormShell label={t`Product`} editable={editable} {...shell} remedy={remedy}>
      <Box
        sx={{
          display: "grid",
          gap: 2,
          alignItems: "start",
          gridTemplateColumns: { md: "minmax(0, 7fr) minmax(260px, 3fr)" },
        }}
      >
        <Stack sx={{ gap: 2, minWidth: 0 }}>
          <Card>
            <Stack sx={{ gap: 2.5 }}>
              <FormTextField
                control={control}
                name="name"
                label={t`Name`}
                disabled={disabled}
                {...fieldRules(ProductBody.entries.name, { missing: t`Enter a name` })}
              />
              <PlainHtmlField
                control={control}
                name="excerpt"
                label={t`Short description`}
                rows={2}
                disabled={disabled}
              />
              <DescriptionField control={control} editable={editable} />
            </Stack>
          </Card>
          <MediaCard control={control} variants={table} editable={editable} />
          <OptionsCard control={control} variants={table} editable={editable} />
          <VariantsCard
            control={control}
            variants={table}
            productType={productType}
            currency={currency}
            editable={editable}
          />
          <AdditionalFieldsCard control={control} editable={editable} />
          <SearchEnginesCard control={control} store={store} disabled={disabled} />
          <Card title={t`Social sharing image`}>
            <ImageField
              control={control}
              name="shareImageId"
              help={t`Shown where the product is shared. Defaults to the first image`}
              disabled={disabled}
            />
          </Card>
        </Stack>
        <Stack sx={{ gap: 2, minWidth: 0 }}>
          <PublicationCard control={control} disabled={disabled} />
          <OrganisationCard control={control} store={store} itemId={itemId} disabled={disabled} />
          {!isGiftCard(productType) && (
            <Card title={t`Tax`}>
              <FormSwitch control={control} name="taxable" label={t`Charge tax`} disabled={disabled} />
            </Card>
          )}
          <Card title={t`In the shop`}>
            <Stack sx={{ gap: 2 }}>
              <FormSwitch
                control={control}
                name="useCustomAddButtonText"
                label={t`Custom button text`}
                disabled={disabled}
              />
              <CustomButtonText control={control} disabled={disabled} />
              {canTrackStock(productType) && (
                <>
                  <FormTextField
                    control={control}
                    name="customSoldOutText"
                    label={t`Text when sold out`}
                    help={t`Leave empty for the default text`}
                    disabled={disabled}
                  />
                  <Scarcity control={control} disabled={disabled} />
                </>
              )}
            </Stack>
          </Card>
        </Stack>
      </Box>
    </FormShell>
  );
}

function DescriptionField({ control, editable }: { control: Control<FormState>; editable: boolean }) {
  const { field, fieldState } = useController({ control, name: "description" });
  return (
    <RichText
      label={t`Description`}
      value={field.value}
      onChange={field.onChange}
      disabled={!editable}
      error={fieldState.error?.message}
    />
  );
}

interface PartProps {
  control: Control<FormState>;
  disabled: boolean;
}

function CustomButtonText({ control, disabled }: PartProps) {
  const used = useWatch({ control, name: "useCustomAddButtonText" });
  if (!used) return null;
  return <FormTextField control={control} name="customAddButtonText" label={t`Button text`} disabled={disabled} />;
}

function Scarcity({ control, disabled }: PartProps) {
  const enabled = useWatch({ control, name: "scarcityEnabled" });
  return (
    <>
      <FormSwitch
        control={control}
        name="scarcityEnabled"
        label={t`Show when stock is low`}
        help={t`The low stock threshold is set in the settings of restock notices`}
        disabled={disabled}
      />
      {enabled && (
        <>
          <FormTextField
            control={control}
            name="scarcityText"
            label={t`Low stock text`}
            help={t`${placeholder} is replaced by the number. Defaults to “Only ${placeholder} left in stock”`}
            disabled={disabled}
          />
          <FormSwitch
            control={control}
            name="scarcityShownByDefault"
            label={t`Also before a variant is chosen`}
            disabled={disabled}
          />
        </>
      )}
    </>
  );
}
