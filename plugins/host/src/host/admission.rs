//! Whether a call may begin now, and what its result means for the next ones.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Inner;
use crate::activity::{CallCounts, PluginOnSite};
use crate::breaker::{Admission, CircuitKey};
use crate::concurrency_limit::CallPermit;
use crate::error::{PluginError, PluginErrorKind};
use crate::registry::Plugin;

impl Inner {
    /// Asks the circuit breaker; true for the trial call after a suspension.
    pub(crate) fn admit(&self, key: &CircuitKey, plugin: &Plugin) -> Result<bool, PluginError> {
        match self.breaker.enter(key, Instant::now()) {
            Admission::Regular => Ok(false),
            Admission::Trial => Ok(true),
            Admission::Suspended(left) => {
                let retry_after_ms = u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
                Err(plugin.error(PluginErrorKind::Suspended { retry_after_ms }))
            }
        }
    }

    /// Reports the result of a call to the circuit breaker.
    pub(crate) fn report(&self, key: &CircuitKey, failure: Option<&PluginErrorKind>) {
        match failure {
            Some(kind) if kind.is_host_fault() => {}
            Some(kind) if kind.is_fault() => {
                if self.breaker.failed(key.clone(), Instant::now())
                    && let Some(activity) = &self.workshop.ports.activity
                {
                    let reason = PluginError::unknown(&key.plugin, kind.clone()).for_owner();
                    activity.suspended(&key.site, &key.plugin, &key.entry.to_string(), &reason);
                }
            }
            _ => self.breaker.succeeded(key, Instant::now()),
        }
    }

    /// Tells of a call that is not one of a page.
    pub(crate) fn observe(
        &self,
        key: &CircuitKey,
        plugin: &Plugin,
        duration: Duration,
        failure: Option<&PluginErrorKind>,
    ) {
        let Some(activity) = &self.workshop.ports.activity else { return };
        let mut counts = CallCounts::default();
        counts.add(duration, failure.is_some_and(PluginErrorKind::is_failure));
        let caller = PluginOnSite { site: &key.site, plugin: &plugin.id, version: &plugin.version };
        activity.calls(caller, key.entry.kind(), &counts);
    }

    pub(crate) fn acquire_blocking(&self, site: &Arc<str>, plugin: &Plugin) -> Result<CallPermit, PluginError> {
        let seat = self.gates.render(plugin.info.class).enter_blocking((Arc::clone(site), Arc::clone(&plugin.id)));
        seat.ok_or_else(|| plugin.error(PluginErrorKind::Busy))
    }

    pub(crate) async fn acquire_quote(&self, site: &Arc<str>, plugin: &Plugin) -> Result<CallPermit, PluginError> {
        let seat = self.gates.quotes(plugin.info.class).enter((Arc::clone(site), Arc::clone(&plugin.id))).await;
        seat.ok_or_else(|| plugin.error(PluginErrorKind::Busy))
    }

    pub(crate) async fn acquire_background(&self, site: &Arc<str>, plugin: &Plugin) -> Result<CallPermit, PluginError> {
        let seat = self.gates.background(plugin.info.class).enter((Arc::clone(site), Arc::clone(&plugin.id))).await;
        seat.ok_or_else(|| plugin.error(PluginErrorKind::Busy))
    }

    pub(crate) async fn acquire(&self, site: &Arc<str>, plugin: &Plugin) -> Result<CallPermit, PluginError> {
        let seat = self.gates.payment(plugin.info.class).enter((Arc::clone(site), Arc::clone(&plugin.id))).await;
        seat.ok_or_else(|| plugin.error(PluginErrorKind::Busy))
    }
}
