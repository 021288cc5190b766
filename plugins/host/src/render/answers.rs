//! What plugins answer while a page is rendered, within its limits.

use crate::bindings::blocks;
use crate::bindings::imports::stoa::plugin::types;
use crate::convert::{value_out, value_size};
use crate::error::PluginErrorKind;
use crate::model::{BlockOutput, Value};

/// What a block knows besides its settings and data.
const VARIES: [&str; 6] = ["site-id", "locale", "currency", "timezone", "preview", NOW];
const NOW: &str = "now-ms";
const MAX_HEAD_LINES: usize = 32;
const MAX_HEAD_LINE_LENGTH: usize = 4 * 1024;

/// What a formatter answers.
pub(super) fn read_value(answer: types::Value, limit: usize) -> Result<Value, PluginErrorKind> {
    if value_size(&answer) > limit {
        return Err(PluginErrorKind::Oversize { what: "formatter text", limit });
    }
    value_out(answer)
}

/// What a block shows.
pub(crate) fn read_block(output: blocks::interface::Output, limit: usize) -> Result<BlockOutput, PluginErrorKind> {
    if output.html.len() > limit {
        return Err(PluginErrorKind::Oversize { what: "block HTML", limit });
    }
    if output.head.len() > MAX_HEAD_LINES || output.head.iter().any(|line| line.len() > MAX_HEAD_LINE_LENGTH) {
        return Err(PluginErrorKind::Oversize { what: "block head", limit: MAX_HEAD_LINES * MAX_HEAD_LINE_LENGTH });
    }
    // Pages are cached for one language of one site, and those of the editor not at all: time alone is left.
    let is_of_now = output.vary_on.iter().any(|own| own == NOW);
    // The contract takes any text, and hosts before took it: a block that names another is shown all the same.
    let ignored = output.vary_on.into_iter().filter(|own| !VARIES.contains(&own.as_str())).collect();
    let cache_seconds = if is_of_now { output.cache_seconds.max(1) } else { output.cache_seconds };
    Ok(BlockOutput { html: output.html, head: output.head, cache_seconds, ignored })
}
