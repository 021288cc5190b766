//! Notifies the owner of new comments, with at most one e-mail an hour.

use stoa_audience::comments::{self, Comment};
use stoa_email::{CommentNotice, EmailContext};
use stoa_entity::TenantTx;
use stoa_kernel::TenantCtx;
use stoa_kernel::discussion::CommentState;
use stoa_kernel::event::Event;

/// Maximum length of a comment excerpt in an e-mail, characters.
const EXCERPT: usize = 300;

/// Writes the e-mail; idempotent per event.
pub(super) async fn handle_event(
    ctx: &TenantCtx,
    tx: &TenantTx,
    event: &Event,
    base_url: &str,
    reference: &str,
) -> anyhow::Result<()> {
    let Event::CommentsArrived = event else { return Ok(()) };
    let unread = comments::unread(tx).await?;
    let head = EmailContext::load(tx, base_url).await?;
    let to = &head.site.contact_email;
    if !unread.is_empty() && !to.is_empty() {
        let paths: Vec<String> = unread.iter().map(|comment| format!("{}#comments", comment.target_path)).collect();
        let notes: Vec<CommentNotice<'_>> =
            unread.iter().zip(&paths).map(|(comment, path)| note(comment, path)).collect();
        stoa_email::queue(ctx, tx, stoa_email::comments_arrived(&head, to, &notes), reference).await?;
    }
    Ok(())
}

fn note<'a>(comment: &Comment, path: &'a str) -> CommentNotice<'a> {
    CommentNotice {
        about: format!("{}: {}", comment.author, comment.target_title),
        said: excerpt(comment),
        path,
        waits: comment.state == CommentState::Waiting,
    }
}

fn excerpt(comment: &Comment) -> String {
    let mut said: String = comment.text.chars().take(EXCERPT).collect();
    if said.len() < comment.text.len() {
        said.push('…');
    }
    said
}
