//! Settings of earlier versions: an answer to whatever an owner may have saved, and the same for the same settings.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use stoa_plugin_host::{BlockInfo, PluginError, SavedSettings, Site};

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

/// What the plugin makes of settings of an earlier version of a block.
pub(super) fn call_block(
    bench: &Workbench,
    site: &Arc<Site>,
    kind: &str,
    from: u32,
    settings: &Json,
) -> Result<Json, PluginError> {
    bench.host.render_session(Arc::clone(site)).migrate_block_settings(kind, from, settings)
}

/// The same for a block. The second answer is for a page in another language, since answers for one are remembered.
pub(super) fn run_block(bench: &Workbench, block: &BlockInfo, report: &mut TestReport) {
    let mut answers = Vec::new();
    let mut changing = None;
    let other = Shop { locale: "de-AT", ..Shop::default() };
    for from in 1..block.settings_version {
        for value in json_values() {
            let settings = json!({ "value": value });
            let named = format!("version {from}, {}", shorten(&settings.to_string()));
            let first = call_block(bench, &bench.site(&Shop::default()), &block.kind, from, &settings);
            let second = call_block(bench, &bench.site(&other), &block.kind, from, &settings);
            if let (Ok(first), Ok(second)) = (&first, &second)
                && first != second
            {
                changing = Some(named.clone());
            }
            answers.push((named, first.map(drop)));
        }
    }
    let name = |test: &str| format!("block {}: settings of earlier versions: {test}", block.name);
    report.add(name("whatever was saved"), without_faults(answers));
    let same = changing.map_or(Ok(()), |named| Err(format!("{named}: two answers differ")));
    report.add(name("the same settings"), same);
}
