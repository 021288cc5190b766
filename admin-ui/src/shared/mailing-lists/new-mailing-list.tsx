import { t } from "@lingui/core/macro";
import { fieldErrors } from "@stoa/api/problem";
import { MailingListBody } from "@stoa/api/rules";
import { isApiError } from "../api/api-error";
import { errorText } from "../i18n/error-text";
import { useWebsite } from "../session/hooks";
import { NameDialog } from "../ui/name-dialog";
import { useCreateMailingListMutation, type MailingList } from "./api";

interface NewMailingListProps {
  /** Suggested name. */
  start?: string;
  onMade: (list: MailingList) => void;
  onClose: () => void;
}

/** Error message for a refused name. */
export function refusedName(error: unknown): string {
  const named = isApiError(error) && error.kind === "problem" ? fieldErrors(error.problem)["name"] : undefined;
  return named ?? errorText(error);
}

/** Asks for the name of a new list, and creates it. */
export function NewMailingList({ start = "", onMade, onClose }: NewMailingListProps) {
  const website = useWebsite();
  const [create, { isLoading, error }] = useCreateMailingListMutation();
  const make = async (name: string) => {
    const outcome = await create({ websiteId: website.id, name });
    if (outcome.data !== undefined) onMade(outcome.data);
  };
  return (
    <NameDialog
      title={t`Create a mailing list`}
      initial={start}
      help={t`People who sign up where this list is chosen are added to it.`}
      rule={MailingListBody.entries.name}
      action={t`Create`}
      busy={isLoading}
      error={error === undefined ? null : refusedName(error)}
      onSubmit={(name) => void make(name)}
      onClose={onClose}
    />
  );
}
