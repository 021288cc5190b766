import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { useWatch, type Control } from "react-hook-form";
import { NewExperiment } from "@stoa/api/rules";
import { fieldRules, maxOf } from "@/shared/form/field-rules";
import { FormSelect, FormTextField } from "@/shared/form/fields";
import { FormShell } from "@/shared/form/form-shell";
import { useEditForm } from "@/shared/form/use-edit-form";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import {
  useGetExperimentPageQuery,
  useGetExperimentThemeQuery,
  useListExperimentFormsQuery,
  useListExperimentPagesQuery,
  type ExperimentChange,
} from "../api";
import { goalTexts, targetTexts } from "../experiment-text";
import {
  anyForm,
  changeOf,
  elementChoices,
  fieldOf,
  textChoices,
  type ExperimentForm as FormState,
} from "./experiment-form-state";
import { VariantFields } from "./variant-fields";

interface ExperimentFormProps {
  initial: FormState;
  editable: boolean;
  /** What stands above the form; it is told whether there are changes that are not saved. */
  above?: (isEdited: boolean) => ReactNode;
  /** Throws if the server refuses it; resolves to the new form state. */
  onSave: (change: ExperimentChange) => Promise<FormState>;
}

const choicesOf = (texts: Readonly<Record<string, string>>) =>
  Object.keys(texts).map((value) => ({ value, label: texts[value] ?? value }));

const twoColumns = { display: "grid", gap: 2.5, pt: 1, gridTemplateColumns: { sm: "1fr 1fr" } } as const;

export function ExperimentForm({ initial, editable, above, onSave }: ExperimentFormProps) {
  const website = useWebsite();
  const theme = useGetExperimentThemeQuery({ websiteId: website.id }).data ?? null;
  const { control, getValues, setValue, shell } = useEditForm<FormState>({
    initial,
    what: t`this experiment`,
    fieldOf,
    onSave: (form) => onSave(changeOf(form, theme)),
  });
  const disabled = !editable;
  return (
    <>
      {above?.(shell.dirty)}
      <FormShell label={t`Experiment`} editable={editable} {...shell}>
        <Stack sx={{ gap: 2 }}>
          <Card title={t`Experiment`}>
            <Box sx={twoColumns}>
              <FormTextField
                control={control}
                name="name"
                label={t`Name`}
                help={t`Lower-case letters, digits and hyphens. It becomes part of addresses that choose a variant.`}
                disabled={disabled}
                {...fieldRules(NewExperiment.entries.name, {
                  missing: t`Enter a name`,
                  wrong: t`Use lower-case letters, digits and hyphens.`,
                })}
              />
              <FormSelect
                control={control}
                name="target"
                label={t`What the variants change`}
                disabled={disabled}
                options={choicesOf(targetTexts)}
              />
              <TargetFields control={control} disabled={disabled} />
            </Box>
          </Card>
          <Card title={t`Goal`}>
            <GoalFields control={control} disabled={disabled} />
          </Card>
          <Card title={t`Variants`}>
            <Typography variant="body2" color="textSecondary" sx={{ pt: 0.5 }}>
              {t`The first one is the original. The shares of all variants are 100% together.`}
            </Typography>
            <VariantFields control={control} getValues={getValues} setValue={setValue} disabled={disabled} />
          </Card>
        </Stack>
      </FormShell>
    </>
  );
}

interface PartProps {
  control: Control<FormState>;
  disabled: boolean;
}

function TargetFields({ control, disabled }: PartProps) {
  const website = useWebsite();
  const [target, page, element] = useWatch({ control, name: ["target", "page", "element"] });
  const isTheme = target === "theme";
  const pages = useListExperimentPagesQuery({ websiteId: website.id }, { skip: isTheme });
  const hasElement = !isTheme && target !== "page" && page !== "";
  const content = useGetExperimentPageQuery({ websiteId: website.id, pageId: page }, { skip: !hasElement });
  const theme = useGetExperimentThemeQuery({ websiteId: website.id }, { skip: !isTheme });
  if (isTheme) {
    const options = (theme.data?.settings ?? []).map(({ name, title }) => ({ value: name, label: title }));
    return <FormSelect control={control} name="setting" label={t`Setting`} disabled={disabled} options={options} />;
  }
  const published = (pages.data ?? []).filter(({ isPublished }) => isPublished);
  return (
    <>
      <FormSelect
        control={control}
        name="page"
        label={t`Page`}
        help={t`In the primary language of the site; pages in other languages show the original.`}
        disabled={disabled}
        options={published.map(({ id, title }) => ({ value: id, label: title }))}
      />
      {hasElement && content.data !== undefined && (
        <FormSelect
          control={control}
          name="element"
          label={target === "section" ? t`Section` : t`Block`}
          disabled={disabled}
          options={elementChoices(content.data, target)}
        />
      )}
      {target === "text" && content.data !== undefined && element !== "" && (
        <FormSelect
          control={control}
          name="setting"
          label={t`Text`}
          disabled={disabled}
          options={textChoices(content.data, element)}
        />
      )}
    </>
  );
}

function GoalFields({ control, disabled }: PartProps) {
  const goal = useWatch({ control, name: "goal" });
  const labels = {
    "page-view": t`Path of the page`,
    "button-click": t`Text of the button (empty for any)`,
  };
  return (
    <Box sx={twoColumns}>
      <FormSelect
        control={control}
        name="goal"
        label={t`What visitors should do`}
        disabled={disabled}
        options={choicesOf(goalTexts)}
      />
      {goal === "form-submit" && <FormChoice control={control} disabled={disabled} />}
      {(goal === "page-view" || goal === "button-click") && (
        <FormTextField
          control={control}
          name="goalValue"
          label={labels[goal]}
          disabled={disabled}
          maxLength={maxOf(NewExperiment.entries.goalValue)}
        />
      )}
    </Box>
  );
}

/** The forms of the site; a form that was chosen and is gone keeps its id. */
function FormChoice({ control, disabled }: PartProps) {
  const website = useWebsite();
  const knowsForms = usePermission("submissions", "read");
  const chosen = useWatch({ control, name: "form" });
  const forms = useListExperimentFormsQuery({ websiteId: website.id }, { skip: !knowsForms });
  const known = (forms.data ?? []).map(({ id, name, pageTitle }) => ({
    value: id,
    label: [name, pageTitle].filter(Boolean).join(" · ") || id,
  }));
  const isKnown = chosen === anyForm || known.some(({ value }) => value === chosen);
  const options = [
    { value: anyForm, label: t`Any form` },
    ...known,
    ...(isKnown ? [] : [{ value: chosen, label: chosen }]),
  ];
  return <FormSelect control={control} name="form" label={t`Form`} disabled={disabled} options={options} />;
}
