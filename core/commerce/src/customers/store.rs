//! Rows of customers, created and updated by what they do.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Expr, ExprTrait as _, Func};
use stoa_entity::tenant::{cart, customer, site_user};
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CustomerId, SiteUserId};
use stoa_kernel::search::folded;
use stoa_kernel::{TenantCtx, boxed};

use super::member;
use crate::problem_texts::CONFIRM_EMAIL_FIRST;
use crate::site_events::{Listening, NewCustomer};
use crate::{CommerceError, site_events};

/// New information about a customer.
#[derive(Clone, Debug, Default)]
pub(crate) struct CustomerUpdate {
    /// E-mail address as entered.
    pub(crate) email: String,
    /// Name; blank when unknown.
    pub(crate) name: String,
    /// The account that was signed in.
    pub(crate) site_user_id: Option<SiteUserId>,
    /// Whether this time the customer agreed to marketing e-mails.
    pub(crate) agrees: bool,
}

/// Search text of a customer.
pub(crate) fn found_by(name: &str, email: &str) -> String {
    folded(&format!("{name}\n{email}"))
}

/// Creates or updates a customer. An existing consent to marketing e-mails is not withdrawn by an order without it.
pub(crate) async fn note(ctx: &TenantCtx, tx: &TenantTx, seen: CustomerUpdate) -> Result<(), CommerceError> {
    note_and_tell(ctx, tx, seen, None).await
}

/// The same for the buyer of an order, with those that listen to what it changes.
pub(crate) async fn note_buyer(
    ctx: &TenantCtx,
    tx: &TenantTx,
    seen: CustomerUpdate,
    listening: &Listening,
) -> Result<(), CommerceError> {
    note_and_tell(ctx, tx, seen, Some(listening)).await
}

async fn note_and_tell(
    ctx: &TenantCtx,
    tx: &TenantTx,
    seen: CustomerUpdate,
    listening: Option<&Listening>,
) -> Result<(), CommerceError> {
    let email = seen.email.trim().to_lowercase();
    let agreed_on = seen.agrees.then(|| ctx.now());
    let site_user_id = own_account(tx, &email, seen.site_user_id).await?;
    let Some(known) = by_email(tx, &email, true).await? else {
        let id = CustomerId::generate();
        let new = NewCustomer { id: id.as_str(), email: &email, name: &seen.name };
        match listening {
            Some(known) => site_events::customer_created(ctx, tx, known, new).await?,
            None => site_events::customer_created(ctx, tx, &Listening::to_new_customer(tx).await?, new).await?,
        }
        let row = customer::ActiveModel {
            website_id: Set(tx.website().clone()),
            id: Set(id),
            searched: Set(found_by(&seen.name, &email)),
            email: Set(email),
            name: Set(seen.name),
            site_user_id: Set(site_user_id),
            mail_consent_on: Set(agreed_on),
            created_on: Set(ctx.now()),
            updated_on: Set(ctx.now()),
        };
        return Ok(tx.insert_many(vec![row]).await?);
    };
    let name = if seen.name.is_empty() { known.name } else { seen.name };
    tx.update::<customer::Entity>(customer::Column::Id.eq(known.id))
        .set(customer::Column::Searched, found_by(&name, &email))
        .set(customer::Column::Name, name)
        .set(customer::Column::SiteUserId, site_user_id.or(known.site_user_id))
        .set(customer::Column::MailConsentOn, known.mail_consent_on.or(agreed_on))
        .set(customer::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    Ok(())
}

/// The signed-in account, if the e-mail address is its own; people also buy with other addresses.
async fn own_account(
    tx: &TenantTx,
    email: &str,
    signed_in: Option<SiteUserId>,
) -> Result<Option<SiteUserId>, CommerceError> {
    let Some(id) = signed_in else { return Ok(None) };
    Ok(account(tx, &id).await?.filter(|account| account.email == email).map(|account| account.id))
}

/// Creates the customer of a new account.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn note_account(ctx: &TenantCtx, tx: &TenantTx, id: &SiteUserId) -> Result<(), CommerceError> {
    match account(tx, id).await? {
        Some(account) => note(ctx, tx, seen_of(&account, false)).await,
        None => Ok(()),
    }
}

