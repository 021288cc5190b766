import { t } from "@lingui/core/macro";
import Divider from "@mui/material/Divider";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import MoreVert from "@mui/icons-material/MoreVert";
import { useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { useToast } from "@/shared/ui/toast";
import { useResendLetterMutation, type Order, type OrderDocument } from "../api";
import { usePrintDocument } from "./use-print-document";

const documents: Record<OrderDocument, string> = {
  get "packing-slip"() {
    return t`Print packing slip`;
  },
  get invoice() {
    return t`Print invoice`;
  },
};

/** The e-mails about an order that can be sent again in its current state. */
function emailsOf(order: Order): { kind: string; label: string }[] {
  const isPaid = order.paymentStatus !== "AWAITING_PAYMENT" && order.paymentStatus !== "FAILED";
  return [
    ...(isPaid ? [{ kind: "order-confirmed", label: t`Resend confirmation` }] : []),
    ...(order.giftCards.length > 0 ? [{ kind: "gift-cards", label: t`Resend gift cards` }] : []),
    ...(order.fulfillments.length > 0
      ? [{ kind: "order-fulfilled", label: order.pickup ? t`Resend pickup notice` : t`Resend tracking` }]
      : []),
    ...(order.refundedCents > 0 ? [{ kind: "order-refunded", label: t`Resend refund notice` }] : []),
    ...(order.fulfillmentStatus === "CANCELED" ? [{ kind: "order-canceled", label: t`Resend cancellation` }] : []),
  ];
}

/** Printing for everyone who can view the order; e-mails and cancelling with the permission. */
export function OrderMenu({ order, onCancel }: { order: Order; onCancel: (() => void) | null }) {
  const website = useWebsite();
  const toast = useToast();
  const maySend = usePermission("orders", "publish");
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const print = usePrintDocument(order.id);
  const [resend] = useResendLetterMutation();
  const ref = { websiteId: website.id, orderId: order.id };
  const close = () => setAnchor(null);
  const send = async (kind: string) => {
    close();
    const outcome = await resend({ ...ref, kind });
    if (outcome.error === undefined)
      toast.success(t`The e-mail is being sent to ${{ customerEmail: order.customerEmail }}.`);
    else toast.error(errorText(outcome.error));
  };
  const emails = maySend ? emailsOf(order) : [];
  return (
    <>
      <IconButton aria-label={t`More actions`} aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
        <MoreVert />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        {Object.entries(documents).map(([paper, label]) => (
          <MenuItem
            key={paper}
            onClick={() => {
              close();
              void print(paper as OrderDocument);
            }}
          >
            {label}
          </MenuItem>
        ))}
        {emails.length > 0 && <Divider />}
        {emails.map(({ kind, label }) => (
          <MenuItem key={kind} onClick={() => void send(kind)}>
            {label}
          </MenuItem>
        ))}
        {onCancel !== null && <Divider />}
        {onCancel !== null && (
          <MenuItem
            onClick={() => {
              close();
              onCancel();
            }}
            sx={{ color: "error.main" }}
          >
            {t`Cancel order`}
          </MenuItem>
        )}
      </Menu>
    </>
  );
}
