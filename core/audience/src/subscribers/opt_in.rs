//! Confirming and cancelling a subscription by the links in e-mails. The links are the only credential: anyone who can
//! read the e-mails of an address decides what it receives.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_email::{EmailContext, SubscribedTo, SubscriptionInfo};
use stoa_entity::tenant::{pending_subscriber, subscriber};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::{DAY_MS, HOUR_MS};
use stoa_kernel::id::MailingListId;
use stoa_kernel::search::folded;
use stoa_kernel::token::{random_token, token_hash_hex};
use stoa_kernel::{TenantCtx, boxed};

use super::emails::welcome;
use super::{NewSubscriber, TOKEN_LENGTH, is_on, join_list, list_of};
use crate::AudienceError;

/// Validity of the confirmation link: seven days.
const CONFIRM_MS: i64 = 7 * DAY_MS;

/// For how long the unsubscribe page can undo: one hour.
pub(super) const UNDO_WINDOW_MS: i64 = HOUR_MS;

/// Minimum interval between confirmation e-mails to an unconfirmed address: five minutes.
const CONFIRMATION_INTERVAL_MS: i64 = 5 * 60 * 1_000;

/// Records that an address wants to subscribe and returns its confirmation token; earlier tokens for the same list
/// become invalid. None when it is already subscribed, or a confirmation was just sent.
pub(super) async fn ask(
    ctx: &TenantCtx,
    tx: &TenantTx,
    list_name: &str,
    joining: NewSubscriber,
) -> Result<Option<String>, AudienceError> {
    let list = list_of(ctx, tx, list_name).await?.id;
    if is_on(tx, &list, &joining.email).await? {
        return Ok(None);
    }
    if was_just_requested(ctx, tx, &list, &joining.email).await? {
        return Ok(None);
    }
    delete_pending(tx, &list, &joining.email).await?;
    store_pending(ctx, tx, list, joining, CONFIRM_MS).await.map(Some)
}

/// The pending subscription of a confirmation token.
///
/// # Errors
/// [`AudienceError::NotFound`] when the token is unknown, used or expired.
#[boxed]
pub async fn pending(ctx: &TenantCtx, db: &TenantDb, token: &str) -> Result<SubscriptionInfo, AudienceError> {
    let tx = db.read().await?;
    let row = by_token(ctx, &tx, token).await?;
    Ok(SubscriptionInfo::load(&tx, SubscribedTo::LIST, row.email, row.language).await?)
}

/// Confirms a subscription by its token, and queues the welcome e-mail.
///
/// # Errors
/// [`AudienceError::NotFound`] when the token is unknown, used or expired.
#[boxed]
pub async fn confirm(
    ctx: &TenantCtx,
    db: &TenantDb,
    token: &str,
    base_url: &str,
) -> Result<SubscriptionInfo, AudienceError> {
    let tx = db.write().await?;
    let row = by_token(ctx, &tx, token).await?;
    delete_pending(&tx, &row.mailing_list_id, &row.email).await?;
    let joining = NewSubscriber { email: row.email.clone(), source: row.source, language: row.language.clone() };
    if let Some(joined) = join_list(ctx, &tx, &row.mailing_list_id, joining).await? {
        let head = EmailContext::load(&tx, base_url).await?.in_language(row.language.as_deref());
        welcome(ctx, &tx, &joined, &head).await?;
    }
    let info = SubscriptionInfo::load(&tx, SubscribedTo::LIST, row.email, row.language).await?;
    tx.commit().await?;
    Ok(info)
}

/// The subscription of an unsubscribe key.
///
/// # Errors
/// [`AudienceError::NotFound`] when no list has the key.
#[boxed]
pub async fn subscribed(db: &TenantDb, key: &str) -> Result<SubscriptionInfo, AudienceError> {
    let tx = db.read().await?;
    info(&tx, by_key(&tx, key).await?).await
}

/// Ends the subscription of an unsubscribe key.
///
/// # Errors
/// [`AudienceError::NotFound`] when no list has the key.
#[boxed]
pub async fn leave(db: &TenantDb, key: &str) -> Result<SubscriptionInfo, AudienceError> {
    let tx = db.write().await?;
    let row = delete_subscriber(&tx, key).await?;
    let info = info(&tx, row).await?;
    tx.commit().await?;
    Ok(info)
}

