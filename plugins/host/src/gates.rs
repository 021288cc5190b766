//! The gates of the host: pages, payments, questions about carts and background work, and plugins with an interpreter,
//! never take each other's instances.

use std::sync::Arc;

use crate::concurrency_limit::{ConcurrencyLimits, Gate};
use crate::host::HostConfig;
use crate::limits::PluginClass;

/// Fewer instances than one for each gate are not set apart.
const MIN_INSTANCES: u32 = 4;

pub(crate) struct Gates {
    standard: Class,
    /// None when no instances are set apart.
    interpreted: Option<Class>,
}

/// The gates of a class of plugins.
struct Class {
    render: Arc<Gate>,
    payment: Arc<Gate>,
    quotes: Arc<Gate>,
    background: Arc<Gate>,
}

/// Numbers of instances.
struct Shares {
    pages: u32,
    payments: u32,
    quotes: u32,
    background: u32,
}

impl Gates {
    pub(crate) fn new(config: &HostConfig) -> Self {
        // A tenth is left for instances that are being freed.
        let usable = config.pool_instances - config.pool_instances / 10;
        let interpreted = config.interpreted_instances.min(usable / 4);
        let interpreted = if interpreted < MIN_INSTANCES { 0 } else { interpreted };
        let rest = usable - interpreted;
        // In a small pool a third is left for pages, of which one may need several plugins at once.
        let payments = config.payment_instances.clamp(1, (rest / 3).max(1));
        let background = config.background_instances.clamp(1, (rest / 6).max(1));
        // Questions about carts are asked by every visitor, so they share no seats with payments.
        let quotes = (payments / 2).max(1);
        let pages = rest.saturating_sub(payments + background + quotes).max(1);
        let quarter = interpreted / 4;
        let small =
            Shares { pages: interpreted - 3 * quarter, payments: quarter, quotes: quarter, background: quarter };
        Self {
            standard: Class::new(config, &Shares { pages, payments, quotes, background }),
            interpreted: (interpreted > 0).then(|| Class::new(config, &small)),
        }
    }

    /// For calls that block a thread.
    pub(crate) fn render(&self, class: PluginClass) -> &Arc<Gate> {
        &self.class(class).render
    }

    /// For calls that wait in a queue.
    pub(crate) fn payment(&self, class: PluginClass) -> &Arc<Gate> {
        &self.class(class).payment
    }

    /// For questions about carts.
    pub(crate) fn quotes(&self, class: PluginClass) -> &Arc<Gate> {
        &self.class(class).quotes
    }

    /// For event hooks and scheduled jobs.
    pub(crate) fn background(&self, class: PluginClass) -> &Arc<Gate> {
        &self.class(class).background
    }

    fn class(&self, class: PluginClass) -> &Class {
        match class {
            PluginClass::Standard => &self.standard,
            PluginClass::Interpreted => self.interpreted.as_ref().unwrap_or(&self.standard),
        }
    }
}

impl Class {
    fn new(config: &HostConfig, shares: &Shares) -> Self {
        let gate = |per_site: usize, total: u32, queue: usize| {
            let total = usize::try_from(total).unwrap_or(usize::MAX);
            Arc::new(Gate::new(ConcurrencyLimits { per_site, total, queue }))
        };
        Self {
            render: gate(config.calls_per_site, shares.pages, 0),
            payment: gate(config.waiting_calls_per_site, shares.payments, config.payment_queue),
            quotes: gate(config.calls_per_site, shares.quotes, config.payment_queue / 4),
            background: gate(config.waiting_calls_per_site, shares.background, config.payment_queue),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interpreters_take_no_instance_of_others() {
        let config = |interpreted_instances| HostConfig {
            pool_instances: 40,
            payment_instances: 8,
            background_instances: 4,
            interpreted_instances,
            calls_per_site: 100,
            ..HostConfig::default()
        };
        let key =
            |number: usize| -> (Arc<str>, Arc<str>) { (Arc::from(format!("site-{number}")), Arc::from("acme.js")) };
        let taken = |gate: &Arc<Gate>| (0..60).map_while(|number| gate.enter_blocking(key(number))).collect::<Vec<_>>();
        let gates = Gates::new(&config(8));
        let interpreted = taken(gates.render(PluginClass::Interpreted));
        assert_eq!(interpreted.len(), 2);
        assert_eq!(taken(gates.render(PluginClass::Standard)).len(), 36 - 8 - 8 - 4 - 4);
        let shared = Gates::new(&config(0));
        assert_eq!(taken(shared.render(PluginClass::Interpreted)).len(), 36 - 8 - 4 - 4, "none are set apart");
        let small = HostConfig { pool_instances: 8, ..config(0) };
        assert_eq!(taken(Gates::new(&small).render(PluginClass::Standard)).len(), 8 - 2 - 1 - 1, "a small pool");
    }
}
