//! Sends restock notices. One update marks all waiting sign-ups as notified; the e-mails are written afterwards from
//! the outbox. So an address gets one e-mail per sign-up, even after repeated clicks, a crash or with two workers.

use std::collections::{HashMap, HashSet};

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{ExprTrait, SelectStatement, SimpleExpr};
use stoa_email::EmailContext;
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::outbox;
use stoa_entity::tenant::{product, restock_sign_up, variant};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::event::Event;
use stoa_kernel::id::{ProductId, VariantId};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::email::back_in_stock;
use crate::catalogue::{self, CatalogueItem};
use crate::settings::StoreSettings;
use crate::{CommerceError, contributor_texts, orders};

/// E-mails queued per transaction.
const BATCH: u64 = 100;
/// Maximum number of variants per request.
const MAX_REQUESTS: usize = 200;
/// Maximum number of overdue variants announced per run.
const MAX_OVERDUE: u64 = 500;

/// A variant to send notices for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SendRequest {
    /// Id of the product.
    pub product_id: String,
    /// Id of the variant.
    pub variant_id: String,
}

/// Sends notices to everyone waiting for a variant, and returns how many.
///
/// # Errors
/// When the caller may not send notices or the variant does not exist; [`CommerceError::Conflict`] while its product is
/// hidden or it is out of stock.
#[boxed]
pub async fn send(ctx: &TenantCtx, db: &TenantDb, request: &SendRequest) -> Result<u64, CommerceError> {
    ctx.authorise(Resource::Products, Action::Publish)?;
    let tx = db.write().await?;
    let id = find(&tx, request).await?.ok_or(CommerceError::NotFound)?;
    let asked = std::slice::from_ref(&id);
    let refused = if visible_only(&tx, asked).await?.is_empty() {
        Some(contributor_texts::HIDDEN_PRODUCT_NOTIFY_LATER.english())
    } else if only_in_stock(&tx, asked).await?.is_empty() {
        Some(contributor_texts::OUT_OF_STOCK_NOTIFY_LATER.english())
    } else {
        None
    };
    if let Some(message) = refused {
        return Err(CommerceError::Conflict(message.to_owned()));
    }
    let notified = announce(ctx, &tx, &id).await?;
    tx.commit().await?;
    Ok(notified)
}

/// Sends notices to everyone waiting for these variants. Returns how many, and the variants that do not exist, are
/// hidden or are out of stock.
///
/// # Errors
/// When the caller may not send notices, or an error of the field `sendRequests`.
#[boxed]
pub async fn send_all(
    ctx: &TenantCtx,
    db: &TenantDb,
    requests: Vec<SendRequest>,
) -> Result<(u64, Vec<SendRequest>), CommerceError> {
    ctx.authorise(Resource::Products, Action::Publish)?;
    if requests.len() > MAX_REQUESTS {
        return Err(CommerceError::field("sendRequests", contributor_texts::AT_MOST_200_NOTICES));
    }
    let tx = db.write().await?;
    let (mut found, mut failed) = (Vec::new(), Vec::new());
    let products = products_of(&tx, &requests).await?;
    for request in requests {
        let id = request.variant_id.parse::<VariantId>().ok();
        match id.filter(|id| products.get(id).is_some_and(|product| product.as_str() == request.product_id)) {
            Some(id) => found.push((id, request)),
            None => failed.push(request),
        }
    }
    let mut ids: Vec<VariantId> = found.iter().map(|(id, _)| id.clone()).collect();
    ids = only_in_stock(&tx, &visible_only(&tx, &ids).await?).await?;
    failed.extend(found.into_iter().filter(|(id, _)| !ids.contains(id)).map(|(_, request)| request));
    // Lock rows in the same order as restocking does.
    ids.sort();
    ids.dedup();
    let mut notified = 0;
    for id in &ids {
        notified += announce(ctx, &tx, id).await?;
    }
    tx.commit().await?;
    Ok((notified, failed))
}

/// The products of the requested variants that exist.
async fn products_of(tx: &TenantTx, requests: &[SendRequest]) -> Result<HashMap<VariantId, ProductId>, CommerceError> {
    let ids = requests.iter().filter_map(|request| request.variant_id.parse::<VariantId>().ok());
    let find = tx.find::<variant::Entity>().filter(variant::Column::Id.is_in(ids)).select_only();
    let find = find.column(variant::Column::Id).column(variant::Column::ProductId);
    Ok(find.into_tuple::<(VariantId, ProductId)>().all().await?.into_iter().collect())
}

