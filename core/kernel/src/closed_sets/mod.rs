//! The closed sets of the domains, each file for one area. They are used by the path of the area alone, such as
//! `stoa_kernel::order`.

pub mod account;
pub mod analytics;
pub mod catalogue;
pub mod checkout;
pub mod content;
pub mod design;
pub mod discussion;
pub mod experiment;
pub mod forms;
pub mod job;
pub mod load_run;
pub mod media;
pub mod messages;
pub mod order;
pub mod payment;
pub mod plugin;
pub mod plugin_change;
pub mod pricing;
pub mod site_event;
pub mod translation;
pub mod website;
