//! Telling those who wait. It is decided in one write, which takes everybody off the list who is on it;
//! the letters are written after it from the outbox. So an address gets one letter for each sign-up,
//! whatever is pressed twice, ends in the middle or runs in two processes.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::ExprTrait;
use stoa_entity::tenant::{restock_sign_up, variant};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::event::Event;
use stoa_kernel::id::{ProductId, VariantId};
use stoa_kernel::permission::{Action, Resource};

use super::letter::back_in_stock;
use crate::mail::Letterhead;
use crate::settings::StoreSettings;
use crate::{CommerceError, audit, catalogue, mail, orders, outbox};

/// Letters written in one transaction.
const BATCH: u64 = 100;
/// Most variants in one call.
const MOST_REQUESTS: usize = 200;

/// A variant whose list is to be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SendRequest {
    /// Id of the product.
    pub product_id: String,
    /// Id of the variant.
    pub variant_id: String,
}

/// Tells all who wait for a variant, and answers how many that were.
///
/// # Errors
/// When the caller may not send notices or there is no such variant.
pub async fn send(ctx: &TenantCtx, db: &TenantDb, request: &SendRequest) -> Result<u64, CommerceError> {
    ctx.authorise(Resource::Products, Action::Publish)?;
    let tx = db.write().await?;
    let id = find(&tx, request).await?.ok_or(CommerceError::NotFound)?;
    let told = announce(ctx, &tx, &id).await?;
    tx.commit().await?;
    Ok(told)
}

/// Tells all who wait for these variants. Answers how many that were, and which variants are not there.
///
/// # Errors
/// When the caller may not send notices, or a message beside `sendRequests`.
pub async fn send_all(
    ctx: &TenantCtx,
    db: &TenantDb,
    requests: Vec<SendRequest>,
) -> Result<(u64, Vec<SendRequest>), CommerceError> {
    ctx.authorise(Resource::Products, Action::Publish)?;
    if requests.len() > MOST_REQUESTS {
        return Err(CommerceError::field("sendRequests", "Send at most 200 variants at a time."));
    }
    let tx = db.write().await?;
    let (mut ids, mut failed) = (Vec::new(), Vec::new());
    for request in requests {
        match find(&tx, &request).await? {
            Some(id) => ids.push(id),
            None => failed.push(request),
        }
    }
    // Rows are locked in the order in which stock that comes back locks them.
    ids.sort();
    ids.dedup();
    let mut told = 0;
    for id in &ids {
        told += announce(ctx, &tx, id).await?;
    }
    tx.commit().await?;
    Ok((told, failed))
}

async fn find(tx: &TenantTx, request: &SendRequest) -> Result<Option<VariantId>, CommerceError> {
    let ids = (request.product_id.parse::<ProductId>(), request.variant_id.parse::<VariantId>());
    let (Ok(product), Ok(id)) = ids else { return Ok(None) };
    let own = variant::Column::Id.eq(id.clone()).and(variant::Column::ProductId.eq(product));
    Ok((tx.find::<variant::Entity>().filter(own).count().await? == 1).then_some(id))
}

/// Something is back: those who wait are told, when the owner wishes it so.
pub(crate) async fn on_return(ctx: &TenantCtx, tx: &TenantTx, ids: &[VariantId]) -> Result<(), CommerceError> {
    if ids.is_empty() {
        return Ok(());
    }
    let choices = StoreSettings::load(tx).await?.choices.restock;
    if choices.enabled && choices.send_automatically {
        for id in ids {
            announce(ctx, tx, id).await?;
        }
    }
    Ok(())
}

/// Takes everybody off the list of a variant, to be told.
async fn announce(ctx: &TenantCtx, tx: &TenantTx, id: &VariantId) -> Result<u64, CommerceError> {
    let told = tx
        .update::<restock_sign_up::Entity>(restock_sign_up::Column::VariantId.eq(id.clone()))
        .filter(restock_sign_up::Column::NotifiedOn.is_null())
        .set(restock_sign_up::Column::NotifiedOn, Some(ctx.now_ms()))
        .exec()
        .await?;
    if told > 0 {
        outbox::emit(ctx, tx, &Event::RestockAnnounced { variant_id: id.clone() }).await?;
        audit::note(ctx, tx, "restock.send", id.as_str()).await?;
    }
    Ok(told)
}

/// Writes the letters that an announcement asks for, so many at a time. An event that comes twice writes
/// each letter once. `base_url` is the site's address without a closing slash.
///
/// # Errors
/// When the database refuses; the event is then to be tried again.
pub async fn handle_event(ctx: &TenantCtx, tx: &TenantTx, event: &Event, base_url: &str) -> Result<(), CommerceError> {
    let Event::RestockAnnounced { variant_id } = event else { return Ok(()) };
    let rows = tx
        .find::<restock_sign_up::Entity>()
        .filter(restock_sign_up::Column::VariantId.eq(variant_id.clone()))
        .filter(restock_sign_up::Column::NotifiedOn.is_not_null())
        .filter(restock_sign_up::Column::WrittenOn.is_null())
        .order_by_asc(restock_sign_up::Column::Id)
        .limit(BATCH)
        .for_update()
        .all()
        .await?;
    let Some(product_id) = rows.first().map(|row| row.product_id.clone()) else { return Ok(()) };
    // A product that was hidden meanwhile has no page to lead to.
    let item = catalogue::items(tx, std::slice::from_ref(&product_id)).await?.pop();
    let site = Letterhead::load(tx, base_url).await?;
    for row in &rows {
        let Some(item) = &item else { break };
        // What the account reads now goes before what was read at the sign-up.
        let of_account = orders::language_of_account(tx, row.site_user_id.as_ref()).await?;
        let head = site.in_language(of_account.as_deref().or(row.language.as_deref()));
        mail::queue(ctx, tx, back_in_stock(item, row, &head), row.id.as_str()).await?;
    }
    tx.update::<restock_sign_up::Entity>(restock_sign_up::Column::Id.is_in(rows.iter().map(|row| row.id.clone())))
        .set(restock_sign_up::Column::WrittenOn, Some(ctx.now_ms()))
        .exec()
        .await?;
    if rows.len() as u64 == BATCH { outbox::emit(ctx, tx, event).await } else { Ok(()) }
}
