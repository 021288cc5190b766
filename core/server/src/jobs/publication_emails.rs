//! Notifies the owner of a scheduled draft that could not be published.

use stoa_email::EmailContext;
use stoa_entity::TenantTx;
use stoa_kernel::TenantCtx;
use stoa_kernel::event::Event;
use stoa_site::content;

/// Maximum number of problems listed in the e-mail.
const MAX_LISTED: usize = 10;

/// Writes the e-mail; idempotent per event.
pub(super) async fn handle_event(
    ctx: &TenantCtx,
    tx: &TenantTx,
    event: &Event,
    base_url: &str,
    reference: &str,
) -> anyhow::Result<()> {
    let Event::PublicationFailed { page_id } = event else { return Ok(()) };
    let Some((title, failure)) = content::publish_failure(tx, page_id).await? else { return Ok(()) };
    let head = EmailContext::load(tx, base_url).await?;
    let to = &head.site.contact_email;
    if !to.is_empty() {
        let mut problems = content::failure_messages(&failure);
        problems.truncate(MAX_LISTED);
        stoa_email::queue(ctx, tx, stoa_email::publication_failed(&head, to, &title, &problems), reference).await?;
    }
    Ok(())
}
