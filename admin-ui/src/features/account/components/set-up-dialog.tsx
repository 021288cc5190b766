import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { applyProblem } from "@/shared/form/apply-problem";
import { FormTextField } from "@/shared/form/fields";
import { FormDialog } from "@/shared/form/form-dialog";
import { useConfirmSecondFactorMutation, useEnrolSecondFactorMutation, type Enrolment } from "../api";

interface SetUpDialogProps {
  /** Called with the recovery codes once two-step sign-in is on. */
  onDone: (recoveryCodes: string[]) => void;
  onClose: () => void;
}

/** Turns two-step sign-in on: password, then authenticator app, then its first code. */
export function SetUpDialog({ onDone, onClose }: SetUpDialogProps) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  return enrolment === null ? (
    <PasswordStep onDone={setEnrolment} onClose={onClose} />
  ) : (
    <CodeStep enrolment={enrolment} onDone={onDone} onClose={onClose} />
  );
}

function PasswordStep({ onDone, onClose }: { onDone: (enrolment: Enrolment) => void; onClose: () => void }) {
  const [enrol, { isLoading }] = useEnrolSecondFactorMutation();
  const [error, setError] = useState<string | null>(null);
  const { control, handleSubmit, setError: setFieldError } = useForm({ defaultValues: { password: "" } });
  const submit = handleSubmit(async (values) => {
    setError(null);
    const outcome = await enrol(values);
    if (outcome.data) onDone(outcome.data);
    else
      setError(
        applyProblem(outcome.error, {
          setError: setFieldError,
          fieldOf: (name) => (name === "password" ? name : null),
        }),
      );
  });
  return (
    <FormDialog
      title={t`Set up two-step sign-in`}
      intro={t`You need an authenticator app, such as the password manager on your phone.`}
      error={error}
      submitLabel={t`Continue`}
      busy={isLoading}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Stack sx={{ pt: 1 }}>
        <FormTextField
          control={control}
          name="password"
          label={t`Your password`}
          type="password"
          autoComplete="current-password"
          autoFocus
          rules={{ required: t`Enter your password` }}
        />
      </Stack>
    </FormDialog>
  );
}

function CodeStep({ enrolment, onDone, onClose }: SetUpDialogProps & { enrolment: Enrolment }) {
  const [confirm, { isLoading }] = useConfirmSecondFactorMutation();
  const [error, setError] = useState<string | null>(null);
  const { control, handleSubmit, setError: setFieldError } = useForm({ defaultValues: { code: "" } });
  const submit = handleSubmit(async (values) => {
    setError(null);
    const outcome = await confirm(values);
    if (outcome.data) onDone(outcome.data.recoveryCodes);
    else
      setError(
        applyProblem(outcome.error, { setError: setFieldError, fieldOf: (name) => (name === "code" ? name : null) }),
      );
  });
  return (
    <FormDialog
      title={t`Scan this code with your app`}
      error={error}
      submitLabel={t`Turn on`}
      busy={isLoading}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2, alignItems: "center" }}>
        <Box
          component="img"
          src={`data:image/svg+xml,${encodeURIComponent(enrolment.picture)}`}
          alt={t`QR code of the secret below`}
          sx={{ width: 208, height: 208, bgcolor: "#fff", borderRadius: 1 }}
        />
        <Typography variant="body2" color="textSecondary" sx={{ textAlign: "center" }}>
          <Trans>
            On this device, <Link href={enrolment.address}>open your app</Link>. Or type the secret into it:
          </Trans>
        </Typography>
        <Typography
          component="code"
          sx={{ fontFamily: "monospace", overflowWrap: "anywhere", textAlign: "center", userSelect: "all" }}
        >
          {enrolment.secret.replace(/(.{4})(?=.)/g, "$1 ")}
        </Typography>
        <FormTextField
          control={control}
          name="code"
          label={t`Code`}
          autoComplete="one-time-code"
          autoFocus
          help={t`The six-digit code the app shows now. Your other devices are signed out.`}
          rules={{ required: t`Enter the code` }}
        />
      </Stack>
    </FormDialog>
  );
}
