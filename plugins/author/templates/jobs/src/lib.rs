//! The job `{{entry}}`: writes into its log every morning how long it is until a day.

mod texts;

use stoa_plugin_sdk::jobs::Jobs;
use stoa_plugin_sdk::log::{self, Level};
use stoa_plugin_sdk::{CallContext, Error, ErrorCode, error, setting};

use texts::text;

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

struct Plugin;

impl Jobs for Plugin {
    fn run(name: String, scheduled_ms: u64, ctx: CallContext) -> Result<(), Error> {
        if name != "{{entry}}" {
            return Err(error(ErrorCode::NotSupported, format!("no job {name}")));
        }
        let day = setting("day").and_then(|value| value.as_u64()).filter(|day| *day > 0);
        let Some(day) = day else { return Err(error(ErrorCode::NotConfigured, "enter the day")) };
        // The time of the schedule, not that of the run: a repeated run writes the same.
        let line = match day.checked_sub(scheduled_ms / DAY_MS) {
            Some(days) => text(&ctx.locale, "left").replace("{days}", &days.to_string()),
            None => text(&ctx.locale, "over"),
        };
        log::write(Level::Info, &line);
        Ok(())
    }
}

stoa_plugin_sdk::plugin!(jobs: Plugin);
