// The job `{{entry}}`: writes into its log every morning how long it is until a day.

import { fail, log, scheduledJobs, setting, text } from "../sdk/js/index.js";

const DAY_MS = 24 * 60 * 60 * 1000;

export const jobs = scheduledJobs({
  "{{entry}}": (scheduledMs, ctx) => {
    const day = setting("day");
    if (!Number.isSafeInteger(day) || day <= 0) {
      throw fail("not-configured", "enter the day");
    }
    // The time of the schedule, not that of the run: a repeated run writes the same.
    const days = day - Math.floor(scheduledMs / DAY_MS);
    log.info(days < 0 ? text(ctx.locale, "over") : text(ctx.locale, "left", { days }));
  },
});
