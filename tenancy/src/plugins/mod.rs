//! Plugins of the installation: packages, and what the operator decides about them.

mod outbreaks;
mod packages;
mod rules;
mod upload_turns;

pub use outbreaks::PluginOutbreaks;
pub use rules::{FORBIDDEN_VERSION, JudgedPackage, PluginRules, limit_subject, new_plugin_rule};
pub use upload_turns::{UploadTurn, UploadTurns};
