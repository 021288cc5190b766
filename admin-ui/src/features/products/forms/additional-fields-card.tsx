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
  { value: "text", label: "Single-line text" },
  { value: "textarea", label: "Multi-line text" },
  { value: "select", label: "Dropdown" },
  { value: "radio", label: "Single choice" },
  { value: "checkbox", label: "Multiple choice" },
];

const mostFields = maxOf(ProductBody.entries.additionalFields);

interface AdditionalFieldsCardProps {
  control: Control<ProductForm>;
  editable: boolean;
}

/** Fields that customers fill in before they add the product to the cart. */
export function AdditionalFieldsCard({ control, editable }: AdditionalFieldsCardProps) {
  const { fields, append, remove, swap } = useFieldArray({ control, name: "additionalFields" });
  if (fields.length === 0 && !editable) return null;
  return (
    <Card title="Questions before adding to the cart">
      <Stack sx={{ gap: 2.5, pt: 1 }}>
        {fields.map((field, index) => (
          <Stack key={field.id} role="group" aria-label={`Question ${index + 1}`} sx={{ gap: 1.5 }}>
            <Box sx={{ display: "grid", gap: 1.5, gridTemplateColumns: { sm: "2fr 1fr" } }}>
              <FormTextField
                control={control}
                name={`additionalFields.${index}.title`}
                label="Question"
                disabled={!editable}
                {...fieldRules(AdditionalField.entries.title, { missing: "Enter a question" })}
              />
              <FormSelect
                control={control}
                name={`additionalFields.${index}.type`}
                label="Answer type"
                options={types}
                disabled={!editable}
              />
            </Box>
            <Choices control={control} index={index} disabled={!editable} />
            <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
              <FormSwitch
                control={control}
                name={`additionalFields.${index}.required`}
                label="Required"
                disabled={!editable}
              />
              {editable && (
                <Stack direction="row" sx={{ ml: "auto", gap: 1 }}>
                  <Button size="small" color="inherit" disabled={index === 0} onClick={() => swap(index, index - 1)}>
                    Move up
                  </Button>
                  <Button size="small" color="inherit" onClick={() => remove(index)}>
                    Remove
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
              disabled={fields.length >= mostFields}
              onClick={() =>
                append({ key: `f-${crypto.randomUUID()}`, type: "text", title: "", required: false, options: "" })
              }
            >
              Add question
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
      label="Choices"
      help="One per line"
      rows={3}
      disabled={disabled}
      {...filled("Enter the choices")}
    />
  );
}
