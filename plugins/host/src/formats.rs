//! Files of the catalogue in formats of plugins: products that go out, and numbers of stock that come in.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::bindings::rows::interface as rows;
use crate::breaker::{CircuitKey, Entry};
use crate::call::{end_call, new_store, read_answer, read_fault, yield_until};
use crate::clock::CallClock;
use crate::convert::call_context_in;
use crate::convert::rows::{part_in, stock_rows_out, text_out};
use crate::error::{PluginError, PluginErrorKind};
use crate::host::Inner;
use crate::model::{FormatPart, Site, StockRow};
use crate::registry::Plugin;

/// Longest wait for an instance: a person waits for the file.
const PATIENCE: Duration = Duration::from_secs(5);

/// The formats of one plugin on one site. Each call has its own instance. Never call inside a database transaction.
#[derive(Clone)]
pub struct FormatCalls {
    inner: Arc<Inner>,
    plugin: Arc<Plugin>,
    site: Arc<Site>,
    /// Whether the person who asks may change the plugin's data.
    may_change: bool,
}

impl std::fmt::Debug for FormatCalls {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("FormatCalls")
            .field("plugin", &self.plugin.id)
            .field("site", &self.site.context.site_id)
            .finish_non_exhaustive()
    }
}

/// Calls an export and reports the result to the circuit of the format.
macro_rules! call {
    ($calls:expr, $format:expr, $may_change:expr, |$guest:ident, $store:ident| $call:expr, $read:expr) => {{
        let calls = $calls;
        let code = calls.inner.code_when_loaded(&calls.plugin).await?;
        let missing = || calls.plugin.error(PluginErrorKind::NotProvided(format!("the format {}", $format)));
        let indices = code.rows.as_ref().ok_or_else(missing)?;
        let site: Arc<str> = Arc::from(calls.site.context.site_id.as_str());
        let entry = Entry::Format(Arc::from($format));
        let circuit = CircuitKey { site, plugin: Arc::clone(&calls.plugin.id), entry };
        calls.inner.admit(&circuit, &calls.plugin)?;
        // Waiting for a slot does not count towards the plugin's time limit.
        let seat = calls.inner.acquire_background(&circuit.site, &calls.plugin);
        let Ok(seat) = tokio::time::timeout(PATIENCE, seat).await else {
            return Err(calls.plugin.error(PluginErrorKind::Busy));
        };
        let _seat = seat?;
        let limits = calls.inner.limits(&calls.plugin, &calls.site);
        let (waiting, running) = (limits.waiting_call, limits.of(calls.plugin.info.class).running);
        let started = Instant::now();
        let clock = CallClock::start(waiting);
        let called = async {
            let workshop = &calls.inner.workshop;
            let mut store = new_store(&workshop.engine, &calls.plugin, &calls.site, &workshop.limits, &workshop.ports);
            store.data_mut().begin_call();
            store.data_mut().clock = Arc::clone(&clock);
            store.data_mut().may_change = $may_change;
            yield_until(&mut store, running);
            let entered = match code.waiting.instantiate_async(&mut store).await {
                Ok(instance) => indices.load(&mut store, &instance),
                Err(error) => Err(error),
            };
            let answer = match entered {
                Ok($guest) => {
                    let $store = &mut store;
                    $call.await
                }
                Err(error) => Err(error),
            };
            end_call(&store);
            match answer {
                Ok(Ok(said)) => $read(said).map_err(|kind| calls.plugin.error(kind)),
                Ok(Err(error)) => Err(calls.plugin.error(read_answer(error))),
                Err(error) => Err(calls.plugin.error(read_fault(&error, &store, running))),
            }
        };
        let answer = tokio::select! {
            answer = called => answer,
            () = clock.run_out() => Err(calls.plugin.error(PluginErrorKind::Timeout(waiting))),
        };
        let failure = answer.as_ref().err().map(|error| &error.kind);
        calls.inner.observe(&circuit, &calls.plugin, started.elapsed(), failure);
        calls.inner.report(&circuit, failure);
        answer
    }};
}

impl FormatCalls {
    pub(crate) fn new(inner: Arc<Inner>, plugin: Arc<Plugin>, site: Arc<Site>, may_change: bool) -> Self {
        Self { inner, plugin, site, may_change }
    }

    /// The text of a part of the products. Whoever may read these may ask for it, so that it changes nothing.
    ///
    /// # Errors
    /// Any [`PluginErrorKind`]; `Invalid` when the text is too long.
    pub async fn write(&self, format: &str, part: &FormatPart) -> Result<String, PluginError> {
        let (input, context): (rows::Part, _) = (part_in(part), call_context_in(&self.site.context));
        call!(self, format, false, |guest, store| guest.call_write(store, format, &input, &context), text_out)
    }

    /// The rows of a file, with the right of the person to change the plugin's data.
    ///
    /// # Errors
    /// Any [`PluginErrorKind`]; `Invalid` when there are too many rows.
    pub async fn read(&self, format: &str, file: &[u8]) -> Result<Vec<StockRow>, PluginError> {
        let context = call_context_in(&self.site.context);
        let may_change = self.may_change;
        call!(self, format, may_change, |guest, store| guest.call_read(store, format, file, &context), stock_rows_out)
    }
}
