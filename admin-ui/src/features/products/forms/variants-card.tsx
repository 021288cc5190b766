import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormHelperText from "@mui/material/FormHelperText";
import InputAdornment from "@mui/material/InputAdornment";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { memo, useState } from "react";
import { useController, useFormState, useWatch, type Control } from "react-hook-form";
import { StockBody, VariantBody } from "@stoa/api/rules";
import { fieldRules } from "@/shared/form/field-rules";
import { boundInput } from "@/shared/form/bound-input";
import { FormMoneyField, FormSelect, FormSwitch, FormTextField } from "@/shared/form/fields";
import { Card } from "@/shared/ui/card";
import { codesToCome } from "../limitations";
import { AllVariants } from "./all-variants";
import { canTrackStock, isGiftCard, hasWeight, type ProductForm, type VariantTable } from "./product-form-state";
import { labelOf } from "./variant-matrix";

interface VariantsCardProps {
  control: Control<ProductForm>;
  variants: VariantTable;
  productType: number;
  currency: string;
  editable: boolean;
}

/** Rendering hundreds of variants at once takes seconds: they are shown in batches; the form contains all. */
const portion = 25;

function titleOf(productType: number): string {
  return canTrackStock(productType) ? t`Price and stock` : t`Price`;
}

/** Price and stock of each variant. */
export function VariantsCard({ control, variants, productType, currency, editable }: VariantsCardProps) {
  const { fields: rows, remove } = variants;
  const [wanted, setWanted] = useState(portion);
  const { errors } = useFormState({ control, name: "variants" });
  const lastWrong = Math.max(
    -1,
    ...Object.keys(errors.variants ?? {})
      .map(Number)
      .filter(Number.isInteger),
  );
  const shown = Math.min(rows.length, Math.max(wanted, lastWrong + 1));
  return (
    <Card title={rows.length > 1 ? t`Variants (${{ count: rows.length }})` : titleOf(productType)}>
      {isGiftCard(productType) && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {codesToCome()}
        </Alert>
      )}
      {editable && rows.length > 1 && (
        <AllVariants productType={productType} currency={currency} onApply={variants.setAll} />
      )}
      <Stack component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {rows.slice(0, shown).map((row, index) => {
          const label = labelOf(row);
          return (
            <Box
              component="li"
              key={row.id}
              sx={{ py: 2.25, borderTop: index === 0 ? 0 : 1, borderColor: "divider", "&:first-of-type": { pt: 0.5 } }}
            >
              {label !== "" && (
                <Stack direction="row" sx={{ mb: 1.5, justifyContent: "space-between", alignItems: "center" }}>
                  <Typography variant="h3">{label}</Typography>
                  {editable && rows.length > 1 && (
                    <Button size="small" color="inherit" aria-label={t`Remove ${label}`} onClick={() => remove(index)}>
                      {t`Remove`}
                    </Button>
                  )}
                </Stack>
              )}
              <VariantFields
                control={control}
                index={index}
                label={label}
                productType={productType}
                currency={currency}
                editable={editable}
              />
            </Box>
          );
        })}
      </Stack>
      {shown < rows.length && (
        <Stack
          direction="row"
          sx={{ gap: 1, alignItems: "center", flexWrap: "wrap", borderTop: 1, borderColor: "divider", pt: 2 }}
        >
          <Typography variant="body2" color="textSecondary" sx={{ flexGrow: 1 }}>
            {t`${shown} of ${{ count: rows.length }} variants`}
          </Typography>
          <Button color="inherit" onClick={() => setWanted(shown + portion)}>
            {t`Show ${{ count: Math.min(portion, rows.length - shown) }} more`}
          </Button>
          <Button color="inherit" onClick={() => setWanted(rows.length)}>
            {t`Show all`}
          </Button>
        </Stack>
      )}
    </Card>
  );
}

interface VariantFieldsProps extends Omit<VariantsCardProps, "variants"> {
  index: number;
  label: string;
}

