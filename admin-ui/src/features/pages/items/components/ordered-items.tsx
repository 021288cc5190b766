import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import MuiLink from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import visuallyHidden from "@mui/utils/visuallyHidden";
import { useState } from "react";
import { Link } from "react-router";
import { isVersionConflict } from "@/shared/api/if-match";
import { errorText } from "@/shared/i18n/error-text";
import { droppedOn, movedTo } from "@/shared/ordered-list/order";
import { OrderedRow } from "@/shared/ordered-list/ordered-row";
import { useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { PageStatus } from "../../components/page-status";
import { useArrangeItemsMutation, type ItemSummary } from "../api";

interface OrderedItemsProps {
  collectionId: string;
  items: ItemSummary[];
  orderVersion: string | null;
}

/** Items in manual order, changed by dragging or with the buttons of each row. */
export function OrderedItems({ collectionId, items, orderVersion }: OrderedItemsProps) {
  const website = useWebsite();
  const toast = useToast();
  const [arrange, { isLoading }] = useArrangeItemsMutation();
  const [announcement, setAnnouncement] = useState("");
  // Optimistic order while the save is pending.
  const [moved, setMoved] = useState<{ over: ItemSummary[]; order: readonly string[] } | null>(null);
  const order = moved?.over === items ? moved.order : items.map(({ id }) => id);
  const byId = new Map(items.map((item) => [item.id, item]));
  const save = async (wanted: readonly string[], title: string, id: string): Promise<void> => {
    if (wanted === order || isLoading) return;
    setMoved({ over: items, order: wanted });
    const answer = await arrange({ websiteId: website.id, collectionId, items: [...wanted], orderVersion });
    if (answer.error === undefined) {
      setAnnouncement(t`${title} is now at position ${{ position: String(wanted.indexOf(id) + 1) }}.`);
      return;
    }
    setMoved(null);
    toast.error(
      isVersionConflict(answer.error)
        ? t`Someone else has just changed the order. The current order is shown: move it again.`
        : errorText(answer.error),
    );
  };
  return (
    <>
      <Box component="ol" aria-label={t`Projects in order`} sx={{ listStyle: "none", m: 0, p: 0 }}>
        {order.map((id, place) => {
          const item = byId.get(id);
          if (item === undefined) return null;
          return (
            <OrderedRow
              key={id}
              id={id}
              name={item.title}
              kind="item"
              editable
              place={place}
              isLast={place === order.length - 1}
              onMove={(to) => void save(movedTo(order, id, to), item.title, id)}
              onDrop={(dropped, side) =>
                void save(droppedOn(order, dropped, id, side), byId.get(dropped)?.title ?? "", dropped)
              }
            >
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <MuiLink
                  component={Link}
                  to={`/sites/${website.id}/items/${id}`}
                  variant="body2"
                  color="inherit"
                  noWrap
                  sx={{ display: "block", fontWeight: 550 }}
                >
                  {item.title}
                </MuiLink>
              </Box>
              <Box sx={{ display: { xs: "none", sm: "block" } }}>
                <PageStatus page={{ ...item, enabled: true }} />
              </Box>
            </OrderedRow>
          );
        })}
      </Box>
      <Typography variant="caption" color="textSecondary" component="p" sx={{ p: 2 }}>
        {t`Drag projects, or use the buttons of each row. Visitors see a new order immediately.`}
      </Typography>
      <Box role="status" sx={visuallyHidden}>
        {announcement}
      </Box>
    </>
  );
}
