import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { LoadTestPermission as PermissionRules } from "@stoa/api/rules";
import { problemCode } from "@/shared/api/api-error";
import { applyProblem } from "@/shared/form/apply-problem";
import { FormDateTimeField } from "@/shared/form/date-time-field";
import { FormSelect, FormTextField } from "@/shared/form/fields";
import { fieldRules } from "@/shared/form/field-rules";
import { formatMoment, formatNumber } from "@/shared/i18n/format";
import { zoneHelp } from "@/shared/i18n/local-time";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { ConfirmAction } from "@/shared/ui/confirm-action";
import { useToast } from "@/shared/ui/toast";
import { allowances, endOf, isAllowed, type AllowanceValues } from "../allowance";
import { useSaveLoadTestsMutation, type LoadTests } from "../api";

interface PermissionCardProps {
  tests: LoadTests;
  editable: boolean;
}

/** Until when runs are allowed, and how fast they may be. */
export function PermissionCard({ tests, editable }: PermissionCardProps) {
  const website = useWebsite();
  const toast = useToast();
  const [save] = useSaveLoadTestsMutation();
  const allowed = isAllowed(tests);
  const { revision } = tests;
  const maxCallsPerSecond = formatNumber(tests.maxCallsPerSecond);
  const until = tests.allowedUntil == null ? "" : formatMoment(tests.allowedUntil);
  const stop = async () => {
    const permission = { allowedUntil: null, maxCallsPerSecond: tests.maxCallsPerSecond };
    await save({ websiteId: website.id, revision, permission }).unwrap();
    toast.success(t`Load tests are no longer allowed`);
  };
  return (
    <Card
      title={t({ message: "Permission", context: "for load tests" })}
      action={
        <Chip
          size="small"
          variant="soft"
          color={allowed ? "success" : "default"}
          label={
            allowed ? t({ message: "Allowed", context: "load tests" }) : t({ message: "Off", context: "load tests" })
          }
        />
      }
    >
      <Stack sx={{ gap: 2.5, pt: 1 }}>
        <Typography variant="body2" color="textSecondary" role="status">
          {allowed
            ? t`Load tests are allowed until ${until}, with at most ${maxCallsPerSecond} calls a second.`
            : t`Load tests are off: a load generator is refused and told to switch them on here.`}
        </Typography>
        {tests.forbidden && (
          <Alert severity="info">{t`The operator of this installation does not allow load tests.`}</Alert>
        )}
        {editable && !tests.forbidden && <PermissionForm tests={tests} allowed={allowed} />}
        {editable && allowed && (
          <div>
            <ConfirmAction
              label={t`Stop load tests`}
              button={{ color: "error" }}
              tone="error"
              question={t`Stop load tests now?`}
              consequence={t`Runs that are on are refused within two seconds. What they have made stays until you remove it.`}
              confirmLabel={t`Stop load tests`}
              onConfirm={stop}
            />
          </div>
        )}
      </Stack>
    </Card>
  );
}

const fields = ["allowance", "until", "maxCallsPerSecond"] as const;

function PermissionForm({ tests, allowed }: { tests: LoadTests; allowed: boolean }) {
  const website = useWebsite();
  const toast = useToast();
  const [save, { isLoading }] = useSaveLoadTestsMutation();
  const [error, setError] = useState<string | null>(null);
  const {
    control,
    handleSubmit,
    setError: setFieldError,
  } = useForm<AllowanceValues>({
    defaultValues: { allowance: "1h", until: "", maxCallsPerSecond: String(tests.maxCallsPerSecond) },
  });
  const allowance = useWatch({ control, name: "allowance" });
  const submit = handleSubmit(async (form) => {
    setError(null);
    const allowedUntil = endOf(form);
    if (allowedUntil === null)
      return setFieldError("until", { message: t`Enter a time in the future.` }, { shouldFocus: true });
    const permission = { allowedUntil, maxCallsPerSecond: Number(form.maxCallsPerSecond) };
    const outcome = await save({ websiteId: website.id, revision: tests.revision, permission });
    if (outcome.error === undefined) {
      toast.success(t`Load tests are allowed until ${{ until: formatMoment(allowedUntil) }}`);
      return;
    }
    const fieldOf = (name: string) =>
      name === "allowedUntil"
        ? form.allowance === "until"
          ? "until"
          : "allowance"
        : (fields.find((own) => own === name) ?? null);
    setError(
      problemCode(outcome.error) === "revision-stale"
        ? t`Someone else has changed this in the meantime. Their version is shown above; try again.`
        : applyProblem(outcome.error, { setError: setFieldError, fieldOf }),
    );
  });
  const highestCallsPerSecond = formatNumber(tests.highestCallsPerSecond);
  return (
    <Stack
      component="form"
      aria-label={t`Permission for load tests`}
      noValidate
      sx={{ gap: 2.5 }}
      onSubmit={(event) => void submit(event)}
    >
      {error !== null && <Alert severity="error">{error}</Alert>}
      <FormSelect control={control} name="allowance" label={t`Allow for`} options={allowances} />
      {allowance === "until" && (
        <FormDateTimeField control={control} name="until" label={t`Allowed until`} help={zoneHelp()} />
      )}
      <FormTextField
        control={control}
        name="maxCallsPerSecond"
        label={t`Maximum calls per second`}
        help={t`At most ${highestCallsPerSecond}, of all runs together. Calls beyond it are refused.`}
        {...fieldRules(PermissionRules.entries.maxCallsPerSecond)}
      />
      <div>
        <Button type="submit" variant="contained" loading={isLoading}>
          {allowed ? t`Change permission` : t`Allow load tests`}
        </Button>
      </div>
    </Stack>
  );
}