/// Like [`leave`], with undo: also returns a token with which [`confirm`] restores the subscription within an hour.
///
/// # Errors
/// [`AudienceError::NotFound`] when no list has the key.
#[boxed]
pub async fn leave_with_undo(
    ctx: &TenantCtx,
    db: &TenantDb,
    key: &str,
) -> Result<(SubscriptionInfo, String), AudienceError> {
    let tx = db.write().await?;
    let row = delete_subscriber(&tx, key).await?;
    let list = row.mailing_list_id.clone();
    let joining =
        NewSubscriber { email: row.email.clone(), source: row.source.clone(), language: row.language.clone() };
    let token = store_pending(ctx, &tx, list, joining, UNDO_WINDOW_MS).await?;
    let info = info(&tx, row).await?;
    tx.commit().await?;
    Ok((info, token))
}

async fn info(tx: &TenantTx, row: subscriber::Model) -> Result<SubscriptionInfo, AudienceError> {
    Ok(SubscriptionInfo::load(tx, SubscribedTo::LIST, row.email, row.language).await?)
}

/// Deletes the subscriber with an unsubscribe key and the unconfirmed sign-ups of the address, and returns the row.
async fn delete_subscriber(tx: &TenantTx, key: &str) -> Result<subscriber::Model, AudienceError> {
    let row = by_key(tx, key).await?;
    tx.delete::<subscriber::Entity>(subscriber::Column::Id.eq(row.id.clone())).exec().await?;
    delete_pending(tx, &row.mailing_list_id, &row.email).await?;
    Ok(row)
}

/// Stores a pending subscription and returns its token.
async fn store_pending(
    ctx: &TenantCtx,
    tx: &TenantTx,
    list: MailingListId,
    joining: NewSubscriber,
    keep_ms: i64,
) -> Result<String, AudienceError> {
    tx.delete::<pending_subscriber::Entity>(pending_subscriber::Column::ExpiresOn.lt(ctx.now())).exec().await?;
    let token = random_token(TOKEN_LENGTH);
    tx.insert(pending_subscriber::ActiveModel {
        website_id: Set(tx.website().clone()),
        mailing_list_id: Set(list),
        searched: Set(folded(&joining.email)),
        email: Set(joining.email),
        token_hash: Set(token_hash_hex(&token)),
        source: Set(joining.source),
        language: Set(joining.language),
        asked_on: Set(ctx.now()),
        expires_on: Set(ctx.now() + keep_ms),
    })
    .await?;
    Ok(token)
}

async fn by_token(ctx: &TenantCtx, tx: &TenantTx, token: &str) -> Result<pending_subscriber::Model, AudienceError> {
    let known = tx
        .find::<pending_subscriber::Entity>()
        .filter(pending_subscriber::Column::TokenHash.eq(token_hash_hex(token)))
        .filter(pending_subscriber::Column::ExpiresOn.gte(ctx.now()));
    known.one().await?.ok_or(AudienceError::NotFound)
}

async fn by_key(tx: &TenantTx, key: &str) -> Result<subscriber::Model, AudienceError> {
    let known = tx.find::<subscriber::Entity>().filter(subscriber::Column::LeaveKey.eq(key));
    known.one().await?.ok_or(AudienceError::NotFound)
}

async fn was_just_requested(
    ctx: &TenantCtx,
    tx: &TenantTx,
    list: &MailingListId,
    email: &str,
) -> Result<bool, AudienceError> {
    let asked = tx
        .find::<pending_subscriber::Entity>()
        .filter(pending_subscriber::Column::MailingListId.eq(list.clone()))
        .filter(pending_subscriber::Column::Email.eq(email))
        .filter(pending_subscriber::Column::AskedOn.gt(ctx.now() - CONFIRMATION_INTERVAL_MS))
        // Rows that only offer to undo an unsubscription expire sooner; no confirmation was sent for them.
        .filter(pending_subscriber::Column::ExpiresOn.gt(ctx.now() + UNDO_WINDOW_MS));
    Ok(asked.count().await? > 0)
}

pub(super) async fn delete_pending(tx: &TenantTx, list: &MailingListId, email: &str) -> Result<(), AudienceError> {
    tx.delete::<pending_subscriber::Entity>(pending_subscriber::Column::MailingListId.eq(list.clone()))
        .filter(pending_subscriber::Column::Email.eq(email))
        .exec()
        .await?;
    Ok(())
}
