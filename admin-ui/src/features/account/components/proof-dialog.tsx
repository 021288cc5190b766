import { t } from "@lingui/core/macro";
import Stack from "@mui/material/Stack";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { applyProblem } from "@/shared/form/apply-problem";
import { FormTextField } from "@/shared/form/fields";
import { FormDialog } from "@/shared/form/form-dialog";
import type { Proof } from "../api";

interface ProofDialogProps {
  title: string;
  intro: string;
  submitLabel: string;
  tone?: "primary" | "error";
  /** Throws if the server refuses the proof. */
  onProof: (proof: Proof) => Promise<void>;
  onClose: () => void;
}

/** Asks for password and code before two-step sign-in is changed. */
export function ProofDialog({ title, intro, submitLabel, tone = "primary", onProof, onClose }: ProofDialogProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const {
    control,
    handleSubmit,
    setError: setFieldError,
  } = useForm<Proof>({ defaultValues: { password: "", code: "" } });
  const submit = handleSubmit(async (proof) => {
    setBusy(true);
    setError(null);
    try {
      await onProof(proof);
    } catch (failure) {
      const fieldOf = (name: string) => (name === "password" || name === "code" ? name : null);
      setError(applyProblem(failure, { setError: setFieldError, fieldOf }));
      setBusy(false);
    }
  });
  return (
    <FormDialog
      title={title}
      intro={intro}
      error={error}
      submitLabel={submitLabel}
      tone={tone}
      busy={busy}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2, pt: 1 }}>
        <FormTextField
          control={control}
          name="password"
          label={t`Your password`}
          type="password"
          autoComplete="current-password"
          autoFocus
          rules={{ required: t`Enter your password` }}
        />
        <FormTextField
          control={control}
          name="code"
          label={t`Code`}
          autoComplete="one-time-code"
          help={t`The six-digit code from your app, or a recovery code.`}
          rules={{ required: t`Enter the code` }}
        />
      </Stack>
    </FormDialog>
  );
}
