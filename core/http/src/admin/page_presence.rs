//! An editor that has a page open and waits for news of it.

use stoa_site::content::operations;

use crate::extract::Contributor;
use crate::state::AppState;

/// An editor that listens. When its call is cut off, because its tab was closed or loaded anew, it has the page open no
/// more, and the others are told at once.
pub(super) struct OpenEditor {
    state: AppState,
    caller: Contributor,
    page_id: String,
    client: String,
    is_cut_off: bool,
}

impl OpenEditor {
    pub(super) fn of(state: AppState, caller: &Contributor, page_id: &str, client: &str) -> Self {
        let (page_id, client) = (page_id.to_owned(), client.to_owned());
        Self { state, caller: caller.clone(), page_id, client, is_cut_off: true }
    }

    /// The call is answered: the editor will ask again.
    pub(super) fn asks_again(mut self) {
        self.is_cut_off = false;
    }

    async fn leave(state: AppState, caller: Contributor, page_id: String, client: String) {
        let left = operations::end_presence(&caller.ctx, &caller.db, &page_id, &client).await;
        match left {
            Ok(()) => state.bell().ring(caller.ctx.website(), &page_id),
            Err(error) => tracing::warn!(%error, "an editor that has gone is still listed for a while"),
        }
    }
}

impl Drop for OpenEditor {
    fn drop(&mut self) {
        if !self.is_cut_off {
            return;
        }
        let (page_id, client) = (std::mem::take(&mut self.page_id), std::mem::take(&mut self.client));
        tokio::spawn(Self::leave(self.state.clone(), self.caller.clone(), page_id, client));
    }
}
