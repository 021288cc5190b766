//! Settings of blocks for the version of their plugin that a site has.

use serde_json::{Map, Value};
use stoa_document::{SettingsSource, bare_settings, defaults, settings_source, taken_over};
use stoa_plugin_host::{PluginError, RenderSession};

/// The settings of a block as its plugin gets them. Those of another version are completed here, when they are those of
/// this one.
pub(super) fn settings_now(
    session: &RenderSession,
    kind: &str,
    saved: &Map<String, Value>,
) -> Result<Map<String, Value>, PluginError> {
    let Some((_, made)) = made_now(session, kind, saved)? else { return Ok(bare_settings(saved)) };
    let schema = session.settings_schema_of_block(kind);
    Ok(schema.map_or_else(|| made.clone(), |schema| defaults::complete(&schema, &made)))
}

/// The settings of a block as they are to be saved for this version; none when they are for it already.
pub(super) fn saved_now(
    session: &RenderSession,
    kind: &str,
    saved: &Map<String, Value>,
) -> Result<Option<Map<String, Value>>, PluginError> {
    let made = made_now(session, kind, saved)?;
    Ok(made.map(|(version, made)| taken_over(saved, version, made)))
}

type VersionedSettings = (u32, Map<String, Value>);

/// This version, and the settings for it that were kept or made of those of another one.
fn made_now(
    session: &RenderSession,
    kind: &str,
    saved: &Map<String, Value>,
) -> Result<Option<VersionedSettings>, PluginError> {
    let Some(version) = session.settings_version_of_block(kind) else { return Ok(None) };
    match settings_source(saved, version) {
        SettingsSource::Own | SettingsSource::Later => Ok(None),
        SettingsSource::Kept(kept) => Ok(Some((version, kept))),
        SettingsSource::Earlier { version: from, settings } => {
            let made = session.migrate_block_settings(kind, from, &Value::Object(settings))?;
            Ok(made.as_object().map(|made| (version, bare_settings(made))))
        }
    }
}
