import { plural, t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import Button from "@mui/material/Button";
import { formatMoment, formatNumber } from "@/shared/i18n/format";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { useGetPluginActivityQuery, type PluginActivity } from "../api";
import { kindText, milliseconds, quotaText } from "../words";

/** What a plugin did on the site in the last hours. */
export function ActivityCard({ pluginId }: { pluginId: string }) {
  const website = useWebsite();
  const query = useGetPluginActivityQuery({ websiteId: website.id, pluginId });
  return (
    <Card
      title={t`Activity`}
      action={
        <Button size="small" loading={query.isFetching} onClick={() => void query.refetch()}>
          {t`Refresh`}
        </Button>
      }
    >
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isLoading && <LoadingRows rows={3} />}
      {query.data !== undefined && (
        <Stack sx={{ gap: 3 }}>
          <Calls kinds={query.data.kinds} />
          <Stored storage={query.data.storage} />
          <Events events={query.data.events} />
          <Log lines={query.data.log} />
        </Stack>
      )}
    </Card>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box>
      <Typography variant="subtitle2" component="h3" sx={{ mb: 0.5 }}>
        {title}
      </Typography>
      {children}
    </Box>
  );
}

function Note({ children }: { children: string }) {
  return (
    <Typography variant="body2" color="textSecondary">
      {children}
    </Typography>
  );
}

function Calls({ kinds }: { kinds: PluginActivity["kinds"] }) {
  return (
    <Part title={t`Calls in the last 24 hours`}>
      {kinds.length === 0 ? (
        <Note>{t`It has not been called.`}</Note>
      ) : (
        <Box sx={{ overflowX: "auto" }} tabIndex={0} role="group" aria-label={t`Calls`}>
          <Table size="small">
            <TableHead>
              <TableRow>
                <TableCell>{t`Kind`}</TableCell>
                <TableCell align="right">{t`Calls`}</TableCell>
                <TableCell align="right">{t`Failures`}</TableCell>
                <TableCell align="right">{t`Usual time`}</TableCell>
                <TableCell align="right">{t`Slow calls`}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {kinds.map((row) => (
                <TableRow key={row.kind}>
                  <TableCell component="th" scope="row">
                    {kindText(row.kind)}
                  </TableCell>
                  <TableCell align="right">{formatNumber(row.calls)}</TableCell>
                  <TableCell align="right">{formatNumber(row.failures)}</TableCell>
                  <TableCell align="right">{milliseconds(row.p50Micros)}</TableCell>
                  <TableCell align="right">{milliseconds(row.p95Micros)}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Box>
      )}
    </Part>
  );
}

function Stored({ storage }: { storage: PluginActivity["storage"] }) {
  const { bytes, entries, limit } = storage;
  if (limit === 0) return null;
  const count = plural(entries, { one: "# entry", other: "# entries" });
  return (
    <Part title={t`Data of its own`}>
      <Note>{t`${{ used: quotaText(bytes) }} of ${{ most: quotaText(limit) }} in ${count}`}</Note>
    </Part>
  );
}

function eventText({ kind, version }: PluginActivity["events"][number]): string {
  switch (kind) {
    case "installed":
      return t`Version ${version} was installed`;
    case "upgraded":
      return t`Updated to version ${version}`;
    case "went-back":
      return t`Went back to version ${version}`;
    case "went-back-by-itself":
      return t`Went back to version ${version} by itself, because the newer one failed`;
    case "removed":
      return t`Removed`;
    case "enabled":
      return t`Switched on`;
    case "disabled":
      return t`Switched off`;
    default:
      return kind;
  }
}

function Events({ events }: { events: PluginActivity["events"] }) {
  if (events.length === 0) return null;
  return (
    <Part title={t`History`}>
      <Stack component="ul" aria-label={t`History`} sx={{ listStyle: "none", m: 0, p: 0, gap: 0.5 }}>
        {events.map((event) => (
          <Typography component="li" variant="body2" key={`${event.on} ${event.kind}`}>
            {`${formatMoment(event.on)} · ${eventText(event)}`}
            {event.reason != null && (
              <Typography component="span" variant="body2" color="textSecondary" sx={{ display: "block" }}>
                {event.reason}
              </Typography>
            )}
          </Typography>
        ))}
      </Stack>
    </Part>
  );
}

function levelText(level: PluginActivity["log"][number]["level"]): string {
  switch (level) {
    case "error":
      return t`Error`;
    case "warn":
      return t`Warning`;
    case "info":
      return t`Note`;
    case "debug":
      return t`Detail`;
  }
}

function Log({ lines }: { lines: PluginActivity["log"] }) {
  return (
    <Part title={t`Log`}>
      {lines.length === 0 ? (
        <Note>{t`It has written nothing.`}</Note>
      ) : (
        <Box
          component="ol"
          aria-label={t`Log`}
          tabIndex={0}
          sx={{ listStyle: "none", m: 0, p: 0, maxHeight: 320, overflowY: "auto" }}
        >
          {lines.map((line, index) => (
            <Typography component="li" variant="body2" key={index} sx={{ py: 0.5, overflowWrap: "anywhere" }}>
              <Box component="span" sx={{ color: line.level === "error" ? "error.main" : "text.secondary" }}>
                {`${formatMoment(line.on)} · ${levelText(line.level)} · `}
              </Box>
              {line.text}
            </Typography>
          ))}
        </Box>
      )}
    </Part>
  );
}
