//! Settings of earlier versions: an answer to whatever an owner may have saved, and the same for the same settings.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use stoa_plugin_host::{PluginError, SavedSettings, Site};

use super::payment::runtime;
use super::values::json_values;
use super::workbench::Shop;
use super::{TestReport, Workbench, shorten, without_faults};
use crate::AuthorError;

/// What the plugin makes of settings of an earlier version.
pub(super) fn call(
    bench: &Workbench,
    site: &Arc<Site>,
    from: u32,
    settings: &Json,
) -> Result<Result<Json, PluginError>, AuthorError> {
    let id = bench.plugin().map(|info| info.id.clone()).unwrap_or_default();
    let saved = SavedSettings { version: from, settings, owner: &site.context.site_id, within: None };
    Ok(runtime()?.block_on(bench.host.migrate_settings(&id, site, saved)))
}

/// `version` is that of the settings of the plugin.
pub(super) fn run(bench: &Workbench, version: u32, report: &mut TestReport) -> Result<(), AuthorError> {
    let mut answers = Vec::new();
    let mut changing = None;
    for from in 1..version {
        for value in json_values() {
            let settings = json!({ "value": value });
            let named = format!("version {from}, {}", shorten(&settings.to_string()));
            let first = call(bench, &bench.site(&Shop::default()), from, &settings)?;
            let second = call(bench, &bench.site(&Shop::default()), from, &settings)?;
            if let (Ok(first), Ok(second)) = (&first, &second)
                && first != second
            {
                changing = Some(named.clone());
            }
            answers.push((named, first.map(drop)));
        }
    }
    report.add("settings of earlier versions: whatever was saved", without_faults(answers));
    let same = changing.map_or(Ok(()), |named| Err(format!("{named}: two answers differ")));
    report.add("settings of earlier versions: the same settings", same);
    Ok(())
}
