//! Onto a list by the link of a letter, and off it again. The links are all that is asked for: whoever reads the letters of
//! an address decides what it gets.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::tenant::{pending_subscriber, subscriber};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::MailingListId;
use stoa_kernel::token::random_token;

use super::letters::welcome;
use super::pages::{About, ListFace};
use super::{Joining, KEY_LENGTH, is_on, join_list, list_of};
use crate::cart::token_hash;
use crate::mail::Letterhead;
use crate::settings::StoreSettings;
use crate::words::Words;
use crate::{CommerceError, cart_reminders, product_reviews};

/// How long the link of the letter works: seven days.
const CONFIRM_MS: i64 = 7 * 24 * 60 * 60 * 1_000;

/// How long who has left can come back by the page that says so: an hour.
pub(super) const BACK_MS: i64 = 60 * 60 * 1_000;

/// How soon another letter goes to an address that has not answered the last one: five minutes.
const ASK_AGAIN_MS: i64 = 5 * 60 * 1_000;

/// Notes that an address wants to join a list and returns the token with which it is confirmed; earlier tokens for the same
/// no longer work. None when it is on the list, or was asked a moment ago.
pub(super) async fn ask(
    ctx: &TenantCtx,
    tx: &TenantTx,
    list_name: &str,
    joining: Joining,
) -> Result<Option<String>, CommerceError> {
    let list = list_of(ctx, tx, list_name).await?.id;
    if is_on(tx, &list, &joining.email).await? {
        return Ok(None);
    }
    if was_just_asked(ctx, tx, &list, &joining.email).await? {
        return Ok(None);
    }
    forget_pending(tx, &list, &joining.email).await?;
    keep_pending(ctx, tx, list, joining, CONFIRM_MS).await.map(Some)
}

/// Who would join with the token of a letter.
///
/// # Errors
/// [`CommerceError::NotFound`] when the token is unknown, used or too old.
pub async fn pending(ctx: &TenantCtx, db: &TenantDb, token: &str) -> Result<ListFace, CommerceError> {
    let tx = db.read().await?;
    let row = by_token(ctx, &tx, token).await?;
    face(&tx, row.email, row.language).await
}

/// Puts who holds the token of a letter onto the list, and writes the letter that says so.
///
/// # Errors
/// [`CommerceError::NotFound`] when the token is unknown, used or too old.
pub async fn confirm(ctx: &TenantCtx, db: &TenantDb, token: &str, base_url: &str) -> Result<ListFace, CommerceError> {
    let tx = db.write().await?;
    let row = by_token(ctx, &tx, token).await?;
    forget_pending(&tx, &row.mailing_list_id, &row.email).await?;
    let joining = Joining { email: row.email.clone(), source: row.source, language: row.language.clone() };
    if let Some(joined) = join_list(ctx, &tx, &row.mailing_list_id, joining).await? {
        let head = Letterhead::load(&tx, base_url).await?.in_language(row.language.as_deref());
        welcome(ctx, &tx, &joined, &head).await?;
    }
    let face = face(&tx, row.email, row.language).await?;
    tx.commit().await?;
    Ok(face)
}

/// Whose link off a list it is.
///
/// # Errors
/// [`CommerceError::NotFound`] when nobody has this key.
pub async fn subscribed(db: &TenantDb, key: &str) -> Result<ListFace, CommerceError> {
    let tx = db.read().await?;
    match by_key(&tx, key).await? {
        Some(row) => face(&tx, row.email, row.language).await,
        None => about_buying(&tx, key).await,
    }
}

/// Takes who holds the key off the list.
///
/// # Errors
/// [`CommerceError::NotFound`] when nobody has this key.
pub async fn leave(db: &TenantDb, key: &str) -> Result<ListFace, CommerceError> {
    let tx = db.write().await?;
    let (row, face) = taken_off(&tx, key).await?;
    if let Some(row) = row {
        forget_pending(&tx, &row.mailing_list_id, &row.email).await?;
    }
    tx.commit().await?;
    Ok(face)
}

/// As [`leave`], for somebody who may think better of it: also gives a token with which [`confirm`] puts them back for
/// an hour.
///
/// # Errors
/// [`CommerceError::NotFound`] when nobody has this key.
pub async fn leave_for_now(
    ctx: &TenantCtx,
    db: &TenantDb,
    key: &str,
) -> Result<(ListFace, Option<String>), CommerceError> {
    let tx = db.write().await?;
    let (row, face) = taken_off(&tx, key).await?;
    let Some(row) = row else {
        tx.commit().await?;
        return Ok((face, None));
    };
    forget_pending(&tx, &row.mailing_list_id, &row.email).await?;
    let joining = Joining { email: row.email, source: row.source, language: row.language };
    let token = keep_pending(ctx, &tx, row.mailing_list_id, joining, BACK_MS).await?;
    tx.commit().await?;
    Ok((face, Some(token)))
}

/// Takes who holds the key off the list, or away from letters about carts or reviews. The row that was on the list.
async fn taken_off(tx: &TenantTx, key: &str) -> Result<(Option<subscriber::Model>, ListFace), CommerceError> {
    let Some(row) = by_key(tx, key).await? else {
        let face = about_buying(tx, key).await?;
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

/// Whose link it is that stops letters about carts, or those that ask for reviews.
async fn about_buying(tx: &TenantTx, key: &str) -> Result<ListFace, CommerceError> {
    if let Some(email) = cart_reminders::receiver_of(tx, key).await? {
        return Ok(ListFace { about: About::Carts, ..face(tx, email, None).await? });
    }
    let email = product_reviews::receiver_of(tx, key).await?.ok_or(CommerceError::NotFound)?;
    Ok(ListFace { about: About::Reviews, ..face(tx, email, None).await? })
}

/// Remembers who may join by the token that it gives.
async fn keep_pending(
    ctx: &TenantCtx,
    tx: &TenantTx,
    list: MailingListId,
    joining: Joining,
    keep_ms: i64,
) -> Result<String, CommerceError> {
    tx.delete::<pending_subscriber::Entity>(pending_subscriber::Column::ExpiresOn.lt(ctx.now_ms())).exec().await?;
    let token = random_token(KEY_LENGTH);
    tx.insert(pending_subscriber::ActiveModel {
        website_id: Set(tx.website().clone()),
        mailing_list_id: Set(list),
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

async fn was_just_asked(
    ctx: &TenantCtx,
    tx: &TenantTx,
    list: &MailingListId,
    email: &str,
) -> Result<bool, CommerceError> {
    let asked = tx
        .find::<pending_subscriber::Entity>()
        .filter(pending_subscriber::Column::MailingListId.eq(list.clone()))
        .filter(pending_subscriber::Column::Email.eq(email))
        .filter(pending_subscriber::Column::AskedOn.gt(ctx.now_ms() - ASK_AGAIN_MS));
    Ok(asked.count().await? > 0)
}

pub(super) async fn forget_pending(tx: &TenantTx, list: &MailingListId, email: &str) -> Result<(), CommerceError> {
    tx.delete::<pending_subscriber::Entity>(pending_subscriber::Column::MailingListId.eq(list.clone()))
        .filter(pending_subscriber::Column::Email.eq(email))
        .exec()
        .await?;
    Ok(())
}

async fn face(tx: &TenantTx, email: String, language: Option<String>) -> Result<ListFace, CommerceError> {
    let settings = StoreSettings::load(tx).await?;
    let known = language.filter(|tag| Words::in_language(tag).is_some());
    let language = known.unwrap_or(settings.language);
    Ok(ListFace { email, site_title: settings.site_title, language, about: About::List })
}
