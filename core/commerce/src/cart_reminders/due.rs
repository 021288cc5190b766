//! Selects abandoned carts and queues reminder e-mails. The decision for a cart is made once, in the transaction that
//! queues its e-mail, so exactly one is sent even after a crash or with two workers.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Condition, Expr, ExprTrait as _, Func};
use stoa_email::{CartLinks, EmailContext};
use stoa_entity::tenant::{
    cart, cart_buy_now, cart_donation, cart_entry, cart_reminder, cart_subscription, customer, order, site_user,
};
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::clock::{DAY_MS, Timestamp};
use stoa_kernel::id::CartId;
use stoa_kernel::load_tests::is_nobodys_address;
use stoa_kernel::money::Money;
use stoa_kernel::token::{random_token, token_hash_hex};
use stoa_kernel::{TenantCtx, boxed};

use super::{owner, person};
use crate::cart::{self as carts, Cart};
use crate::settings::StoreSettings;
use crate::{CommerceError, orders, site_events};

/// How long after its last change a reminder is due: 24 hours.
pub const WAIT_MS: i64 = DAY_MS;
/// Carts changed longer ago than seven days get no reminder. So enabling reminders, or a server outage, causes no
/// e-mails about old carts.
pub const OLDEST_MS: i64 = 7 * DAY_MS;
/// Minimum time between two reminders to one person: seven days.
pub const PAUSE_MS: i64 = 7 * DAY_MS;
/// Maximum number of carts per run.
const BATCH: u64 = 50;
const KEY_LENGTH: usize = 40;

/// Queues the reminders that are due, at most one batch. `base_url` is the site's URL without a trailing slash.
///
/// # Errors
/// When the database fails; unsent reminders stay due.
#[boxed]
pub async fn write_due(ctx: &TenantCtx, db: &TenantDb, base_url: &str) -> Result<(), CommerceError> {
    let tx = db.read().await?;
    if !StoreSettings::load(&tx).await?.choices.cart_reminders {
        return Ok(());
    }
    let due = open(&tx)
        .add(cart::Column::UpdatedOn.lte(ctx.now() - WAIT_MS))
        .add(cart::Column::UpdatedOn.gt(ctx.now() - OLDEST_MS));
    let due = tx.find::<cart::Entity>().filter(due).order_by_asc(cart::Column::UpdatedOn).limit(BATCH).all().await?;
    drop(tx);
    for row in due {
        decide(ctx, db, &row.id, base_url).await?;
    }
    Ok(())
}

/// When the next cart is or was due, UTC milliseconds; `None` while reminders are disabled.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn next_due(ctx: &TenantCtx, tx: &TenantTx) -> Result<Option<Timestamp>, CommerceError> {
    if !StoreSettings::load(tx).await?.choices.cart_reminders {
        return Ok(None);
    }
    let waiting = open(tx).add(cart::Column::UpdatedOn.gt(ctx.now() - OLDEST_MS));
    let next = tx.find::<cart::Entity>().filter(waiting).order_by_asc(cart::Column::UpdatedOn).one().await?;
    Ok(next.map(|row| row.updated_on + WAIT_MS))
}

/// Carts that have lines, were not ordered, have no decision yet, and belong to someone who agreed to marketing
/// e-mails. Single-item carts are excluded.
fn open(tx: &TenantTx) -> Condition {
    let decided = tx.find::<cart_reminder::Entity>().subquery(cart_reminder::Column::CartId);
    let subscriptions = tx.find::<cart_subscription::Entity>().subquery(cart_subscription::Column::CartId);
    let donations = tx.find::<cart_donation::Entity>().subquery(cart_donation::Column::CartId);
    let at_once = tx.find::<cart_buy_now::Entity>().subquery(cart_buy_now::Column::CartId);
    let filled = tx.find::<cart_entry::Entity>().subquery(cart_entry::Column::CartId);
    let proven = tx.find::<site_user::Entity>().filter(site_user::Column::EmailVerifiedOn.is_not_null());
    let agreeing = tx
        .find::<customer::Entity>()
        .filter(customer::Column::MailConsentOn.is_not_null())
        .filter(customer::Column::SiteUserId.in_subquery(proven.subquery(site_user::Column::Id)))
        .subquery(customer::Column::SiteUserId);
    Condition::all()
        .add(cart::Column::IsPurchased.eq(false))
        .add(cart::Column::OrderId.is_null())
        .add(cart::Column::Id.in_subquery(filled))
        .add(cart::Column::Id.not_in_subquery(decided))
        .add(cart::Column::Id.not_in_subquery(subscriptions))
        .add(cart::Column::Id.not_in_subquery(donations))
        .add(cart::Column::Id.not_in_subquery(at_once))
        .add(
            Condition::any()
                .add(cart::Column::MailConsent.eq(true).and(cart::Column::Email.ne("")))
                .add(cart::Column::SiteUserId.in_subquery(agreeing)),
        )
}

/// Recipient of a reminder.
struct Recipient {
    email: String,
    language: Option<String>,
}

