import { fieldErrors } from "@stoa/api/problem";
import { isApiError } from "../api/api-error";
import { errorText } from "../i18n/error-text";
import { useWebsite } from "../session/hooks";
import { NameDialog } from "../ui/name-dialog";
import { useCreateMailingListMutation, type MailingList } from "./api";

interface NewMailingListProps {
  /** The name that is offered. */
  start?: string;
  onMade: (list: MailingList) => void;
  onClose: () => void;
}

/** Why a name was refused. */
export function refusedName(error: unknown): string {
  const named = isApiError(error) && error.kind === "problem" ? fieldErrors(error.problem)["name"] : undefined;
  return named ?? errorText(error);
}

/** Asks what a new list shall be called, and makes it. */
export function NewMailingList({ start = "", onMade, onClose }: NewMailingListProps) {
  const website = useWebsite();
  const [create, { isLoading, error }] = useCreateMailingListMutation();
  const make = async (name: string) => {
    const outcome = await create({ websiteId: website.id, name });
    if (outcome.data !== undefined) onMade(outcome.data);
  };
  return (
    <NameDialog
      title="Create a mailing list"
      initial={start}
      help="Those who sign up where it is chosen join it."
      action="Create"
      busy={isLoading}
      error={error === undefined ? null : refusedName(error)}
      onSubmit={(name) => void make(name)}
      onClose={onClose}
    />
  );
}
