import { t } from "@lingui/core/macro";
import type { ButtonProps } from "@mui/material/Button";
import { ConfirmAction } from "@/shared/ui/confirm-action";

interface SendButtonProps {
  label: string;
  /** Accessible name, where several buttons have the same label. */
  name?: string;
  question: string;
  /** Explanation of the consequence. */
  consequence: string;
  prominent?: boolean;
  /** Throws if the server refuses it. */
  onSend: () => Promise<void>;
}

/** Sends e-mails after confirmation, since they cannot be recalled. */
export function SendButton({ name, prominent = false, onSend, ...action }: SendButtonProps) {
  const look: ButtonProps = prominent ? { variant: "contained" } : { size: "small", color: "inherit" };
  return (
    <ConfirmAction {...action} button={{ ...look, "aria-label": name }} confirmLabel={t`Send`} onConfirm={onSend} />
  );
}
