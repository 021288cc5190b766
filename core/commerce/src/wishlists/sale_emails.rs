//! E-mails about products of wishlists that go on sale, to customers who chose them: one for each sale. Whether a sale
//! is known is stored in the transaction that queues the e-mail, so that none is sent twice.

use async_trait::async_trait;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::Condition;
use stoa_email::{EmailContext, SubscribedTo, WISHLIST_SALES};
use stoa_entity::tenant::wishlist_entry::{Column, Entity};
use stoa_entity::tenant::{product, site_user};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{MailId, ProductId, SiteUserId};
use stoa_kernel::money::Cents;
use stoa_kernel::{TenantCtx, boxed};
use subtle::ConstantTimeEq as _;

use super::{GUEST_KEPT_MS, confirmed_account, on_sale};
use crate::unsubscribe::Subscription;
use crate::{CommerceError, catalogue};

/// Maximum number of products that are announced in one run.
const BATCH: u64 = 100;

/// When there is an e-mail to write, the end of a sale to note, or a guest's product to delete, UTC milliseconds.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn next_due(ctx: &TenantCtx, tx: &TenantTx) -> Result<Option<Timestamp>, CommerceError> {
    for waiting in [due(tx), ended(tx)] {
        if tx.find::<Entity>().filter(waiting).one().await?.is_some() {
            return Ok(Some(ctx.now()));
        }
    }
    let of_guests = tx.find::<Entity>().filter(Column::SiteUserId.is_null());
    let oldest = of_guests.order_by_asc(Column::AddedOn).one().await?;
    Ok(oldest.map(|row| row.added_on + GUEST_KEPT_MS + 1))
}

/// Queues the due e-mails, up to a fixed number of products, notes which sales have ended, and deletes old products of
/// guests. `base_url` is the site's URL without a trailing slash.
///
/// # Errors
/// When the database fails; what was not done remains due.
#[boxed]
pub async fn write_due(ctx: &TenantCtx, db: &TenantDb, base_url: &str) -> Result<(), CommerceError> {
    let tx = db.read().await?;
    let rows = tx.find::<Entity>().filter(due(&tx)).order_by_asc(Column::SiteUserId).limit(BATCH).all().await?;
    drop(tx);
    let mut accounts: Vec<SiteUserId> = rows.into_iter().filter_map(|row| row.site_user_id).collect();
    accounts.dedup();
    for account in &accounts {
        announce(ctx, db, account, base_url).await?;
    }
    let tx = db.write().await?;
    tx.update::<Entity>(ended(&tx)).set(Column::SaleTold, false).exec().await?;
    tx.delete::<Entity>(Column::SiteUserId.is_null())
        .filter(Column::AddedOn.lt(ctx.now() - GUEST_KEPT_MS))
        .exec()
        .await?;
    Ok(tx.commit().await?)
}

/// Products of customers who want e-mails and do not know of the sale. Hidden products are not announced.
fn due(tx: &TenantTx) -> Condition {
    let shown = tx.find::<product::Entity>().filter(catalogue::shown(tx)).subquery(product::Column::Id);
    Condition::all()
        .add(Column::SiteUserId.is_not_null())
        .add(Column::EmailsWanted.eq(true))
        .add(Column::SaleTold.eq(false))
        .add(Column::ProductId.in_subquery(on_sale(tx)))
        .add(Column::ProductId.in_subquery(shown))
}

/// Products of which a sale was known that has ended.
fn ended(tx: &TenantTx) -> Condition {
    Condition::all().add(Column::SaleTold.eq(true)).add(Column::ProductId.not_in_subquery(on_sale(tx)))
}

/// Writes to one customer about all products that are due.
async fn announce(ctx: &TenantCtx, db: &TenantDb, account: &SiteUserId, base_url: &str) -> Result<(), CommerceError> {
    let tx = db.write().await?;
    let own = due(&tx).add(Column::SiteUserId.eq(account.clone()));
    let rows = tx.find::<Entity>().filter(own).order_by_asc(Column::ProductId).for_update().all().await?;
    let ids: Vec<ProductId> = rows.into_iter().map(|row| row.product_id).collect();
    if ids.is_empty() {
        return Ok(());
    }
    tx.update::<Entity>(Column::SiteUserId.eq(account.clone()))
        .filter(Column::ProductId.is_in(ids.iter().cloned()))
        .set(Column::SaleTold, true)
        .exec()
        .await?;
    let reader = confirmed_account(&tx, account).await?;
    let tx = tx.in_language(reader.as_ref().and_then(|reader| reader.language.clone()));
    let items = catalogue::items(&tx, &ids).await?;
    if let Some(reader) = reader.filter(|_| !items.is_empty()) {
        let head = EmailContext::load(&tx, base_url).await?.in_language(reader.language.as_deref());
        let price = |cents: Cents, currency| head.site.print(cents.of(currency));
        let lines: Vec<(String, String)> =
            items.iter().map(|item| (item.name.clone(), price(item.from_price_cents(), item.currency))).collect();
        let email = stoa_email::wishlist_sale(&head, &reader.email, &lines, &key(&tx, account));
        stoa_email::queue(ctx, &tx, email, MailId::generate().as_str()).await?;
    }
    Ok(tx.commit().await?)
}

/// The unsubscribe key of a customer.
fn key(tx: &TenantTx, account: &SiteUserId) -> String {
    let print = tx.seal().fingerprint(account.as_str().as_bytes(), &format!("wishlist {}", tx.website()));
    // Replace the base64 characters that are special in URLs.
    let print = print.replace('+', "-").replace('/', "_");
    format!("{account}-{}", print.trim_end_matches('='))
}

/// E-mails about sales.
pub(crate) struct WishlistSaleEmails;

#[async_trait]
impl Subscription for WishlistSaleEmails {
    fn texts(&self) -> SubscribedTo {
        WISHLIST_SALES
    }

    async fn receiver_of(&self, tx: &TenantTx, given: &str) -> Result<Option<String>, CommerceError> {
        let account = given.split_once('-').and_then(|(id, _)| id.parse::<SiteUserId>().ok());
        let Some(account) = account else { return Ok(None) };
        if !bool::from(key(tx, &account).as_bytes().ct_eq(given.as_bytes())) {
            return Ok(None);
        }
        let row = tx.find::<site_user::Entity>().filter(site_user::Column::Id.eq(account)).one().await?;
        Ok(row.map(|row| row.email))
    }

    async fn stop(&self, tx: &TenantTx, email: &str) -> Result<(), CommerceError> {
        // A product that is added at the same time takes over whether e-mails are wanted.
        tx.find::<site_user::Entity>().filter(site_user::Column::Email.eq(email)).for_update().all().await?;
        let own = tx.find::<site_user::Entity>().filter(site_user::Column::Email.eq(email));
        tx.update::<Entity>(Column::SiteUserId.in_subquery(own.subquery(site_user::Column::Id)))
            .set(Column::EmailsWanted, false)
            .exec()
            .await?;
        Ok(())
    }
}