async fn decide(ctx: &TenantCtx, db: &TenantDb, id: &CartId, base_url: &str) -> Result<(), CommerceError> {
    let tx = db.write().await?;
    // The lock serialises this with changes and orders of the cart.
    let is_due =
        |row: &cart::Model| row.updated_on <= ctx.now() - WAIT_MS && row.order_id.is_none() && !row.is_purchased;
    let Some(row) = carts::lock(&tx, id).await?.filter(is_due) else { return Ok(()) };
    let Some(recipient) = recipient(&tx, &row).await? else { return Ok(()) };
    let (token, key) = (random_token(KEY_LENGTH), random_token(KEY_LENGTH));
    let tx = tx.in_language(recipient.language.clone());
    let email = EmailContext::load(&tx, base_url).await?;
    let lines = lines(ctx, &tx, &row).await?;
    let is_sent = !lines.is_empty()
        && !is_nobodys_address(&recipient.email)
        && !has_ordered_or_was_reminded(ctx, &tx, &row, &recipient.email).await?;
    let reminder = cart_reminder::ActiveModel {
        website_id: Set(tx.website().clone()),
        cart_id: Set(id.clone()),
        person: Set(person(&tx, &recipient.email)),
        sealed_email: Set(tx.seal().close(recipient.email.as_bytes(), &owner(&tx))?),
        token_hash: Set(token_hash_hex(&token)),
        leave_hash: Set(token_hash_hex(&key)),
        written_on: Set(is_sent.then(|| ctx.now())),
        came_back_on: Set(None),
        bought_on: Set(None),
    };
    match tx.insert(reminder).await {
        // Another process has already decided.
        Err(DbError::Duplicate(_)) => return Ok(()),
        other => drop(other?),
    }
    if is_sent {
        let names: Vec<String> = lines.iter().map(|(name, _)| name.clone()).collect();
        site_events::cart_abandoned(ctx, &tx, &row, &recipient.email, &names).await?;
        let email = email.in_language(recipient.language.as_deref());
        let printed: Vec<(String, String)> =
            lines.into_iter().map(|(name, money)| (name, email.site.print(money))).collect();
        let links = CartLinks { token: &token, key: &key };
        let message = stoa_email::cart_reminder(&email, &recipient.email, &printed, &links);
        stoa_email::queue(ctx, &tx, message, id.as_str()).await?;
    }
    Ok(tx.commit().await?)
}

/// The address from the checkout takes precedence over the account's, which must be verified.
async fn recipient(tx: &TenantTx, row: &cart::Model) -> Result<Option<Recipient>, CommerceError> {
    let of_account = orders::language_of_account(tx, row.site_user_id.as_ref()).await?;
    if row.mail_consent && !row.email.is_empty() {
        return Ok(Some(Recipient { email: row.email.clone(), language: of_account.or_else(|| row.language.clone()) }));
    }
    let Some(id) = &row.site_user_id else { return Ok(None) };
    let own = customer::Column::SiteUserId.eq(id.clone()).and(customer::Column::MailConsentOn.is_not_null());
    if tx.find::<customer::Entity>().filter(own).count().await? == 0 {
        return Ok(None);
    }
    let account = tx.find::<site_user::Entity>().filter(site_user::Column::Id.eq(id.clone())).one().await?;
    let proven = account.filter(|account| account.email_verified_on.is_some());
    Ok(proven.map(|account| Recipient { email: account.email, language: of_account }))
}

/// The lines of a cart that can still be bought, for the e-mail.
async fn lines(ctx: &TenantCtx, tx: &TenantTx, row: &cart::Model) -> Result<Vec<(String, Money)>, CommerceError> {
    let cart = Cart::new(row.clone(), carts::entries(tx, &row.id).await?);
    let view = carts::price(ctx, tx, &cart).await?.view(&cart);
    let currency = view.currency;
    let available = view.entries.into_iter().filter(|entry| entry.qty_available.is_none_or(|left| left > 0));
    let line = |entry: carts::EntryView| {
        let name = match entry.attributes_text.as_str() {
            "" => entry.title,
            chosen => format!("{} ({chosen})", entry.title),
        };
        (format!("{} × {name}", entry.quantity), entry.sub_total.of(currency))
    };
    Ok(available.map(line).collect())
}

/// Whether the person has ordered since the cart was created, or got a reminder recently.
async fn has_ordered_or_was_reminded(
    ctx: &TenantCtx,
    tx: &TenantTx,
    row: &cart::Model,
    email: &str,
) -> Result<bool, CommerceError> {
    let recent = tx
        .find::<cart_reminder::Entity>()
        .filter(cart_reminder::Column::Person.eq(person(tx, email)))
        .filter(cart_reminder::Column::WrittenOn.gt(ctx.now() - PAUSE_MS));
    if recent.count().await? > 0 {
        return Ok(true);
    }
    let lower = Expr::expr(Func::lower(Expr::col(order::Column::Email)));
    let ordered = tx
        .find::<order::Entity>()
        .filter(lower.eq(email.to_lowercase()))
        .filter(order::Column::CreatedOn.gte(row.created_on));
    Ok(ordered.count().await? > 0)
}
