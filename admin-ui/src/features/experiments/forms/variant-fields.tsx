import { t } from "@lingui/core/macro";
import Add from "@mui/icons-material/Add";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useWatch, type Control, type UseFormGetValues, type UseFormSetValue } from "react-hook-form";
import { NewExperimentVariant } from "@stoa/api/rules";
import { fieldRules, maxOf } from "@/shared/form/field-rules";
import { FormSelect, FormTextField } from "@/shared/form/fields";
import { useWebsite } from "@/shared/session/hooks";
import { useListExperimentPagesQuery } from "../api";
import { emptyVariant, type ExperimentForm } from "./experiment-form-state";

interface VariantFieldsProps {
  control: Control<ExperimentForm>;
  getValues: UseFormGetValues<ExperimentForm>;
  setValue: UseFormSetValue<ExperimentForm>;
  disabled: boolean;
}

/** Most variants, the original among them. */
const maxVariants = 5;

export function VariantFields({ control, getValues, setValue, disabled }: VariantFieldsProps) {
  const variants = useWatch({ control, name: "variants" });
  const change = (list: ExperimentForm["variants"]) => setValue("variants", list, { shouldDirty: true });
  return (
    <Stack sx={{ gap: 2.5, pt: 2 }}>
      {variants.map((_, position) => (
        <Box key={position} role="group" aria-label={variantLabel(position)}>
          <Stack direction="row" sx={{ justifyContent: "space-between", alignItems: "center", mb: 1 }}>
            <Typography variant="subtitle2">{variantLabel(position)}</Typography>
            {position > 1 && !disabled && (
              <Button
                size="small"
                color="inherit"
                onClick={() => change(getValues("variants").filter((__, own) => own !== position))}
              >
                {t`Remove`}
              </Button>
            )}
          </Stack>
          <OneVariant control={control} position={position} disabled={disabled} />
        </Box>
      ))}
      {variants.length < maxVariants && !disabled && (
        <Button
          startIcon={<Add />}
          color="inherit"
          sx={{ alignSelf: "start" }}
          onClick={() => change([...getValues("variants"), emptyVariant])}
        >
          {t`Add variant`}
        </Button>
      )}
    </Stack>
  );
}

function variantLabel(position: number): string {
  const number = position + 1;
  return position === 0 ? t`Original` : t`Variant ${number}`;
}

interface OneVariantProps {
  control: Control<ExperimentForm>;
  position: number;
  disabled: boolean;
}

function OneVariant({ control, position, disabled }: OneVariantProps) {
  const website = useWebsite();
  const [target, page] = useWatch({ control, name: ["target", "page"] });
  const hasSource = position > 0 && target !== "theme" && target !== "text";
  const pages = useListExperimentPagesQuery({ websiteId: website.id }, { skip: !hasSource });
  const sources = (pages.data ?? []).filter(({ id }) => id !== page);
  return (
    <Box sx={{ display: "grid", gap: 2.5, gridTemplateColumns: { sm: "1fr 1fr" } }}>
      <FormTextField
        control={control}
        name={`variants.${position}.name`}
        label={t`Name`}
        disabled={disabled}
        {...fieldRules(NewExperimentVariant.entries.name, {
          missing: t`Enter a name`,
          wrong: t`Use lower-case letters, digits and hyphens.`,
        })}
      />
      <FormTextField
        control={control}
        name={`variants.${position}.weight`}
        label={t`Share of the visitors in percent`}
        disabled={disabled}
        {...fieldRules(NewExperimentVariant.entries.weight)}
      />
      {hasSource && (
        <Box sx={{ gridColumn: "1 / -1" }}>
          <FormSelect
            control={control}
            name={`variants.${position}.sourcePage`}
            label={t`Page with the variant`}
            help={t`Duplicate the page, change the copy in the editor, and choose it here. Its draft is taken when the experiment starts; the copy need not be published.`}
            disabled={disabled}
            options={sources.map(({ id, title }) => ({ value: id, label: title }))}
          />
        </Box>
      )}
      {position > 0 && target === "text" && (
        <Box sx={{ gridColumn: "1 / -1" }}>
          <FormTextField
            control={control}
            name={`variants.${position}.text`}
            label={t`Text`}
            disabled={disabled}
            rows={2}
            maxLength={maxOf(NewExperimentVariant.entries.text)}
          />
        </Box>
      )}
      {position > 0 && target === "theme" && (
        <Box sx={{ gridColumn: "1 / -1" }}>
          <FormTextField control={control} name={`variants.${position}.value`} label={t`Value`} disabled={disabled} />
        </Box>
      )}
    </Box>
  );
}
