//! Confirming and cancelling a subscription by the links in e-mails. The links are the only credential: whoever can
//! read the e-mails of an address decides what it receives.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::tenant::{pending_subscriber, subscriber};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::MailingListId;
use stoa_kernel::search::folded;
use stoa_kernel::token::random_token;

use super::emails::welcome;
use super::pages::{About, SubscriptionInfo};
use super::{KEY_LENGTH, NewSubscriber, is_on, join_list, list_of};
use crate::cart::token_hash;
use crate::mail::EmailContext;
use crate::settings::StoreSettings;
use crate::words::Words;
use crate::{CommerceError, cart_reminders, product_reviews};

/// Validity of the confirmation link: seven days.
const CONFIRM_MS: i64 = 7 * 24 * 60 * 60 * 1_000;

/// For how long the unsubscribe page can undo: one hour.
pub(super) const UNDO_WINDOW_MS: i64 = 60 * 60 * 1_000;

/// Minimum interval between confirmation e-mails to an unconfirmed address: five minutes.
const CONFIRMATION_INTERVAL_MS: i64 = 5 * 60 * 1_000;

/// Records that an address wants to subscribe and returns its confirmation token; earlier tokens for the same list
/// become invalid. None when it is already subscribed, or a confirmation was just sent.
pub(super) async fn ask(
    ctx: &TenantCtx,
    tx: &TenantTx,
    list_name: &str,
    joining: NewSubscriber,
) -> Result<Option<String>, CommerceError> {
    let list = list_of(ctx, tx, list_name).await?.id;
    if is_on(tx, &list, &joining.email).await? {
        return Ok(None);
    }
    if was_just_requested(ctx, tx, &list, &joining.email).await? {
        return Ok(None);
    }
    forget_pending(tx, &list, &joining.email).await?;
    store_pending(ctx, tx, list, joining, CONFIRM_MS).await.map(Some)
}

/// The pending subscription of a confirmation token.
///
/// # Errors
/// [`CommerceError::NotFound`] when the token is unknown, used or expired.
pub async fn pending(ctx: &TenantCtx, db: &TenantDb, token: &str) -> Result<SubscriptionInfo, CommerceError> {
    let tx = db.read().await?;
    let row = by_token(ctx, &tx, token).await?;
    face(&tx, row.email, row.language).await
}

/// Confirms a subscription by its token, and queues the welcome e-mail.
///
/// # Errors
/// [`CommerceError::NotFound`] when the token is unknown, used or expired.
pub async fn confirm(
    ctx: &TenantCtx,
    db: &TenantDb,
    token: &str,
    base_url: &str,
) -> Result<SubscriptionInfo, CommerceError> {
    let tx = db.write().await?;
    let row = by_token(ctx, &tx, token).await?;
    forget_pending(&tx, &row.mailing_list_id, &row.email).await?;
    let joining = NewSubscriber { email: row.email.clone(), source: row.source, language: row.language.clone() };
    if let Some(joined) = join_list(ctx, &tx, &row.mailing_list_id, joining).await? {
        let head = EmailContext::load(&tx, base_url).await?.in_language(row.language.as_deref());
        welcome(ctx, &tx, &joined, &head).await?;
    }
    let face = face(&tx, row.email, row.language).await?;
    tx.commit().await?;
    Ok(face)
}

/// The subscription of an unsubscribe key.
///
/// # Errors
/// [`CommerceError::NotFound`] when the key is unknown.
pub async fn subscribed(db: &TenantDb, key: &str) -> Result<SubscriptionInfo, CommerceError> {
    let tx = db.read().await?;
    match by_key(&tx, key).await? {
        Some(row) => face(&tx, row.email, row.language).await,
        None => reminder_recipient(&tx, key).await,
    }
}

/// Unsubscribes by key.
///
/// # Errors
/// [`CommerceError::NotFound`] when the key is unknown.
pub async fn leave(db: &TenantDb, key: &str) -> Result<SubscriptionInfo, CommerceError> {
    let tx = db.write().await?;
    let (row, face) = delete_subscription(&tx, key).await?;
    if let Some(row) = row {
        forget_pending(&tx, &row.mailing_list_id, &row.email).await?;
    }
    tx.commit().await?;
    Ok(face)
}

/// Like [`leave`], with undo: also returns a token with which [`confirm`] restores the subscription within an hour.
///
/// # Errors
/// [`CommerceError::NotFound`] when the key is unknown.
pub async fn unsubscribe_with_undo(
    ctx: &TenantCtx,
    db: &TenantDb,
    key: &str,
) -> Result<(SubscriptionInfo, Option<String>), CommerceError> {
    let tx = db.write().await?;
    let (row, face) = delete_subscription(&tx, key).await?;
    let Some(row) = row else {
        tx.commit().await?;
        return Ok((face, None));
    };
    forget_pending(&tx, &row.mailing_list_id, &row.email).await?;
    let joining = NewSubscriber { email: row.email, source: row.source, language: row.language };
    let token = store_pending(ctx, &tx, row.mailing_list_id, joining, UNDO_WINDOW_MS).await?;
    tx.commit().await?;
    Ok((face, Some(token)))
}

