import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { useHeldLanguage } from "@/shared/i18n/language-hold";
import { parseMoney } from "@/shared/money/money";
import { canTrackStock, isGiftCard, hasWeight, type VariantTable } from "./product-form-state";

type Field = Parameters<VariantTable["setAll"]>[0];

const fields: Record<Field, string> = {
  get price() {
    return t`Price`;
  },
  get salePrice() {
    return t`Sale price`;
  },
  get weight() {
    return t`Weight in grams`;
  },
  get stock() {
    return t`Stock`;
  },
};

/** Fields that apply to a product type. */
function fieldsFor(productType: number): [Field, string][] {
  const fits: Record<Field, boolean> = {
    price: true,
    salePrice: !isGiftCard(productType),
    weight: hasWeight(productType),
    stock: canTrackStock(productType),
  };
  return (Object.entries(fields) as [Field, string][]).filter(([field]) => fits[field]);
}

/** Validation error of a field value; null if valid. */
function validationError(field: Field, text: string, currency: string): string | null {
  if (field === "stock") return /^\d{1,9}$/.test(text) ? null : t`Enter a whole number`;
  if (field === "weight") return /^(|\d{1,9})$/.test(text) ? null : t`Enter whole grams`;
  if (text === "") return field === "salePrice" ? null : t`Enter an amount`;
  const parsed = parseMoney(text, currency);
  return parsed.ok ? null : parsed.message;
}

interface AllVariantsProps {
  productType: number;
  currency: string;
  onApply: VariantTable["setAll"];
}

/** Sets one value for all variants. */
export function AllVariants({ productType, currency, onApply }: AllVariantsProps) {
  const [chosen, setField] = useState<Field>("price");
  const offered = fieldsFor(productType);
  // The type of a new product can change meanwhile.
  const field = offered.some(([value]) => value === chosen) ? chosen : "price";
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState<string | null>(null);
  useHeldLanguage(text !== "");
  const apply = () => {
    const value = text.trim();
    const found = validationError(field, value, currency);
    setWrong(found);
    if (found !== null) return;
    onApply(field, value);
    setText("");
  };
  return (
    <Box
      role="group"
      aria-label={t`All variants`}
      sx={{
        display: "grid",
        gap: 1.5,
        mb: 2,
        alignItems: "start",
        gridTemplateColumns: { xs: "1fr 1fr", lg: "repeat(3, 1fr)" },
      }}
    >
      <TextField
        select
        label={t`Edit all variants`}
        value={field}
        onChange={(event) => {
          setField(event.target.value as Field);
          setWrong(null);
        }}
      >
        {offered.map(([value, label]) => (
          <MenuItem key={value} value={value}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        label={t`${{ fields: fields[field] }} of all variants`}
        value={text}
        error={wrong !== null}
        helperText={wrong}
        onChange={(event) => {
          setText(event.target.value);
          setWrong(null);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // Must not submit the surrounding form.
          event.preventDefault();
          apply();
        }}
        slotProps={{ htmlInput: { inputMode: field === "stock" || field === "weight" ? "numeric" : "decimal" } }}
      />
      <Button
        variant="outlined"
        color="inherit"
        onClick={apply}
        sx={{ gridColumn: { xs: "1 / -1", lg: "auto" }, minHeight: 40 }}
      >
        {t`Apply to all`}
      </Button>
    </Box>
  );
}
