//! The adapter traits of the domain crates, implemented by plugins.

mod activity;
mod block_settings;
mod bundled_files;
mod compile_process;
mod formatted;
mod hooks;
mod indexes;
mod installments;
mod loading;
mod package_contents;
mod package_files;
mod packages;
mod payment_records;
mod payments;
mod quotes;
mod reads;
mod render;
mod samples;
mod settings_migration;
mod site_choices;
mod site_plugins;
mod sites;
mod storage;
mod upload_turns;
mod version_pins;
mod words;

pub use activity::PluginActivity;
pub(crate) use bundled_files::BundledFiles;
#[cfg(target_os = "linux")]
pub(crate) use compile_process::THREADS as COMPILE_THREADS;
pub use hooks::{HookFailure, SiteHooks, next_run};
pub(crate) use indexes::update as update_from_index;
pub use installments::PluginInstallments;
pub(crate) use loading::{
    PluginSurroundings, check_packages_with, load_plugins, load_plugins_to_list, plugin_folder, plugin_plans,
};
pub use package_contents::PackageContents;
pub(crate) use package_files::{StoredFiles, files_of};
pub use packages::{PluginPackages, StoredPackage};
pub use payments::PluginPayments;
pub use quotes::PluginQuotes;
pub use reads::PluginReads;
pub use render::PluginParts;
pub use site_plugins::PluginService;
pub(crate) use site_plugins::Recording;
pub use sites::{PluginPlan, PluginSites};
pub use storage::SiteStorage;
pub use words::words_of;
