//! The adapter traits of the domain crates, implemented by plugins.

mod compile_process;
mod formatted;
mod hooks;
mod installments;
mod loading;
mod package_files;
mod packages;
mod payments;
mod quotes;
mod reads;
mod render;
mod sites;
mod storage;
mod words;

#[cfg(target_os = "linux")]
pub(crate) use compile_process::THREADS as COMPILE_THREADS;
pub use hooks::{HookFailure, SiteHooks, next_run};
pub use installments::PluginInstallments;
pub(crate) use loading::{check_packages_with, load_plugins, load_plugins_to_list, plugin_folder};
pub(crate) use package_files::StoredFiles;
pub use packages::{PackageContents, PluginPackages, StoredPackage};
pub use payments::PluginPayments;
pub use quotes::PluginQuotes;
pub use reads::PluginReads;
pub use render::PluginParts;
pub use sites::PluginSites;
pub use storage::SiteStorage;
pub use words::words_of;
