//! An answer to a form is mailed to those whom the form names, else to the address of the site.

use std::fmt::Write as _;

use sea_orm::ColumnTrait as _;
use stoa_audience::submissions::Submission;
use stoa_commerce::mail;
use stoa_commerce::orders::Letter;
use stoa_entity::TenantTx;
use stoa_entity::tenant::submission;
use stoa_kernel::TenantCtx;
use stoa_kernel::event::Event;
use stoa_render::escape_html;
use stoa_site::settings::site_row;

/// Stands in the letter for what a letter should not carry.
const HIDDEN: &str = "(shown with the answers in the admin)";

/// Writes the letters; an event that comes twice writes them once.
pub(super) async fn handle_event(ctx: &TenantCtx, tx: &TenantTx, event: &Event) -> anyhow::Result<()> {
    let Event::FormSubmitted { submission_id, recipients } = event else { return Ok(()) };
    let own = submission::Column::Id.eq(submission_id.clone());
    let Some(row) = tx.find::<submission::Entity>().filter(own).one().await? else { return Ok(()) };
    let submission = Submission::from_row(row)?;
    let site = site_row(tx).await?;
    let all = if recipients.is_empty() { std::slice::from_ref(&site.contact_email) } else { recipients.as_slice() };
    for (position, to) in all.iter().filter(|to| !to.is_empty()).enumerate() {
        let reference = match position {
            0 => submission_id.to_string(),
            further => format!("{submission_id}.{further}"),
        };
        mail::queue(ctx, tx, letter(&submission, to.clone()), &reference).await?;
    }
    Ok(())
}

fn letter(submission: &Submission, to: String) -> Letter {
    let subject = format!("New message from the page “{}”", submission.page_title);
    let subject: String = subject.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    let mut text = format!("{subject}\n");
    let mut html = format!("<h1>{}</h1><dl>", escape_html(&subject));
    for answer in &submission.values {
        let value = if answer.kind == "password" { HIDDEN } else { answer.value.as_str() };
        let shown = escape_html(value).replace('\n', "<br>");
        // Writing into a string cannot fail.
        let _ = write!(text, "\n{}: {value}\n", answer.label);
        let _ = write!(html, "<dt><strong>{}</strong></dt><dd>{shown}</dd>", escape_html(&answer.label));
    }
    html.push_str("</dl>");
    let reply_to = submission.email().map(str::to_owned);
    Letter { kind: "form-answer", to, subject, text, html, reply_to, leave_url: None }
}
