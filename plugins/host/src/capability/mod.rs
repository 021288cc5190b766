//! Host functions for guests. Each capability is one file; a guest without the permission gets an error.

pub(crate) mod addresses;
mod config;
mod crypto;
mod digests;
pub(crate) mod http;
mod log;
pub(crate) mod network;
mod origins;
pub(crate) mod reads;
pub(crate) mod secret_places;
pub(crate) mod storage;
pub(crate) mod streams;
mod texts;
mod time;

use std::sync::Arc;
use std::time::Instant;

use wasmtime::Result;
use wasmtime::component::{HasSelf, Linker};

use crate::activity::{ActivityPort, PluginOnSite};
use crate::bindings::{
    carts, context, imports, imports2, streams as pure_streams, waiting_imports, waiting_imports2, waiting_streams,
};
use crate::clock::CallClock;
use crate::engine::TickerGuard;
use crate::limits::{Limits, MemoryLimiter};
use crate::model::{Activation, Site};
use crate::registry::Plugin;

pub(crate) use log::LogBudget;
use streams::{Inputs, RowSink};

/// State of one instance: its site, its permissions and its resource use.
pub(crate) struct GuestState {
    pub(crate) plugin: Arc<Plugin>,
    pub(crate) site: Arc<Site>,
    pub(crate) limits: Arc<Limits>,
    pub(crate) ports: Ports,
    pub(crate) memory: MemoryLimiter,
    pub(crate) log: LogBudget,
    pub(crate) http_requests: u32,
    /// Reads of the site's data in this call.
    pub(crate) reads: u32,
    /// What this call reads part by part.
    pub(crate) inputs: Inputs,
    /// Where the rows of the file are put that this call reads; none in other calls.
    pub(crate) rows: Option<RowSink>,
    /// Whether the call may store something and send requests that change something.
    pub(crate) may_change: bool,
    /// When the instance was made.
    pub(crate) started: Instant,
    /// Running time of a call that may wait, in ticks.
    pub(crate) ticks_run: u64,
    /// Whether the last call ended because the machine was too busy.
    pub(crate) is_starved: bool,
    /// Remaining time of a call that may wait.
    pub(crate) clock: Arc<CallClock>,
    /// Keeps the epoch ticker running.
    pub(crate) _ticking: TickerGuard,
}

/// Ports that the host process supplies.
#[derive(Clone)]
pub(crate) struct Ports {
    pub(crate) http: Arc<dyn network::HttpTransport>,
    pub(crate) storage: Option<Arc<dyn storage::PluginStorage>>,
    pub(crate) activity: Option<Arc<dyn ActivityPort>>,
    pub(crate) reads: Option<Arc<dyn reads::SiteReads>>,
}

impl GuestState {
    /// The plugin's configuration on the site; none in a test instance.
    fn activation(&self) -> Option<&Activation> {
        self.site.activation(&self.plugin.id)
    }

    /// The plugin and the site, as [`ActivityPort`] names them.
    pub(crate) fn on_site(&self) -> PluginOnSite<'_> {
        PluginOnSite { site: &self.site.context.site_id, plugin: &self.plugin.id, version: &self.plugin.version }
    }

    /// Resets the quotas for a new call.
    pub(crate) fn begin_call(&mut self) {
        self.log.begin_call();
        self.http_requests = 0;
        self.reads = 0;
        self.inputs = Inputs::default();
        self.ticks_run = 0;
        self.is_starved = false;
    }
}

impl imports::stoa::plugin::types::Host for GuestState {}

impl context::stoa::plugin0_2_0::context::Host for GuestState {}

impl carts::stoa::plugin0_2_0::carts::Host for GuestState {}

/// Links the interfaces that need the feature `streams`. Whether a component may use them is checked before it is linked.
macro_rules! link_streams {
    ($linker:expr, $module:ident) => {{
        use $module::stoa::plugin0_2_0::{http_streams, product_rows, streams};
        let mut options = streams::LinkOptions::default();
        options.streams(true);
        streams::add_to_linker::<GuestState, HasSelf<GuestState>>($linker, &options, |state| state)?;
        let mut options = http_streams::LinkOptions::default();
        options.streams(true);
        http_streams::add_to_linker::<GuestState, HasSelf<GuestState>>($linker, &options, |state| state)?;
        let mut options = product_rows::LinkOptions::default();
        options.streams(true);
        product_rows::add_to_linker::<GuestState, HasSelf<GuestState>>($linker, &options, |state| state)
    }};
}

/// Links the host functions of kinds that never wait; network and storage return errors.
pub(crate) fn link_pure(linker: &mut Linker<GuestState>) -> Result<()> {
    imports::Served::add_to_linker::<GuestState, HasSelf<GuestState>>(linker, |state| state)?;
    context::Served::add_to_linker::<GuestState, HasSelf<GuestState>>(linker, |state| state)?;
    carts::Served::add_to_linker::<GuestState, HasSelf<GuestState>>(linker, |state| state)?;
    imports2::Served::add_to_linker::<GuestState, HasSelf<GuestState>>(linker, |state| state)?;
    link_streams!(linker, pure_streams)
}

/// Links the host functions of kinds that may wait.
pub(crate) fn link_waiting(linker: &mut Linker<GuestState>) -> Result<()> {
    use imports::stoa::plugin::{config, crypto, log, types};
    use imports2::stoa::plugin0_2_0::{digests, reads, texts};
    types::add_to_linker::<GuestState, HasSelf<GuestState>>(linker, |state| state)?;
    log::add_to_linker::<GuestState, HasSelf<GuestState>>(linker, |state| state)?;
    config::add_to_linker::<GuestState, HasSelf<GuestState>>(linker, |state| state)?;
    crypto::add_to_linker::<GuestState, HasSelf<GuestState>>(linker, |state| state)?;
    context::Served::add_to_linker::<GuestState, HasSelf<GuestState>>(linker, |state| state)?;
    carts::Served::add_to_linker::<GuestState, HasSelf<GuestState>>(linker, |state| state)?;
    reads::add_to_linker::<GuestState, HasSelf<GuestState>>(linker, |state| state)?;
    texts::add_to_linker::<GuestState, HasSelf<GuestState>>(linker, |state| state)?;
    digests::add_to_linker::<GuestState, HasSelf<GuestState>>(linker, |state| state)?;
    waiting_imports::Served::add_to_linker::<GuestState, HasSelf<GuestState>>(linker, |state| state)?;
    waiting_imports2::Served::add_to_linker::<GuestState, HasSelf<GuestState>>(linker, |state| state)?;
    link_streams!(linker, waiting_streams)
}
