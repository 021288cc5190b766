import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { applyProblem } from "@/shared/form/apply-problem";
import { FormTextField } from "@/shared/form/fields";
import { newPasswordRules } from "@/shared/session/new-password";
import { useResetPasswordMutation } from "../api";
import { useLinkToken } from "../components/link-page";
import { NarrowPage } from "../components/narrow-page";

/** Target of the link in a password e-mail. */
export function ResetPasswordPage() {
  const token = useLinkToken();
  const [reset, outcome] = useResetPasswordMutation();
  const [error, setError] = useState<string | null>(null);
  const { control, handleSubmit, setError: setFieldError } = useForm({ defaultValues: { password: "" } });
  const submit = handleSubmit(async ({ password }) => {
    setError(null);
    const answer = await reset({ token, password });
    if (answer.error === undefined) return;
    setError(
      applyProblem(answer.error, { setError: setFieldError, fieldOf: (name) => (name === "password" ? name : null) }),
    );
  });
  return (
    <NarrowPage title={t`New password`}>
      <Typography variant="h1" gutterBottom>
        {t`Choose a new password`}
      </Typography>
      {outcome.isSuccess ? (
        <Stack sx={{ gap: 2 }}>
          <Alert severity="success">{t`Your password is changed, and you are signed out everywhere.`}</Alert>
          <Button component={Link} to="/sign-in" variant="contained" size="large">
            {t`Sign in`}
          </Button>
        </Stack>
      ) : (
        <Stack component="form" noValidate sx={{ gap: 2 }} onSubmit={(event) => void submit(event)}>
          {error !== null && <Alert severity="error">{error}</Alert>}
          <FormTextField
            control={control}
            name="password"
            label={t`New password`}
            type="password"
            autoComplete="new-password"
            {...newPasswordRules()}
          />
          <Button type="submit" variant="contained" size="large" loading={outcome.isLoading}>
            {t`Change password`}
          </Button>
        </Stack>
      )}
    </NarrowPage>
  );
}
