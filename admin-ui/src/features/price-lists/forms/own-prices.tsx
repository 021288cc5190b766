import { t } from "@lingui/core/macro";
import Autocomplete from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormHelperText from "@mui/material/FormHelperText";
import IconButton from "@mui/material/IconButton";
import MenuItem from "@mui/material/MenuItem";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import Add from "@mui/icons-material/Add";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import { skipToken } from "@reduxjs/toolkit/query";
import { useState } from "react";
import { useFieldArray, type Control } from "react-hook-form";
import { PriceListBody } from "@stoa/api/rules";
import { maxOf } from "@/shared/form/field-rules";
import { FormMoneyField } from "@/shared/form/fields";
import { NotLoaded } from "@/shared/form/not-loaded";
import { useDebounced } from "@/shared/hooks/use-debounced";
import { useWebsite } from "@/shared/session/hooks";
import { useFindPricedProductsQuery, useGetPricedVariantsQuery, type FoundProduct } from "../api";
import type { OwnPriceForm, PriceListForm } from "./price-list-form-state";

const maxPrices = maxOf(PriceListBody.entries.prices);

interface OwnPricesProps {
  control: Control<PriceListForm>;
  currency: string;
  disabled: boolean;
}

function nameOf({ productName, variantText }: Pick<OwnPriceForm, "productName" | "variantText">): string {
  return variantText === "" ? productName : `${productName} (${variantText})`;
}

/** Prices of selected products and variants. */
export function OwnPrices({ control, currency, disabled }: OwnPricesProps) {
  const { fields, append, remove } = useFieldArray({ control, name: "prices" });
  const isTaken = ({ productId, variantId }: OwnPriceForm) =>
    fields.some((row) => row.productId === productId && row.variantId === variantId);
  return (
    <Stack role="group" aria-label={t`Fixed prices`} sx={{ gap: 2 }}>
      <Typography variant="subtitle2" component="h3">
        {t`Fixed prices`}
      </Typography>
      {fields.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          {t`No fixed prices yet. Add a product to set its price on this list.`}
        </Typography>
      )}
      {fields.map((row, index) => (
        <Box
          key={row.id}
          sx={{
            display: "grid",
            gap: 1,
            alignItems: "start",
            gridTemplateColumns: { xs: "1fr auto", sm: "1fr 200px auto" },
          }}
        >
          <Box sx={{ minWidth: 0, overflowWrap: "anywhere", gridColumn: { xs: "1 / -1", sm: "auto" } }}>
            <Typography variant="body2" sx={{ fontWeight: 550 }}>
              {row.productName}
            </Typography>
            <Typography variant="caption" color="textSecondary">
              {row.variantText === "" ? t`All variants` : row.variantText}
            </Typography>
          </Box>
          <FormMoneyField
            control={control}
            name={`prices.${index}.price`}
            label={t`Price of ${{ nameOf: nameOf(row) }}`}
            currency={currency}
            disabled={disabled}
            hiddenLabel
          />
          {!disabled && (
            <IconButton aria-label={t`Remove the price of ${{ nameOf: nameOf(row) }}`} onClick={() => remove(index)}>
              <DeleteOutlined fontSize="small" />
            </IconButton>
          )}
        </Box>
      ))}
      {!disabled && fields.length < maxPrices && <NewPrice isTaken={isTaken} onAdd={append} />}
    </Stack>
  );
}

interface NewPriceProps {
  isTaken: (row: OwnPriceForm) => boolean;
  onAdd: (row: OwnPriceForm) => void;
}

/** Chooses the product, and one of its variants if there are several. */
function NewPrice({ isTaken, onAdd }: NewPriceProps) {
  const { id: websiteId } = useWebsite();
  const [typed, setTyped] = useState("");
  const query = useDebounced(typed, 250);
  const [product, setProduct] = useState<FoundProduct | null>(null);
  const [variantId, setVariantId] = useState("");
  const [complaint, setComplaint] = useState<string | null>(null);
  const products = useFindPricedProductsQuery({ websiteId, query: query === product?.name ? "" : query });
  const variants = useGetPricedVariantsQuery(
    product === null ? skipToken : { websiteId, collectionId: product.collectionId, itemId: product.id },
  );
  const choices = product === null ? [] : (variants.currentData ?? []);
  const choose = (next: FoundProduct | null) => {
    setProduct(next);
    setVariantId("");
    setComplaint(null);
  };
  const add = () => {
    if (product === null) {
      setComplaint(t`Choose a product.`);
      return;
    }
    const variantText = choices.find(({ id }) => id === variantId)?.text ?? "";
    const row = { productId: product.id, variantId, productName: product.name, variantText, price: "" };
    if (isTaken(row)) {
      setComplaint(t`${{ nameOf: nameOf(row) }} has a price already.`);
      return;
    }
    onAdd(row);
    choose(null);
    setTyped("");
  };
  return (
    <Box sx={{ display: "grid", gap: 1.5, gridTemplateColumns: { sm: "1fr 200px auto" }, alignItems: "start" }}>
      <Autocomplete
        options={products.currentData ?? products.data ?? []}
        value={product}
        inputValue={typed}
        loading={products.isFetching}
        filterOptions={(found) => found}
        getOptionLabel={({ name }) => name}
        getOptionKey={({ id }) => id}
        isOptionEqualToValue={(one, other) => one.id === other.id}
        noOptionsText={t`No products found`}
        onInputChange={(_, text) => setTyped(text)}
        onChange={(_, next) => choose(next)}
        renderInput={(input) => (
          <TextField
            {...input}
            label={t`Product`}
            error={complaint !== null}
            helperText={complaint ?? t`Type to search`}
          />
        )}
      />
      <TextField
        select
        label={t`Variant`}
        value={choices.length > 1 ? variantId : ""}
        onChange={(event) => setVariantId(event.target.value)}
        disabled={choices.length < 2}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">{t`All variants`}</MenuItem>
        {choices.map(({ id, text }) => (
          <MenuItem key={id} value={id}>
            {text}
          </MenuItem>
        ))}
      </TextField>
      <Button variant="outlined" startIcon={<Add />} onClick={add} sx={{ minHeight: 40 }}>
        {t`Add price`}
      </Button>
      {products.isError && (
        <NotLoaded what={t`Products`} error={products.error} onRetry={() => void products.refetch()} />
      )}
      {variants.isError && (
        <NotLoaded what={t`Variants`} error={variants.error} onRetry={() => void variants.refetch()} />
      )}
      {variants.isFetching && <FormHelperText role="status">{t`Loading variants…`}</FormHelperText>}
    </Box>
  );
}
