import { plural, t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { formatAge, uiLocale } from "@/shared/i18n/format";
import { otherZone } from "@/shared/i18n/shown-zone";
import { useWebsite } from "@/shared/session/hooks";
import { useLiveQuery, type Dimension, type Live, type LiveList } from "../api";
import { ChartOrTable } from "../components/chart-or-table";
import { FigureTable } from "../components/figure-table";
import { ReportCard } from "../components/report-card";
import { ReportGrid } from "../components/report-grid";
import { dimensionLabel, valueText } from "../dimension-texts";
import { eventText } from "../event-texts";
import { formatCount } from "../figures";
import type { ReportQuery } from "../hooks/use-report-query";

/** How often it is loaded again, in milliseconds. */
const interval = 5_000;

function formatMinute(start: string): string {
  return new Intl.DateTimeFormat(uiLocale(), { hour: "numeric", minute: "2-digit", timeZone: otherZone() }).format(
    Number(start),
  );
}

/** What happens now; loaded again while the screen is looked at. A click on a value filters it. */
export function LiveReport({ query }: { query: ReportQuery }) {
  const website = useWebsite();
  const report = useLiveQuery(
    { websiteId: website.id, query: query.filtering },
    { pollingInterval: interval, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true },
  );
  const isQuiet = ({ visitors30 }: Live) => visitors30 === 0;
  const common = { report: { ...report, isFetching: false }, isEmpty: isQuiet };
  const emptyTitle = t`Nobody in the last 30 minutes`;
  const csvOf = (list: LiveList) => ({
    name: "live" as const,
    query: { ...query.filtering, list },
    file: `real-time-${list}`,
  });
  const byValue = (title: string, dimension: Dimension, list: "pages" | "sources" | "countries" | "devices") => (
    <ReportCard {...common} title={title} emptyTitle={emptyTitle} csv={csvOf(list)}>
      {(live) => (
        <FigureTable
          label={title}
          heading={dimensionLabel(dimension)}
          rows={live[list]}
          keyOf={({ value }) => value}
          nameOf={({ value }) => valueText(dimension, value)}
          barOf={({ visitors }) => visitors}
          onChoose={({ value }) => query.setFilter(dimension, value)}
          columns={[{ id: "visitors", header: t`Visitors`, cell: ({ visitors }) => formatCount(visitors) }]}
        />
      )}
    </ReportCard>
  );
  return (
    <Stack sx={{ gap: 2 }}>
      <ReportCard
        {...common}
        title={t`Now`}
        emptyTitle={emptyTitle}
        emptyText={t`Visits appear here a few seconds after they begin.`}
        csv={csvOf("minutes")}
        padded
      >
        {(live) => (
          <>
            <Typography variant="body1" role="status" sx={{ mb: 1 }}>
              {plural(live.visitors, {
                one: "# visitor in the last 5 minutes",
                other: "# visitors in the last 5 minutes",
              })}
            </Typography>
            <ChartOrTable
              label={t`The last 30 minutes`}
              starts={live.minutes.map(({ start }) => String(start))}
              formatStart={formatMinute}
              formatValue={formatCount}
              lines={[{ label: t`Page views`, data: live.minutes.map(({ views }) => views) }]}
            />
          </>
        )}
      </ReportCard>
      <ReportGrid>
        {byValue(t`Pages`, "page", "pages")}
        {byValue(t`Sources`, "source", "sources")}
        {byValue(t`Countries`, "country", "countries")}
        {byValue(t`Devices`, "device", "devices")}
        <ReportCard {...common} title={t`Latest events`} emptyTitle={emptyTitle} csv={csvOf("latest")} padded>
          {({ latest }) => (
            <Stack component="ol" sx={{ m: 0, p: 0, gap: 0.75 }}>
              {latest.map((event, index) => (
                <Box key={`${event.at} ${index}`} component="li" sx={{ listStyle: "none" }}>
                  <Typography variant="body2" sx={{ overflowWrap: "anywhere" }}>
                    {[
                      eventText(event.kind),
                      event.page,
                      event.country && valueText("country", event.country),
                      event.device && valueText("device", event.device),
                    ]
                      .filter(Boolean)
                      .join(" · ")}
                  </Typography>
                  <Typography variant="caption" color="textSecondary">
                    {formatAge(event.at)}
                  </Typography>
                </Box>
              ))}
            </Stack>
          )}
        </ReportCard>
      </ReportGrid>
    </Stack>
  );
}
