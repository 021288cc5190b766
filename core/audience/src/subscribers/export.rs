//! CSV export of a mailing list, read page by page, so that memory use does not depend on its length.

use sea_orm::sea_query::Expr;
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::tenant::subscriber;
use stoa_entity::{TenantDb, load_run_removal};
use stoa_kernel::csv::{Progress, line, utc};
use stoa_kernel::id::{MailingListId, SubscriberId};
use stoa_kernel::load_run::LoadRunItemKind;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::lists::find;
use super::people::{Origin, on_list};
use crate::AudienceError;

const HEADINGS: [&str; 4] = ["E-mail", "Consented (UTC)", "Source", "Language"];

/// A running export.
#[derive(Debug)]
pub struct Export {
    db: TenantDb,
    list: MailingListId,
    place: Progress<SubscriberId>,
}

/// Whether the caller may export a list; checked before a download link is issued.
///
/// # Errors
/// [`AudienceError::NotFound`], or when the caller may not change mailing lists: an export contains every address of
/// one.
#[boxed]
pub async fn may_export(ctx: &TenantCtx, db: &TenantDb, list_id: &MailingListId) -> Result<(), AudienceError> {
    ctx.authorise(Resource::Campaigns, Action::Write)?;
    find(&db.read().await?, list_id).await?;
    Ok(())
}

/// Starts an export of the subscribers of a list, newest first; those who have not confirmed are excluded, as they have
/// not consented. Written to the audit log.
///
/// # Errors
/// As [`may_export`].
#[boxed]
pub async fn export(ctx: &TenantCtx, db: &TenantDb, list_id: &MailingListId) -> Result<Export, AudienceError> {
    ctx.authorise(Resource::Campaigns, Action::Write)?;
    let tx = db.write().await?;
    let list = find(&tx, list_id).await?.id;
    audit::note(ctx, &tx, AuditAction::MailingListExport, list.as_str()).await?;
    tx.commit().await?;
    Ok(Export { db: db.clone(), list, place: Progress::Start })
}

impl Export {
    /// The next part of the CSV file; none after the last.
    ///
    /// # Errors
    /// When the database fails.
    #[boxed]
    pub async fn part(&mut self) -> Result<Option<String>, AudienceError> {
        let Some((mut part, behind)) = self.place.next(HEADINGS) else { return Ok(None) };
        let tx = self.db.read().await?;
        // Not the people of load tests.
        let email = Expr::col((subscriber::Entity, subscriber::Column::Email));
        let of_no_run = load_run_removal::is_not_noted(&tx, LoadRunItemKind::Address, email);
        let rows = on_list(&tx, &self.list, behind).filter(of_no_run);
        let rows = rows.limit(Progress::<SubscriberId>::ROWS).all().await?;
        self.place.continue_after_full_part(rows.iter().map(|row| row.id.clone()).collect());
        for row in rows {
            let place = match Origin::of(&row.source) {
                Origin::Form => "Form",
                Origin::Restock => "Restock notice",
                Origin::Shop => "Store",
            };
            let cells = [row.email, utc(row.consented_on), place.to_owned(), row.language.unwrap_or_default()];
            part.push_str(&line(cells));
        }
        Ok(Some(part))
    }
}
