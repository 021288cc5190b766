// Options that all scenarios share.

/** The statistics that are reported for each trend. */
export const TREND_STATS = ["avg", "min", "med", "p(95)", "p(99)", "max"];

/** A run with `STOA_USERS` concurrent shoppers for `STOA_SECONDS` seconds. */
export function steady(thresholds) {
  return {
    vus: Number(__ENV.STOA_USERS || 16),
    duration: `${Number(__ENV.STOA_SECONDS || 10)}s`,
    summaryTrendStats: TREND_STATS,
    thresholds,
  };
}
