//! Calls of formatters, predicates and blocks while a page is rendered.

mod answers;
mod block_settings;
pub(crate) mod formatted;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use wasmtime::Store;

use crate::activity::{CallCounts, PluginOnSite};
use crate::bindings::imports::stoa::plugin::types;
use crate::bindings::{block_migration, blocks, formatters, predicates};
use crate::breaker::{CircuitKey, Entry};
use crate::call::{cpu_time, end_call, new_store, read_answer, read_fault, trap_after};
use crate::capability::GuestState;
use crate::concurrency_limit::CallPermit;
use crate::convert::{context_in, invalid, value_in};
use crate::error::{PluginError, PluginErrorKind};
use crate::host::Inner;
use crate::limits::ClassLimits;
use crate::loading::code::Code;
use crate::manifest::{ClientScript, FormatterOutput};
use crate::model::{BlockInput, BlockOutput, Site, Value};
use crate::registry::Plugin;
pub(crate) use answers::read_block;
use answers::read_value;
pub(crate) use block_settings::MigratedBlocks;

/// Formatter, predicate and block calls of one page render: synchronous, one instance per plugin, created by its first
/// call and dropped with the session. An instance that failed is dropped at once, and the next call gets a new one.
pub struct RenderSession {
    inner: Arc<Inner>,
    site: Arc<Site>,
    site_id: Arc<str>,
    rooms: Mutex<HashMap<Arc<str>, PluginRenderState>>,
}

/// State of a plugin within a render.
struct PluginRenderState {
    instance: Option<Instance>,
    spent: Duration,
    calls: u32,
    version: Arc<str>,
    /// Calls by their kinds.
    counts: Vec<(&'static str, CallCounts)>,
}

impl PluginRenderState {
    fn new(plugin: &Plugin) -> Self {
        Self {
            instance: None,
            spent: Duration::ZERO,
            calls: 0,
            version: Arc::clone(&plugin.version),
            counts: Vec::new(),
        }
    }

    fn count(&mut self, kind: &'static str, duration: Duration, is_failure: bool) {
        match self.counts.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, counts)) => counts.add(duration, is_failure),
            None => {
                let mut counts = CallCounts::default();
                counts.add(duration, is_failure);
                self.counts.push((kind, counts));
            }
        }
    }
}

struct Instance {
    store: Store<GuestState>,
    formatters: Option<formatters::interface::Guest>,
    predicates: Option<predicates::interface::Guest>,
    blocks: Option<blocks::interface::Guest>,
    block_migration: Option<block_migration::interface::Guest>,
    _seat: CallPermit,
}

/// What is called for a page, and for how long at most.
struct PageCall<'a> {
    plugin: &'a Arc<Plugin>,
    entry: &'a CircuitKey,
    longest: Duration,
}

impl std::fmt::Debug for RenderSession {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("RenderSession").field("site", &self.site_id).finish_non_exhaustive()
    }
}

/// Tells of the calls, and takes their time from that of the site, once for the whole page.
impl Drop for RenderSession {
    fn drop(&mut self) {
        let rooms = self.rooms.get_mut().unwrap_or_else(PoisonError::into_inner);
        if let Some(plugin) = rooms.keys().next() {
            let budget = self.site.limits(plugin, &self.inner.workshop.limits).site_render;
            let spent = rooms.values().map(|room| room.spent).sum();
            self.inner.budgets.spend(&self.site_id, spent, budget, Instant::now());
        }
        let Some(activity) = &self.inner.workshop.ports.activity else { return };
        for (plugin, room) in rooms {
            let caller = PluginOnSite { site: &self.site_id, plugin, version: &room.version };
            for (kind, counts) in &room.counts {
                activity.calls(caller, kind, counts);
            }
        }
    }
}

impl RenderSession {
    pub(crate) fn new(inner: Arc<Inner>, site: Arc<Site>) -> Self {
        let site_id = Arc::from(site.context.site_id.as_str());
        Self { inner, site, site_id, rooms: Mutex::default() }
    }

    /// Whether a plugin of the site provides the formatter.
    #[must_use]
    pub fn has_formatter(&self, name: &str) -> bool {
        self.inner.active(&self.site).any(|plugin| plugin.has_formatter(name))
    }

    /// What the formatter of the site's plugins returns; none without such a formatter.
    #[must_use]
    pub fn formatter_output(&self, name: &str) -> Option<FormatterOutput> {
        self.inner.active(&self.site).find_map(|plugin| plugin.formatter_output(name))
    }

