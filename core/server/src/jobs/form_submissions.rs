//! E-mails a form submission to the recipients configured in the form, or else to the address of the site.

use sea_orm::ColumnTrait as _;
use stoa_audience::submissions::Submission;
use stoa_commerce::mail::{self, EmailContext, FormSubmissionNotice, Letter};
use stoa_entity::TenantTx;
use stoa_entity::tenant::submission;
use stoa_kernel::TenantCtx;
use stoa_kernel::event::Event;

/// Writes the e-mails; idempotent per event.
pub(super) async fn handle_event(ctx: &TenantCtx, tx: &TenantTx, event: &Event, base_url: &str) -> anyhow::Result<()> {
    let Event::FormSubmitted { submission_id, recipients } = event else { return Ok(()) };
    let own = submission::Column::Id.eq(submission_id.clone());
    let Some(row) = tx.find::<submission::Entity>().filter(own).one().await? else { return Ok(()) };
    let submission = Submission::from_row(row)?;
    let head = EmailContext::load(tx, base_url).await?;
    let all =
        if recipients.is_empty() { std::slice::from_ref(&head.settings.contact_email) } else { recipients.as_slice() };
    for (position, to) in all.iter().filter(|to| !to.is_empty()).enumerate() {
        let reference = match position {
            0 => submission_id.to_string(),
            further => format!("{submission_id}.{further}"),
        };
        mail::queue(ctx, tx, letter(&submission, &head, to), &reference).await?;
    }
    Ok(())
}

fn letter(submission: &Submission, head: &EmailContext, to: &str) -> Letter {
    let answers = submission.values.iter().map(|answer| {
        let is_told = answer.kind != "password";
        (answer.label.as_str(), is_told.then_some(answer.value.as_str()))
    });
    let answers = answers.collect();
    let reply_to = submission.email().map(str::to_owned);
    mail::form_answer(head, to, FormSubmissionNotice { page: &submission.page_title, answers, reply_to })
}
