//! What someone is told who brings a package that is not taken.

use stoa_kernel::{ErrorCode, Failure, FieldErrors};
use stoa_plugin_host::{PluginError, PluginErrorKind};

/// A package did not pass its checks, or could not be checked now: then it may be brought again.
pub fn not_checked(error: &PluginError) -> Failure {
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
