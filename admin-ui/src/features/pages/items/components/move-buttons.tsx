import IconButton from "@mui/material/IconButton";
import ArrowDownward from "@mui/icons-material/ArrowDownward";
import ArrowUpward from "@mui/icons-material/ArrowUpward";
import { errorText } from "@/shared/i18n/error-text";
import { useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { useArrangeItemsMutation, type ItemSummary } from "../api";

interface MoveButtonsProps {
  item: ItemSummary;
  /** The ids of all items, in their order. */
  order: string[];
}

/** Moves an item among those that their owner orders. */
export function MoveButtons({ item, order }: MoveButtonsProps) {
  const website = useWebsite();
  const toast = useToast();
  const [arrange, { isLoading }] = useArrangeItemsMutation();
  const place = order.indexOf(item.id);
  const move = async (to: number) => {
    const items = order.filter((id) => id !== item.id);
    items.splice(to, 0, item.id);
    const answer = await arrange({ websiteId: website.id, collectionId: item.collectionId, items });
    if (answer.error !== undefined) toast.say(errorText(answer.error));
  };
  return (
    <>
      <IconButton size="small" aria-label={`Move ${item.title} up`} disabled={isLoading || place <= 0} onClick={() => void move(place - 1)}>
        <ArrowUpward fontSize="small" />
      </IconButton>
      <IconButton
        size="small"
        aria-label={`Move ${item.title} down`}
        disabled={isLoading || place === order.length - 1}
        onClick={() => void move(place + 1)}
      >
        <ArrowDownward fontSize="small" />
      </IconButton>
    </>
  );
}