/** Memoized: there can be hundreds of rows, and the form notifies all of them when it becomes dirty. */
const VariantFields = memo(function VariantFields({
  control,
  index,
  label,
  productType,
  currency,
  editable,
}: VariantFieldsProps) {
  const onSale = useWatch({ control, name: `variants.${index}.onSale` });
  const images = useWatch({ control, name: "images" });
  const disabled = !editable;
  const pictures = images.map((image, place) => ({
    value: image.assetId,
    label: image.altText === "" ? t`Image ${{ value: place + 1 }}` : image.altText,
  }));
  return (
    <Box role="group" aria-label={label === "" ? titleOf(productType) : label}>
      <Box sx={{ display: "grid", gap: 1.5, gridTemplateColumns: { xs: "1fr 1fr", lg: "repeat(3, 1fr)" } }}>
        <FormMoneyField
          control={control}
          name={`variants.${index}.price`}
          label={t`Price`}
          currency={currency}
          disabled={disabled}
        />
        {!isGiftCard(productType) && (
          <FormMoneyField
            control={control}
            name={`variants.${index}.salePrice`}
            label={t`Sale price`}
            currency={currency}
            required={onSale}
            disabled={disabled}
          />
        )}
        <FormTextField
          control={control}
          name={`variants.${index}.sku`}
          label={t`SKU`}
          help={t`Leave empty to generate one`}
          {...fieldRules(VariantBody.entries.sku)}
          disabled={disabled}
        />
        {canTrackStock(productType) && <StockField control={control} index={index} disabled={disabled} />}
        {hasWeight(productType) && (
          <FormTextField
            control={control}
            name={`variants.${index}.weight`}
            label={t`Weight in grams`}
            help={t`For shipping by weight`}
            disabled={disabled}
            {...fieldRules(VariantBody.entries.weightGrams, { mayBeEmpty: true, wrong: t`Enter whole grams` })}
          />
        )}
        {label !== "" && pictures.length > 0 && (
          <FormSelect
            control={control}
            name={`variants.${index}.mainImageId`}
            label={t`Image`}
            options={[{ value: "", label: t`First image` }, ...pictures]}
            disabled={disabled}
          />
        )}
      </Box>
      <Stack direction="row" sx={{ gap: 2, mt: 0.5, flexWrap: "wrap" }}>
        {!isGiftCard(productType) && (
          <FormSwitch control={control} name={`variants.${index}.onSale`} label={t`On sale`} disabled={disabled} />
        )}
        {canTrackStock(productType) && (
          <FormSwitch
            control={control}
            name={`variants.${index}.unlimited`}
            label={t`Do not track stock`}
            disabled={disabled}
          />
        )}
      </Stack>
    </Box>
  );
});

function StockField({ control, index, disabled }: { control: Control<ProductForm>; index: number; disabled: boolean }) {
  const { field: unlimited } = useController({ control, name: `variants.${index}.unlimited` });
  const seen = useWatch({ control, name: `variants.${index}.seen` });
  const { field, fieldState } = useController({
    control,
    name: `variants.${index}.stock`,
    rules: fieldRules(StockBody.entries.qtyInStock).rules,
  });
  const moved = fieldState.error?.type === "server" && seen !== null ? fieldState.error.message : undefined;
  const leave = () => {
    unlimited.onChange(seen === -1);
    field.onChange(seen === -1 ? field.value : String(seen));
  };
  return (
    <Box>
      {!unlimited.value && (
        <TextField
          {...boundInput(field)}
          fullWidth
          label={t`Stock`}
          disabled={disabled}
          error={fieldState.invalid}
          helperText={
            moved === undefined
              ? fieldState.error?.message
              : t`${moved} Saving again sets it to ${{ field: field.value }}.`
          }
          slotProps={{
            htmlInput: { inputMode: "numeric" },
            input: { endAdornment: <InputAdornment position="end">{t`pcs`}</InputAdornment> },
          }}
        />
      )}
      {moved !== undefined && (
        <>
          {unlimited.value && <FormHelperText error>{t`${moved} Saving again stops tracking it.`}</FormHelperText>}
          <Button size="small" color="inherit" onClick={leave}>
            {seen === -1 ? t`Keep it untracked` : t`Keep it at ${{ seen: seen ?? 0 }}`}
          </Button>
        </>
      )}
    </Box>
  );
}
