//! Calls that nobody waits for: event hooks and scheduled jobs.

use std::sync::Arc;
use std::time::Duration;

use crate::bindings::events::interface as events;
use crate::boxed;
use crate::breaker::Entry;
use crate::call::{WaitingCall, call_guest};
use crate::convert::{call_context_in, typed_in};
use crate::error::{PluginError, PluginErrorKind};
use crate::host::Inner;
use crate::model::{HookEvent, Site};
use crate::registry::Plugin;

/// The calls of one plugin on one site that nobody waits for: event hooks and scheduled jobs. Each call has its own
/// instance. Never call inside a database transaction. After any error the call may be repeated.
#[derive(Clone)]
pub struct BackgroundCalls {
    inner: Arc<Inner>,
    plugin: Arc<Plugin>,
    site: Arc<Site>,
}

impl std::fmt::Debug for BackgroundCalls {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("BackgroundCalls")
            .field("plugin", &self.plugin.id)
            .field("site", &self.site.context.site_id)
            .finish()
    }
}

/// How long a call may take.
#[derive(Clone, Copy)]
struct Allowance {
    /// In total.
    waiting: Duration,
    /// Without waiting.
    running: Duration,
}

macro_rules! call {
    ($calls:expr, $entry:expr, $allowance:expr, $exports:ident, |$store:ident, $guest:ident| $call:expr) => {{
        let (calls, Allowance { waiting, running }) = ($calls, $allowance);
        let missing = || calls.plugin.error(PluginErrorKind::NotProvided(stringify!($exports).to_owned()));
        let code = calls.inner.code_when_loaded(&calls.plugin).await?;
        let indices = code.$exports.as_ref().ok_or_else(missing)?;
        let admitted = WaitingCall::admitted(&calls.inner, &calls.plugin, &calls.site, $entry)?;
        let call = WaitingCall { waiting, running, ..admitted };
        // Waiting for a slot does not count towards the plugin's time limit.
        let _seat = calls.inner.acquire_background(&call.circuit.site, &calls.plugin).await?;
        call_guest!(call, code, indices, |$guest, $store| $call, Ok)
    }};
}

impl BackgroundCalls {
    pub(crate) fn new(inner: Arc<Inner>, plugin: Arc<Plugin>, site: Arc<Site>) -> Self {
        Self { inner, plugin, site }
    }

    /// Id and version of the plugin.
    #[must_use]
    pub fn plugin(&self) -> (&str, &str) {
        (&self.plugin.id, &self.plugin.version)
    }

    /// Passes an event to the plugin's hook. One about data that the site does not let it have any more is dropped.
    ///
    /// # Errors
    /// Any [`PluginErrorKind`]; [`PluginErrorKind::Suspended`] while the hook is suspended on the site.
    #[boxed]
    pub async fn handle_event(&self, event: &HookEvent) -> Result<(), PluginError> {
        // It may have been waiting since before the permission was taken back.
        if self.site.activation(&self.plugin.id).is_some_and(|own| !own.may_be_told(&event.topic)) {
            return Ok(());
        }
        let limits = self.inner.limits(&self.plugin, &self.site);
        let running = limits.of(self.plugin.info.class).running;
        let allowance = Allowance { waiting: limits.waiting_call, running };
        let input = events::Event {
            id: event.id.clone(),
            topic: event.topic.clone(),
            object_id: event.object_id.clone(),
            sequence: event.sequence,
            occurred_ms: event.occurred_ms,
            attempt: event.attempt,
            payload: typed_in(&event.payload),
        };
        let context = call_context_in(&self.site.context);
        call!(self, Entry::Events, allowance, events, |store, guest| guest.call_handle(store, &input, &context))
    }

    /// Runs a job of the manifest that was due at a time, UTC epoch milliseconds.
    ///
    /// # Errors
    /// Any [`PluginErrorKind`]; [`PluginErrorKind::Suspended`] while the job is suspended on the site.
    #[boxed]
    pub async fn run_job(&self, name: &str, scheduled_ms: u64) -> Result<(), PluginError> {
        let limits = self.inner.limits(&self.plugin, &self.site);
        let allowance = Allowance { waiting: limits.job, running: limits.job_running };
        let context = call_context_in(&self.site.context);
        let entry = Entry::Job(Arc::from(name));
        call!(self, entry, allowance, jobs, |store, guest| guest.call_run(store, name, scheduled_ms, &context))
    }
}
