import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import SettingsOutlined from "@mui/icons-material/SettingsOutlined";
import { useEffect, useRef, type ComponentType } from "react";
import { Link, useLocation, useParams } from "react-router";
import { usePermission, useWebsite } from "@/shared/session/hooks";
import { Page } from "@/shared/ui/page";
import { EmptyState } from "@/shared/ui/states";
import { dimensions, errorDimensions, speedDimensions, useCountsVisitsQuery, type FilteredBy } from "../api";
import { EmailReportButton } from "../components/email-report-dialog";
import { ReportBar } from "../components/report-bar";
import { ShareButton } from "../components/share-dialog";
import { useReportQuery, type ReportQuery } from "../hooks/use-report-query";
import { AudienceReport } from "../reports/audience-report";
import { EmailsReport } from "../reports/emails-report";
import { EngagementReport } from "../reports/engagement-report";
import { ErrorReport } from "../reports/error-report";
import { ErrorsReport } from "../reports/errors-report";
import { EventsReport } from "../reports/events-report";
import { LiveReport } from "../reports/live-report";
import { OverviewReport } from "../reports/overview-report";
import { PagesReport } from "../reports/pages-report";
import { ProductsReport } from "../reports/products-report";
import { SearchesReport } from "../reports/searches-report";
import { SourcesReport } from "../reports/sources-report";
import { SpeedReport } from "../reports/speed-report";

interface ReportScreen {
  path: string;
  label: string;
  Component: ComponentType<{ query: ReportQuery }>;
  /** Whether it is of chosen days, and whether they are compared. */
  range?: "days" | "compared";
  /** What its reports can be filtered by. */
  by?: FilteredBy;
}

function reportScreens(): ReportScreen[] {
  return [
    { path: "", label: t`Overview`, Component: OverviewReport, range: "compared", by: dimensions },
    { path: "live", label: t`Real time`, Component: LiveReport, by: dimensions },
    { path: "sources", label: t`Sources`, Component: SourcesReport, range: "compared", by: dimensions },
    { path: "pages", label: t`Pages`, Component: PagesReport, range: "compared", by: dimensions },
    { path: "audience", label: t`Audience`, Component: AudienceReport, range: "compared", by: dimensions },
    { path: "searches", label: t`Searches`, Component: SearchesReport, range: "compared", by: dimensions },
    { path: "engagement", label: t`Forms and buttons`, Component: EngagementReport, range: "compared", by: dimensions },
    { path: "events", label: t`Other events`, Component: EventsReport, range: "compared", by: dimensions },
    { path: "products", label: t`Products`, Component: ProductsReport, range: "compared", by: dimensions },
    { path: "speed", label: t`Speed`, Component: SpeedReport, range: "compared", by: speedDimensions },
    { path: "errors", label: t`Script errors`, Component: ErrorsReport, range: "days", by: errorDimensions },
    { path: "emails", label: t`E-mails`, Component: EmailsReport, range: "compared" },
  ];
}

/** The reports of visits: range and filters stay when another is opened. */
export function AnalyticsPage() {
  const query = useReportQuery();
  const { "*": path = "" } = useParams();
  const website = useWebsite();
  const seesSettings = usePermission("site-settings", "read");
  const screens = reportScreens();
  return (
    <Page
      title={t`Analytics`}
      width="wide"
      actions={
        <>
          <EmailReportButton />
          <ShareButton />
          {seesSettings && (
            <Button
              variant="outlined"
              color="inherit"
              startIcon={<SettingsOutlined />}
              component={Link}
              to={`/sites/${website.id}/settings/analytics`}
            >
              {t`Settings`}
            </Button>
          )}
        </>
      }
    >
      {seesSettings && <CountingNotice />}
      <ReportNav screens={screens} here={path.split("/")[0] ?? ""} />
      <ReportAt path={path} screens={screens} query={query} />
    </Page>
  );
}

/** Says that the owner has switched counting off: reports would only look empty. */
function CountingNotice() {
  const website = useWebsite();
  const { data: isCounted } = useCountsVisitsQuery({ websiteId: website.id }, { refetchOnMountOrArgChange: true });
  if (isCounted !== false) return null;
  return (
    <Alert severity="info" sx={{ mb: 2 }}>
      {t`Visits to this site are not counted.`}
    </Alert>
  );
}

interface ReportAtProps {
  /** The part of the address after `analytics/`. */
  path: string;
  screens: readonly ReportScreen[];
  query: ReportQuery;
}

function ReportAt({ path, screens, query }: ReportAtProps) {
  const [, errorHash] = /^errors\/([^/]+)$/.exec(path) ?? [];
  if (errorHash !== undefined) return <ErrorReport errorHash={errorHash} />;
  const screen = screens.find((one) => one.path === path);
  if (screen === undefined) return <EmptyState title={t`Not found`} />;
  const { Component, range, by } = screen;
  return (
    <>
      <ReportBar query={query} range={range ?? null} by={by ?? null} />
      <Component query={query} />
    </>
  );
}

function ReportNav({ screens, here }: { screens: readonly ReportScreen[]; here: string }) {
  const website = useWebsite();
  const seesSales = usePermission("sales-reports", "read");
  const { search } = useLocation();
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [here]);
  const base = `/sites/${website.id}`;
  return (
    <Stack
      ref={list}
      component="nav"
      direction="row"
      aria-label={t`Reports`}
      sx={{
        gap: 0.5,
        mb: 2.5,
        flexWrap: { xs: "nowrap", md: "wrap" },
        overflowX: "auto",
        borderBottom: 1,
        borderColor: "divider",
        pb: 1,
      }}
    >
      {screens.map((screen) => (
        <Button
          key={screen.path}
          size="small"
          color="inherit"
          component={Link}
          to={{ pathname: `${base}/analytics${screen.path === "" ? "" : `/${screen.path}`}`, search }}
          aria-current={screen.path === here ? "page" : undefined}
          sx={{
            flexShrink: 0,
            color: "text.secondary",
            "&[aria-current=page]": { color: "primary.main", bgcolor: "action.selected" },
          }}
        >
          {screen.label}
        </Button>
      ))}
      {seesSales && (
        <Button
          size="small"
          color="inherit"
          component={Link}
          to={{ pathname: `${base}/sales`, search }}
          sx={{ flexShrink: 0, color: "text.secondary" }}
        >
          {t`Sales`}
        </Button>
      )}
    </Stack>
  );
}