/// Ends the subscription of a key, or stops cart reminders or review requests. Returns the deleted subscriber row, if
/// any.
async fn delete_subscription(
    tx: &TenantTx,
    key: &str,
) -> Result<(Option<subscriber::Model>, SubscriptionInfo), CommerceError> {
    let Some(row) = by_key(tx, key).await? else {
        let face = reminder_recipient(tx, key).await?;
        match face.about {
            About::Reviews => product_reviews::stop(tx, &face.email).await?,
            About::Carts | About::List => cart_reminders::stop(tx, &face.email).await?,
        }
        return Ok((None, face));
    };
    tx.delete::<subscriber::Entity>(subscriber::Column::Id.eq(row.id.clone())).exec().await?;
    let face = face(tx, row.email.clone(), row.language.clone()).await?;
    Ok((Some(row), face))
}

/// The recipient of cart reminders or review requests with this unsubscribe key.
async fn reminder_recipient(tx: &TenantTx, key: &str) -> Result<SubscriptionInfo, CommerceError> {
    if let Some(email) = cart_reminders::receiver_of(tx, key).await? {
        return Ok(SubscriptionInfo { about: About::Carts, ..face(tx, email, None).await? });
    }
    let email = product_reviews::receiver_of(tx, key).await?.ok_or(CommerceError::NotFound)?;
    Ok(SubscriptionInfo { about: About::Reviews, ..face(tx, email, None).await? })
}

/// Stores a pending subscription and returns its token.
async fn store_pending(
    ctx: &TenantCtx,
    tx: &TenantTx,
    list: MailingListId,
    joining: NewSubscriber,
    keep_ms: i64,
) -> Result<String, CommerceError> {
    tx.delete::<pending_subscriber::Entity>(pending_subscriber::Column::ExpiresOn.lt(ctx.now_ms())).exec().await?;
    let token = random_token(KEY_LENGTH);
    tx.insert(pending_subscriber::ActiveModel {
        website_id: Set(tx.website().clone()),
        mailing_list_id: Set(list),
        searched: Set(folded(&joining.email)),
        email: Set(joining.email),
        token_hash: Set(token_hash(&token)),
        source: Set(joining.source),
        language: Set(joining.language),
        asked_on: Set(ctx.now_ms()),
        expires_on: Set(ctx.now_ms() + keep_ms),
    })
    .await?;
    Ok(token)
}

async fn by_token(ctx: &TenantCtx, tx: &TenantTx, token: &str) -> Result<pending_subscriber::Model, CommerceError> {
    let known = tx
        .find::<pending_subscriber::Entity>()
        .filter(pending_subscriber::Column::TokenHash.eq(token_hash(token)))
        .filter(pending_subscriber::Column::ExpiresOn.gte(ctx.now_ms()));
    known.one().await?.ok_or(CommerceError::NotFound)
}

async fn by_key(tx: &TenantTx, key: &str) -> Result<Option<subscriber::Model>, CommerceError> {
    Ok(tx.find::<subscriber::Entity>().filter(subscriber::Column::LeaveKey.eq(key)).one().await?)
}

async fn was_just_requested(
    ctx: &TenantCtx,
    tx: &TenantTx,
    list: &MailingListId,
    email: &str,
) -> Result<bool, CommerceError> {
    let asked = tx
        .find::<pending_subscriber::Entity>()
        .filter(pending_subscriber::Column::MailingListId.eq(list.clone()))
        .filter(pending_subscriber::Column::Email.eq(email))
        .filter(pending_subscriber::Column::AskedOn.gt(ctx.now_ms() - CONFIRMATION_INTERVAL_MS))
        // Rows that only offer to undo an unsubscription expire sooner; no confirmation was sent for them.
        .filter(pending_subscriber::Column::ExpiresOn.gt(ctx.now_ms() + UNDO_WINDOW_MS));
    Ok(asked.count().await? > 0)
}

pub(super) async fn forget_pending(tx: &TenantTx, list: &MailingListId, email: &str) -> Result<(), CommerceError> {
    tx.delete::<pending_subscriber::Entity>(pending_subscriber::Column::MailingListId.eq(list.clone()))
        .filter(pending_subscriber::Column::Email.eq(email))
        .exec()
        .await?;
    Ok(())
}

async fn face(tx: &TenantTx, email: String, language: Option<String>) -> Result<SubscriptionInfo, CommerceError> {
    let settings = StoreSettings::load(tx).await?;
    let known = language.filter(|tag| Words::in_language(tag).is_some());
    let language = known.unwrap_or(settings.language);
    Ok(SubscriptionInfo { email, site_title: settings.site_title, language, about: About::List })
}
