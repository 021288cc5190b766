import { ConfirmAction } from "./confirm-action";

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
      label="Delete"
      button={{ color: "error", variant: "outlined" }}
      question={`Delete ${what}?`}
      consequence={consequence}
      confirmLabel="Delete"
      tone="error"
      onConfirm={onDelete}
    />
  );
}
