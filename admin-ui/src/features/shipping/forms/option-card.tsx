import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Add from "@mui/icons-material/Add";
import ArrowUpward from "@mui/icons-material/ArrowUpward";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import { useFieldArray, useWatch, type Control } from "react-hook-form";
import { PickupPlace as PickupRules, ZoneOption } from "@stoa/api/rules";
import { fieldRules, filled, maxOf } from "@/shared/form/field-rules";
import { partLabel, partName, useAddressParts, withHeld } from "@/shared/address/address-parts";
import { FormMoneyField, FormSelect, FormTextField } from "@/shared/form/fields";
import { uiLocale } from "@/shared/i18n/format";
import { countriesByName, countryName, everywhere } from "@/shared/i18n/countries";
import { useQuotePlugins } from "@/shared/plugins/quote-plugins";
import { Card } from "@/shared/ui/card";
import { hasBands, type PickupForm, type ZoneForm } from "./zone-form-state";

const kinds = [
  {
    value: "flat",
    get label() {
      return t`Flat rate per order`;
    },
  },
  {
    value: "per-item",
    get label() {
      return t`Flat rate per item`;
    },
  },
  {
    value: "by-weight",
    get label() {
      return t`By weight`;
    },
  },
  {
    value: "by-subtotal",
    get label() {
      return t`By subtotal`;
    },
  },
  {
    value: "pickup",
    get label() {
      return t`Pickup`;
    },
  },
  {
    value: "local-delivery",
    get label() {
      return t`Local delivery`;
    },
  },
];

const byPlugin = {
  value: "plugin",
  get label() {
    return t`Rates by a plugin`;
  },
};

interface OptionCardProps {
  control: Control<ZoneForm>;
  index: number;
  isFirst: boolean;
  currency: string;
  disabled: boolean;
  onRemove: () => void;
  onMoveUp: () => void;
}

