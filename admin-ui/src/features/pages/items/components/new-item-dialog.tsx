import { useNavigate } from "react-router";
import { useWebsite } from "@/shared/session/hooks";
import { BeginDialog } from "../../components/begin-dialog";
import { useCreateItemMutation } from "../api";
import type { ItemWords } from "../words";

interface NewItemDialogProps {
  collectionId: string;
  words: ItemWords;
  onClose: () => void;
}

/** The title and address of a new item. */
export function NewItemDialog({ collectionId, words, onClose }: NewItemDialogProps) {
  const website = useWebsite();
  const navigate = useNavigate();
  const [create, { isLoading, error }] = useCreateItemMutation();
  return (
    <BeginDialog
      heading={words.new}
      intro="Visitors see it once you publish it."
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
