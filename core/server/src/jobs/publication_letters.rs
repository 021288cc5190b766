//! The owner is told of a draft that could not be published when its time had come.

use stoa_commerce::mail::{self, Letterhead};
use stoa_entity::TenantTx;
use stoa_kernel::TenantCtx;
use stoa_kernel::event::Event;
use stoa_site::content;

/// Problems that a letter names.
const TOLD: usize = 10;

/// Writes the letter; an event that comes twice writes it once.
pub(super) async fn handle_event(
    ctx: &TenantCtx,
    tx: &TenantTx,
    event: &Event,
    (base_url, reference): (&str, &str),
) -> anyhow::Result<()> {
    let Event::PublicationFailed { page_id } = event else { return Ok(()) };
    let Some((title, failure)) = content::publish_failure(tx, page_id).await? else { return Ok(()) };
    let head = Letterhead::load(tx, base_url).await?;
    let to = &head.settings.contact_email;
    if !to.is_empty() {
        let mut problems = failure.messages();
        problems.truncate(TOLD);
        mail::queue(ctx, tx, mail::publication_failed(&head, to, &title, &problems), reference).await?;
    }
    Ok(())
}
