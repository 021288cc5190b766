import { t } from "@lingui/core/macro";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { uiLocale } from "@/shared/i18n/format";
import { useWebsite } from "@/shared/session/hooks";
import { Card } from "@/shared/ui/card";
import { ErrorState } from "@/shared/ui/states";
import { useTestPluginMutation, type PluginDetail, type PluginTest } from "../api";
import { partText } from "../words";

interface TestCardProps {
  plugin: Pick<PluginDetail, "id" | "enabled" | "needsSetUp">;
}

/** Calls what the plugin provides with examples, and says what came of it. */
export function TestCard({ plugin: { id, enabled, needsSetUp } }: TestCardProps) {
  const website = useWebsite();
  const [test, { data, error, isLoading }] = useTestPluginMutation();
  const run = () => void test({ websiteId: website.id, pluginId: id });
  return (
    <Card
      title={t`Test`}
      action={
        <Button size="small" loading={isLoading} disabled={!enabled || needsSetUp} onClick={run}>
          {t`Test it now`}
        </Button>
      }
    >
      <Stack role="status" sx={{ gap: 1.5 }}>
        <Typography variant="body2" color="textSecondary">
          {t`Tries what it provides with examples and the saved settings. No payment is made; anyone who listens to events gets an example.`}
        </Typography>
        {!isLoading && error !== undefined && <ErrorState error={error} onRetry={run} />}
        {!isLoading && data !== undefined && <Result test={data} />}
      </Stack>
    </Card>
  );
}

function Result({ test: { checks, log } }: { test: PluginTest }) {
  const failed = checks.filter(({ passed }) => !passed).length;
  return (
    <>
      {checks.length === 0 ? (
        <Alert severity="info">{t`It provides nothing that can be tried with an example.`}</Alert>
      ) : (
        <Alert severity={failed === 0 ? "success" : "error"}>
          {failed === 0 ? t`Everything works.` : t`Not everything works.`}
        </Alert>
      )}
      <Stack component="ul" aria-label={t`Results`} sx={{ listStyle: "none", m: 0, p: 0, gap: 0.5 }}>
        {checks.map((check, index) => (
          <Typography key={index} component="li" variant="body2" sx={{ overflowWrap: "anywhere" }}>
            {`${check.passed ? t`Works` : t`Failed`} · ${partText([check.kind, check.name ?? ""].join(" ").trim())} · ${milliseconds(check.ms)}`}
            {check.error != null && (
              <Typography component="span" variant="body2" color="error" sx={{ display: "block" }}>
                {check.error}
              </Typography>
            )}
          </Typography>
        ))}
      </Stack>
      {log.length > 0 && (
        <Stack component="ol" aria-label={t`Log of the test`} sx={{ listStyle: "none", m: 0, p: 0, gap: 0.5 }}>
          {log.map((line, index) => (
            <Typography key={index} component="li" variant="caption" sx={{ overflowWrap: "anywhere" }}>
              {line.text}
            </Typography>
          ))}
        </Stack>
      )}
    </>
  );
}

function milliseconds(ms: number): string {
  const options = { style: "unit", unit: "millisecond", unitDisplay: "short" } as const;
  return new Intl.NumberFormat(uiLocale(), options).format(ms);
}
