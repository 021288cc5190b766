//! Tries a plugin before it is used.

use std::sync::Arc;
use std::time::Duration;

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
    pub(super) fn smoke_test(&self, plugin: &Arc<Plugin>, trial: Trial) -> Result<(), PluginErrorKind> {
        let code = plugin.code.ready().ok_or_else(|| PluginErrorKind::Host("no code was loaded".to_owned()))?;
        let site = Arc::new(Site { context: trial_context(), activations: Arc::default() });
        let mut store = new_store(&self.engine, plugin, &site, &self.limits, &self.ports);
        trap_after(&mut store, TRIAL);
        let fault = |error: wasmtime::Error, store: &wasmtime::Store<GuestState>| {
            invalid(format!("trial instance: {}", call::read_fault(&error, store, TRIAL)))
        };
        let instance = match code.pure.instantiate(&mut store) {
            Ok(instance) => instance,
            Err(error) => return Err(fault(error, &store)),
        };
        macro_rules! probe {
            ($field:ident) => {
                if let Some(indices) = &code.$field
                    && let Err(error) = indices.load(&mut store, &instance)
                {
                    return Err(fault(error, &store));
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

    /// Renders the examples of blocks. An error that the guest returns is accepted, since an example has no data, which
    /// its block may need. `most` is the running time of all of them, after which nothing is said about the plugin.
    fn try_examples(
        &self,
        code: &Code,
        store: &mut wasmtime::Store<GuestState>,
        instance: &wasmtime::component::Instance,
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
                Some(fault) => return Err(invalid(format!("example of {}: {fault}", block.kind))),
            }
        }
        Ok(())
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