    /// Whether a plugin of the site provides the predicate.
    #[must_use]
    pub fn has_predicate(&self, name: &str) -> bool {
        self.inner.active(&self.site).any(|plugin| plugin.has_predicate(name))
    }

    /// Whether a plugin of the site provides the kind of block.
    #[must_use]
    pub fn has_block(&self, kind: &str) -> bool {
        self.inner.active(&self.site).any(|plugin| plugin.block(kind).is_some())
    }

    /// Id of the plugin of the site that provides a formatter.
    #[must_use]
    pub fn plugin_of_formatter(&self, name: &str) -> Option<Arc<str>> {
        self.id_of(|plugin| plugin.has_formatter(name))
    }

    /// Id of the plugin of the site that provides a predicate.
    #[must_use]
    pub fn plugin_of_predicate(&self, name: &str) -> Option<Arc<str>> {
        self.id_of(|plugin| plugin.has_predicate(name))
    }

    /// Id of the plugin of the site that provides a kind of block.
    #[must_use]
    pub fn plugin_of_block(&self, kind: &str) -> Option<Arc<str>> {
        self.id_of(|plugin| plugin.block(kind).is_some())
    }

    /// The title and the script of a kind of block of the site's plugins; none without a script.
    #[must_use]
    pub fn client_of_block(&self, kind: &str) -> Option<(String, ClientScript)> {
        let block = self.inner.active(&self.site).find_map(|plugin| plugin.block(kind))?;
        Some((block.title.clone(), block.client.clone()?))
    }

    /// Applies a formatter. On an error the page shows the input, escaped.
    ///
    /// # Errors
    /// Any [`PluginErrorKind`].
    pub fn format(&self, name: &str, input: &Value, arguments: &[Value]) -> Result<Value, PluginError> {
        let plugin = self.find(name, |plugin| plugin.has_formatter(name))?;
        let input = value_in(input);
        let arguments: Vec<types::Value> = arguments.iter().map(value_in).collect();
        let entry = self.circuit(&plugin, Entry::Formatter(Arc::from(name)));
        let call = |instance: &mut Instance| {
            let guest = instance.formatters.as_ref()?;
            Some(guest.call_apply(&mut instance.store, name, &input, &arguments))
        };
        let limit = self.inner.limits(&plugin, &self.site).formatter_answer;
        self.call(&PageCall { plugin: &plugin, entry: &entry, longest: self.formatter_time(&plugin) }, call, |answer| {
            read_value(answer, limit)
        })
    }

    /// Applies a formatter to many values in one call of the guest, which may take as long as one call for each,
    /// up to half of the time of the page.
    ///
    /// # Errors
    /// Any [`PluginErrorKind`]; `Invalid` when the plugin returns another number of values.
    pub fn format_many(&self, name: &str, inputs: &[Value], arguments: &[Value]) -> Result<Vec<Value>, PluginError> {
        let plugin = self.find(name, |plugin| plugin.has_formatter(name))?;
        let values: Vec<types::Value> = inputs.iter().map(value_in).collect();
        let arguments: Vec<types::Value> = arguments.iter().map(value_in).collect();
        let entry = self.circuit(&plugin, Entry::Formatter(Arc::from(name)));
        let count = u32::try_from(inputs.len()).unwrap_or(u32::MAX);
        let longest = self.formatter_time(&plugin).saturating_mul(count).min(self.limits(&plugin).render / 2);
        let call = |instance: &mut Instance| {
            let guest = instance.formatters.as_ref()?;
            Some(guest.call_apply_many(&mut instance.store, name, &values, &arguments))
        };
        let limit = self.inner.limits(&plugin, &self.site).formatter_answer;
        self.call(&PageCall { plugin: &plugin, entry: &entry, longest }, call, |answers: Vec<types::Value>| {
            if answers.len() != inputs.len() {
                return Err(invalid(format!("{} values for {} inputs", answers.len(), inputs.len())));
            }
            answers.into_iter().map(|answer| read_value(answer, limit)).collect()
        })
    }

