import { plural, t } from "@lingui/core/macro";
import Typography from "@mui/material/Typography";
import { uiLocale } from "@/shared/i18n/format";
import { Card } from "@/shared/ui/card";
import type { PluginDetail } from "../api";
import { quotaText } from "../words";
import { Fact, Facts } from "./facts";

/** What a plugin may use at most on this site. */
export function LimitsCard({ plugin }: { plugin: PluginDetail }) {
  const { plan, ...limits } = plugin.limits;
  const calls = plural(limits.pageCalls, { one: "# call", other: "# calls" });
  const lines = plural(limits.logLines, { one: "# line", other: "# lines" });
  const talks = plugin.permissions.some(({ kind }) => kind === "http" || kind === "addresses");
  return (
    <Card title={t`Limits`}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {plan == null ? t`They are those of all sites of this server.` : t`The plan ${plan} of this site sets them.`}
      </Typography>
      <Facts>
        <Fact name={t`Memory`}>{quotaText(limits.memoryBytes)}</Fact>
        <Fact name={t`For one page`}>{t`${{ time: time(limits.pageMs) }} of work, ${calls}`}</Fact>
        <Fact name={t`For all pages, together with the other plugins`}>
          {t`${{ time: time(limits.siteMs) }} of work in a minute`}
        </Fact>
        <Fact name={t`For one payment, question or event`}>
          {t`${{ time: time(limits.runningMs) }} of work, ${{ total: time(limits.waitingMs) }} with waiting`}
        </Fact>
        {talks && <Fact name={t`Requests of one call`}>{formatted(limits.httpRequests)}</Fact>}
        {limits.storageBytes > 0 && <Fact name={t`Data of its own`}>{quotaText(limits.storageBytes)}</Fact>}
        <Fact name={t`Log of one call`}>{t`${lines}, ${{ size: quotaText(limits.logBytes) }}`}</Fact>
      </Facts>
    </Card>
  );
}

const formatted = (value: number, options?: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(uiLocale(), options).format(value);

/** A limit of time: in seconds from one second on. */
function time(ms: number): string {
  const isLong = ms >= 1_000;
  const unit = isLong ? "second" : "millisecond";
  return formatted(isLong ? ms / 1_000 : ms, { style: "unit", unit, unitDisplay: "short" });
}
