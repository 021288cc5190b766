//! Registration, and the account and profile of the site user who is signed in.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::outbox;
use stoa_entity::tenant::site_user::{self, Column, Entity};
use stoa_entity::{DbError, TenantDb, TenantTx, load_run_items};
use stoa_kernel::event::Event;
use stoa_kernel::id::SiteUserId;
use stoa_kernel::load_run::LoadRunItemKind;
use stoa_kernel::{Actor, TenantCtx, boxed};

use super::model::{Member, NewMember, Profile, checked_language};
use super::password;
use crate::AudienceError;

/// Registers an account and requests a verification e-mail. An existing account is left unchanged: the response is the
/// same, and an e-mail notifies its owner.
///
/// # Errors
/// [`AudienceError::Invalid`] with a message per invalid field.
#[boxed]
pub async fn register(ctx: &TenantCtx, db: &TenantDb, new: NewMember) -> Result<Member, AudienceError> {
    let new = new.checked()?;
    ctx.check_address(&new.email)?;
    let password_hash = password::hash(new.password).await?;
    let made = Member {
        id: SiteUserId::generate(),
        email: new.email,
        first_name: new.first_name.trim().to_owned(),
        last_name: new.last_name.trim().to_owned(),
        created_on: ctx.now(),
        is_email_verified: false,
        language: new.language,
    };
    match create_or_notify(ctx, db, &made, &password_hash).await {
        // A concurrent registration was faster.
        Err(AudienceError::Database(DbError::Duplicate(_))) => create_or_notify(ctx, db, &made, &password_hash).await?,
        other => other?,
    }
    Ok(made)
}

async fn create_or_notify(
    ctx: &TenantCtx,
    db: &TenantDb,
    new: &Member,
    password_hash: &str,
) -> Result<(), AudienceError> {
    let tx = db.write().await?;
    let event = match find_by_email(&tx, &new.email).await? {
        Some(holder) => Event::AccountExists { site_user_id: holder.id },
        None => {
            tx.insert(site_user::ActiveModel {
                website_id: Set(tx.website().clone()),
                id: Set(new.id.clone()),
                email: Set(new.email.clone()),
                password_hash: Set(password_hash.to_owned()),
                first_name: Set(new.first_name.clone()),
                last_name: Set(new.last_name.clone()),
                created_on: Set(new.created_on),
                email_verified_on: Set(None),
                language: Set(new.language.clone()),
            })
            .await?;
            load_run_items::note(ctx, &tx, LoadRunItemKind::SiteUser, new.id.as_str()).await?;
            load_run_items::note_address(ctx, &tx, &new.email).await?;
            Event::EmailVerificationWanted { site_user_id: new.id.clone() }
        }
    };
    outbox::emit(ctx, &tx, &event).await?;
    Ok(tx.commit().await?)
}

/// The caller's account.
///
/// # Errors
/// [`AudienceError::NotSignedIn`] when nobody is signed in.
#[boxed]
pub async fn account(ctx: &TenantCtx, db: &TenantDb) -> Result<Member, AudienceError> {
    let id = caller(ctx)?;
    let tx = db.read().await?;
    find(&tx, id).await?.map(Member::from).ok_or(AudienceError::NotSignedIn)
}

/// Updates the caller's profile.
///
/// # Errors
/// [`AudienceError::NotSignedIn`] when nobody is signed in; field errors.
#[boxed]
pub async fn update(ctx: &TenantCtx, db: &TenantDb, profile: Profile) -> Result<Member, AudienceError> {
    let id = caller(ctx)?;
    let profile = profile.checked()?;
    let tx = db.write().await?;
    tx.update::<Entity>(Column::Id.eq(id.clone()))
        .set(Column::FirstName, profile.first_name)
        .set(Column::LastName, profile.last_name)
        .exec()
        .await?;
    let row = find(&tx, id).await?.ok_or(AudienceError::NotSignedIn)?;
    tx.commit().await?;
    Ok(row.into())
}

/// Stores the caller's language. Returns the normalised tag.
///
/// # Errors
/// An error of the field `language` when it is no language tag; [`AudienceError::NotSignedIn`] when nobody is signed
/// in.
#[boxed]
pub async fn set_language(ctx: &TenantCtx, db: &TenantDb, language: &str) -> Result<String, AudienceError> {
    let id = caller(ctx)?;
    let language = checked_language(language)?;
    let tx = db.write().await?;
    tx.update::<Entity>(Column::Id.eq(id.clone())).set(Column::Language, Some(language.clone())).exec().await?;
    tx.commit().await?;
    Ok(language)
}

/// The site user who makes the request.
pub(super) fn caller(ctx: &TenantCtx) -> Result<&SiteUserId, AudienceError> {
    match ctx.actor() {
        Actor::SiteUser(id) => Ok(id),
        Actor::Visitor | Actor::Contributor(_) | Actor::PaymentProvider | Actor::System => {
            Err(AudienceError::NotSignedIn)
        }
    }
}

pub(super) async fn find(tx: &TenantTx, id: &SiteUserId) -> Result<Option<site_user::Model>, DbError> {
    tx.find::<Entity>().filter(Column::Id.eq(id.clone())).one().await
}

pub(super) async fn find_by_email(tx: &TenantTx, email: &str) -> Result<Option<site_user::Model>, DbError> {
    tx.find::<Entity>().filter(Column::Email.eq(email)).one().await
}

/// Like [`find`], with a row lock until the transaction ends.
pub(super) async fn find_for_update(tx: &TenantTx, id: &SiteUserId) -> Result<Option<site_user::Model>, DbError> {
    tx.find::<Entity>().filter(Column::Id.eq(id.clone())).for_update().one().await
}