async fn find(tx: &TenantTx, request: &SendRequest) -> Result<Option<VariantId>, CommerceError> {
    let ids = (request.product_id.parse::<ProductId>(), request.variant_id.parse::<VariantId>());
    let (Ok(product), Ok(id)) = ids else { return Ok(None) };
    let own = variant::Column::Id.eq(id.clone()).and(variant::Column::ProductId.eq(product));
    Ok((tx.find::<variant::Entity>().filter(own).count().await? == 1).then_some(id))
}

/// Variants are back in stock: sends notices if that is automatic. Variants of hidden products have no page to link to:
/// their sign-ups wait until the product is shown.
pub(crate) async fn on_restocked(ctx: &TenantCtx, tx: &TenantTx, ids: &[VariantId]) -> Result<(), CommerceError> {
    if ids.is_empty() || !is_automatic(tx).await? {
        return Ok(());
    }
    for id in visible_only(tx, ids).await? {
        announce(ctx, tx, &id).await?;
    }
    Ok(())
}

/// Products are visible again: sends notices for variants that came back into stock meanwhile, if that is automatic.
pub(crate) async fn on_product_visible(
    ctx: &TenantCtx,
    tx: &TenantTx,
    products: &[ProductId],
) -> Result<(), CommerceError> {
    if products.is_empty() || !is_automatic(tx).await? {
        return Ok(());
    }
    for id in overdue(tx, Some(products)).await? {
        announce(ctx, tx, &id).await?;
    }
    Ok(())
}

/// Sends notices for variants that came back into stock while hidden, whatever made them visible again, such as the
/// opening of a store.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn send_overdue_notices(ctx: &TenantCtx, db: &TenantDb) -> Result<(), CommerceError> {
    let is_due = any_overdue_notice(&db.read().await?).await?;
    if is_due {
        let tx = db.write().await?;
        for id in overdue(&tx, None).await? {
            announce(ctx, &tx, &id).await?;
        }
        tx.commit().await?;
    }
    Ok(())
}

/// Whether [`send_overdue_notices`] has something to send.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn any_overdue_notice(tx: &TenantTx) -> Result<bool, CommerceError> {
    Ok(!overdue(tx, None).await?.is_empty() && is_automatic(tx).await?)
}

async fn is_automatic(tx: &TenantTx) -> Result<bool, CommerceError> {
    let choices = StoreSettings::load(tx).await?.choices.restock;
    Ok(choices.enabled && choices.send_automatically)
}

/// The variants of `ids` that are visible to visitors, in the same order.
async fn visible_only(tx: &TenantTx, ids: &[VariantId]) -> Result<Vec<VariantId>, CommerceError> {
    only(tx, ids, variant::Column::ProductId.in_subquery(shown_products(tx))).await
}

/// The variants of `ids` that are in stock, in the same order.
async fn only_in_stock(tx: &TenantTx, ids: &[VariantId]) -> Result<Vec<VariantId>, CommerceError> {
    only(tx, ids, in_stock()).await
}

async fn only(tx: &TenantTx, ids: &[VariantId], rule: SimpleExpr) -> Result<Vec<VariantId>, CommerceError> {
    let of_them = variant::Column::Id.is_in(ids.iter().cloned());
    let rows = tx.find::<variant::Entity>().filter(of_them).filter(rule).all().await?;
    let found: HashSet<VariantId> = rows.into_iter().map(|row| row.id).collect();
    Ok(ids.iter().filter(|id| found.contains(*id)).cloned().collect())
}

fn in_stock() -> SimpleExpr {
    variant::Column::Unlimited.eq(true).or(variant::Column::QtyInStock.gt(0))
}

