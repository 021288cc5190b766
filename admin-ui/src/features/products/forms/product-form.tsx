import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { useEffect, useRef, useState } from "react";
import { useController, useFieldArray, useWatch, type Control } from "react-hook-form";
import { problemCode } from "@/shared/api/api-error";
import { PictureField } from "@/shared/assets/picture-field";
import { FormSwitch, FormTextField } from "@/shared/form/fields";
import { FormShell } from "@/shared/form/form-shell";
import { PlainHtmlField } from "@/shared/form/plain-html-field";
import { RichText } from "@/shared/form/rich-text";
import { useEditForm } from "@/shared/form/use-edit-form";
import { Card } from "@/shared/ui/card";
import type { CollectionRef } from "../api";
import { AdditionalFieldsCard } from "./additional-fields-card";
import { MediaCard } from "./media-card";
import { OptionsCard } from "./options-card";
import { OrganisationCard } from "./organisation-card";
import { movedStock } from "./moved-stock";
import { fieldOf, isCountable, isCountedAtFirst, isMoney, type ProductForm as FormState, type VariantTable } from "./product-form-state";
import { PublicationCard } from "./publication-card";
import { SearchEnginesCard } from "./search-engines-card";
import { ShowChanges } from "./show-changes";
import { VariantsCard } from "./variants-card";

interface ProductFormProps {
  initial: FormState;
  /** The store it belongs to. */
  store: CollectionRef;
  /** The product itself, which is not related to itself; null for a new one. */
  itemId: string | null;
  /** Its kind, which can change as long as it is new. */
  productType: number;
  currency: string;
  editable: boolean;
  /** Throws when it was refused; answers what the form shows then. */
  onSave: (form: FormState) => Promise<FormState>;
  /** What somebody else has saved meanwhile: the next save is made over it. */
  onCatchUp?: () => Promise<FormState>;
}

export function ProductForm({ initial, store, itemId, productType, currency, editable, onSave, onCatchUp }: ProductFormProps) {
  const [isStale, setStale] = useState(false);
  const { control, getValues, setValue, base, rebase, shell } = useEditForm<FormState>({
    initial,
    what: "this product",
    ...(onCatchUp ? { staleText: "Somebody else has saved this product in the meantime. What you typed is still here." } : {}),
    fieldOf,
    onSave: async (form) => {
      setStale(false);
      try {
        return await onSave(form);
      } catch (failure) {
        setStale(problemCode(failure) === "revision-stale");
        // Whoever saves again has been told of what there is now.
        for (const { at, seen } of movedStock(failure, form)) setValue(`variants.${at}.seen`, seen);
        throw failure;
      }
    },
  });
  const variants = useFieldArray({ control, name: "variants" });
  const disabled = !editable;
  const kind = useRef(productType);
  // Another kind keeps all that was typed. Only rows whose stock nobody has touched are counted as the kind is at first.
  useEffect(() => {
    const before = kind.current;
    kind.current = productType;
    if (isCountedAtFirst(before) === isCountedAtFirst(productType)) return;
    getValues("variants").forEach((row, index) => {
      const untouched = row.unlimited !== isCountedAtFirst(before) && row.stock.trim() === "0";
      if (row.seen === null && untouched) setValue(`variants.${index}.unlimited`, !isCountedAtFirst(productType));
    });
  }, [productType, getValues, setValue]);
  // Rows as they are now: those of the hook keep what was typed only at their last change of number.
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
    <ShowChanges
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
    <FormShell label="Product" editable={editable} {...shell} remedy={remedy}>
      <Box sx={{ display: "grid", gap: 2, alignItems: "start", gridTemplateColumns: { md: "minmax(0, 7fr) minmax(260px, 3fr)" } }}>
        <Stack sx={{ gap: 2, minWidth: 0 }}>
          <Card>
            <Stack sx={{ gap: 2.5 }}>
              <FormTextField
                control={control}
                name="name"
                label="Name"
                disabled={disabled}
                rules={{ validate: (value) => String(value).trim() !== "" || "Enter a name" }}
              />
              <PlainHtmlField control={control} name="excerpt" label="Short description" rows={2} disabled={disabled} />
              <DescriptionField control={control} editable={editable} />
            </Stack>
          </Card>
          <MediaCard control={control} variants={table} editable={editable} />
          <OptionsCard control={control} variants={table} editable={editable} />
          <VariantsCard control={control} variants={table} productType={productType} currency={currency} editable={editable} />
          <AdditionalFieldsCard control={control} editable={editable} />
          <SearchEnginesCard control={control} store={store} disabled={disabled} />
          <Card title="Picture for sharing">
            <PictureField
              control={control}
              name="shareImageId"
              help="Shown where the product is shared. Without one the first picture is"
              disabled={disabled}
            />
          </Card>
        </Stack>
        <Stack sx={{ gap: 2, minWidth: 0 }}>
          <PublicationCard control={control} disabled={disabled} />
          <OrganisationCard control={control} store={store} itemId={itemId} disabled={disabled} />
          {!isMoney(productType) && (
            <Card title="Tax">
              <FormSwitch control={control} name="taxable" label="Charge tax on it" disabled={disabled} />
            </Card>
          )}
          <Card title="In the shop">
            <Stack sx={{ gap: 2 }}>
              <FormSwitch control={control} name="useCustomAddButtonText" label="Own text on the button" disabled={disabled} />
              <CustomButtonText control={control} disabled={disabled} />
              {isCountable(productType) && (
                <>
                  <FormTextField
                    control={control}
                    name="customSoldOutText"
                    label="Text when sold out"
                    help="Empty for the usual words"
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
      label="Description"
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
  return <FormTextField control={control} name="customAddButtonText" label="Text on the button" disabled={disabled} />;
}

function Scarcity({ control, disabled }: PartProps) {
  const enabled = useWatch({ control, name: "scarcityEnabled" });
  return (
    <>
      <FormSwitch control={control} name="scarcityEnabled" label="Say when few are left"
        help="As soon as the stock is low; how much is low stands in the settings of restock notices"
        disabled={disabled}
      />
      {enabled && (
        <>
          <FormTextField
            control={control}
            name="scarcityText"
            label="What is said"
            help="{qtyInStock} becomes the number; empty for “Only {qtyInStock} left in stock”"
            disabled={disabled}
          />
          <FormSwitch
            control={control}
            name="scarcityShownByDefault"
            label="Also before a variant is chosen"
            disabled={disabled}
          />
        </>
      )}
    </>
  );
}
