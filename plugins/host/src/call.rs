//! Calls into a guest: creates a store with its limits, and maps the errors that end a call.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};
use wasmtime::{PoolConcurrencyLimitError, Store, Trap, UpdateDeadline};

use crate::bindings::imports::stoa::plugin::types;
use crate::breaker::{CircuitKey, Entry};
use crate::capability::streams::Inputs;
use crate::capability::{GuestState, LogBudget, Ports};
use crate::clock::CallClock;
use crate::concurrency_limit::CallPermit;
use crate::engine::TimedEngine;
use crate::error::{GuestError, GuestErrorCode, PluginError, PluginErrorKind};
use crate::host::Inner;
use crate::limits::{Limits, MemoryLimiter, MemoryRefused, TABLE_ELEMENTS, ticks};
use crate::model::Site;
use crate::registry::Plugin;

/// Longest wait for a slot while a person waits for the answer.
pub(crate) const SEAT_PATIENCE: Duration = Duration::from_secs(5);
/// How many times longer than its limit a call may take when the machine is busy.
const MAX_SLOWDOWN: u32 = 20;

/// Failure of a port of the host process; unwinds the guest.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct PortFailure(pub(crate) String);

/// A store for one instance of a plugin on behalf of one site, with the limits of its plan if it has some.
pub(crate) fn new_store(
    engine: &TimedEngine,
    plugin: &Arc<Plugin>,
    site: &Arc<Site>,
    limits: &Arc<Limits>,
    ports: &Ports,
) -> Store<GuestState> {
    let limits = site.limits(&plugin.id, limits);
    let own = limits.of(plugin.info.class);
    let state = GuestState {
        plugin: Arc::clone(plugin),
        site: Arc::clone(site),
        limits: Arc::clone(limits),
        ports: ports.clone(),
        memory: MemoryLimiter::new(plugin.memory_within(limits), TABLE_ELEMENTS),
        is_starved: false,
        log: LogBudget::new(own.log_bytes, own.log_lines),
        http_requests: 0,
        reads: 0,
        inputs: Inputs::default(),
        rows: None,
        may_change: true,
        started: Instant::now(),
        ticks_run: 0,
        clock: CallClock::start(limits.waiting_call),
        _ticking: engine.begin(),
    };
    let mut store = Store::new(engine, state);
    store.limiter(|state| &mut state.memory);
    store.set_hostcall_fuel(limits.transfer);
    store
}

/// Traps when the store's thread has run for `running`. Epochs count wall-clock time: on a busy machine the thread may
/// have had less of it, and the guest goes on, up to [`MAX_SLOWDOWN`] times as long. Only for calls that stay on their
/// thread. Returns the thread's processor time at the start.
pub(crate) fn trap_after(store: &mut Store<GuestState>, running: Duration) -> Duration {
    let (started, cpu_before) = (Instant::now(), cpu_time());
    store.set_epoch_deadline(ticks(running));
    store.epoch_deadline_callback(move |mut context| {
        let left = running.saturating_sub(cpu_time().saturating_sub(cpu_before));
        if left.is_zero() {
            return Ok(UpdateDeadline::Interrupt);
        }
        if started.elapsed() >= running * MAX_SLOWDOWN {
            // One that had most of its time is not innocent.
            context.data_mut().is_starved = left > running / 2;
            return Ok(UpdateDeadline::Interrupt);
        }
        Ok(UpdateDeadline::Continue(ticks(left)))
    });
    cpu_before
}

/// Processor time of this thread.
pub(crate) fn cpu_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}

/// Interrupts when the store has run for `running` in total, and yields to other tasks of the runtime at every tick. A
/// plain yield is not enough: the task is polled again before the runtime has checked its timers and sockets.
pub(crate) fn yield_until(store: &mut Store<GuestState>, running: Duration) {
    let budget = ticks(running);
    store.set_epoch_deadline(1);
    store.epoch_deadline_callback(move |mut context| {
        let state = context.data_mut();
        state.ticks_run += 1;
        if state.ticks_run > budget {
            return Ok(UpdateDeadline::Interrupt);
        }
        Ok(UpdateDeadline::YieldCustom(1, Box::pin(tokio::task::yield_now())))
    });
}

