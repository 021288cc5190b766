import Button from "@mui/material/Button";
import FileDownloadOutlined from "@mui/icons-material/FileDownloadOutlined";
import { useState } from "react";
import { useNavigate } from "react-router";
import { errorText } from "@/shared/i18n/error-text";
import { refusedName } from "@/shared/mailing-lists/new-mailing-list";
import { useMay, useWebsite } from "@/shared/session/hooks";
import { ConfirmAction } from "@/shared/ui/confirm-action";
import { NameDialog } from "@/shared/ui/name-dialog";
import { useToast } from "@/shared/ui/toast";
import {
  useDeleteMailingListMutation,
  useLinkToSubscribersMutation,
  useRenameMailingListMutation,
  type ListSummary,
} from "../api";
import { peopleText } from "../list-text";

/** What can be done with a list as a whole. */
export function ListActions({ list }: { list: ListSummary }) {
  const website = useWebsite();
  const navigate = useNavigate();
  const toast = useToast();
  const mayChange = useMay("campaigns", "write");
  const mayDelete = useMay("campaigns", "delete");
  const [remove] = useDeleteMailingListMutation();
  const [naming, setNaming] = useState(false);
  const ref = { websiteId: website.id, listId: list.id };
  return (
    <>
      {mayChange && <ExportButton list={list} />}
      {mayChange && (
        <Button variant="outlined" color="inherit" onClick={() => setNaming(true)}>
          Rename
        </Button>
      )}
      {mayDelete && !list.isOfStore && (
        <ConfirmAction
          label="Delete"
          button={{ variant: "outlined", color: "error" }}
          question={`Delete the list ${list.name}?`}
          consequence={`${peopleText(list.subscribers)} on it will be forgotten, with where and when they agreed. It cannot be brought back.`}
          confirmLabel="Delete"
          tone="error"
          onConfirm={async () => {
            await remove(ref).unwrap();
            toast.say("List deleted");
            await navigate(`/sites/${website.id}/mailing-lists`);
          }}
        />
      )}
      {naming && <Rename list={list} onClose={() => setNaming(false)} />}
    </>
  );
}

function ExportButton({ list }: { list: ListSummary }) {
  const website = useWebsite();
  const toast = useToast();
  const [linkTo, { isLoading }] = useLinkToSubscribersMutation();
  const save = async () => {
    const outcome = await linkTo({ websiteId: website.id, listId: list.id });
    // The answer is an attachment: the browser saves it while it comes, and the page stays.
    if (outcome.error === undefined) location.assign(outcome.data.url);
    else toast.warn(errorText(outcome.error));
  };
  return (
    <Button
      variant="outlined"
      color="inherit"
      startIcon={<FileDownloadOutlined />}
      loading={isLoading}
      disabled={list.subscribers === 0}
      onClick={() => void save()}
    >
      Export CSV
    </Button>
  );
}

function Rename({ list, onClose }: { list: ListSummary; onClose: () => void }) {
  const website = useWebsite();
  const toast = useToast();
  const [rename, { isLoading, error }] = useRenameMailingListMutation();
  const save = async (name: string) => {
    const outcome = await rename({ websiteId: website.id, listId: list.id, name });
    if (outcome.error !== undefined) return;
    toast.say("List renamed");
    onClose();
  };
  return (
    <NameDialog
      title="Rename the list"
      initial={list.name}
      help="Pages that use it go on putting people onto it."
      action="Rename"
      busy={isLoading}
      error={error === undefined ? null : refusedName(error)}
      onSubmit={(name) => void save(name)}
      onClose={onClose}
    />
  );
}
