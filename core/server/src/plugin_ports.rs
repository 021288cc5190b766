//! The ports of the domains, implemented by calls to plugins.

mod payments;
mod render;
mod sites;

pub use payments::PluginPayments;
pub use render::{PluginParts, words_of};
pub use sites::PluginSites;
