import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { applyProblem } from "@/shared/form/apply-problem";
import { FormTextField } from "@/shared/form/fields";
import { newPasswordRules } from "@/shared/session/new-password";
import type { Session } from "@/shared/session/types";
import { useStartSession } from "../use-start-session";

interface NewAccount {
  name: string;
  email: string;
  password: string;
}

interface AccountFormProps {
  /** E-mail address of the account; null if the user enters it. */
  email: string | null;
  /** Label of the button. */
  label: string;
  make: (account: NewAccount) => Promise<{ data?: Session | object | undefined; error?: unknown }>;
  isMaking: boolean;
  /** Target after signing up. */
  goal: string;
}

const fields = ["name", "email", "password"] as const;

/** Creates an account and signs in. */
export function AccountForm({ email, label, make, isMaking, goal }: AccountFormProps) {
  const beginSession = useStartSession();
  const navigate = useNavigate();
  const [error, setError] = useState<string | null>(null);
  const {
    control,
    handleSubmit,
    setError: setFieldError,
  } = useForm<NewAccount>({
    defaultValues: { name: "", email: email ?? "", password: "" },
  });
  const submit = handleSubmit(async (values) => {
    setError(null);
    const outcome = await make({ ...values, email: values.email.trim() });
    if (outcome.data === undefined) {
      const fieldOf = (name: string) => fields.find((field) => field === name) ?? null;
      setError(applyProblem(outcome.error, { setError: setFieldError, fieldOf }));
      return;
    }
    if ("accessToken" in outcome.data) beginSession(outcome.data);
    await navigate(goal, { replace: true });
  });
  return (
    <Stack component="form" noValidate sx={{ gap: 2 }} onSubmit={(event) => void submit(event)}>
      {error !== null && <Alert severity="error">{error}</Alert>}
      <FormTextField
        control={control}
        name="name"
        label={t`Your name`}
        autoComplete="name"
        rules={{ required: t`Enter your name` }}
      />
      {email === null ? (
        <FormTextField
          control={control}
          name="email"
          label={t`E-mail`}
          type="email"
          autoComplete="username"
          rules={{ required: t`Enter your e-mail address` }}
        />
      ) : (
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      )}
      <FormTextField
        control={control}
        name="password"
        label={t`New password`}
        type="password"
        autoComplete="new-password"
        {...newPasswordRules()}
      />
      <Button type="submit" variant="contained" size="large" loading={isMaking}>
        {label}
      </Button>
    </Stack>
  );
}
