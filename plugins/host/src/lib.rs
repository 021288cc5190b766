//! Runs plugins that nobody has to trust.
//!
//! A plugin is a WebAssembly component that speaks the contract of `plugins/wit`. This crate loads plugins from a
//! folder, checks them, and calls them under limits of time, memory, data and log lines, with only the capabilities
//! that their manifest asks for and the site grants. Whatever a plugin does, the host and the other plugins go on.
//!
//! Start at [`PluginHost`]. A [`Site`] says on whose behalf a call is made and which plugins it has switched on:
//!
//! - [`PluginHost::render_session`] gives formatters, predicates and blocks for one page render; synchronous.
//! - [`PluginHost::installments`] gives messages about paying in parts; synchronous.
//! - [`PluginHost::payment`] gives the payment calls; asynchronous, since they may wait for the network.
//!
//! Every failure is a [`PluginError`]. What the caller does about it depends on the kind of plugin: a formatter prints
//! its input escaped, a predicate counts as false, a block shows nothing to visitors, an installment message is left
//! out, and a payment attempt becomes `unknown` and is asked about later.
//!
//! This crate must not know the database, HTTP handlers or any domain: money, sites and orders come in as the plain
//! shapes of [`model`]. The WebAssembly runtime's types never leave it.

mod bindings;
mod breaker;
mod call;
mod capability;
mod clock;
mod convert;
mod declared;
mod engine;
mod error;
mod gate;
mod host;
mod installments;
mod limits;
mod manifest;
mod methods;
pub mod model;
mod payment;
mod registry;
mod render;
mod settings;

pub use capability::http::{HttpTransport, OutboundFailure, OutboundRequest, OutboundResponse, PublicNetwork};
pub use capability::storage::{MemoryStorage, PluginStorage, StorageArea, StoredValue};
pub use declared::declared;
pub use error::{GuestError, GuestErrorCode, PluginError, PluginErrorKind};
pub use host::{HostConfig, PluginHost};
pub use installments::InstallmentCalls;
pub use limits::Limits;
pub use manifest::{PaymentForm, Permissions, Provision};
pub use methods::PaymentMethod;
pub use model::{Activation, Secret, Site, SiteContext};
pub use payment::PaymentCalls;
pub use registry::{BlockInfo, PluginInfo};
pub use render::RenderSession;
pub use settings::{SettingsFault, check_settings};
