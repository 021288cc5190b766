//! What someone is told who brings a package that is not taken.

use stoa_kernel::{ErrorCode, Failure, FieldErrors};
use stoa_plugin_host::{PluginError, PluginErrorKind};

/// A package did not pass its checks, or could not be checked now: then it may be brought again.
pub(super) fn not_checked(error: &PluginError) -> Failure {
    match &error.kind {
        PluginErrorKind::Host(reason) => {
            tracing::error!(%error, "a package could not be checked");
            Failure::new(ErrorCode::Unavailable, format!("The package could not be checked: {reason}."))
        }
        PluginErrorKind::Busy | PluginErrorKind::Starved => {
            tracing::warn!(%error, "a package could not be checked now");
            Failure::new(ErrorCode::Unavailable, "The server is too busy to check the package. Try again in a moment.")
        }
        PluginErrorKind::Invalid(reason) => refused(reason),
        kind => refused(&kind.to_string()),
    }
}

/// A refusal with its reason, which is technical and stays English.
pub(super) fn refused(reason: &str) -> Failure {
    let sentence = format!("The package is refused: {}.", reason.trim_end_matches('.'));
    Failure::validation(FieldErrors::from([("package".to_owned(), sentence)]))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{ErrorCode, PluginError, PluginErrorKind, not_checked};

    #[test]
    fn a_busy_server_refuses_no_package() {
        let code =
            |kind| not_checked(&PluginError { plugin: Arc::from("acme.pay"), version: Arc::from("1.0.0"), kind }).code;
        for busy in [PluginErrorKind::Busy, PluginErrorKind::Starved, PluginErrorKind::Host("away".to_owned())] {
            assert_eq!(code(busy), ErrorCode::Unavailable);
        }
        assert_eq!(code(PluginErrorKind::Invalid("no component".to_owned())), ErrorCode::ValidationFailed);
    }
}
