import { ConfirmAction } from "./confirm-action";
import { t } from "@lingui/core/macro";

interface DeleteActionProps {
  /** What is deleted, such as "this discount". */
  what: string;
  /** Explanation of the consequence. */
  consequence: string;
  /** Throws if the server refuses it. */
  onDelete: () => Promise<void>;
}

/** A delete button with confirmation. */
export function DeleteAction({ what, consequence, onDelete }: DeleteActionProps) {
  return (
    <ConfirmAction
      label={t`Delete`}
      button={{ color: "error", variant: "outlined" }}
      question={t`Delete ${what}?`}
      consequence={consequence}
      confirmLabel={t`Delete`}
      tone="error"
      onConfirm={onDelete}
    />
  );
}
