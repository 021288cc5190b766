//! What follows a change: caches of all processes forget what a contributor changed, and the worker
//! looks at the site's outbox without waiting for its next round.

use std::sync::{Arc, OnceLock};

use axum::extract::{Request, State};
use axum::http::Extensions;
use axum::middleware::Next;
use axum::response::Response;
use stoa_kernel::id::WebsiteId;

use crate::state::AppState;

/// Who made the call that changed something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Caller {
    /// Somebody who works on the site.
    Contributor,
    /// A visitor or site user.
    Visitor,
}

/// Filled by the extractor that finds the site of a call, read when the answer is there.
#[derive(Debug, Clone, Default)]
pub(crate) struct CallSite(Arc<OnceLock<(WebsiteId, Caller)>>);

impl CallSite {
    /// Notes the site of the call being handled.
    pub(crate) fn note(extensions: &Extensions, website: &WebsiteId, caller: Caller) {
        if let Some(slot) = extensions.get::<CallSite>() {
            // The first extractor of a call decides; a second one finds the same site.
            let _ = slot.0.set((website.clone(), caller));
        }
    }
}

/// Runs after every changing call that succeeded.
pub(crate) async fn follow_up(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    let changes = !request.method().is_safe();
    let slot = CallSite::default();
    request.extensions_mut().insert(slot.clone());
    let response = next.run(request).await;
    let worked = response.status().is_success() || response.status().is_redirection();
    if let Some((website, caller)) = slot.0.get().filter(|_| worked) {
        if changes && *caller == Caller::Contributor {
            state.invalidation.bump(website, &["site".to_owned()]).await;
        }
        if changes || response.status().is_redirection() {
            (state.wake)(website);
        }
    }
    response
}
