import { plural, t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import { formatNumber } from "@/shared/i18n/format";
import { useWebsite } from "@/shared/session/hooks";
import { formatMoney } from "@/shared/money/money";
import { Card } from "@/shared/ui/card";
import { ErrorState, LoadingRows } from "@/shared/ui/states";
import { useComparePluginQuery, type PluginComparison, type PluginDetail, type PluginVersion } from "../api";
import { milliseconds, partText } from "../words";

interface ComparisonCardProps {
  plugin: PluginDetail;
  version: PluginVersion;
}

/** Another version beside the one in use, with the last inputs of the site, before the owner decides. */
export function ComparisonCard({ plugin, version }: ComparisonCardProps) {
  const website = useWebsite();
  const ref = { websiteId: website.id, pluginId: plugin.id, digest: version.digest };
  const query = useComparePluginQuery(ref, { refetchOnMountOrArgChange: true });
  const { version: other } = version;
  const data = query.currentData;
  return (
    <Card
      title={t`What version ${other} would change`}
      action={
        <Button size="small" loading={query.isFetching} onClick={() => void query.refetch()}>
          {t`Compare again`}
        </Button>
      }
    >
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isFetching && data === undefined && <LoadingRows rows={3} />}
      {data !== undefined && <Result comparison={data} />}
    </Card>
  );
}

function Result({ comparison }: { comparison: PluginComparison }) {
  const { inputs, compared, parts, differences } = comparison;
  if (inputs === 0)
    return (
      <Typography variant="body2" color="textSecondary">
        {t`Nothing to compare yet: inputs are kept while visitors see pages with this plugin. Payments and personal pages never are.`}
      </Typography>
    );
  return (
    <Stack sx={{ gap: 2 }}>
      <Summary comparison={comparison} />
      {compared < inputs && (
        <Typography variant="body2" color="textSecondary">
          {t`Not all inputs were compared, because that took too long.`}
        </Typography>
      )}
      <Parts parts={parts} />
      {differences.length > 0 && <Differences differences={differences} />}
    </Stack>
  );
}

function Summary({ comparison: { beforeVersion, compared, parts } }: { comparison: PluginComparison }) {
  const different = parts.reduce((sum, part) => sum + part.differences, 0);
  const failures = parts.reduce((sum, part) => sum + Math.max(0, part.afterFailures - part.beforeFailures), 0);
  const tried = plural(compared, {
    one: "Both versions were given the last input of your site.",
    other: "Both versions were given the last # inputs of your site.",
  });
  if (failures > 0) {
    const failed = plural(failures, {
      one: `It fails once where version ${beforeVersion} does not.`,
      other: `It fails # times where version ${beforeVersion} does not.`,
    });
    return <Alert severity="error">{`${tried} ${failed}`}</Alert>;
  }
  if (different > 0) {
    const differs = plural(different, { one: "One answer differs.", other: "# answers differ." });
    return <Alert severity="warning">{`${tried} ${differs}`}</Alert>;
  }
  return <Alert severity="success">{`${tried} ${t`Their answers are the same.`}`}</Alert>;
}

/** What was, and what would be. */
const change = (before: string, after: string) => (before === after ? after : t`${before}, then ${after}`);

function Parts({ parts }: { parts: PluginComparison["parts"] }) {
  return (
    <Box sx={{ overflowX: "auto" }} tabIndex={0} role="group" aria-label={t`Compared parts`}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{t`Part`}</TableCell>
            <TableCell align="right">{t`Inputs`}</TableCell>
            <TableCell align="right">{t`Different answers`}</TableCell>
            <TableCell align="right">{t`Failures`}</TableCell>
            <TableCell align="right">{t`Usual time`}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {parts.map((row) => (
            <TableRow key={row.part}>
              <TableCell component="th" scope="row">
                {partText(row.part)}
              </TableCell>
              <TableCell align="right">{formatNumber(row.inputs)}</TableCell>
              <TableCell align="right">{formatNumber(row.differences)}</TableCell>
              <TableCell align="right">
                {change(formatNumber(row.beforeFailures), formatNumber(row.afterFailures))}
              </TableCell>
              <TableCell align="right">
                {change(milliseconds(row.beforeMicros), milliseconds(row.afterMicros))}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

function Differences({ differences }: { differences: PluginComparison["differences"] }) {
  return (
    <Stack component="ul" aria-label={t`Differences`} sx={{ listStyle: "none", m: 0, p: 0, gap: 2 }}>
      {differences.map((one, index) => (
        <Box component="li" key={index}>
          <Typography variant="subtitle2" component="h3">
            {partText(one.part)}
          </Typography>
          <Price price={one.price} />
          <Answer label={t`Now`} text={one.before} failure={one.beforeFailure} />
          <Answer label={t`Then`} text={one.after} failure={one.afterFailure} />
        </Box>
      ))}
    </Stack>
  );
}

function Price({ price }: { price: PluginComparison["differences"][number]["price"] }) {
  const { locale } = useWebsite();
  if (price == null) return null;
  const amount = (cents: number | null | undefined) =>
    cents == null ? t`no price` : formatMoney(cents, price.currency, locale);
  return (
    <Typography variant="body2">
      {t`Price: ${{ before: amount(price.beforeCents) }}, then ${{ after: amount(price.afterCents) }}`}
    </Typography>
  );
}

interface AnswerProps {
  label: string;
  text: string | null | undefined;
  failure: string | null | undefined;
}

function Answer({ label, text, failure }: AnswerProps) {
  const words = failure == null ? (text ?? "") : t`Failed: ${failure}`;
  return (
    <Stack sx={{ mt: 0.5 }}>
      <Typography variant="caption" color="textSecondary">
        {label}
      </Typography>
      <Box
        component="pre"
        dir="auto"
        tabIndex={0}
        sx={{
          m: 0,
          maxHeight: 160,
          overflow: "auto",
          whiteSpace: "pre-wrap",
          overflowWrap: "anywhere",
          typography: "body2",
          fontFamily: "monospace",
          color: failure == null ? "text.primary" : "error.main",
        }}
      >
        {words === "" ? t`Nothing` : words}
      </Box>
    </Stack>
  );
}
