import { t } from "@lingui/core/macro";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { Link, useLocation } from "react-router";
import { formatMoment } from "@/shared/i18n/format";
import { useWebsite } from "@/shared/session/hooks";
import { BackArrow } from "@/shared/ui/page";
import { useScriptErrorQuery, type ScriptError } from "../api";
import { ReportCard } from "../components/report-card";
import { formatCount } from "../figures";

/** One error of scripts with its stack. */
export function ErrorReport({ errorHash }: { errorHash: string }) {
  const website = useWebsite();
  const { search } = useLocation();
  const report = useScriptErrorQuery({ websiteId: website.id, errorHash });
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<BackArrow />}
        component={Link}
        to={{ pathname: `/sites/${website.id}/analytics/errors`, search }}
        sx={{ mb: 1.5 }}
      >
        {t`All script errors`}
      </Button>
      <ReportCard title={t`Script error`} report={report} isEmpty={() => false} padded>
        {(error) => <Details error={error} />}
      </ReportCard>
    </>
  );
}

function Details({ error }: { error: ScriptError }) {
  const facts = [
    { name: t`Page`, value: error.page },
    { name: t`Browser`, value: error.browser },
    { name: t`First seen`, value: formatMoment(error.firstSeen) },
    { name: t`Last seen`, value: formatMoment(error.lastSeen) },
    { name: t`Count`, value: formatCount(error.count) },
  ];
  return (
    <>
      <Typography sx={{ fontWeight: 550, overflowWrap: "anywhere" }}>{error.message}</Typography>
      <Box
        component="dl"
        sx={{ display: "grid", gridTemplateColumns: "auto 1fr", columnGap: 2, rowGap: 0.5, typography: "body2" }}
      >
        {facts.map(({ name, value }) => (
          <Box key={name} sx={{ display: "contents" }}>
            <Box component="dt" sx={{ color: "text.secondary" }}>
              {name}
            </Box>
            <Box component="dd" sx={{ m: 0, overflowWrap: "anywhere" }}>
              {value}
            </Box>
          </Box>
        ))}
      </Box>
      <Box
        component="pre"
        dir="ltr"
        tabIndex={0}
        role="region"
        aria-label={t`Stack`}
        sx={{ m: 0, p: 2, bgcolor: "stone.main", borderRadius: 1, overflowX: "auto", fontSize: 13 }}
      >
        {error.stack === "" ? t`The browser did not report where it happened.` : error.stack}
      </Box>
    </>
  );
}
