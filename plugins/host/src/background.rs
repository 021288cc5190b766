use std::sync::Arc;
use std::time::Duration;

use wasmtime::Store;
use wasmtime::component::Instance;

use crate::bindings::events::interface as events;
use crate::breaker::{CircuitKey, Entry};
use crate::call::{end_call, new_store, read_answer, read_fault, yield_until};
use crate::capability::GuestState;
use crate::clock::CallClock;
use crate::convert::{call_context_in, typed_in};
use crate::error::{PluginError, PluginErrorKind};
use crate::host::Inner;
use crate::loading::code::Code;
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
    ($calls:expr, $entry:expr, $allowance:expr, $indices:ident, |$store:ident, $guest:ident| $call:expr) => {{
        let (calls, allowance) = ($calls, $allowance);
        let missing = || calls.plugin.error(PluginErrorKind::NotProvided(stringify!($indices).to_owned()));
        let code = calls.inner.code_when_loaded(&calls.plugin).await?;
        let indices = code.$indices.as_ref().ok_or_else(missing)?;
        let site = Arc::from(calls.site.context.site_id.as_str());
        let circuit = CircuitKey { site, plugin: Arc::clone(&calls.plugin.id), entry: $entry };
        calls.inner.admit(&circuit, &calls.plugin)?;
        // Waiting for a slot does not count towards the plugin's time limit.
        let _seat = calls.inner.acquire_background(&circuit.site, &calls.plugin).await?;
        let started = std::time::Instant::now();
        let clock = CallClock::start(allowance.waiting);
        let called = async {
            let (mut entered, instance) = calls.enter(code, &clock, allowance).await?;
            let $guest = match indices.load(&mut entered, &instance) {
                Ok(guest) => guest,
                Err(error) => return Err(calls.fault(&error, &entered, allowance)),
            };
            let $store = &mut entered;
            let answer = $call.await;
            end_call(&entered);
            match answer {
                Ok(Ok(())) => Ok(()),
                Ok(Err(error)) => Err(calls.plugin.error(read_answer(error))),
                Err(error) => Err(calls.fault(&error, &entered, allowance)),
            }
        };
        let answer = tokio::select! {
            answer = called => answer,
            () = clock.run_out() => Err(calls.plugin.error(PluginErrorKind::Timeout(allowance.waiting))),
        };
        let failure = answer.as_ref().err().map(|error| &error.kind);
        calls.inner.observe(&circuit, &calls.plugin, started.elapsed(), failure);
        calls.inner.report(&circuit, failure);
        answer
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
    pub async fn run_job(&self, name: &str, scheduled_ms: u64) -> Result<(), PluginError> {
        let limits = self.inner.limits(&self.plugin, &self.site);
        let allowance = Allowance { waiting: limits.job, running: limits.job_running };
        let context = call_context_in(&self.site.context);
        let entry = Entry::Job(Arc::from(name));
        call!(self, entry, allowance, jobs, |store, guest| guest.call_run(store, name, scheduled_ms, &context))
    }

    async fn enter(
        &self,
        code: &Code,
        clock: &Arc<CallClock>,
        allowance: Allowance,
    ) -> Result<(Store<GuestState>, Instance), PluginError> {
        let workshop = &self.inner.workshop;
        let mut store = new_store(&workshop.engine, &self.plugin, &self.site, &workshop.limits, &workshop.ports);
        store.data_mut().begin_call();
        store.data_mut().clock = Arc::clone(clock);
        yield_until(&mut store, allowance.running);
        match code.waiting.instantiate_async(&mut store).await {
            Ok(instance) => Ok((store, instance)),
            Err(error) => Err(self.fault(&error, &store, allowance)),
        }
    }

    fn fault(&self, error: &wasmtime::Error, store: &Store<GuestState>, allowance: Allowance) -> PluginError {
        self.plugin.error(read_fault(error, store, allowance.running))
    }
}
