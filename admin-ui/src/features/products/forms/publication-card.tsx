import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import { useController, useWatch, type Control } from "react-hook-form";
import { boundInput } from "@/shared/form/bound-input";
import { FormSelect } from "@/shared/form/fields";
import { zoneHelp } from "@/shared/i18n/local-time";
import { usePermission } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import type { ProductForm } from "./product-form-state";

const choices = [
  {
    value: "draft",
    get label() {
      return t`Draft`;
    },
  },
  {
    value: "scheduled",
    get label() {
      return t`Scheduled`;
    },
  },
  {
    value: "published",
    get label() {
      return t`Published`;
    },
  },
];

interface PublicationCardProps {
  control: Control<ProductForm>;
  disabled: boolean;
}

/** Visibility and publication date of the product. */
export function PublicationCard({ control, disabled }: PublicationCardProps) {
  const mayPublish = usePermission("products", "publish");
  const status = useWatch({ control, name: "status" });
  const locked = disabled || !mayPublish;
  return (
    <Card title={t`Visibility`}>
      <Stack sx={{ gap: 2.5, pt: 1 }}>
        <FormSelect
          control={control}
          name="status"
          label={t`Status`}
          options={choices}
          help={status === "published" ? t`Customers can find and buy it` : t`Customers do not see it`}
          disabled={locked}
        />
        {status === "scheduled" && <PublishOn control={control} disabled={locked} />}
      </Stack>
    </Card>
  );
}

function PublishOn({ control, disabled }: PublicationCardProps) {
  const { field, fieldState } = useController({
    control,
    name: "publishOn",
    rules: { validate: (value) => value !== "" || t`Choose a publication date` },
  });
  return (
    <TextField
      {...boundInput(field)}
      type="datetime-local"
      label={t`Publish on`}
      disabled={disabled}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? zoneHelp()}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  );
}
