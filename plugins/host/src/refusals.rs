//! Packages that could not be loaded a short time ago, and are not tried again at once.

use std::time::{Duration, Instant};

use moka::Expiry;
use moka::future::Cache;

use crate::error::{PluginError, PluginErrorKind};

/// How long a package that cannot be used is not tried again.
const PAUSE: Duration = Duration::from_secs(60);
/// The same when the host failed.
const HOST_PAUSE: Duration = Duration::from_secs(10);
/// Packages that are remembered.
const MAX_REMEMBERED: u64 = 1_000;

/// Why packages are refused, by their digests.
pub(crate) struct Refusals(Cache<String, PluginError>);

/// How long a refusal is remembered.
struct UntilTriedAgain;

impl Expiry<String, PluginError> for UntilTriedAgain {
    fn expire_after_create(&self, _digest: &String, error: &PluginError, _at: Instant) -> Option<Duration> {
        Some(if matches!(error.kind, PluginErrorKind::Host(_)) { HOST_PAUSE } else { PAUSE })
    }

    fn expire_after_update(
        &self,
        id: &String,
        own: &PluginError,
        at: Instant,
        _: Option<Duration>,
    ) -> Option<Duration> {
        self.expire_after_create(id, own, at)
    }
}

impl Default for Refusals {
    fn default() -> Self {
        Self(Cache::builder().max_capacity(MAX_REMEMBERED).expire_after(UntilTriedAgain).build())
    }
}

impl Refusals {
    /// Why a package is refused now.
    pub(crate) async fn of(&self, digest: &str) -> Option<PluginError> {
        self.0.get(digest).await
    }

    /// Logs and remembers why a package was not loaded, unless the host was too busy: that is no reason to refuse it.
    pub(crate) async fn note(&self, digest: &str, error: &PluginError) {
        if error.is_busy() {
            tracing::warn!(%error, package = digest, "plugin not loaded now");
            return;
        }
        tracing::error!(%error, package = digest, "plugin not loaded");
        self.0.insert(digest.to_owned(), error.clone()).await;
    }

    /// Forgets that a package was refused.
    pub(crate) async fn forget(&self, digest: &str) {
        self.0.invalidate(digest).await;
    }
}

#[cfg(test)]
mod tests {
    use super::{PluginError, PluginErrorKind, Refusals};

    #[tokio::test]
    async fn a_busy_host_holds_nothing_against_a_package() {
        let refusals = Refusals::default();
        for (kind, is_remembered) in [
            (PluginErrorKind::Busy, false),
            (PluginErrorKind::Starved, false),
            (PluginErrorKind::Host("away".to_owned()), true),
            (PluginErrorKind::Invalid("no component".to_owned()), true),
        ] {
            refusals.note("one", &PluginError::unknown("acme.pay", kind.clone())).await;
            assert_eq!(refusals.of("one").await.is_some(), is_remembered, "{kind}");
            refusals.forget("one").await;
        }
        assert_eq!(refusals.of("one").await, None);
    }
}
