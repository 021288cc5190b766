import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Add from "@mui/icons-material/Add";
import ArrowUpward from "@mui/icons-material/ArrowUpward";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import { useFieldArray, useWatch, type Control } from "react-hook-form";
import { FormMoneyField, FormSelect, FormTextField } from "@/shared/form/fields";
import { Card } from "@/shared/ui/card";
import { hasBands, type ZoneForm } from "./zone-form-state";

const kinds = [
  { value: "flat", label: "One price for an order" },
  { value: "per-item", label: "A price for each piece" },
  { value: "by-weight", label: "By weight" },
  { value: "by-subtotal", label: "By subtotal" },
  { value: "pickup", label: "Pickup" },
  { value: "local-delivery", label: "Local delivery" },
];

interface OptionCardProps {
  control: Control<ZoneForm>;
  index: number;
  isFirst: boolean;
  currency: string;
  disabled: boolean;
  onRemove: () => void;
  onMoveUp: () => void;
}

/** One way of delivery. */
export function OptionCard({ control, index, isFirst, currency, disabled, onRemove, onMoveUp }: OptionCardProps) {
  const kind = useWatch({ control, name: `options.${index}.kind` });
  const name = `Delivery option ${index + 1}`;
  return (
    <Card
      title={name}
      action={
        !disabled && (
          <Stack direction="row">
            {!isFirst && (
              <IconButton aria-label={`Move ${name} up`} onClick={onMoveUp}>
                <ArrowUpward fontSize="small" />
              </IconButton>
            )}
            <IconButton aria-label={`Remove ${name}`} onClick={onRemove}>
              <DeleteOutlined fontSize="small" />
            </IconButton>
          </Stack>
        )
      }
    >
      <Box sx={{ display: "grid", gap: 2.5, pt: 1, gridTemplateColumns: { sm: "1fr 1fr" } }}>
        <FormTextField
          control={control}
          name={`options.${index}.label`}
          label="Name"
          help="Customers choose by it"
          disabled={disabled}
          rules={{ validate: (value) => String(value).trim() !== "" || "Enter a name" }}
        />
        <FormSelect control={control} name={`options.${index}.kind`} label="Price" options={kinds} disabled={disabled} />
        {!hasBands(kind) && (
          <FormMoneyField
            control={control}
            name={`options.${index}.price`}
            label={kind === "per-item" ? "Price of a piece" : "Price of an order"}
            currency={currency}
            disabled={disabled}
          />
        )}
        <FormMoneyField
          control={control}
          name={`options.${index}.freeOver`}
          label="Free from a subtotal of"
          currency={currency}
          required={false}
          disabled={disabled}
        />
        {kind === "local-delivery" && (
          <FormTextField
            control={control}
            name={`options.${index}.postalCodes`}
            label="Postal codes that begin with"
            help="Separated by commas"
            disabled={disabled}
            rules={{ validate: (value) => String(value).trim() !== "" || "Name the postal codes" }}
          />
        )}
      </Box>
      {hasBands(kind) && (
        <Bands control={control} index={index} byWeight={kind === "by-weight"} currency={currency} disabled={disabled} />
      )}
    </Card>
  );
}

interface BandsProps {
  control: Control<ZoneForm>;
  index: number;
  byWeight: boolean;
  currency: string;
  disabled: boolean;
}

function Bands({ control, index, byWeight, currency, disabled }: BandsProps) {
  const { fields, append, remove } = useFieldArray({ control, name: `options.${index}.bands` });
  return (
    <Box role="group" aria-label="Steps" sx={{ mt: 2.5 }}>
      <Stack sx={{ gap: 2 }}>
        {fields.map((band, step) => (
          <Stack key={band.id} direction="row" sx={{ gap: 1, "& > .MuiFormControl-root": { flex: 1 } }}>
            {byWeight ? (
              <FormTextField
                control={control}
                name={`options.${index}.bands.${step}.upTo`}
                label="Up to grams"
                help="Empty for all above"
                disabled={disabled}
                rules={{ validate: (value) => /^(|[1-9]\d{0,8})$/.test(String(value).trim()) || "Enter whole grams" }}
              />
            ) : (
              <FormMoneyField
                control={control}
                name={`options.${index}.bands.${step}.upTo`}
                label="Up to a subtotal of"
                help="Empty for all above"
                currency={currency}
                required={false}
                disabled={disabled}
              />
            )}
            <FormMoneyField
              control={control}
              name={`options.${index}.bands.${step}.price`}
              label="Price"
              currency={currency}
              disabled={disabled}
            />
            {!disabled && fields.length > 1 && (
              <IconButton aria-label={`Remove step ${step + 1}`} onClick={() => remove(step)} sx={{ alignSelf: "flex-start" }}>
                <DeleteOutlined fontSize="small" />
              </IconButton>
            )}
          </Stack>
        ))}
      </Stack>
      {!disabled && (
        <Button startIcon={<Add />} color="inherit" sx={{ mt: 1 }} onClick={() => append({ upTo: "", price: "" })}>
          Add step
        </Button>
      )}
    </Box>
  );
}