/// Maps the error that ended a guest. `allowed` is its time limit.
pub(crate) fn read_fault(error: &wasmtime::Error, store: &Store<GuestState>, allowed: Duration) -> PluginErrorKind {
    if let Some(MemoryRefused { limit }) = error.downcast_ref::<MemoryRefused>() {
        return PluginErrorKind::Memory(*limit);
    }
    if let Some(PortFailure(reason)) = error.downcast_ref::<PortFailure>() {
        return PluginErrorKind::Host(reason.clone());
    }
    if error.downcast_ref::<PoolConcurrencyLimitError>().is_some() {
        return PluginErrorKind::Busy;
    }
    let said = store.data().log.last_error();
    match error.downcast_ref::<Trap>() {
        Some(Trap::Interrupt) if store.data().is_starved => PluginErrorKind::Starved,
        Some(Trap::Interrupt) => PluginErrorKind::Timeout(allowed),
        Some(trap) => PluginErrorKind::Trap(match said {
            Some(line) => format!("{trap} ({line})"),
            None => trap.to_string(),
        }),
        // The type of this error is private to wasmtime; a test checks its text.
        None if format!("{error:#}").contains("allocated for hostcalls has been exhausted") => {
            PluginErrorKind::Oversize { what: "boundary data", limit: store.hostcall_fuel() }
        }
        None => PluginErrorKind::Trap(format!("{error:#}")),
    }
}

/// A call of a new instance that may wait, such as for the answer of another server.
pub(crate) struct WaitingCall<'a> {
    pub(crate) inner: &'a Inner,
    pub(crate) plugin: &'a Arc<Plugin>,
    pub(crate) site: &'a Arc<Site>,
    pub(crate) circuit: CircuitKey,
    /// Longest time in total.
    pub(crate) waiting: Duration,
    /// Longest time without waiting.
    pub(crate) running: Duration,
    /// Whether it may change the plugin's data.
    pub(crate) may_change: bool,
}

impl<'a> WaitingCall<'a> {
    /// A call of an entry that is not suspended, with the usual times and all rights of the plugin.
    pub(crate) fn admitted(
        inner: &'a Inner,
        plugin: &'a Arc<Plugin>,
        site: &'a Arc<Site>,
        entry: Entry,
    ) -> Result<Self, PluginError> {
        let site_id = Arc::from(site.context.site_id.as_str());
        let circuit = CircuitKey { site: site_id, plugin: Arc::clone(&plugin.id), entry };
        inner.admit(&circuit, plugin)?;
        let limits = inner.limits(plugin, site);
        let (waiting, running) = (limits.waiting_call, limits.of(plugin.info.class).running);
        Ok(Self { inner, plugin, site, circuit, waiting, running, may_change: true })
    }

    /// Waits for a slot while a person waits for the answer. That does not count towards the plugin's time limit.
    pub(crate) async fn seat(
        &self,
        seat: impl Future<Output = Result<CallPermit, PluginError>>,
    ) -> Result<CallPermit, PluginError> {
        let late = || self.plugin.error(PluginErrorKind::Busy);
        tokio::time::timeout(SEAT_PATIENCE, seat).await.map_err(|_late| late())?
    }

    /// The store of the instance.
    pub(crate) fn store(&self, clock: &Arc<CallClock>) -> Store<GuestState> {
        let workshop = &self.inner.workshop;
        let mut store = new_store(&workshop.engine, self.plugin, self.site, &workshop.limits, &workshop.ports);
        store.data_mut().begin_call();
        store.data_mut().clock = Arc::clone(clock);
        store.data_mut().may_change = self.may_change;
        yield_until(&mut store, self.running);
        store
    }

    /// Reads what the guest answered. An answer that breaks the contract is a failure, like a trap.
    pub(crate) fn read<G, T>(
        &self,
        answer: wasmtime::Result<Result<G, types::Error>>,
        store: &Store<GuestState>,
        read: impl FnOnce(G) -> Result<T, PluginErrorKind>,
    ) -> Result<T, PluginError> {
        end_call(store);
        let said = match answer {
            Ok(Ok(said)) => read(said),
            Ok(Err(error)) => Err(read_answer(error)),
            Err(error) => Err(read_fault(&error, store, self.running)),
        };
        said.map_err(|kind| self.plugin.error(kind))
    }

