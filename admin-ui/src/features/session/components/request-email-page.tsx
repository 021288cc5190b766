import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { applyProblem } from "@/shared/form/apply-problem";
import { FormTextField } from "@/shared/form/fields";
import { BackToSignIn } from "./back-to-sign-in";
import { NarrowPage } from "./narrow-page";

interface RequestEmailPageProps {
  /** Document title. */
  title: string;
  heading: string;
  /** What the e-mail will contain. */
  promise: string;
  /** Confirmation after the request. */
  asked: string;
  ask: (body: { email: string }) => Promise<{ error?: unknown }>;
  outcome: { isSuccess: boolean; isLoading: boolean };
}

/** Form that requests an e-mail to an address. */
export function RequestEmailPage({ title, heading, promise, asked, ask, outcome }: RequestEmailPageProps) {
  const [error, setError] = useState<string | null>(null);
  const { control, handleSubmit, setError: setFieldError } = useForm({ defaultValues: { email: "" } });
  const submit = handleSubmit(async ({ email }) => {
    setError(null);
    const answer = await ask({ email: email.trim() });
    if (answer.error === undefined) return;
    setError(
      applyProblem(answer.error, { setError: setFieldError, fieldOf: (name) => (name === "email" ? name : null) }),
    );
  });
  return (
    <NarrowPage title={title}>
      <Typography variant="h1" gutterBottom>
        {heading}
      </Typography>
      {outcome.isSuccess ? (
        <Alert severity="success">{asked}</Alert>
      ) : (
        <Stack component="form" noValidate sx={{ gap: 2 }} onSubmit={(event) => void submit(event)}>
          <Typography variant="body2" color="textSecondary">
            {promise}
          </Typography>
          {error !== null && <Alert severity="error">{error}</Alert>}
          <FormTextField
            control={control}
            name="email"
            label={t`E-mail`}
            type="email"
            autoComplete="username"
            rules={{ required: t`Enter your e-mail address` }}
          />
          <Button type="submit" variant="contained" size="large" loading={outcome.isLoading}>
            {t`Send e-mail`}
          </Button>
        </Stack>
      )}
      <BackToSignIn />
    </NarrowPage>
  );
}
