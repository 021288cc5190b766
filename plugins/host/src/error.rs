//! Errors of loading and calling plugins.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

/// Error of loading or calling a plugin.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("plugin {plugin} {version}: {kind}")]
pub struct PluginError {
    /// Id of the plugin, or the folder name when the manifest could not be read.
    pub plugin: Arc<str>,
    /// Version of the plugin; empty when unknown.
    pub version: Arc<str>,
    /// Kind of the error.
    pub kind: PluginErrorKind,
}

/// Kinds of errors. Callers act on the variant: see the crate documentation for the rule of each kind of plugin.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PluginErrorKind {
    /// No such plugin, or it is not enabled on the site.
    #[error("is not available")]
    NotFound,
    /// The plugin exists but does not offer this kind, formatter, predicate or block.
    #[error("does not provide {0}")]
    NotProvided(String),
    /// A manifest, component, setting or result violates the contract.
    #[error("is invalid: {0}")]
    Invalid(String),
    /// The guest trapped; the text is its last error line in the log, if any.
    #[error("trapped: {0}")]
    Trap(String),
    /// The call exceeded its time limit.
    #[error("timed out after {} ms", .0.as_millis())]
    Timeout(Duration),
    /// The plugin's calls for this page have used up its time.
    #[error("has used up its {} ms for this page", .0.as_millis())]
    Exhausted(Duration),
    /// The plugin's calls for this page are as many as they may be.
    #[error("has used up its {0} calls for this page")]
    TooManyCalls(u32),
    /// All plugins of the site together have used up their time on its pages.
    #[error("was left out, since the plugins of this site have used up their {} ms of a minute", .0.as_millis())]
    SiteExhausted(Duration),
    /// The machine was too busy to let the guest run for the time that it may.
    #[error("was stopped because the server is too busy to run it")]
    Starved,
    /// The guest exceeded its memory limit, in bytes.
    #[error("exceeded its limit of {0} bytes of memory")]
    Memory(usize),
    /// A result was too large.
    #[error("returned more than {limit} bytes of {what}")]
    Oversize {
        /// The part that was too large.
        what: &'static str,
        /// Its limit in bytes.
        limit: usize,
    },
    /// The plugin returned an error: a regular result, not a fault.
    #[error("returned an error: {0}")]
    Guest(Box<GuestError>),
    /// Too many concurrent calls of this plugin on the site.
    #[error("is busy")]
    Busy,
    /// The plugin is suspended on this site after too many faults.
    #[error("is suspended for another {retry_after_ms} ms after repeated failures")]
    Suspended {
        /// Milliseconds until the next trial call.
        retry_after_ms: u64,
    },
    /// The host failed.
    #[error("failed in the host: {0}")]
    Host(String),
}

/// An error returned by a plugin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(rename_all = "camelCase")]
#[error("{code:?}: {message}")]
pub struct GuestError {
    /// The class of the error.
    pub code: GuestErrorCode,
    /// For the merchant and the log.
    pub message: String,
    /// Message that may be shown to a customer.
    pub buyer_message: Option<String>,
    /// Milliseconds after which to try again.
    pub retry_after_ms: Option<u32>,
}

/// The error classes of the contract; a closed list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GuestErrorCode {
    /// Invalid input.
    InvalidInput,
    /// Settings or secrets are missing.
    NotConfigured,
    /// Not supported by the plugin.
    NotSupported,
    /// Declined by the provider.
    Declined,
    /// The provider could not be reached, or its response is invalid.
    UpstreamFailed,
    /// The provider limits the rate of requests.
    RateLimited,
    /// The provider did not respond in time.
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

    /// One sentence for the owner of a site, as the end of "This could not be shown: …". What its author needs, such as
    /// the line of a trap, is in the text of the error, for the log.
    #[must_use]
    pub fn for_owner(&self) -> String {
        let plugin = &self.plugin;
        match &self.kind {
            PluginErrorKind::Guest(error) => format!("{} (plugin {plugin})", error.message),
            PluginErrorKind::NotFound | PluginErrorKind::NotProvided(_) => {
                format!("no plugin of this site provides {plugin}")
            }
            PluginErrorKind::Timeout(_) | PluginErrorKind::Exhausted(_) => {
                format!("the plugin {plugin} took too long")
            }
            PluginErrorKind::TooManyCalls(_) => format!("the plugin {plugin} was called too often for this page"),
            PluginErrorKind::SiteExhausted(_) => {
                format!(
                    "the plugins of this site need more time than they may use, so {plugin} is left out for a moment"
                )
            }
            PluginErrorKind::Memory(_) => format!("the plugin {plugin} needs more memory than it may use"),
            PluginErrorKind::Oversize { .. } => format!("the plugin {plugin} returned too much"),
            PluginErrorKind::Busy | PluginErrorKind::Starved => {
                format!("the server is too busy to run the plugin {plugin}")
            }
            PluginErrorKind::Suspended { .. } => {
                format!("the plugin {plugin} is suspended for a while, because it failed repeatedly")
            }
            PluginErrorKind::Invalid(_) | PluginErrorKind::Trap(_) | PluginErrorKind::Host(_) => {
                format!("the plugin {plugin} failed. The log of the server says why")
            }
        }
    }

    /// The message for a customer, if the plugin returned one.
    #[must_use]
    pub fn buyer_message(&self) -> Option<&str> {
        match &self.kind {
            PluginErrorKind::Guest(error) => error.buyer_message.as_deref(),
            _ => None,
        }
    }

    /// True when it is unknown whether the plugin had an effect: a payment attempt then becomes `unknown`, never
    /// `declined`.
    #[must_use]
    pub fn has_unknown_effect(&self) -> bool {
        match &self.kind {
            PluginErrorKind::Host(_) => true,
            // The plugin sent a request and does not know its result.
            PluginErrorKind::Guest(error) => {
                matches!(
                    error.code,
                    GuestErrorCode::UpstreamFailed | GuestErrorCode::TimedOut | GuestErrorCode::Internal
                )
            }
            kind => kind.is_fault(),
        }
    }

    /// True when the host is too busy for the plugin now. This says nothing about it: the same may succeed in a moment.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        matches!(self.kind, PluginErrorKind::Busy | PluginErrorKind::Starved)
    }

    /// True when the plugin was not called, is not configured, or its provider limits the rate: the same call may
    /// succeed later.
    #[must_use]
    pub fn may_pass(&self) -> bool {
        match &self.kind {
            PluginErrorKind::Guest(error) => {
                matches!(error.code, GuestErrorCode::RateLimited | GuestErrorCode::NotConfigured)
            }
            kind => kind.is_host_fault(),
        }
    }
}

