//! Runs untrusted plugins.
//!
//! A plugin is a WebAssembly component with the interfaces of `plugins/wit`. This crate reads the plugins of a folder at
//! start and loads their code with the first call, loads those of packages when a site needs them, checks them, and calls
//! them with limits of time, memory, data and log lines, and only with the capabilities that their manifest requests and
//! the site grants. A failing plugin does not affect the host or other plugins.
//!
//! Start at [`PluginHost`]. A [`Site`] is the tenant of a call and has the plugins it has enabled:
//!
//! - [`PluginHost::render_session`]: formatters, predicates and blocks of one page render; synchronous.
//! - [`PluginHost::installments`]: messages about payment in installments; synchronous.
//! - [`PluginHost::payment`]: payment calls; asynchronous, since they may wait for the network.
//! - [`PluginHost::quotes`]: delivery options, taxes and discounts of a cart, and the questions of its checkout;
//!   asynchronous, too.
//! - [`PluginHost::background`]: event hooks and scheduled jobs; asynchronous as well.
//! - [`PluginHost::formats`]: files of the catalogue in formats of plugins; asynchronous as well.
//! - [`PluginHost::migrate_settings`]: settings of an earlier version; asynchronous as well.
//! - [`PluginHost::panel`]: panels of the admin, with the rights of the person who opened them; asynchronous as well.
//!
//! A site uses the version of the folder, or that of a package, which [`PluginHost::ensure`] loads. Several versions run
//! side by side. Packages are compiled by [`compile`] in a process of its own, which a [`CompileProcess`] runs.
//!
//! Every failure is a [`PluginError`]. What the caller does then depends on the kind of plugin: a formatter prints its
//! input escaped, a predicate counts as false, a block shows nothing to visitors, an installment message is left out,
//! a payment attempt becomes `unknown` and its status is requested later, and an event is delivered again.
//!
//! This crate must not depend on the database, HTTP handlers or any domain: money, sites and orders are the plain types
//! of [`model`]. Types of the WebAssembly runtime are not part of its API.

mod activity;
mod artefacts;
mod background;
mod bindings;
mod breaker;
mod call;
mod capability;
mod clock;
mod concurrency_limit;
mod convert;
mod engine;
mod error;
mod files;
mod folder;
mod formats;
mod gates;
mod host;
mod installments;
mod interfaces;
mod limits;
mod loading;
mod manifest;
mod methods;
mod migration;
pub mod model;
mod on_demand;
mod panels;
mod payment;
mod payment_versions;
mod quotes;
mod refusals;
mod registry;
mod render;
mod settings;
mod texts;
mod worker;

/// As the attribute of this name in the kernel. The calls await wasmtime's futures, which are large types.
use async_recursion::async_recursion as boxed;

pub use activity::{ActivityPort, CallCounts, LogLine, PluginOnSite};
pub use artefacts::CompileCache;
pub use background::BackgroundCalls;
pub use capability::addresses::is_public_address;
pub use capability::network::{
    HttpTransport, OpenResponse, OutboundFailure, OutboundRequest, OutboundResponse, PublicNetwork, ResponseBody,
};
pub use capability::reads::{ReadFault, SiteReads};
pub use capability::storage::{MemoryStorage, PluginStorage, StorageArea, StorageChange, StorageSwap, StoredValue};
pub use convert::typed_text;
pub use error::{GuestError, GuestErrorCode, PluginError, PluginErrorKind};
pub use files::PackageFiles;
pub use formats::FormatCalls;
pub use host::{HostConfig, PluginHost};
pub use installments::InstallmentCalls;
pub use limits::{ClassLimits, Limits, PluginClass};
pub use loading::declared::declared;
pub use manifest::{
    Cadence, ClientScript, EVENT_TOPICS, FormatterOutput, PaymentForm, Permissions, Provision, SecretPlace, SecretUse,
    compare_versions, data_of_topic,
};
pub use methods::{EventHook, PaymentMethod, ScheduledJob};
pub use migration::SavedSettings;
pub use model::{Activation, Secret, Site, SiteContext};
pub use on_demand::{CompileFailure, CompileProcess, CompileReport, LoadedPlugin, PackageSource, describe_package};
pub use panels::{PanelCalls, PanelPerson};
pub use payment::PaymentCalls;
pub use quotes::QuoteCalls;
pub use registry::{BlockInfo, PanelInfo, PluginInfo};
pub use render::RenderSession;
pub use render::formatted::Formatted;
pub use settings::{SettingsFault, check_settings};
pub use worker::compile;
