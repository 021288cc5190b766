//! Settings of blocks that were saved for an earlier version of them.

use std::sync::Arc;

use moka::sync::Cache;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::{Instance, PageCall, RenderSession};
use crate::breaker::Entry;
use crate::convert::{invalid, parse_json};
use crate::error::{PluginError, PluginErrorKind};
use crate::on_demand::LoadedPlugin;
use crate::registry::{BlockInfo, Plugin};

/// Settings are not larger as text.
const MAX_SETTINGS_BYTES: usize = 256 * 1024;
/// Settings are not nested deeper: a page that has them must remain readable.
const DEEPEST: usize = 64;
/// Bytes of answers that are remembered, with those for keeping them.
const REMEMBERED: u64 = 8 * 1024 * 1024;
/// About what an answer takes besides its text: key, pointers, and its place in the cache.
const PER_ANSWER: usize = 200;

/// Answers as text, by the digest of what a plugin can make them of: what was saved, its code, its settings, the site
/// and the language.
pub(crate) struct MigratedBlocks {
    answers: Cache<[u8; 32], Arc<str>>,
}

impl Default for MigratedBlocks {
    fn default() -> Self {
        let weigher = |_: &[u8; 32], text: &Arc<str>| u32::try_from(text.len() + PER_ANSWER).unwrap_or(u32::MAX);
        Self { answers: Cache::builder().max_capacity(REMEMBERED).weigher(weigher).build() }
    }
}

impl BlockInfo {
    /// The version of its settings; none when it takes settings of all its versions as they are.
    #[must_use]
    pub fn own_settings_version(&self) -> Option<u32> {
        (self.settings_migration || self.settings_version <= 1).then_some(self.settings_version.max(1))
    }
}

impl RenderSession {
    /// The version of the settings of a kind of block of the site's plugins; none when there is no such kind, or when it
    /// takes settings of all its versions as they are.
    #[must_use]
    pub fn settings_version_of_block(&self, kind: &str) -> Option<u32> {
        self.inner.active(&self.site).find_map(|plugin| plugin.block(kind))?.own_settings_version()
    }

    /// The JSON Schema of the settings of a kind of block of the site's plugins.
    #[must_use]
    pub fn settings_schema_of_block(&self, kind: &str) -> Option<Value> {
        self.inner.active(&self.site).find_map(|plugin| plugin.block(kind)).map(|block| block.settings_schema.clone())
    }

    /// The settings of a block for the version that the site has, made of those that were saved for an earlier one.
    /// Answers are remembered for each site and language: what a plugin makes of its settings there is nobody else's.
    ///
    /// # Errors
    /// Any [`crate::PluginErrorKind`]; `NotProvided` when the plugin has settings of one version alone.
    pub fn migrate_block_settings(&self, kind: &str, from: u32, settings: &Value) -> Result<Value, PluginError> {
        let plugin = self.find(kind, |plugin| plugin.block(kind).is_some())?;
        let name = plugin.block(kind).map_or(kind, |block| block.name.as_str());
        let text = settings.to_string();
        let key = self.key(&plugin, name, from, &text);
        let remembered = self.inner.migrated_blocks.answers.get(&key);
        if let Some(known) = remembered.and_then(|known| serde_json::from_str(&known).ok()) {
            return Ok(known);
        }
        let entry = self.circuit(&plugin, Entry::Block(Arc::from(name)));
        let call = |instance: &mut Instance| {
            let guest = instance.block_migration.as_ref()?;
            Some(guest.call_settings(&mut instance.store, name, from, &text))
        };
        let asked = PageCall { plugin: &plugin, entry: &entry, longest: self.limits(&plugin).render };
        self.call(&asked, call, |answer: String| {
            let migrated = read(name, from, settings, &answer)?;
            self.inner.migrated_blocks.answers.insert(key, Arc::from(answer));
            Ok(migrated)
        })
    }

    fn key(&self, plugin: &Plugin, name: &str, from: u32, settings: &str) -> [u8; 32] {
        let mut digest = Sha256::new();
        let activation = self.site.activation(&plugin.info.id);
        let locale = self.site.context.locale.as_str();
        // Another package with the same component may have other texts.
        let package = activation.and_then(|activation| activation.version.as_ref()).map(LoadedPlugin::digest);
        let build = package.unwrap_or(plugin.info.digest.as_str());
        let config = activation.map(|activation| activation.config.to_string());
        for part in [&*self.site_id, locale, build, config.as_deref().unwrap_or_default(), name, settings] {
            digest.update(part.len().to_le_bytes());
            digest.update(part);
        }
        digest.update(from.to_le_bytes());
        digest.finalize().into()
    }
}

/// Reads the settings that a block makes of those that were saved for a version.
fn read(name: &str, from: u32, saved: &Value, answer: &str) -> Result<Value, PluginErrorKind> {
    if answer.len() > MAX_SETTINGS_BYTES {
        return Err(PluginErrorKind::Oversize { what: "block settings", limit: MAX_SETTINGS_BYTES });
    }
    let migrated = parse_json("the settings", answer)?;
    if !migrated.is_object() || (is_deeper(&migrated, DEEPEST) && !is_deeper(saved, DEEPEST)) {
        return Err(invalid(format!(
            "the settings that {name} makes of those of version {from} are no object, or too deep"
        )));
    }
    // Databases refuse it, so that no page could have them: what was saved does not have it.
    let has_nul = |settings: &Value| settings.to_string().contains("\\u0000");
    if has_nul(&migrated) && !has_nul(saved) {
        return Err(invalid(format!(
            "the settings that {name} makes of those of version {from} have the character U+0000"
        )));
    }
    Ok(migrated)
}

/// Whether lists and objects are nested deeper than this many levels.
fn is_deeper(value: &Value, most: usize) -> bool {
    match value {
        Value::Array(items) => most == 0 || items.iter().any(|item| is_deeper(item, most - 1)),
        Value::Object(members) => most == 0 || members.values().any(|member| is_deeper(member, most - 1)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn small_answers_take_no_more_memory_than_large_ones() {
        let remembered = MigratedBlocks::default();
        for number in 0..60_000_u64 {
            let key: [u8; 32] = Sha256::digest(number.to_le_bytes()).into();
            remembered.answers.insert(key, Arc::from("{}"));
        }
        remembered.answers.run_pending_tasks();
        let count = remembered.answers.entry_count();
        assert!((1..=REMEMBERED / 200).contains(&count), "{count}");
    }

    #[test]
    fn deep_settings_are_found() {
        let settings = json!({"days": [{"text": "9 to 5"}]});
        assert!(!is_deeper(&settings, 3));
        assert!(is_deeper(&settings, 2));
        assert!(!is_deeper(&json!("text"), 0));
    }
}
