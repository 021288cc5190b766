//! E-mails a form submission to the recipients configured in the form, or else to the address of the site.

use sea_orm::ColumnTrait as _;
use stoa_audience::submissions::Submission;
use stoa_email::{Email, EmailContext, FormSubmissionNotice, answer_in_words};
use stoa_entity::TenantTx;
use stoa_entity::tenant::submission;
use stoa_kernel::TenantCtx;
use stoa_kernel::event::Event;

/// Writes the e-mails; idempotent per event.
pub(super) async fn handle_event(ctx: &TenantCtx, tx: &TenantTx, event: &Event, base_url: &str) -> anyhow::Result<()> {
    let Event::FormSubmitted { submission_id, recipients } = event else { return Ok(()) };
    let own = submission::Column::Id.eq(submission_id.clone());
    let Some(row) = tx.find::<submission::Entity>().filter(own).one().await? else { return Ok(()) };
    let submission = Submission::from(row);
    let head = EmailContext::load(tx, base_url).await?;
    let all =
        if recipients.is_empty() { std::slice::from_ref(&head.site.contact_email) } else { recipients.as_slice() };
    for (position, to) in all.iter().filter(|to| !to.is_empty()).enumerate() {
        let reference = match position {
            0 => submission_id.to_string(),
            further => format!("{submission_id}.{further}"),
        };
        stoa_email::queue(ctx, tx, message(&submission, &head, to), &reference).await?;
    }
    Ok(())
}

fn message(submission: &Submission, head: &EmailContext, to: &str) -> Email {
    let answers = submission.values.iter().map(|answer| {
        let is_told = answer.kind != "password";
        (answer.label.as_str(), is_told.then(|| answer_in_words(&answer.kind, &answer.value, head)))
    });
    let answers = answers.collect();
    let reply_to = submission.email().map(str::to_owned);
    stoa_email::form_answer(head, to, FormSubmissionNotice { page: &submission.page_title, answers, reply_to })
}
