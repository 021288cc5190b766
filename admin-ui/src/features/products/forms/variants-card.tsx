import Box from "@mui/material/Box";
import InputAdornment from "@mui/material/InputAdornment";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useController, useFieldArray, useWatch, type Control } from "react-hook-form";
import { FormMoneyField, FormSwitch, FormTextField } from "@/shared/form/fields";
import { Card } from "@/shared/ui/card";
import type { ProductForm } from "./product-form-state";

interface VariantsCardProps {
  control: Control<ProductForm>;
  currency: string;
  editable: boolean;
}

/** Price and stock of each variant. */
export function VariantsCard({ control, currency, editable }: VariantsCardProps) {
  const { fields } = useFieldArray({ control, name: "variants" });
  return (
    <Card title={fields.length > 1 ? "Variants" : "Price and stock"}>
      <Stack component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {fields.map((variant, index) => (
          <Box
            component="li"
            key={variant.id}
            sx={{ py: 2.25, borderTop: index === 0 ? 0 : 1, borderColor: "divider", "&:first-of-type": { pt: 0.5 } }}
          >
            {variant.label !== "" && (
              <Typography variant="h3" sx={{ mb: 1.5 }}>
                {variant.label}
              </Typography>
            )}
            <VariantFields control={control} index={index} label={variant.label} currency={currency} editable={editable} />
          </Box>
        ))}
      </Stack>
    </Card>
  );
}

interface VariantFieldsProps extends VariantsCardProps {
  index: number;
  label: string;
}

function VariantFields({ control, index, label, currency, editable }: VariantFieldsProps) {
  const onSale = useWatch({ control, name: `variants.${index}.onSale` });
  const disabled = !editable;
  return (
    <Box role="group" aria-label={label === "" ? "Price and stock" : label}>
      <Box sx={{ display: "grid", gap: 1.5, gridTemplateColumns: { xs: "1fr 1fr", lg: "repeat(4, 1fr)" } }}>
        <FormMoneyField control={control} name={`variants.${index}.price`} label="Price" currency={currency} disabled={disabled} />
        <FormMoneyField
          control={control}
          name={`variants.${index}.salePrice`}
          label="Sale price"
          currency={currency}
          required={onSale}
          disabled={disabled}
        />
        <FormTextField
          control={control}
          name={`variants.${index}.sku`}
          label="SKU"
          disabled={disabled}
        />
        <StockField control={control} index={index} disabled={disabled} />
        <FormTextField
          control={control}
          name={`variants.${index}.weight`}
          label="Weight in grams"
          help="For shipping by weight"
          disabled={disabled}
          rules={{ validate: (value) => /^(|\d{1,9})$/.test(String(value).trim()) || "Enter whole grams" }}
        />
      </Box>
      <Stack direction="row" sx={{ gap: 2, mt: 0.5, flexWrap: "wrap" }}>
        <FormSwitch control={control} name={`variants.${index}.onSale`} label="On sale" disabled={disabled} />
        <FormSwitch control={control} name={`variants.${index}.unlimited`} label="Do not count stock" disabled={disabled} />
      </Stack>
    </Box>
  );
}

function StockField({ control, index, disabled }: { control: Control<ProductForm>; index: number; disabled: boolean }) {
  const unlimited = useWatch({ control, name: `variants.${index}.unlimited` });
  const { field, fieldState } = useController({
    control,
    name: `variants.${index}.stock`,
    rules: { validate: (value) => /^\d{1,9}$/.test(value.trim()) || "Enter a whole number" },
  });
  if (unlimited) return null;
  return (
    <TextField
      {...field}
      inputRef={field.ref}
      label="Stock"
      disabled={disabled}
      error={fieldState.invalid}
      helperText={fieldState.error?.message}
      slotProps={{
        htmlInput: { inputMode: "numeric" },
        input: { endAdornment: <InputAdornment position="end">pcs</InputAdornment> },
      }}
    />
  );
}
