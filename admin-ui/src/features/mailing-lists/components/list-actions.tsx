import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import { useState } from "react";
import { useNavigate } from "react-router";
import { MailingListBody } from "@stoa/api/rules";
import { refusedName } from "@/shared/mailing-lists/new-mailing-list";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { ConfirmAction } from "@/shared/ui/confirm-action";
import { ExportButton } from "@/shared/ui/export-button";
import { NameDialog } from "@/shared/ui/name-dialog";
import { useToast } from "@/shared/ui/toast";
import {
  useDeleteMailingListMutation,
  useLinkToSubscribersMutation,
  useRenameMailingListMutation,
  type ListSummary,
} from "../api";
import { peopleText } from "../list-text";

/** Actions for a list as a whole. */
export function ListActions({ list }: { list: ListSummary }) {
  const website = useWebsite();
  const navigate = useNavigate();
  const toast = useToast();
  const mayChange = usePermission("campaigns", "write");
  const mayDelete = usePermission("campaigns", "delete");
  const [linkToSubscribers] = useLinkToSubscribersMutation();
  const [remove] = useDeleteMailingListMutation();
  const [naming, setNaming] = useState(false);
  const ref = { websiteId: website.id, listId: list.id };
  return (
    <>
      {mayChange && (
        <ExportButton label={t`Export CSV`} disabled={list.subscribers === 0} linkTo={() => linkToSubscribers(ref)} />
      )}
      {mayChange && (
        <Button variant="outlined" color="inherit" onClick={() => setNaming(true)}>
          {t`Rename`}
        </Button>
      )}
      {mayDelete && !list.isOfStore && (
        <ConfirmAction
          label={t`Delete`}
          button={{ variant: "outlined", color: "error" }}
          question={t`Delete the list ${{ name: list.name }}?`}
          consequence={t`${{ peopleText: peopleText(list.subscribers) }} will be removed, together with the record of their consent. This cannot be undone.`}
          confirmLabel={t`Delete`}
          tone="error"
          onConfirm={async () => {
            await remove(ref).unwrap();
            toast.success(t`List deleted`);
            await navigate(`/sites/${website.id}/mailing-lists`);
          }}
        />
      )}
      {naming && <Rename list={list} onClose={() => setNaming(false)} />}
    </>
  );
}

function Rename({ list, onClose }: { list: ListSummary; onClose: () => void }) {
  const website = useWebsite();
  const toast = useToast();
  const [rename, { isLoading, error }] = useRenameMailingListMutation();
  const save = async (name: string) => {
    const outcome = await rename({ websiteId: website.id, listId: list.id, name });
    if (outcome.error !== undefined) return;
    toast.success(t`List renamed`);
    onClose();
  };
  return (
    <NameDialog
      title={t`Rename list`}
      initial={list.name}
      help={t`Pages that use it keep adding people to it.`}
      rule={MailingListBody.entries.name}
      action={t`Rename`}
      busy={isLoading}
      error={error === undefined ? null : refusedName(error)}
      onSubmit={(name) => void save(name)}
      onClose={onClose}
    />
  );
}
