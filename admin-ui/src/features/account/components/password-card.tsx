import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { applyProblem } from "@/shared/form/apply-problem";
import { FormTextField } from "@/shared/form/fields";
import { newPasswordRules } from "@/shared/session/new-password";
import { Card } from "@/shared/ui/card";
import { useToast } from "@/shared/ui/toast";
import { useChangePasswordMutation } from "../api";

const empty = { password: "", newPassword: "" };

export function PasswordCard({ email }: { email: string }) {
  const toast = useToast();
  const [change, { isLoading }] = useChangePasswordMutation();
  const [error, setError] = useState<string | null>(null);
  const { control, handleSubmit, reset, setError: setFieldError } = useForm({ defaultValues: empty });
  const submit = handleSubmit(async (values) => {
    setError(null);
    const outcome = await change(values);
    if (outcome.error !== undefined) {
      const fieldOf = (name: string) => (name === "password" || name === "newPassword" ? name : null);
      setError(applyProblem(outcome.error, { setError: setFieldError, fieldOf }));
      return;
    }
    reset(empty);
    toast.success(t`Password changed. Your other devices are signed out.`);
  });
  return (
    <Card title={t`Password`}>
      <Stack component="form" noValidate sx={{ gap: 2, maxWidth: 380 }} onSubmit={(event) => void submit(event)}>
        {error !== null && <Alert severity="error">{error}</Alert>}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <FormTextField
          control={control}
          name="password"
          label={t`Current password`}
          type="password"
          autoComplete="current-password"
          rules={{ required: t`Enter your password` }}
        />
        <FormTextField
          control={control}
          name="newPassword"
          label={t`New password`}
          type="password"
          autoComplete="new-password"
          help={t`At least 10 characters. A sentence is easier to remember than symbols.`}
          {...newPasswordRules()}
        />
        <Button type="submit" variant="contained" loading={isLoading} sx={{ alignSelf: "flex-start" }}>
          {t`Change password`}
        </Button>
      </Stack>
    </Card>
  );
}
