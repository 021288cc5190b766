import { t } from "@lingui/core/macro";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { errorText } from "@/shared/i18n/error-text";
import { formatAge } from "@/shared/i18n/format";
import { useSearchParam } from "@/shared/hooks/use-search-param";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { ConfirmAction } from "@/shared/ui/confirm-action";
import { FilterChoice } from "@/shared/ui/filter-choice";
import { EmptyState, ErrorState, LoadingRows } from "@/shared/ui/states";
import { useToast } from "@/shared/ui/toast";
import {
  MOST_SHOWN,
  useDropPluginDeliveryMutation,
  useListPluginDeliveriesQuery,
  useReplayPluginDeliveriesMutation,
  useReplayPluginDeliveryMutation,
  type Delivery,
  type DeliveryState,
} from "../deliveries-api";
import { attemptsText, stateText, topicText } from "../delivery-words";
import { PluginJobs } from "./plugin-jobs";

const states = ["pending", "failing", "dead"] as const satisfies readonly DeliveryState[];
const colors = { pending: "default", failing: "warning", dead: "error" } as const;

/** Events on their way to plugins, and the jobs of plugins. */
export function Deliveries() {
  const website = useWebsite();
  const mayChange = usePermission("plugins", "write");
  const [chosen, setState] = useSearchParam("state");
  const state = states.find((known) => known === chosen) ?? "";
  const query = useListPluginDeliveriesQuery(
    { websiteId: website.id, state },
    { refetchOnMountOrArgChange: true, pollingInterval: 15_000 },
  );
  const { data } = query;
  return (
    <Stack sx={{ gap: 2 }}>
      <Card
        title={t`Events for plugins`}
        flush
        action={mayChange && data !== undefined && data.dead > 0 && <ReplayAll count={data.dead} />}
      >
        <Stack sx={{ px: 2.5, py: 1.5, gap: 1, maxWidth: 320 }}>
          <FilterChoice
            label={t`State`}
            value={state}
            options={states.map((value) => ({ value, label: stateText(value) }))}
            onChange={setState}
          />
        </Stack>
        {data === undefined ? (
          query.isError ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <LoadingRows />
          )
        ) : data.deliveries.length === 0 ? (
          <EmptyState title={t`No events are waiting`}>
            {t`What happens on the site reaches plugins within seconds. Events that a plugin could not take are listed here, and tried again for three days.`}
          </EmptyState>
        ) : (
          <>
            <Stack component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
              {data.deliveries.map((delivery) => (
                <DeliveryRow key={delivery.id} delivery={delivery} mayChange={mayChange} />
              ))}
            </Stack>
            {data.hasNextPage && (
              <Typography variant="body2" color="textSecondary" sx={{ px: 2.5, py: 1.5 }}>
                {t`The latest ${{ count: MOST_SHOWN }} are shown.`}
              </Typography>
            )}
          </>
        )}
      </Card>
      <PluginJobs />
    </Stack>
  );
}

function ReplayAll({ count }: { count: number }) {
  const website = useWebsite();
  const toast = useToast();
  const [replay] = useReplayPluginDeliveriesMutation();
  return (
    <ConfirmAction
      label={t`Deliver all again`}
      button={{ size: "small" }}
      question={t`Deliver all events again?`}
      consequence={t`Plugins get the ${{ count }} failed events, later than others that happened since.`}
      confirmLabel={t`Deliver all again`}
      onConfirm={async () => {
        await replay({ websiteId: website.id }).unwrap();
        toast.success(t`Events are delivered again`);
      }}
    />
  );
}

function DeliveryRow({ delivery, mayChange }: { delivery: Delivery; mayChange: boolean }) {
  const website = useWebsite();
  const toast = useToast();
  const [replay, { isLoading }] = useReplayPluginDeliveryMutation();
  const [drop] = useDropPluginDeliveryMutation();
  const ref = { websiteId: website.id, eventDeliveryId: delivery.id };
  const again = async () => {
    const outcome = await replay(ref);
    if (outcome.error === undefined) toast.success(t`The event is delivered again`);
    else toast.error(errorText(outcome.error));
  };
  const event = topicText(delivery.topic);
  return (
    <Stack
      component="li"
      direction={{ xs: "column", sm: "row" }}
      sx={{ gap: 1, px: 2.5, py: 1.5, borderTop: 1, borderColor: "divider", alignItems: { sm: "center" } }}
    >
      <Stack sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
          {t`${event} for ${{ plugin: delivery.pluginId }}`}
        </Typography>
        <Typography variant="caption" color="textSecondary" sx={{ overflowWrap: "anywhere" }}>
          {[formatAge(delivery.createdOn), delivery.objectId, attemptsText(delivery)].join(" · ")}
        </Typography>
        {delivery.lastError != null && (
          <Typography variant="caption" color="error" sx={{ overflowWrap: "anywhere" }}>
            {delivery.lastError}
          </Typography>
        )}
      </Stack>
      <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
        <Chip size="small" label={stateText(delivery.state)} color={colors[delivery.state]} />
        {mayChange && delivery.state !== "pending" && (
          <Button
            size="small"
            loading={isLoading}
            aria-label={t`Deliver ${{ event }} again`}
            onClick={() => void again()}
          >
            {t`Deliver again`}
          </Button>
        )}
        {mayChange && (
          <ConfirmAction
            label={t`Drop`}
            button={{ size: "small", color: "inherit", "aria-label": t`Drop ${{ event }}` }}
            question={t`Drop this event?`}
            consequence={t`The plugin does not get it. This cannot be undone.`}
            confirmLabel={t`Drop`}
            tone="error"
            onConfirm={async () => {
              await drop(ref).unwrap();
              toast.success(t`Event dropped`);
            }}
          />
        )}
      </Stack>
    </Stack>
  );
}
