//! Presence of editors: an editor that has a page open and waits for changes.

use stoa_kernel::id::CollectionId;
use stoa_site::content::operations;

use crate::extract::Contributor;
use crate::state::AppState;

/// An editor waiting for changes in a long poll. If the request is aborted, because the tab was closed or reloaded, its
/// presence ends on drop and the other editors are notified at once.
pub(in crate::admin) struct EditorPresence {
    state: AppState,
    caller: Contributor,
    page_id: CollectionId,
    client: String,
    is_cut_off: bool,
}

impl EditorPresence {
    pub(in crate::admin) fn of(state: AppState, caller: &Contributor, page_id: &CollectionId, client: &str) -> Self {
        let (page_id, client) = (page_id.clone(), client.to_owned());
        Self { state, caller: caller.clone(), page_id, client, is_cut_off: true }
    }

    /// The response is sent and the editor will poll again: keeps its presence.
    pub(in crate::admin) fn keep_presence(mut self) {
        self.is_cut_off = false;
    }

    async fn leave(state: AppState, caller: Contributor, page_id: CollectionId, client: String) {
        let left = operations::end_presence(&caller.ctx, &caller.db, &page_id, &client).await;
        match left {
            Ok(()) => state.bell().ring(caller.ctx.website(), &page_id),
            Err(error) => tracing::warn!(%error, "a closed editor stays in the presence list until it expires"),
        }
    }
}

impl Drop for EditorPresence {
    fn drop(&mut self) {
        if !self.is_cut_off {
            return;
        }
        let (page_id, client) = (self.page_id.clone(), std::mem::take(&mut self.client));
        tokio::spawn(Self::leave(self.state.clone(), self.caller.clone(), page_id, client));
    }
}
