import { t } from "@lingui/core/macro";
import { useNavigate } from "react-router";
import { useWebsite } from "@/shared/session/hooks";
import { CreatePageDialog } from "../../components/create-page-dialog";
import { useCreateItemMutation } from "../api";
import type { ItemNouns } from "../item-nouns";

interface NewItemDialogProps {
  collectionId: string;
  words: ItemNouns;
  onClose: () => void;
}

/** Title and URL of a new item. */
export function NewItemDialog({ collectionId, words, onClose }: NewItemDialogProps) {
  const website = useWebsite();
  const navigate = useNavigate();
  const [create, { isLoading, error }] = useCreateItemMutation();
  return (
    <CreatePageDialog
      heading={words.new}
      intro={t`Visitors see it once you publish it.`}
      busy={isLoading}
      error={error}
      onCreate={async (begun) => {
        const made = await create({ websiteId: website.id, collectionId, ...begun });
        if (made.data !== undefined) void navigate(`/sites/${website.id}/items/${made.data.id}`);
      }}
      onClose={onClose}
    />
  );
}
