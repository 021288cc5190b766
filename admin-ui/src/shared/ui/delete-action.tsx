import { ConfirmAction } from "./confirm-action";

interface DeleteActionProps {
  /** What goes, such as "this discount". */
  what: string;
  /** What follows from it. */
  consequence: string;
  /** Throws when it was refused. */
  onDelete: () => Promise<void>;
}

/** A button that deletes after a question. */
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
