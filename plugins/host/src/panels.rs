//! Panels of the admin. A call has the rights of the person who opened the panel and of the plugin, whichever are fewer.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::bindings::panels::interface as panels;
use crate::breaker::{CircuitKey, Entry};
use crate::call::{end_call, new_store, read_answer, read_fault, yield_until};
use crate::clock::CallClock;
use crate::convert::{call_context_in, parse_json, typed_in};
use crate::error::{PluginError, PluginErrorKind};
use crate::host::Inner;
use crate::model::{Activation, Site};
use crate::registry::Plugin;

/// Longest wait for an instance: a person waits for the answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// Longest name of a method.
const LONGEST_METHOD: usize = 64;

/// The rights of the person who opened a panel.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PanelPerson {
    /// Kinds of data that the person may see, as in `permissions.reads`.
    pub reads: Vec<String>,
    /// Whether the person manages the plugins of the site.
    pub may_change: bool,
}

/// The panels of one plugin on one site, for one person. Each call has its own instance. Never call inside a database
/// transaction.
#[derive(Clone)]
pub struct PanelCalls {
    inner: Arc<Inner>,
    plugin: Arc<Plugin>,
    /// With the data that the person may see alone.
    site: Arc<Site>,
    person: PanelPerson,
}

impl std::fmt::Debug for PanelCalls {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("PanelCalls")
            .field("plugin", &self.plugin.id)
            .field("site", &self.site.context.site_id)
            .finish_non_exhaustive()
    }
}

impl PanelCalls {
    pub(crate) fn new(inner: Arc<Inner>, plugin: Arc<Plugin>, site: &Site, mut person: PanelPerson) -> Self {
        let granted = site.activation(&plugin.id).and_then(|activation| activation.data_grant.as_ref());
        let asked = &plugin.info.permissions.reads;
        person.reads.retain(|data| asked.contains(data) && granted.is_none_or(|granted| granted.contains(data)));
        let own = |activation: &Activation| match *activation.plugin_id == *plugin.id {
            true => Activation { data_grant: Some(person.reads.clone()), ..activation.clone() },
            false => activation.clone(),
        };
        let activations = site.activations.iter().map(own).collect();
        let site = Arc::new(Site { context: site.context.clone(), activations });
        Self { inner, plugin, site, person }
    }

    /// Calls a method of a panel and returns its answer.
    ///
    /// # Errors
    /// Any [`PluginErrorKind`]; [`PluginErrorKind::Suspended`] while the panel is suspended on the site.
    pub async fn call(&self, panel: &str, method: &str, input: &Value) -> Result<Value, PluginError> {
        let missing = || self.plugin.error(PluginErrorKind::NotProvided(format!("the panel {panel}")));
        let code = self.inner.code_when_loaded(&self.plugin).await?;
        let indices = code.panels.as_ref().ok_or_else(missing)?;
        if method.len() > LONGEST_METHOD || !self.plugin.info.panels.iter().any(|known| known.name == panel) {
            return Err(missing());
        }
        let site: Arc<str> = Arc::from(self.site.context.site_id.as_str());
        let entry = Entry::Panel(Arc::from(panel));
        let circuit = CircuitKey { site, plugin: Arc::clone(&self.plugin.id), entry };
        self.inner.admit(&circuit, &self.plugin)?;
        // Waiting for a slot does not count towards the plugin's time limit.
        let seat = self.inner.acquire_background(&circuit.site, &self.plugin);
        let Ok(seat) = tokio::time::timeout(PATIENCE, seat).await else {
            return Err(self.plugin.error(PluginErrorKind::Busy));
        };
        let _seat = seat?;
        let limits = self.inner.limits(&self.plugin, &self.site);
        let (waiting, running) = (limits.waiting_call, limits.of(self.plugin.info.class).running);
        let started = Instant::now();
        let clock = CallClock::start(waiting);
        let (input, context) = (typed_in(input), call_context_in(&self.site.context));
        let person = panels::Person { reads: self.person.reads.clone(), may_change: self.person.may_change };
        let called = async {
            let workshop = &self.inner.workshop;
            let mut store = new_store(&workshop.engine, &self.plugin, &self.site, &workshop.limits, &workshop.ports);
            store.data_mut().begin_call();
            store.data_mut().clock = Arc::clone(&clock);
            store.data_mut().may_change = self.person.may_change;
            yield_until(&mut store, running);
            let entered = match code.waiting.instantiate_async(&mut store).await {
                Ok(instance) => indices.load(&mut store, &instance),
                Err(error) => Err(error),
            };
            let answer = match entered {
                Ok(guest) => guest.call_call(&mut store, panel, method, &input, &person, &context).await,
                Err(error) => Err(error),
            };
            end_call(&store);
            match answer {
                Ok(Ok(text)) => parse_json("the answer", &text).map_err(|kind| self.plugin.error(kind)),
                Ok(Err(error)) => Err(self.plugin.error(read_answer(error))),
                Err(error) => Err(self.plugin.error(read_fault(&error, &store, running))),
            }
        };
        let answer = tokio::select! {
            answer = called => answer,
            () = clock.run_out() => Err(self.plugin.error(PluginErrorKind::Timeout(waiting))),
        };
        let failure = answer.as_ref().err().map(|error| &error.kind);
        self.inner.observe(&circuit, &self.plugin, started.elapsed(), failure);
        self.inner.report(&circuit, failure);
        answer
    }
}
