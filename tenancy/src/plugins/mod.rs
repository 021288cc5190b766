//! Plugins of the installation: packages, and what the operator decides about them.

mod packages;
mod rules;

pub use rules::{FORBIDDEN_VERSION, JudgedPackage, PluginRules, limit_subject, new_plugin_rule};
