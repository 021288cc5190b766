import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { formatNumber, formatShare } from "@/shared/i18n/format";
import { useWebsite } from "@/shared/session/hooks";
import { DataTable, type Column } from "@/shared/table/data-table";
import { Card } from "@/shared/ui/card";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { useGetExperimentResultsQuery, type Experiment, type VariantFigures } from "../api";
import { intervalText, verdictText } from "../experiment-text";

const columns: Column<VariantFigures>[] = [
  {
    id: "name",
    get header() {
      return t`Variant`;
    },
    main: true,
    cell: ({ name }) => name,
  },
  {
    id: "visitors",
    get header() {
      return t`Visitors`;
    },
    align: "right",
    cell: ({ visitors }) => formatNumber(visitors),
  },
  {
    id: "converted",
    get header() {
      return t`Reached the goal`;
    },
    align: "right",
    cell: ({ converted }) => formatNumber(converted),
  },
  {
    id: "rate",
    get header() {
      return t`Share, with 95% interval`;
    },
    align: "right",
    cell: ({ rate, visitors }) => (visitors === 0 ? "–" : `${formatShare(rate.value)} (${intervalText(rate)})`),
  },
  {
    id: "difference",
    get header() {
      return t`Difference to the original`;
    },
    align: "right",
    cell: ({ difference, visitors }) =>
      difference == null || visitors === 0 ? "–" : intervalText(difference, "exceptZero"),
  },
];

export function ResultsCard({ experiment }: { experiment: Experiment }) {
  const website = useWebsite();
  const reference = { websiteId: website.id, experimentId: experiment.id };
  const results = useGetExperimentResultsQuery(reference, { refetchOnMountOrArgChange: true });
  if (results.isError) return <ErrorState error={results.error} onRetry={() => void results.refetch()} />;
  const { data } = results;
  return (
    <Card
      title={t`Results`}
      flush
      action={
        <Button size="small" color="inherit" loading={results.isFetching} onClick={() => void results.refetch()}>
          {t`Refresh`}
        </Button>
      }
    >
      {data === undefined ? (
        <LoadingRows rows={2} />
      ) : (
        <>
          <Alert severity={data.verdict === "better" ? "success" : "info"} sx={{ mx: 2.5, mb: 2 }}>
            {verdictText(data)}
          </Alert>
          <DataTable label={t`Results`} rows={data.variants} columns={columns} keyOf={({ name }) => name} />
          <Typography variant="body2" color="textSecondary" sx={{ px: 2.5, py: 2 }}>
            {t`Visitors without an identifier count once a day, so only what they do on the same day is counted. Decide on a duration beforehand: who looks again and again, and stops at the first difference, finds differences that are none.`}
          </Typography>
        </>
      )}
    </Card>
  );
}