    /// Applies a predicate. An error counts as false.
    ///
    /// # Errors
    /// Any [`PluginErrorKind`].
    pub fn test(&self, name: &str, input: &Value, arguments: &[Value]) -> Result<bool, PluginError> {
        let plugin = self.find(name, |plugin| plugin.has_predicate(name))?;
        let input = value_in(input);
        let arguments: Vec<types::Value> = arguments.iter().map(value_in).collect();
        let entry = self.circuit(&plugin, Entry::Predicate(Arc::from(name)));
        let call = |instance: &mut Instance| {
            let guest = instance.predicates.as_ref()?;
            Some(guest.call_test(&mut instance.store, name, &input, &arguments))
        };
        self.call(&PageCall { plugin: &plugin, entry: &entry, longest: self.formatter_time(&plugin) }, call, Ok)
    }

    /// Renders a block. On an error visitors see nothing in its place, and the editor shows a note.
    ///
    /// # Errors
    /// Any [`PluginErrorKind`].
    pub fn render_block(&self, input: &BlockInput) -> Result<BlockOutput, PluginError> {
        let plugin = self.find(&input.kind, |plugin| plugin.block(&input.kind).is_some())?;
        let name = plugin.block(&input.kind).map_or(&input.kind, |block| &block.name);
        let context = context_in(&self.site.context);
        let block = blocks::interface::Input {
            kind: name.clone(),
            instance_id: input.instance_id.clone(),
            settings: input.settings.to_string(),
            data: input.data.to_string(),
            // Blocks have no children.
            slots: Vec::new(),
        };
        let entry = self.circuit(&plugin, Entry::Block(Arc::from(name.as_str())));
        let call = |instance: &mut Instance| {
            let guest = instance.blocks.as_ref()?;
            Some(guest.call_render(&mut instance.store, &block, &context))
        };
        let limit = self.inner.limits(&plugin, &self.site).block_html;
        self.call(&PageCall { plugin: &plugin, entry: &entry, longest: self.limits(&plugin).render }, call, |output| {
            let shown = read_block(output, limit)?;
            if let Some(ignored) = shown.ignored.first() {
                plugin.warn_of_ignored(name, ignored);
            }
            Ok(shown)
        })
    }

    fn formatter_time(&self, plugin: &Plugin) -> Duration {
        self.limits(plugin).formatter_call
    }

    fn limits(&self, plugin: &Plugin) -> ClassLimits {
        self.inner.limits(plugin, &self.site).of(plugin.info.class)
    }

    fn circuit(&self, plugin: &Plugin, entry: Entry) -> CircuitKey {
        CircuitKey { site: Arc::clone(&self.site_id), plugin: Arc::clone(&plugin.id), entry }
    }

    fn id_of(&self, serves: impl Fn(&Plugin) -> bool) -> Option<Arc<str>> {
        self.inner.active(&self.site).find(|plugin| serves(plugin)).map(|plugin| Arc::clone(&plugin.id))
    }

    fn find(&self, name: &str, serves: impl Fn(&Plugin) -> bool) -> Result<Arc<Plugin>, PluginError> {
        let plugin = self.inner.active(&self.site).find(|plugin| serves(plugin));
        plugin.cloned().ok_or_else(|| PluginError::unknown(name, PluginErrorKind::NotFound))
    }

    /// Calls the plugin's instance, and reads its answer: one that breaks the contract is a fault of the plugin, like a
    /// trap. `call` returns nothing when the kind is not exported.
    fn call<G, T>(
        &self,
        asked: &PageCall<'_>,
        call: impl FnOnce(&mut Instance) -> Option<wasmtime::Result<Result<G, types::Error>>>,
        read: impl FnOnce(G) -> Result<T, PluginErrorKind>,
    ) -> Result<T, PluginError> {
        let PageCall { plugin, entry, .. } = *asked;
        let is_trial = self.inner.admit(entry, plugin)?;
        let answer = self.call_instance(asked, call, read);
        let failure = answer.as_ref().err();
        if is_trial || failure.is_some_and(PluginErrorKind::is_fault) {
            self.inner.report(entry, failure);
        }
        answer.map_err(|kind| plugin.error(kind))
    }