    /// The failure of a call whose time is over.
    pub(crate) fn late(&self) -> PluginError {
        self.plugin.error(PluginErrorKind::Timeout(self.waiting))
    }

    /// Tells of the call, and reports it to its circuit.
    pub(crate) fn end(&self, duration: Duration, failure: Option<&PluginErrorKind>) {
        self.inner.observe(&self.circuit, self.plugin, duration, failure);
        self.inner.report(&self.circuit, failure);
    }
}

/// Makes a [`WaitingCall`]: loads a new instance, calls one of its exports, and reads the answer. The types of guests are
/// generated for each interface, so this is no function.
macro_rules! call_guest {
    ($prepared:expr, $code:expr, $indices:expr, |$guest:ident, $store:ident| $exported:expr, $read:expr) => {{
        let call: $crate::call::WaitingCall<'_> = $prepared;
        let started = std::time::Instant::now();
        let clock = $crate::clock::CallClock::start(call.waiting);
        let called = async {
            let mut store = call.store(&clock);
            let entered = match $code.waiting.instantiate_async(&mut store).await {
                Ok(instance) => $indices.load(&mut store, &instance),
                Err(error) => Err(error),
            };
            let answer = match entered {
                Ok($guest) => {
                    let $store = &mut store;
                    $exported.await
                }
                Err(error) => Err(error),
            };
            call.read(answer, &store, $read)
        };
        let answer = tokio::select! {
            answer = called => answer,
            () = clock.run_out() => Err(call.late()),
        };
        call.end(started.elapsed(), answer.as_ref().err().map(|error| &error.kind));
        answer
    }};
}

pub(crate) use call_guest;

/// Longest message of a guest that is kept, in characters.
const MAX_MESSAGE_LENGTH: usize = 2_000;

/// A message of a guest as databases keep it: not every one stores NUL, and an attempt that cannot be written down would
/// be made again at once.
fn kept(message: &str) -> String {
    message.chars().filter(|character| *character != '\0').take(MAX_MESSAGE_LENGTH).collect()
}

/// Maps an error that the guest returned.
pub(crate) fn read_answer(error: types::Error) -> PluginErrorKind {
    let code = match error.code {
        types::ErrorCode::InvalidInput => GuestErrorCode::InvalidInput,
        types::ErrorCode::NotConfigured => GuestErrorCode::NotConfigured,
        types::ErrorCode::NotSupported => GuestErrorCode::NotSupported,
        types::ErrorCode::Declined => GuestErrorCode::Declined,
        types::ErrorCode::UpstreamFailed => GuestErrorCode::UpstreamFailed,
        types::ErrorCode::RateLimited => GuestErrorCode::RateLimited,
        types::ErrorCode::TimedOut => GuestErrorCode::TimedOut,
        types::ErrorCode::Internal => GuestErrorCode::Internal,
    };
    PluginErrorKind::Guest(Box::new(GuestError {
        code,
        message: kept(&error.message),
        buyer_message: error.buyer_message.as_deref().map(kept),
        retry_after_ms: error.retry_after_ms,
    }))
}

/// Notes the memory of a call, and logs the number of log lines that it lost.
pub(crate) fn end_call(store: &Store<GuestState>) {
    let state = store.data();
    state.plugin.peak_memory.fetch_max(state.memory.used(), Ordering::Relaxed);
    let dropped = state.log.dropped();
    if dropped > 0 {
        tracing::warn!(
            plugin.id = &*state.plugin.id,
            site.id = state.site.context.site_id,
            log.dropped = dropped,
            "plugin exceeded its log limit"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_MESSAGE_LENGTH, PluginErrorKind, read_answer, types};

    #[test]
    fn messages_of_guests_can_be_stored() {
        let error = types::Error {
            code: types::ErrorCode::Internal,
            message: format!("no\0thing{}", "x".repeat(MAX_MESSAGE_LENGTH)),
            buyer_message: Some("sor\0ry".to_owned()),
            retry_after_ms: None,
        };
        let PluginErrorKind::Guest(answer) = read_answer(error) else { panic!("an answer of the guest") };
        assert!(answer.message.starts_with("nothing") && answer.message.chars().count() == MAX_MESSAGE_LENGTH);
        assert_eq!(answer.buyer_message.as_deref(), Some("sorry"));
    }
}
