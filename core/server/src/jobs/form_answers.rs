//! An answer to a form is mailed to the address of the site.

use std::fmt::Write as _;

use sea_orm::ColumnTrait as _;
use stoa_commerce::mail;
use stoa_commerce::orders::Letter;
use stoa_entity::TenantTx;
use stoa_entity::tenant::submission;
use stoa_kernel::TenantCtx;
use stoa_kernel::event::Event;
use stoa_render::escape_html;
use stoa_site::settings::site_row;

/// Writes the letter; an event that comes twice writes it once.
pub(super) async fn handle_event(ctx: &TenantCtx, tx: &TenantTx, event: &Event) -> anyhow::Result<()> {
    let Event::FormSubmitted { submission_id } = event else { return Ok(()) };
    let own = submission::Column::Id.eq(submission_id.clone());
    let Some(row) = tx.find::<submission::Entity>().filter(own).one().await? else { return Ok(()) };
    let to = site_row(tx).await?.contact_email;
    if to.is_empty() {
        return Ok(());
    }
    mail::queue(ctx, tx, letter(&row, to), submission_id.as_str()).await?;
    Ok(())
}

fn letter(row: &submission::Model, to: String) -> Letter {
    let subject = format!("New message from the page “{}”", row.page_title);
    let mut text = format!("{subject}\n");
    let mut html = format!("<h1>{}</h1><dl>", escape_html(&subject));
    for answer in row.answers.as_array().into_iter().flatten() {
        let label = answer["label"].as_str().unwrap_or_default();
        let value = answer["value"].as_str().unwrap_or_default();
        // Writing into a string cannot fail.
        let _ = write!(text, "\n{label}: {value}\n");
        let _ = write!(html, "<dt><strong>{}</strong></dt><dd>{}</dd>", escape_html(label), escape_html(value));
    }
    html.push_str("</dl>");
    Letter { kind: "form-answer", to, subject, text, html }
}
