import type { ButtonProps } from "@mui/material/Button";
import { ConfirmAction } from "@/shared/ui/confirm-action";

interface SendButtonProps {
  label: string;
  /** Spoken name, where several buttons have the same label. */
  name?: string;
  question: string;
  /** What follows from it. */
  consequence: string;
  prominent?: boolean;
  /** Throws when it was refused. */
  onSend: () => Promise<void>;
}

/** A button that sends letters after a question: they cannot be called back. */
export function SendButton({ name, prominent = false, onSend, ...action }: SendButtonProps) {
  const look: ButtonProps = prominent ? { variant: "contained" } : { size: "small", color: "inherit" };
  return <ConfirmAction {...action} button={{ ...look, "aria-label": name }} confirmLabel="Send" onConfirm={onSend} />;
}
