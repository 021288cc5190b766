use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

/// Why loading or calling a plugin failed, and which plugin it was.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("plugin {plugin} {version}: {kind}")]
pub struct PluginError {
    /// Identifier of the plugin, or the folder name when the manifest could not be read.
    pub plugin: Arc<str>,
    /// Version of the plugin; empty when it is not known.
    pub version: Arc<str>,
    /// What happened.
    pub kind: PluginErrorKind,
}

/// What went wrong. Callers act on the variant: see the crate documentation for the rule of each kind of plugin.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PluginErrorKind {
    /// No such plugin, or it is not switched on for the site.
    #[error("is not available")]
    NotFound,
    /// The plugin exists but does not offer this kind, formatter, predicate or block.
    #[error("does not provide {0}")]
    NotProvided(String),
    /// A manifest, component, setting or answer broke the contract.
    #[error("is invalid: {0}")]
    Invalid(String),
    /// The guest stopped abnormally; the text is its own last error line where it left one.
    #[error("trapped: {0}")]
    Trap(String),
    /// The call ran longer than it may.
    #[error("timed out after {} ms", .0.as_millis())]
    Timeout(Duration),
    /// The guest asked for more memory than it may have, in bytes.
    #[error("wanted more than {0} bytes of memory")]
    Memory(usize),
    /// An answer was larger than allowed.
    #[error("answered with more than {limit} bytes of {what}")]
    Oversize {
        /// The part that was too large.
        what: &'static str,
        /// Its limit in bytes.
        limit: usize,
    },
    /// The plugin itself answered with an error: an ordinary answer, not a fault.
    #[error("answered: {0}")]
    Guest(Box<GuestError>),
    /// Too many calls of this plugin are running for the site.
    #[error("is busy")]
    Busy,
    /// The plugin failed too often for this site and rests.
    #[error("rests for another {retry_after_ms} ms after repeated failures")]
    Suspended {
        /// Milliseconds until it is tried again.
        retry_after_ms: u64,
    },
    /// The host could not do its part.
    #[error("could not be served: {0}")]
    Host(String),
}

/// An error as a plugin states it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(rename_all = "camelCase")]
#[error("{code:?}: {message}")]
pub struct GuestError {
    /// The class of the error.
    pub code: GuestErrorCode,
    /// For the merchant and the log.
    pub message: String,
    /// May be shown to a shopper.
    pub buyer_message: Option<String>,
    /// Milliseconds after which trying again makes sense.
    pub retry_after_ms: Option<u32>,
}

/// The closed list of error classes of the contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GuestErrorCode {
    /// The input makes no sense to the plugin.
    InvalidInput,
    /// Settings or secrets are missing.
    NotConfigured,
    /// The plugin does not do this.
    NotSupported,
    /// The provider said no.
    Declined,
    /// The provider could not be reached or answered nonsense.
    UpstreamFailed,
    /// The provider asks for patience.
    RateLimited,
    /// The provider did not answer in time.
    TimedOut,
    /// Anything else.
    Internal,
}

impl PluginError {
    pub(crate) fn new(plugin: &Arc<str>, version: &Arc<str>, kind: PluginErrorKind) -> Self {
        Self { plugin: Arc::clone(plugin), version: Arc::clone(version), kind }
    }

    pub(crate) fn unknown(plugin: &str, kind: PluginErrorKind) -> Self {
        Self { plugin: Arc::from(plugin), version: Arc::from(""), kind }
    }

    /// The text that may be shown to a shopper, where the plugin gave one.
    #[must_use]
    pub fn buyer_message(&self) -> Option<&str> {
        match &self.kind {
            PluginErrorKind::Guest(error) => error.buyer_message.as_deref(),
            _ => None,
        }
    }

    /// True when it is unknown whether the plugin had an effect: a payment attempt then becomes `unknown`, never `declined`.
    #[must_use]
    pub fn leaves_effect_unknown(&self) -> bool {
        match &self.kind {
            PluginErrorKind::Host(_) | PluginErrorKind::Invalid(_) => true,
            // The plugin reached out and does not know what came of it.
            PluginErrorKind::Guest(error) => {
                matches!(
                    error.code,
                    GuestErrorCode::UpstreamFailed | GuestErrorCode::TimedOut | GuestErrorCode::Internal
                )
            }
            kind => kind.is_fault(),
        }
    }

    /// True when the plugin was not entered, is not set up, or asks for patience: the same call may succeed later.
    #[must_use]
    pub fn may_pass(&self) -> bool {
        match &self.kind {
            PluginErrorKind::Guest(error) => {
                matches!(error.code, GuestErrorCode::RateLimited | GuestErrorCode::NotConfigured)
            }
            kind => kind.says_nothing(),
        }
    }
}

impl PluginErrorKind {
    /// True for misbehaviour that counts towards suspension; an error that the plugin answered does not.
    #[must_use]
    pub fn is_fault(&self) -> bool {
        matches!(self, Self::Trap(_) | Self::Timeout(_) | Self::Memory(_) | Self::Oversize { .. })
    }

    /// True when the guest was not even entered, or the host is to blame: says nothing about the plugin.
    pub(crate) fn says_nothing(&self) -> bool {
        matches!(self, Self::Busy | Self::Host(_) | Self::Suspended { .. } | Self::NotFound | Self::NotProvided(_))
    }
}
