import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { Link as RouterLink, Navigate, useLocation } from "react-router";
import { problemCode } from "@/shared/api/api-error";
import { applyProblem } from "@/shared/form/apply-problem";
import { FormTextField } from "@/shared/form/fields";
import { errorText } from "@/shared/i18n/error-text";
import { useSession } from "@/shared/session/hooks";
import { useGetSignUpQuery, useSignInMutation, type Credentials } from "../api";
import { Colonnade } from "../components/colonnade";
import { useStartSession } from "../use-start-session";

function backFrom(state: unknown): string {
  if (typeof state === "object" && state !== null && "back" in state && typeof state.back === "string") {
    return state.back === "" ? "/" : state.back;
  }
  return "/";
}

export function SignInPage() {
  const session = useSession();
  const location = useLocation();
  useEffect(() => {
    document.title = t`Sign in – Stoa`;
  }, []);
  if (session.status === "signed-in") return <Navigate to={backFrom(location.state)} replace />;
  const ended = session.status === "signed-out" && session.reason === "ended";
  return (
    <Box sx={{ minHeight: "100vh", display: "grid", gridTemplateColumns: { md: "minmax(420px, 5fr) 7fr" } }}>
      <Stack component="main" sx={{ justifyContent: "center", px: { xs: 3, sm: 6, lg: 10 }, py: 6 }}>
        <Box sx={{ maxWidth: 380, width: "100%", mx: "auto" }}>
          <Typography variant="subtitle1" component="p" color="primary" sx={{ fontWeight: 600, mb: 5 }}>
            {t`Stoa`}
          </Typography>
          <Typography variant="h1" gutterBottom>
            {t`Sign in`}
          </Typography>
          <Typography variant="body2" color="textSecondary" sx={{ mb: 3 }}>
            {t`Sign in to manage your site and store.`}
          </Typography>
          {ended && (
            <Alert severity="info" sx={{ mb: 2 }}>
              {t`Your session has ended. Sign in again.`}
            </Alert>
          )}
          <SignInForm />
          <WithoutAccount />
        </Box>
      </Stack>
      <Box
        aria-hidden
        sx={{ display: { xs: "none", md: "block" }, position: "relative", overflow: "hidden", bgcolor: "stone.main" }}
      >
        <Colonnade />
      </Box>
    </Box>
  );
}

/** Sign-up link, if sign-up is open. */
function WithoutAccount() {
  const { data } = useGetSignUpQuery(null);
  switch (data?.state) {
    case "first":
      return (
        <Alert severity="info" sx={{ mt: 3 }}>
          {t`No account exists yet. Open the link that the server printed when it started to create the first one.`}
        </Alert>
      );
    case "open":
      return (
        <Typography variant="body2" sx={{ mt: 3 }}>
          <Trans>
            No account yet?{" "}
            <Link component={RouterLink} to="/sign-up">
              Create one
            </Link>
          </Trans>
        </Typography>
      );
    default:
      return null;
  }
}

function SignInForm() {
  const beginSession = useStartSession();
  const [signIn, { isLoading }] = useSignInMutation();
  const [error, setError] = useState<string | null>(null);
  // The password was correct, and a code is required too.
  const [asksCode, setAsksCode] = useState(false);
  const form = useForm<Credentials>({ defaultValues: { email: "", password: "", code: "" } });
  const { control, handleSubmit, resetField, setError: setFieldError } = form;
  const submit = handleSubmit(async (values) => {
    setError(null);
    const outcome = await signIn({ ...values, email: values.email.trim() });
    if (outcome.data) {
      beginSession(outcome.data);
      return;
    }
    switch (problemCode(outcome.error)) {
      case "second-factor-required":
        setAsksCode(true);
        return;
      case "second-factor-failed":
        setFieldError("code", { type: "server", message: errorText(outcome.error) }, { shouldFocus: true });
        return;
    }
    const fieldOf = (name: string) => (name === "email" || name === "password" ? name : null);
    setError(applyProblem(outcome.error, { setError: setFieldError, fieldOf }));
  });
  const startAgain = () => {
    setAsksCode(false);
    setError(null);
    resetField("password");
    resetField("code");
  };
  return (
    <Stack component="form" noValidate sx={{ gap: 2 }} onSubmit={(event) => void submit(event)}>
      {error !== null && <Alert severity="error">{error}</Alert>}
      {asksCode ? (
        <FormTextField
          control={control}
          name="code"
          label={t`Code`}
          autoComplete="one-time-code"
          autoFocus
          help={t`The six digits from your authenticator app, or a recovery code.`}
          rules={{ required: t`Enter the code` }}
        />
      ) : (
        <>
          <FormTextField
            control={control}
            name="email"
            label={t`E-mail`}
            type="email"
            autoComplete="username"
            rules={{ required: t`Enter your e-mail address` }}
          />
          <FormTextField
            control={control}
            name="password"
            label={t`Password`}
            type="password"
            autoComplete="current-password"
            rules={{ required: t`Enter your password` }}
          />
        </>
      )}
      <Button type="submit" variant="contained" size="large" loading={isLoading}>
        {t`Sign in`}
      </Button>
      {asksCode ? (
        <Button color="inherit" onClick={startAgain}>
          {t`Start again`}
        </Button>
      ) : (
        <Link component={RouterLink} to="/forgot-password" variant="body2" sx={{ alignSelf: "flex-start" }}>
          {t`Forgot your password?`}
        </Link>
      )}
    </Stack>
  );
}
