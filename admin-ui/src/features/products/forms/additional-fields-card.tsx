import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Add from "@mui/icons-material/Add";
import { useFieldArray, useWatch, type Control } from "react-hook-form";
import { AdditionalField, ProductBody } from "@stoa/api/rules";
import { fieldRules, filled, maxOf } from "@/shared/form/field-rules";
import { FormSelect, FormSwitch, FormTextField } from "@/shared/form/fields";
import { Card } from "@/shared/ui/card";
import type { FieldType, ProductForm } from "./product-form-state";

const types: { value: FieldType; label: string }[] = [
  {
    value: "text",
    get label() {
      return t`Single-line text`;
    },
  },
  {
    value: "textarea",
    get label() {
      return t`Multi-line text`;
    },
  },
  {
    value: "select",
    get label() {
      return t`Dropdown`;
    },
  },
  {
    value: "radio",
    get label() {
      return t`Single choice`;
    },
  },
  {
    value: "checkbox",
    get label() {
      return t`Multiple choice`;
    },
  },
];

const maxFields = maxOf(ProductBody.entries.additionalFields);

interface AdditionalFieldsCardProps {
  control: Control<ProductForm>;
  editable: boolean;
}

/** Fields that customers fill in before they add the product to the cart. */
export function AdditionalFieldsCard({ control, editable }: AdditionalFieldsCardProps) {
  const { fields, append, remove, swap } = useFieldArray({ control, name: "additionalFields" });
  if (fields.length === 0 && !editable) return null;
  return (
    <Card title={t`Questions before adding to the cart`}>
      <Stack sx={{ gap: 2.5, pt: 1 }}>
        {fields.map((field, index) => (
          <Stack key={field.id} role="group" aria-label={t`Question ${{ value: index + 1 }}`} sx={{ gap: 1.5 }}>
            <Box sx={{ display: "grid", gap: 1.5, gridTemplateColumns: { sm: "2fr 1fr" } }}>
              <FormTextField
                control={control}
                name={`additionalFields.${index}.title`}
                label={t`Question`}
                disabled={!editable}
                {...fieldRules(AdditionalField.entries.title, { missing: t`Enter a question` })}
              />
              <FormSelect
                control={control}
                name={`additionalFields.${index}.type`}
                label={t`Answer type`}
                options={types}
                disabled={!editable}
              />
            </Box>
            <Choices control={control} index={index} disabled={!editable} />
            <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
              <FormSwitch
                control={control}
                name={`additionalFields.${index}.required`}
                label={t`Required`}
                disabled={!editable}
              />
              {editable && (
                <Stack direction="row" sx={{ ml: "auto", gap: 1 }}>
                  <Button size="small" color="inherit" disabled={index === 0} onClick={() => swap(index, index - 1)}>
                    {t`Move up`}
                  </Button>
                  <Button size="small" color="inherit" onClick={() => remove(index)}>
                    {t`Remove`}
                  </Button>
                </Stack>
              )}
            </Stack>
          </Stack>
        ))}
        {editable && (
          <Box>
            <Button
              startIcon={<Add />}
              color="inherit"
              disabled={fields.length >= maxFields}
              onClick={() =>
                append({ key: `f-${crypto.randomUUID()}`, type: "text", title: "", required: false, options: "" })
              }
            >
              {t`Add question`}
            </Button>
          </Box>
        )}
      </Stack>
    </Card>
  );
}

function Choices({ control, index, disabled }: { control: Control<ProductForm>; index: number; disabled: boolean }) {
  const type = useWatch({ control, name: `additionalFields.${index}.type` });
  if (type === "text" || type === "textarea") return null;
  return (
    <FormTextField
      control={control}
      name={`additionalFields.${index}.options`}
      label={t`Choices`}
      help={t`One per line`}
      rows={3}
      disabled={disabled}
      {...filled(t`Enter the choices`)}
    />
  );
}
