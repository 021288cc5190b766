//! What has to be set before a plugin can work.

use serde_json::json;
use stoa_plugin_host::{PluginInfo, check_settings};

use super::super::plugin_defaults::is_test_provider;
use super::super::site_choices::SiteChoices;

/// Settings that do not match the schema, such as required ones without a value, and secrets that were not entered:
/// `settings.<name>` and `secrets.<name>`.
pub(super) fn missing(info: &PluginInfo, is_package: bool, choices: &SiteChoices) -> Vec<String> {
    let schema = info.settings_schema.clone().unwrap_or_else(|| json!({"type": "object"}));
    let faults = check_settings(&schema, &choices.settings_for(info)).err().unwrap_or_default();
    let settings = faults.into_iter().map(|fault| field_of(&fault.pointer));
    // Test providers of the server have secrets that nobody enters.
    let has_secrets = !is_package && is_test_provider(info);
    let secrets =
        info.permissions.secrets.iter().filter(|name| !has_secrets && choices.secret(&info.id, name).is_none());
    let mut missing: Vec<String> = settings.chain(secrets.map(|name| format!("secrets.{name}"))).collect();
    missing.dedup();
    missing
}

/// The field of a setting, by its JSON pointer.
pub(super) fn field_of(pointer: &str) -> String {
    format!("settings.{}", pointer.trim_start_matches('/').replace('/', "."))
}
