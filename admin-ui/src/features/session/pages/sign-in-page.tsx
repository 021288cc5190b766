import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { useDispatch } from "react-redux";
import { Navigate, useLocation } from "react-router";
import { applyProblem } from "@/shared/form/apply-problem";
import { FormTextField } from "@/shared/form/fields";
import { useSession } from "@/shared/session/hooks";
import { tellOtherTabs } from "@/shared/session/session-channel";
import { sessionStarted } from "@/shared/session/session-slice";
import { useSignInMutation, type Credentials } from "../api";
import { Colonnade } from "../components/colonnade";

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
    document.title = "Sign in – Stoa";
  }, []);
  if (session.status === "signed-in") return <Navigate to={backFrom(location.state)} replace />;
  const ended = session.status === "signed-out" && session.reason === "ended";
  return (
    <Box sx={{ minHeight: "100vh", display: "grid", gridTemplateColumns: { md: "minmax(420px, 5fr) 7fr" } }}>
      <Stack component="main" sx={{ justifyContent: "center", px: { xs: 3, sm: 6, lg: 10 }, py: 6 }}>
        <Box sx={{ maxWidth: 380, width: "100%", mx: "auto" }}>
          <Typography variant="subtitle1" component="p" color="primary" sx={{ fontWeight: 600, mb: 5 }}>
            Stoa
          </Typography>
          <Typography variant="h1" gutterBottom>
            Sign in
          </Typography>
          <Typography variant="body2" color="textSecondary" sx={{ mb: 3 }}>
            To your site, its pages and its shop.
          </Typography>
          {ended && (
            <Alert severity="info" sx={{ mb: 2 }}>
              Your session has ended. Sign in again.
            </Alert>
          )}
          <SignInForm />
        </Box>
      </Stack>
      <Box aria-hidden sx={{ display: { xs: "none", md: "block" }, position: "relative", overflow: "hidden", bgcolor: "stone.main" }}>
        <Colonnade />
      </Box>
    </Box>
  );
}

function SignInForm() {
  const dispatch = useDispatch();
  const [signIn, { isLoading }] = useSignInMutation();
  const [error, setError] = useState<string | null>(null);
  const { control, handleSubmit, setError: setFieldError } = useForm<Credentials>({
    defaultValues: { email: "", password: "" },
  });
  const submit = handleSubmit(async (values) => {
    setError(null);
    const outcome = await signIn({ email: values.email.trim(), password: values.password });
    if (outcome.data) {
      tellOtherTabs({ kind: "renewed", session: outcome.data });
      dispatch(sessionStarted(outcome.data));
      return;
    }
    const fieldOf = (name: string) => (name === "email" || name === "password" ? name : null);
    setError(applyProblem(outcome.error, { setError: setFieldError, fieldOf }));
  });
  return (
    <Stack component="form" noValidate sx={{ gap: 2 }} onSubmit={(event) => void submit(event)}>
      {error !== null && <Alert severity="error">{error}</Alert>}
      <FormTextField
        control={control}
        name="email"
        label="E-mail"
        type="email"
        autoComplete="username"
        rules={{ required: "Enter your e-mail address" }}
      />
      <FormTextField
        control={control}
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        rules={{ required: "Enter your password" }}
      />
      <Button type="submit" variant="contained" size="large" loading={isLoading}>
        Sign in
      </Button>
    </Stack>
  );
}
