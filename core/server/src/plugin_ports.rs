//! The adapter traits of the domain crates, implemented by plugins.

mod installments;
mod loading;
mod payments;
mod reads;
mod render;
mod sites;
mod storage;

pub use installments::PluginInstallments;
pub(crate) use loading::{load_plugins, load_plugins_to_list, plugin_folder};
pub use payments::PluginPayments;
pub use reads::PluginReads;
pub use render::{PluginParts, words_of};
pub use sites::PluginSites;
pub use storage::SiteStorage;
