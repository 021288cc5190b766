//! The owner is told what visitors have said, in one letter for all of an hour.

use std::fmt::Write as _;

use stoa_audience::comments::{self, Comment, CommentState, Unread};
use stoa_commerce::mail::{self, Letter};
use stoa_entity::TenantTx;
use stoa_kernel::TenantCtx;
use stoa_kernel::event::Event;
use stoa_render::escape_html;
use stoa_site::settings::site_row;

/// Longest part of a comment that a letter shows, characters.
const EXCERPT: usize = 300;

/// Writes the letter; an event that comes twice writes it once.
pub(super) async fn handle_event(
    ctx: &TenantCtx,
    tx: &TenantTx,
    event: &Event,
    (base_url, reference): (&str, &str),
) -> anyhow::Result<()> {
    let Event::CommentsArrived = event else { return Ok(()) };
    let unread = comments::unread(tx).await?;
    let to = site_row(tx).await?.contact_email;
    if !unread.latest.is_empty() && !to.is_empty() {
        mail::queue(ctx, tx, letter(&unread, to, base_url), reference).await?;
    }
    Ok(())
}

fn letter(unread: &Unread, to: String, base_url: &str) -> Letter {
    let subject = match unread.waiting {
        0 => "New comments on your site".to_owned(),
        1 => "A comment waits for your approval".to_owned(),
        many => format!("{many} comments wait for your approval"),
    };
    let mut text = format!("{subject}\n");
    let mut html = format!("<h1>{}</h1>", escape_html(&subject));
    for comment in &unread.latest {
        let (author, said) = (&comment.author, excerpt(comment));
        let waits = if comment.state == CommentState::Waiting { " (waits)" } else { "" };
        let (title, address) = (&comment.target_title, format!("{base_url}{}#comments", comment.target_path));
        // Writing into a string cannot fail.
        let _ = write!(text, "\n{author} on “{title}”{waits}:\n{said}\n{address}\n");
        let _ = write!(
            html,
            "<p><strong>{}</strong> on <a href=\"{}\">{}</a>{waits}<br>{}</p>",
            escape_html(author),
            escape_html(&address),
            escape_html(title),
            escape_html(&said).replace('\n', "<br>"),
        );
    }
    let end = "Approve, answer or remove them under Comments in the admin.";
    let _ = write!(text, "\n{end}\n");
    let _ = write!(html, "<p>{end}</p>");
    Letter { kind: "comments", to, subject, text, html, reply_to: None, leave_url: None }
}

fn excerpt(comment: &Comment) -> String {
    let mut said: String = comment.text.chars().take(EXCERPT).collect();
    if said.len() < comment.text.len() {
        said.push('…');
    }
    said
}