    fn call_instance<G, T>(
        &self,
        asked: &PageCall<'_>,
        call: impl FnOnce(&mut Instance) -> Option<wasmtime::Result<Result<G, types::Error>>>,
        read: impl FnOnce(G) -> Result<T, PluginErrorKind>,
    ) -> Result<T, PluginErrorKind> {
        let PageCall { plugin, entry, longest } = *asked;
        let ClassLimits { render, .. } = self.limits(plugin);
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let room = rooms.entry(Arc::clone(&plugin.id)).or_insert_with(|| PluginRenderState::new(plugin));
        let left = self.time_left(plugin, room)?;
        room.calls += 1;
        if room.instance.is_none() {
            // Loading its code and waiting for a seat do not count towards the plugin's time.
            let code = self.inner.code(plugin).map_err(|error| error.kind)?;
            let seat = self.inner.acquire_blocking(&self.site_id, plugin).map_err(|error| error.kind)?;
            let before = cpu_time();
            let entered = self.enter(plugin, code, seat, left);
            room.spent += cpu_time().saturating_sub(before);
            room.instance = Some(entered?);
        }
        let Some(instance) = room.instance.as_mut() else {
            return Err(PluginErrorKind::Host("no instance".to_owned()));
        };
        let allowed = longest.min(left);
        instance.store.data_mut().begin_call();
        let before = trap_after(&mut instance.store, allowed);
        let answer = call(instance);
        let duration = cpu_time().saturating_sub(before);
        room.spent += duration;
        end_call(&instance.store);
        let answer = match answer {
            None => Err(PluginErrorKind::NotProvided("this kind".to_owned())),
            Some(Ok(Ok(answer))) => read(answer),
            Some(Ok(Err(error))) => Err(read_answer(error)),
            Some(Err(error)) => {
                let fault = read_fault(&error, &instance.store, allowed);
                room.instance = None;
                // What was left over by the plugin's other calls says nothing about this one.
                let is_rest = allowed < longest / 2;
                Err(if is_rest && matches!(fault, PluginErrorKind::Timeout(_)) {
                    PluginErrorKind::Exhausted(render)
                } else {
                    fault
                })
            }
        };
        room.count(entry.entry.kind(), duration, answer.as_ref().err().is_some_and(PluginErrorKind::is_failure));
        answer
    }

    /// The time that a plugin has left for the page; an error when it has none, or may not be called any more.
    fn time_left(&self, plugin: &Plugin, room: &PluginRenderState) -> Result<Duration, PluginErrorKind> {
        let ClassLimits { render, page_calls, .. } = self.limits(plugin);
        let left = render.saturating_sub(room.spent);
        if left.is_zero() {
            return Err(PluginErrorKind::Exhausted(render));
        }
        if room.calls >= page_calls {
            return Err(PluginErrorKind::TooManyCalls(page_calls));
        }
        // Once for a page: its other calls are within the limits of a page.
        if room.calls == 0 {
            let budget = self.inner.limits(plugin, &self.site).site_render;
            if self.inner.budgets.is_used_up(&self.site_id, budget, Instant::now()) {
                return Err(PluginErrorKind::SiteExhausted(budget));
            }
        }
        Ok(left)
    }

    fn enter(
        &self,
        plugin: &Arc<Plugin>,
        code: &Code,
        seat: CallPermit,
        allowed: Duration,
    ) -> Result<Instance, PluginErrorKind> {
        let workshop = &self.inner.workshop;
        let mut store = new_store(&workshop.engine, plugin, &self.site, &workshop.limits, &workshop.ports);
        trap_after(&mut store, allowed);
        match load(code, &mut store) {
            Ok((formatters, predicates, blocks, block_migration)) => {
                Ok(Instance { store, formatters, predicates, blocks, block_migration, _seat: seat })
            }
            Err(error) => Err(read_fault(&error, &store, allowed)),
        }
    }
}

type Guests = (
    Option<formatters::interface::Guest>,
    Option<predicates::interface::Guest>,
    Option<blocks::interface::Guest>,
    Option<block_migration::interface::Guest>,
);

fn load(code: &Code, store: &mut Store<GuestState>) -> wasmtime::Result<Guests> {
    let instance = code.pure.instantiate(&mut *store)?;
    let formatters = code.formatters.as_ref().map(|indices| indices.load(&mut *store, &instance)).transpose()?;
    let predicates = code.predicates.as_ref().map(|indices| indices.load(&mut *store, &instance)).transpose()?;
    let blocks = code.blocks.as_ref().map(|indices| indices.load(&mut *store, &instance)).transpose()?;
    let migration = code.block_migration.as_ref().map(|indices| indices.load(&mut *store, &instance)).transpose()?;
    Ok((formatters, predicates, blocks, migration))
}