impl PluginErrorKind {
    /// True for faults that count towards suspension: also an answer that breaks the contract, since nobody can use it.
    /// Returned errors do not count.
    #[must_use]
    pub fn is_fault(&self) -> bool {
        matches!(self, Self::Trap(_) | Self::Timeout(_) | Self::Memory(_) | Self::Oversize { .. } | Self::Invalid(_))
    }

    /// Whether the owner should know of it: a fault, or an error of the plugin itself or of a service that it needs.
    pub(crate) fn is_failure(&self) -> bool {
        let is_own = |code: GuestErrorCode| {
            matches!(code, GuestErrorCode::UpstreamFailed | GuestErrorCode::TimedOut | GuestErrorCode::Internal)
        };
        self.is_fault() || matches!(self, Self::Guest(error) if is_own(error.code))
    }

    /// Whether a failure belongs into the plugin's log, where its author looks: what the plugin did, and has not written
    /// there itself, as it does with a panic.
    #[must_use]
    pub fn is_for_author(&self) -> bool {
        match self {
            Self::Trap(said) => !said.ends_with(')'),
            Self::Exhausted(_) | Self::TooManyCalls(_) | Self::SiteExhausted(_) | Self::Guest(_) => true,
            other => other.is_fault(),
        }
    }

    /// True when the guest was not called, or the host failed: not a fault of the plugin.
    pub(crate) fn is_host_fault(&self) -> bool {
        matches!(
            self,
            Self::Busy
                | Self::Exhausted(_)
                | Self::TooManyCalls(_)
                | Self::SiteExhausted(_)
                | Self::Starved
                | Self::Host(_)
                | Self::Suspended { .. }
                | Self::NotFound
                | Self::NotProvided(_)
        )
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::{GuestError, GuestErrorCode, PluginError, PluginErrorKind};

    #[test]
    fn authors_are_told_what_their_plugin_has_not_logged() {
        let trap = |said: &str| PluginErrorKind::Trap(said.to_owned());
        assert!(PluginErrorKind::Timeout(Duration::from_millis(100)).is_for_author());
        assert!(PluginErrorKind::Memory(1).is_for_author() && trap("out of bounds memory access").is_for_author());
        assert!(!trap("unreachable (panicked at src/lib.rs:7)").is_for_author());
        assert!(!PluginErrorKind::Busy.is_for_author() && !PluginErrorKind::NotFound.is_for_author());
    }

    #[test]
    fn owners_read_sentences_without_traces() {
        let error = |kind| PluginError::new(&Arc::from("acme.countdown"), &Arc::from("1.0.0"), kind);
        let trap = error(PluginErrorKind::Trap("unreachable (panicked at src/lib.rs:7)".to_owned()));
        assert_eq!(trap.for_owner(), "the plugin acme.countdown failed. The log of the server says why");
        assert!(trap.to_string().contains("src/lib.rs:7"), "for the author");
        let answer = error(PluginErrorKind::Guest(Box::new(GuestError {
            code: GuestErrorCode::InvalidInput,
            message: "a date is missing".to_owned(),
            buyer_message: None,
            retry_after_ms: None,
        })));
        assert_eq!(answer.for_owner(), "a date is missing (plugin acme.countdown)");
    }
}
