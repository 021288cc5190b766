import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import ContentCopyOutlined from "@mui/icons-material/ContentCopyOutlined";
import EditOutlined from "@mui/icons-material/EditOutlined";
import { Link, useNavigate, useParams } from "react-router";
import { errorText } from "@/shared/i18n/error-text";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { ConfirmAction } from "@/shared/ui/confirm-action";
import { Page, ViewOnlyChip, type BackLink } from "@/shared/ui/page";
import { PendingPage } from "@/shared/ui/pending-page";
import { useToast } from "@/shared/ui/toast";
import { useDeletePageMutation, useDuplicatePageMutation } from "../../api";
import { DiscussionCard } from "../../components/discussion-card";
import { StatusCard } from "../../components/status-card";
import { useGetItemQuery, useSaveItemMutation, type Item } from "../api";
import { ItemForm } from "../forms/item-form";
import { itemNounsOf } from "../item-nouns";

/** Settings of an item; its blocks are in the editor. */
export function ItemPage() {
  const website = useWebsite();
  const { itemId = "" } = useParams();
  const query = useGetItemQuery({ websiteId: website.id, itemId }, { refetchOnMountOrArgChange: true });
  const back = { to: `/sites/${website.id}/pages`, label: t`All pages` };
  if (query.data === undefined) return <PendingPage title={t`Item`} width="narrow" back={back} query={query} />;
  const list = `/sites/${website.id}/collections/${query.data.collectionId}/items`;
  const { several } = itemNounsOf(query.data.collectionType);
  return <LoadedItem key={query.data.id} item={query.data} back={{ to: list, label: t`All ${several}` }} />;
}

function LoadedItem({ item, back }: { item: Item; back: BackLink }) {
  const website = useWebsite();
  const navigate = useNavigate();
  const toast = useToast();
  const editable = usePermission("content", "write");
  const mayDelete = usePermission("content", "delete");
  const [save] = useSaveItemMutation();
  const [remove] = useDeletePageMutation();
  const [duplicate, copying] = useDuplicatePageMutation();
  const { one } = itemNounsOf(item.collectionType);
  const copy = async () => {
    const made = await duplicate({ websiteId: website.id, pageId: item.id });
    if (made.data === undefined) return toast.error(errorText(made.error));
    toast.success(t`Copied. Visitors do not see the copy yet.`);
    void navigate(`/sites/${website.id}/items/${made.data.id}`);
  };
  const status = {
    ...item,
    kind: "item" as const,
    isHome: false,
    enabled: true,
    access: item.isPrivate ? ("private" as const) : ("public" as const),
  };
  return (
    <Page
      title={item.title}
      back={back}
      width="narrow"
      description={item.fullUrl}
      status={editable ? undefined : <ViewOnlyChip />}
      actions={
        <>
          {editable && (
            <Button
              color="inherit"
              startIcon={<ContentCopyOutlined />}
              loading={copying.isLoading}
              onClick={() => void copy()}
            >
              {t`Duplicate`}
            </Button>
          )}
          {mayDelete && (
            <ConfirmAction
              label={t`Delete`}
              button={{ color: "error" }}
              question={t`Delete “${{ title: item.title }}”?`}
              consequence={t`Visitors can no longer open it. It stays in the trash for 30 days and can be restored.`}
              confirmLabel={t`Delete`}
              tone="error"
              onConfirm={async () => {
                await remove({ websiteId: website.id, pageId: item.id, standing: item.standing }).unwrap();
                toast.success(t`Moved to the trash`);
                void navigate(back.to);
              }}
            />
          )}
          <Button
            variant="contained"
            startIcon={<EditOutlined />}
            component={Link}
            to={`/sites/${website.id}/pages/${item.id}/edit`}
          >
            {editable ? t`Edit ${one}` : t`View ${one}`}
          </Button>
        </>
      }
    >
      <Stack sx={{ gap: 2 }}>
        <StatusCard page={status} />
        <DiscussionCard pageId={item.id} editable={editable} />
        <ItemForm
          item={item}
          editable={editable}
          onSave={async (change) => {
            const saved = await save({
              websiteId: website.id,
              itemId: item.id,
              revision: item.revision,
              change,
            }).unwrap();
            toast.success(
              saved.hasUnpublishedChanges && saved.isPublished
                ? t`Saved. Publish to show visitors the changes.`
                : t`Saved`,
            );
            return saved;
          }}
        />
      </Stack>
    </Page>
  );
}
