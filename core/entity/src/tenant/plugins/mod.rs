//! Settings and storage of plugins.

pub mod plugin_setting;
pub mod plugin_storage;
pub mod plugin_storage_size;