/// Variants with waiting sign-ups although they are visible and in stock, of these products or of all.
async fn overdue(tx: &TenantTx, products: Option<&[ProductId]>) -> Result<Vec<VariantId>, CommerceError> {
    let mut waiting = tx.find::<restock_sign_up::Entity>().filter(restock_sign_up::Column::NotifiedOn.is_null());
    if let Some(products) = products {
        waiting = waiting.filter(restock_sign_up::Column::ProductId.is_in(products.iter().cloned()));
    }
    let rows = tx
        .find::<variant::Entity>()
        .filter(variant::Column::Id.in_subquery(waiting.subquery(restock_sign_up::Column::VariantId)))
        .filter(in_stock())
        .filter(variant::Column::ProductId.in_subquery(shown_products(tx)))
        .order_by_asc(variant::Column::Id)
        .limit(MAX_OVERDUE)
        .all()
        .await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

fn shown_products(tx: &TenantTx) -> SelectStatement {
    tx.find::<product::Entity>().filter(catalogue::shown(tx)).subquery(product::Column::Id)
}

/// Marks the waiting sign-ups of a variant as notified. A load test tells nobody: [`send_overdue_notices`] does that for
/// what it leaves in stock.
async fn announce(ctx: &TenantCtx, tx: &TenantTx, id: &VariantId) -> Result<u64, CommerceError> {
    if ctx.load_run().is_some() {
        return Ok(0);
    }
    let notified = tx
        .update::<restock_sign_up::Entity>(restock_sign_up::Column::VariantId.eq(id.clone()))
        .filter(restock_sign_up::Column::NotifiedOn.is_null())
        .set(restock_sign_up::Column::NotifiedOn, Some(ctx.now()))
        .exec()
        .await?;
    if notified > 0 {
        outbox::emit(ctx, tx, &Event::RestockAnnounced { variant_id: id.clone() }).await?;
        audit::note(ctx, tx, AuditAction::RestockSend, id.as_str()).await?;
    }
    Ok(notified)
}

/// Queues the e-mails of an announcement, up to a fixed number per transaction. A repeated event queues each e-mail
/// once. `base_url` is the site's URL without a trailing slash.
///
/// # Errors
/// When the database fails; the event must be retried.
#[boxed]
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
    let Some(item) = catalogue::items(tx, std::slice::from_ref(&product_id)).await?.pop() else {
        return return_to_waiting(ctx, tx, variant_id).await;
    };
    let site = EmailContext::load(tx, base_url).await?;
    let mut translated: HashMap<String, CatalogueItem> = HashMap::new();
    for row in &rows {
        // The account's current language takes precedence over the language at sign-up.
        let of_account = orders::language_of_account(tx, row.site_user_id.as_ref()).await?;
        let language = of_account.or_else(|| row.language.clone());
        let head = site.in_language(language.as_deref());
        if let Some(language) = language.as_ref().filter(|language| !translated.contains_key(*language)) {
            translated.insert(language.clone(), catalogue::item_in(tx, &item, language).await?);
        }
        let shown = language.as_ref().and_then(|language| translated.get(language)).unwrap_or(&item);
        stoa_email::queue(ctx, tx, back_in_stock(shown, row, &head), row.id.as_str()).await?;
    }
    tx.update::<restock_sign_up::Entity>(restock_sign_up::Column::Id.is_in(rows.iter().map(|row| row.id.clone())))
        .set(restock_sign_up::Column::WrittenOn, Some(ctx.now()))
        .exec()
        .await?;
    if rows.len() as u64 == BATCH {
        outbox::emit(ctx, tx, event).await?;
    }
    Ok(())
}

/// A product that was hidden in the meantime has no page to link to: its sign-ups go back to waiting. An address that
/// has signed up again since then waits only once.
async fn return_to_waiting(ctx: &TenantCtx, tx: &TenantTx, id: &VariantId) -> Result<(), CommerceError> {
    let of_variant = restock_sign_up::Column::VariantId.eq(id.clone());
    let waiting = tx
        .find::<restock_sign_up::Entity>()
        .filter(of_variant.clone())
        .filter(restock_sign_up::Column::NotifiedOn.is_null())
        .all()
        .await?;
    tx.update::<restock_sign_up::Entity>(of_variant.clone())
        .filter(restock_sign_up::Column::NotifiedOn.is_not_null())
        .filter(restock_sign_up::Column::WrittenOn.is_null())
        .filter(restock_sign_up::Column::Email.is_in(waiting.into_iter().map(|row| row.email)))
        .set(restock_sign_up::Column::WrittenOn, Some(ctx.now()))
        .exec()
        .await?;
    tx.update::<restock_sign_up::Entity>(of_variant)
        .filter(restock_sign_up::Column::NotifiedOn.is_not_null())
        .filter(restock_sign_up::Column::WrittenOn.is_null())
        .set(restock_sign_up::Column::NotifiedOn, None::<Timestamp>)
        .exec()
        .await?;
    Ok(())
}