/// The caller's account. Its e-mail address must be verified, because data under an address is only for its owner.
pub(super) async fn verified_account(tx: &TenantTx, ctx: &TenantCtx) -> Result<site_user::Model, CommerceError> {
    let account = account(tx, member(ctx)?).await?.ok_or(CommerceError::NotFound)?;
    if account.email_verified_on.is_some() {
        return Ok(account);
    }
    Err(CommerceError::said_conflict(CONFIRM_EMAIL_FIRST))
}

/// Whether the calling site user agrees to marketing e-mails.
///
/// # Errors
/// 401 when nobody is signed in.
#[boxed]
pub async fn own_consent(ctx: &TenantCtx, db: &TenantDb) -> Result<bool, CommerceError> {
    let id = member(ctx)?;
    let tx = db.read().await?;
    let own = customer::Column::SiteUserId.eq(id.clone());
    let row = tx.find::<customer::Entity>().filter(own).one().await?;
    Ok(row.is_some_and(|row| row.mail_consent_on.is_some()))
}

/// Stores whether the calling site user agrees to marketing e-mails, and the name of the account.
///
/// # Errors
/// 401 when nobody is signed in; [`CommerceError::Conflict`] when the e-mail address is not verified.
#[boxed]
pub async fn set_consent(ctx: &TenantCtx, db: &TenantDb, agrees: bool) -> Result<(), CommerceError> {
    let tx = db.write().await?;
    let account = verified_account(&tx, ctx).await?;
    note(ctx, &tx, seen_of(&account, agrees)).await?;
    if !agrees {
        withdraw_consent(&tx, &account.email).await?;
    }
    Ok(tx.commit().await?)
}

/// Withdraws an address's consent to marketing e-mails: for the customer, and in carts that are still open.
pub(crate) async fn withdraw_consent(tx: &TenantTx, email: &str) -> Result<(), CommerceError> {
    let email = email.trim().to_lowercase();
    tx.update::<customer::Entity>(customer::Column::Email.eq(email.clone()))
        .set(customer::Column::MailConsentOn, None::<Timestamp>)
        .exec()
        .await?;
    let lower = Expr::expr(Func::lower(Expr::col(cart::Column::Email)));
    tx.update::<cart::Entity>(lower.eq(email))
        .filter(cart::Column::IsPurchased.eq(false))
        .set(cart::Column::MailConsent, false)
        .exec()
        .await?;
    Ok(())
}

pub(super) fn seen_of(account: &site_user::Model, agrees: bool) -> CustomerUpdate {
    CustomerUpdate {
        email: account.email.clone(),
        name: format!("{} {}", account.first_name, account.last_name).trim().to_owned(),
        site_user_id: Some(account.id.clone()),
        agrees,
    }
}

pub(super) async fn account(tx: &TenantTx, id: &SiteUserId) -> Result<Option<site_user::Model>, DbError> {
    tx.find::<site_user::Entity>().filter(site_user::Column::Id.eq(id.clone())).one().await
}

pub(super) async fn by_email(tx: &TenantTx, email: &str, lock: bool) -> Result<Option<customer::Model>, DbError> {
    let find = tx.find::<customer::Entity>().filter(customer::Column::Email.eq(email));
    if lock { find.for_update().one().await } else { find.one().await }
}

/// The customer with this id.
pub(super) async fn find(tx: &TenantTx, id: &CustomerId) -> Result<customer::Model, CommerceError> {
    let row = tx.find::<customer::Entity>().filter(customer::Column::Id.eq(id.clone())).one().await?;
    row.ok_or(CommerceError::NotFound)
}

/// A customer with the account, if there is one.
///
/// # Errors
/// [`CommerceError::NotFound`] when there is no customer with this id.
pub(super) async fn find_with_account(
    tx: &TenantTx,
    id: &CustomerId,
) -> Result<(customer::Model, Option<site_user::Model>), CommerceError> {
    let find = tx.find::<customer::Entity>().find_also_related(site_user::Entity);
    find.filter(customer::Column::Id.eq(id.clone())).one().await?.ok_or(CommerceError::NotFound)
}
