//! What holds for a plugin on a site whose owner decided nothing about it.

use stoa_plugin_host::{PluginInfo, Provision, check_settings};

/// Whether a plugin takes no real payments, so that its secrets protect nothing.
pub(super) fn is_test_provider(plugin: &PluginInfo) -> bool {
    plugin.provides.iter().any(|provision| matches!(provision, Provision::PaymentProvider { test: true, .. }))
}

/// Whether a plugin is on by default. Those that make promises, lower prices, ask shoppers, are told what happens on a
/// site, work by themselves, or add to the admin, are not.
pub(super) fn is_enabled_by_default(plugin: &PluginInfo) -> bool {
    !plugin.provides.iter().any(|provision| {
        matches!(
            provision,
            Provision::InstallmentProvider { .. }
                | Provision::DiscountFunction {}
                | Provision::CheckoutQuestions {}
                | Provision::EventHook { .. }
                | Provision::ScheduledJob { .. }
                | Provision::CatalogueFormat { .. }
                | Provision::AdminPanel { .. }
        )
    })
}

/// Settings completed by the defaults of their schema. Those that do not match it are passed on unchanged: the plugin
/// decides.
pub(super) fn with_defaults(plugin: &PluginInfo, config: serde_json::Value) -> serde_json::Value {
    match &plugin.settings_schema {
        Some(schema) => check_settings(schema, &config).unwrap_or(config),
        None => config,
    }
}