/** A delivery option. */
export function OptionCard({ control, index, isFirst, currency, disabled, onRemove, onMoveUp }: OptionCardProps) {
  const [kind, plugin] = useWatch({ control, name: [`options.${index}.kind`, `options.${index}.plugin`] });
  const plugins = useQuotePlugins("shipping-provider", plugin);
  const name = t`Delivery option ${{ value: index + 1 }}`;
  return (
    <Card
      title={name}
      action={
        !disabled && (
          <Stack direction="row">
            {!isFirst && (
              <IconButton aria-label={t`Move ${name} up`} onClick={onMoveUp}>
                <ArrowUpward fontSize="small" />
              </IconButton>
            )}
            <IconButton aria-label={t`Remove ${name}`} onClick={onRemove}>
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
          label={t`Name`}
          help={
            kind === "plugin"
              ? t`Only you see it: customers see the names of the plugin`
              : t`Shown to customers at checkout`
          }
          disabled={disabled}
          {...fieldRules(ZoneOption.entries.label, { missing: t`Enter a name` })}
        />
        <FormSelect
          control={control}
          name={`options.${index}.kind`}
          label={t`Price`}
          options={plugins.length > 0 || kind === "plugin" ? [...kinds, byPlugin] : kinds}
          disabled={disabled}
        />
        {kind === "plugin" && (
          <FormSelect
            control={control}
            name={`options.${index}.plugin`}
            label={t`Plugin`}
            help={t`It gets the cart and the place, not the name of the customer`}
            options={plugins}
            disabled={disabled}
          />
        )}
        {!hasBands(kind) && kind !== "plugin" && (
          <FormMoneyField
            control={control}
            name={`options.${index}.price`}
            label={kind === "per-item" ? t`Price per item` : t`Price per order`}
            currency={currency}
            disabled={disabled}
          />
        )}
        <FormMoneyField
          control={control}
          name={`options.${index}.freeOver`}
          label={t`Free for orders over`}
          currency={currency}
          required={false}
          disabled={disabled}
        />
        {kind === "local-delivery" && (
          <FormTextField
            control={control}
            name={`options.${index}.postalCodes`}
            label={t`Postal codes starting with`}
            help={t`Separated by commas`}
            disabled={disabled}
            {...filled(t`Enter the postal codes`)}
          />
        )}
      </Box>
      {kind === "pickup" && <PickupPlace control={control} index={index} disabled={disabled} />}
      {hasBands(kind) && (
        <Bands
          control={control}
          index={index}
          byWeight={kind === "by-weight"}
          currency={currency}
          disabled={disabled}
        />
      )}
    </Card>
  );
}

const countryChoices = () =>
  countriesByName()
    .filter((code) => code !== everywhere)
    .map((code) => ({ value: code, label: countryName(code) }));

/** Pickup address, which also determines the tax. */
function PickupPlace({ control, index, disabled }: { control: Control<ZoneForm>; index: number; disabled: boolean }) {
  const place = useWatch({ control, name: `options.${index}.pickup` });
  const parts = withHeld(useAddressParts()(place.country), place);
  const field = <N extends keyof PickupForm>(name: N) =>
    ({ control, name: `options.${index}.pickup.${name}`, disabled }) as const;
  return (
    <Box role="group" aria-label={t`Pickup location`} sx={{ mt: 2.5 }}>
      <Box sx={{ display: "grid", gap: 2.5, gridTemplateColumns: { sm: "1fr 1fr" } }}>
        <FormTextField {...field("line1")} label={t`Street and number`} {...filled(t`Enter the street and number`)} />
        <FormTextField {...field("line2")} label={t`Floor, gate, name of the shop (optional)`} />
        {parts.map((own) => (
          <FormTextField
            key={own.part}
            {...field(own.part)}
            label={partLabel(own)}
            {...(own.part === "region" ? { help: t`Its taxes are charged` } : {})}
            {...(own.isRequired ? filled(t`Enter the ${{ partName: partName(own) }}`) : {})}
          />
        ))}
        <FormSelect {...field("country")} label={t`Country`} options={countryChoices()} />
      </Box>
      <Box sx={{ mt: 2.5 }}>
        <FormTextField
          {...field("instructions")}
          label={t`Pickup instructions`}
          help={t`Opening hours and what to bring, up to ${{ most: maxOf(PickupRules.entries.instructions).toLocaleString(uiLocale()) }} characters`}
          {...fieldRules(PickupRules.entries.instructions)}
          rows={3}
        />
      </Box>
    </Box>
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
    <Box role="group" aria-label={t`Rates`} sx={{ mt: 2.5 }}>
      <Stack sx={{ gap: 2 }}>
        {fields.map((band, step) => (
          <Stack key={band.id} direction="row" sx={{ gap: 1, "& > .MuiFormControl-root": { flex: 1 } }}>
            {byWeight ? (
              <FormTextField
                control={control}
                name={`options.${index}.bands.${step}.upTo`}
                label={t`Up to grams`}
                help={t`Leave empty for no upper limit`}
                disabled={disabled}
                rules={{ validate: (value) => /^(|[1-9]\d{0,8})$/.test(String(value).trim()) || t`Enter whole grams` }}
              />
            ) : (
              <FormMoneyField
                control={control}
                name={`options.${index}.bands.${step}.upTo`}
                label={t`Up to a subtotal of`}
                help={t`Leave empty for no upper limit`}
                currency={currency}
                required={false}
                disabled={disabled}
              />
            )}
            <FormMoneyField
              control={control}
              name={`options.${index}.bands.${step}.price`}
              label={t`Price`}
              currency={currency}
              disabled={disabled}
            />
            {!disabled && fields.length > 1 && (
              <IconButton
                aria-label={t`Remove rate ${{ value: step + 1 }}`}
                onClick={() => remove(step)}
                sx={{ alignSelf: "flex-start" }}
              >
                <DeleteOutlined fontSize="small" />
              </IconButton>
            )}
          </Stack>
        ))}
      </Stack>
      {!disabled && (
        <Button startIcon={<Add />} color="inherit" sx={{ mt: 1 }} onClick={() => append({ upTo: "", price: "" })}>
          {t`Add rate`}
        </Button>
      )}
    </Box>
  );
}
