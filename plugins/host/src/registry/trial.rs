//! Tries a plugin before it is used.

use std::sync::Arc;
use std::time::{Duration, Instant};

use wasmtime::Store;
use wasmtime::component::Instance;

use super::{Plugin, PluginLoader};
use crate::bindings::blocks;
use crate::call::{self, new_store, trap_after};
use crate::capability::GuestState;
use crate::convert::{context_in, invalid};
use crate::error::PluginErrorKind;
use crate::loading::code::Code;
use crate::model::{Site, SiteContext};
use crate::render::read_block;

/// Time limit of a test instance. Longer than in a page render, since nobody waits for it.
const TRIAL: Duration = Duration::from_secs(1);
/// Running time of all examples of a plugin in the process that serves sites.
const BESIDE_SITES: Duration = Duration::from_secs(1);
/// How long a trial waits for an instance while others have all of the pool.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often it asks for one.
const NEXT_LOOK: Duration = Duration::from_millis(10);

/// What of a plugin is tried before it is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trial {
    /// An instance is made. The examples were tried when it was compiled.
    Instance,
    /// An instance is made, and the examples are shown.
    Examples,
    /// The same in the process that serves sites. When that takes too long for it, the error is
    /// [`PluginErrorKind::Timeout`] or [`PluginErrorKind::Starved`], and says nothing about the plugin.
    ExamplesBesideSites,
}

impl PluginLoader {
    /// Creates a test instance with production limits. Some type mismatches are only detected this way.
    ///
    /// # Errors
    /// [`PluginErrorKind::Invalid`] for what the plugin did. A state of the host, such as that no instance is free, keeps
    /// its kind: it says nothing about the plugin.
    pub(super) fn smoke_test(&self, plugin: &Arc<Plugin>, trial: Trial) -> Result<(), PluginErrorKind> {
        let code = plugin.code.ready().ok_or_else(|| PluginErrorKind::Host("no code was loaded".to_owned()))?;
        let (mut store, instance) = self.test_instance(plugin, code)?;
        macro_rules! probe {
            ($field:ident) => {
                if let Some(indices) = &code.$field
                    && let Err(error) = indices.load(&mut store, &instance)
                {
                    return Err(instance_fault(&error, &store));
                }
            };
        }
        probe!(formatters);
        probe!(predicates);
        probe!(blocks);
        probe!(installments);
        probe!(payments);
        probe!(events);
        probe!(jobs);
        probe!(panels);
        probe!(rows);
        probe!(product_files);
        probe!(migration);
        probe!(block_migration);
        probe!(shipping);
        probe!(taxes);
        probe!(discounts);
        probe!(questions);
        match trial {
            Trial::Instance => Ok(()),
            Trial::Examples => self.try_examples(code, &mut store, &instance, None),
            Trial::ExamplesBesideSites => self.try_examples(code, &mut store, &instance, Some(BESIDE_SITES)),
        }
    }

    /// Waits while others have all instances of the pool.
    fn test_instance(
        &self,
        plugin: &Arc<Plugin>,
        code: &Code,
    ) -> Result<(Store<GuestState>, Instance), PluginErrorKind> {
        let site = Arc::new(Site { context: trial_context(), activations: Arc::default() });
        let deadline = Instant::now() + PATIENCE;
        loop {
            let mut store = new_store(&self.engine, plugin, &site, &self.limits, &self.ports);
            trap_after(&mut store, TRIAL);
            let error = match code.pure.instantiate(&mut store) {
                Ok(instance) => return Ok((store, instance)),
                Err(error) => error,
            };
            match instance_fault(&error, &store) {
                PluginErrorKind::Busy if Instant::now() < deadline => std::thread::sleep(NEXT_LOOK),
                fault => return Err(fault),
            }
        }
    }

    /// Renders the examples of blocks. An error that the guest returns is accepted, since an example has no data, which
    /// its block may need. `most` is the running time of all of them, after which nothing is said about the plugin.
    fn try_examples(
        &self,
        code: &Code,
        store: &mut Store<GuestState>,
        instance: &Instance,
        most: Option<Duration>,
    ) -> Result<(), PluginErrorKind> {
        let Some(indices) = &code.blocks else { return Ok(()) };
        let plugin = Arc::clone(&store.data().plugin);
        let context = context_in(&trial_context());
        let cpu_before = call::cpu_time();
        for block in &plugin.info.blocks {
            let Some(example) = &block.example else { continue };
            let input = blocks::interface::Input {
                kind: block.name.clone(),
                instance_id: "example".to_owned(),
                settings: example.to_string(),
                data: "null".to_owned(),
                slots: Vec::new(),
            };
            let left = most.map(|most| most.saturating_sub(call::cpu_time().saturating_sub(cpu_before)));
            let allowed = left.map_or(TRIAL, |left| left.min(TRIAL));
            if allowed.is_zero() {
                return Err(PluginErrorKind::Timeout(most.unwrap_or_default()));
            }
            store.data_mut().begin_call();
            trap_after(store, allowed);
            let answer =
                indices.load(&mut *store, instance).and_then(|guest| guest.call_render(&mut *store, &input, &context));
            let fault = match answer {
                Ok(Ok(shown)) => read_block(shown, self.limits.block_html).err(),
                Ok(Err(_)) => None,
                Err(error) => Some(call::read_fault(&error, store, allowed)),
            };
            match fault {
                None => {}
                Some(slow @ (PluginErrorKind::Timeout(_) | PluginErrorKind::Starved)) if most.is_some() => {
                    return Err(slow);
                }
                Some(busy) if busy.is_host_fault() => return Err(busy),
                Some(fault) => return Err(invalid(format!("example of {}: {fault}", block.kind))),
            }
        }
        Ok(())
    }
}

/// Why there is no test instance.
fn instance_fault(error: &wasmtime::Error, store: &Store<GuestState>) -> PluginErrorKind {
    match call::read_fault(error, store, TRIAL) {
        kind if kind.is_host_fault() => kind,
        fault => invalid(format!("trial instance: {fault}")),
    }
}

fn trial_context() -> SiteContext {
    SiteContext {
        site_id: "trial".to_owned(),
        locale: "en-US".to_owned(),
        currency: "USD".to_owned(),
        currency_exponent: 2,
        timezone: "UTC".to_owned(),
        offset_minutes: 0,
        live: false,
        preview: true,
        now_ms: 0,
    }
}
