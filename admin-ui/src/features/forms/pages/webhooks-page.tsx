import { plural, t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { errorText } from "@/shared/i18n/error-text";
import { formatAge, formatMoment } from "@/shared/i18n/format";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { ConfirmAction } from "@/shared/ui/confirm-action";
import { Page, ViewOnlyChip } from "@/shared/ui/page";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import {
  useGetWebhookKeyQuery,
  useListDeliveriesQuery,
  useRenewWebhookKeyMutation,
  useRetryDeliveryMutation,
  type Delivery,
} from "../webhooks-api";

/** Webhooks for form submissions, and their signing key. */
export function WebhooksPage() {
  const website = useWebsite();
  const mayChange = usePermission("submissions", "write");
  const list = useListDeliveriesQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  return (
    <Page
      title={t`Webhooks`}
      description={t`Submissions that forms send to other services. Set the webhook address in the form’s settings, under Storage.`}
      width="narrow"
      back={{ to: `/sites/${website.id}/forms`, label: t`All submissions` }}
      status={mayChange ? undefined : <ViewOnlyChip />}
    >
      <Stack sx={{ gap: 2 }}>
        {mayChange && <KeyCard />}
        <Card title={t`Sent`} flush>
          {list.data === undefined ? (
            list.isError ? (
              <ErrorState error={list.error} onRetry={() => void list.refetch()} />
            ) : (
              <LoadingRows />
            )
          ) : list.data.length === 0 ? (
            <EmptyState title={t`No webhooks sent yet`}>
              {t`Add a webhook address to a form, and its submissions are sent there as they arrive.`}
            </EmptyState>
          ) : (
            <Stack component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
              {list.data.map((delivery) => (
                <DeliveryRow key={delivery.id} delivery={delivery} mayChange={mayChange} />
              ))}
            </Stack>
          )}
        </Card>
      </Stack>
    </Page>
  );
}

function KeyCard() {
  const website = useWebsite();
  const toast = useToast();
  const key = useGetWebhookKeyQuery({ websiteId: website.id });
  const [renew] = useRenewWebhookKeyMutation();
  const [isShown, setShown] = useState(false);
  return (
    <Card title={t`Signing key`}>
      {key.isError ? (
        <ErrorState error={key.error} onRetry={() => void key.refetch()} />
      ) : key.data === undefined ? (
        <LoadingRows rows={1} />
      ) : (
        <Stack sx={{ gap: 2, pt: 1 }}>
          <Typography variant="body2" color="textSecondary">
            {t`Each webhook is signed as Standard Webhooks describes. The receiving service verifies the signature with this key.`}
          </Typography>
          <TextField
            label={t`Key`}
            type={isShown ? "text" : "password"}
            value={key.data}
            slotProps={{ htmlInput: { readOnly: true, autoComplete: "off", spellCheck: false } }}
          />
          <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
            <Button variant="outlined" color="inherit" onClick={() => setShown(!isShown)}>
              {isShown ? t`Hide` : t`Show`}
            </Button>
            <ConfirmAction
              label={t`Create a new key`}
              button={{ color: "inherit" }}
              question={t`Create a new key?`}
              consequence={t`Services that use the current key reject webhooks from now on.`}
              confirmLabel={t`Create a new key`}
              onConfirm={async () => {
                await renew({ websiteId: website.id }).unwrap();
                toast.success(t`New key created`);
              }}
            />
          </Stack>
        </Stack>
      )}
    </Card>
  );
}

const statuses = {
  queued: {
    get label() {
      return t`Waiting`;
    },
    color: "default",
  },
  sent: {
    get label() {
      return t`Sent`;
    },
    color: "success",
  },
  failed: {
    get label() {
      return t`Failed`;
    },
    color: "error",
  },
  suppressed: {
    get label() {
      return t`Not sent`;
    },
    color: "default",
  },
} as const;

function told({ status, attempts, dueOn, sentOn }: Delivery): string {
  if (sentOn != null) return t`Delivered ${{ age: formatAge(sentOn) }}`;
  const tries = plural(attempts, { one: "Tried once", other: "Tried # times" });
  if (status === "failed" || dueOn == null) return tries;
  return attempts === 0 ? t`Sending soon` : t`${tries}, next ${{ moment: formatMoment(dueOn) }}`;
}

function DeliveryRow({ delivery, mayChange }: { delivery: Delivery; mayChange: boolean }) {
  const website = useWebsite();
  const toast = useToast();
  const [retry, { isLoading }] = useRetryDeliveryMutation();
  const again = async () => {
    const outcome = await retry({ websiteId: website.id, deliveryId: delivery.id });
    if (outcome.error === undefined) toast.success(t`Webhook sent again`);
    else toast.error(errorText(outcome.error));
  };
  const { label, color } = statuses[delivery.status];
  return (
    <Stack
      component="li"
      direction={{ xs: "column", sm: "row" }}
      sx={{ gap: 1, px: 2.5, py: 1.5, borderTop: 1, borderColor: "divider", alignItems: { sm: "center" } }}
    >
      <Stack sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
          {delivery.url}
        </Typography>
        <Typography variant="caption" color="textSecondary">
          {told(delivery)}
        </Typography>
        {delivery.status !== "sent" && delivery.lastError != null && (
          <Typography variant="caption" color="error">
            {delivery.lastError}
          </Typography>
        )}
      </Stack>
      <Stack direction="row" sx={{ gap: 1, alignItems: "center" }}>
        <Chip size="small" label={label} color={color} />
        {mayChange && delivery.status !== "queued" && (
          <Button size="small" color="inherit" loading={isLoading} onClick={() => void again()}>
            {t`Send again`}
          </Button>
        )}
      </Stack>
    </Stack>
  );
}
