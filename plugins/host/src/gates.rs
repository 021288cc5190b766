//! The gates of the host: pages and payments, and plugins with an interpreter, never take each other's instances.

use std::sync::Arc;

use crate::concurrency_limit::{ConcurrencyLimits, Gate};
use crate::host::HostConfig;
use crate::limits::PluginClass;

pub(crate) struct Gates {
    standard: Pair,
    /// None when no instances are set apart.
    interpreted: Option<Pair>,
}

struct Pair {
    render: Arc<Gate>,
    payment: Arc<Gate>,
}

impl Gates {
    pub(crate) fn new(config: &HostConfig) -> Self {
        // A tenth is left for instances that are being freed.
        let usable = config.pool_instances - config.pool_instances / 10;
        let interpreted = config.interpreted_instances.min(usable / 4);
        let interpreted = if interpreted < 2 { 0 } else { interpreted };
        let rest = usable - interpreted;
        let payments = config.payment_instances.clamp(1, (rest / 2).max(1));
        let pair = |render: u32, payment: u32| Pair {
            render: gate(config.calls_per_site, render, 0),
            payment: gate(config.waiting_calls_per_site, payment, config.payment_queue),
        };
        Self {
            standard: pair(rest.saturating_sub(payments), payments),
            interpreted: (interpreted > 0).then(|| pair(interpreted - interpreted / 2, interpreted / 2)),
        }
    }

    /// For calls that block a thread.
    pub(crate) fn render(&self, class: PluginClass) -> &Arc<Gate> {
        &self.pair(class).render
    }

    /// For calls that wait in a queue.
    pub(crate) fn payment(&self, class: PluginClass) -> &Arc<Gate> {
        &self.pair(class).payment
    }

    fn pair(&self, class: PluginClass) -> &Pair {
        match class {
            PluginClass::Standard => &self.standard,
            PluginClass::Interpreted => self.interpreted.as_ref().unwrap_or(&self.standard),
        }
    }
}

fn gate(per_site: usize, total: u32, queue: usize) -> Arc<Gate> {
    let total = usize::try_from(total).unwrap_or(usize::MAX);
    Arc::new(Gate::new(ConcurrencyLimits { per_site, total, queue }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interpreters_take_no_instance_of_others() {
        let config = |interpreted_instances| HostConfig {
            pool_instances: 40,
            payment_instances: 8,
            interpreted_instances,
            calls_per_site: 100,
            ..HostConfig::default()
        };
        let key =
            |number: usize| -> (Arc<str>, Arc<str>) { (Arc::from(format!("site-{number}")), Arc::from("acme.js")) };
        let taken = |gate: &Arc<Gate>| (0..60).map_while(|number| gate.enter_blocking(key(number))).collect::<Vec<_>>();
        let gates = Gates::new(&config(4));
        let interpreted = taken(gates.render(PluginClass::Interpreted));
        assert_eq!(interpreted.len(), 2);
        assert_eq!(taken(gates.render(PluginClass::Standard)).len(), 36 - 4 - 8);
        let shared = Gates::new(&config(0));
        assert_eq!(taken(shared.render(PluginClass::Interpreted)).len(), 36 - 8, "none are set apart");
    }
}
