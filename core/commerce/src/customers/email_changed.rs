//! Moves a customer's data when the e-mail address of an account changes.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Condition, Expr, ExprTrait, Func};
use stoa_email::new_unsubscribe_key;
use stoa_entity::TenantTx;
use stoa_entity::tenant::{
    customer, customer_former_email, discount_use, order, restock_sign_up, site_user, subscriber,
};
use stoa_kernel::id::{CustomerId, SiteUserId};
use stoa_kernel::search::folded;
use stoa_kernel::{TenantCtx, boxed};

use super::store::{account, by_email, found_by, note, seen_of};
use crate::{CommerceError, discounts, price_lists};

/// An account whose e-mail address has changed.
#[derive(Clone, Copy, Debug)]
pub struct ChangedEmail<'a> {
    /// The account.
    pub id: &'a SiteUserId,
    /// Whether the former address was verified.
    pub was_proven: bool,
    /// The new address; `None` for the account's present one.
    pub email: Option<&'a str>,
}

/// Updates the customer of an account whose e-mail address has changed. If the former address was verified, its data
/// follows: guest orders, mailing lists, restock sign-ups, prices and discounts that name it, and uses of discounts. An
/// address that was not verified may belong to someone else, so orders under it are not moved.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn move_customer_to_new_email(
    ctx: &TenantCtx,
    tx: &TenantTx,
    moved: &ChangedEmail<'_>,
) -> Result<(), CommerceError> {
    let ChangedEmail { id, was_proven, email } = *moved;
    let Some(present) = account(tx, id).await? else { return Ok(()) };
    let email = email.map_or_else(|| present.email.clone(), str::to_owned);
    let own = customer::Column::SiteUserId.eq(id.clone());
    // Rows under the present address are already up to date.
    let elsewhere = customer::Column::Email.is_not_in([email.clone(), present.email.clone()]);
    let account = site_user::Model { email, ..present };
    let left = tx.find::<customer::Entity>().filter(own).filter(elsewhere).for_update().all().await?;
    for row in left {
        let former = row.email.clone();
        if was_proven {
            move_data_to_new_email(tx, id, &former, &account.email).await?;
        } else if has_others_orders(tx, id, &former).await? {
            tx.update::<customer::Entity>(customer::Column::Id.eq(row.id))
                .set(customer::Column::SiteUserId, None::<SiteUserId>)
                .exec()
                .await?;
            continue;
        }
        let customer = move_customer(ctx, tx, row, &account).await?;
        if was_proven {
            remember(ctx, tx, customer, former).await?;
        }
    }
    note(ctx, tx, seen_of(&account, false)).await
}

/// Whether there are orders with this address that do not belong to the account.
async fn has_others_orders(tx: &TenantTx, id: &SiteUserId, email: &str) -> Result<bool, CommerceError> {
    let lower = Expr::expr(Func::lower(Expr::col(order::Column::Email)));
    let others =
        Condition::any().add(order::Column::SiteUserId.is_null()).add(order::Column::SiteUserId.ne(id.clone()));
    Ok(tx.find::<order::Entity>().filter(lower.eq(email)).filter(others).count().await? > 0)
}

/// Sets a customer's address to the account's. If a customer with that address exists, the two are merged.
async fn move_customer(
    ctx: &TenantCtx,
    tx: &TenantTx,
    row: customer::Model,
    account: &site_user::Model,
) -> Result<CustomerId, CommerceError> {
    let Some(known) = by_email(tx, &account.email, true).await? else {
        tx.update::<customer::Entity>(customer::Column::Id.eq(row.id.clone()))
            .set(customer::Column::Searched, found_by(&row.name, &account.email))
            .set(customer::Column::Email, account.email.clone())
            .set(customer::Column::UpdatedOn, ctx.now())
            .exec()
            .await?;
        return Ok(row.id);
    };
    tx.update::<customer::Entity>(customer::Column::Id.eq(known.id.clone()))
        .set(customer::Column::SiteUserId, Some(account.id.clone()))
        .set(customer::Column::MailConsentOn, known.mail_consent_on.or(row.mail_consent_on))
        .set(customer::Column::CreatedOn, std::cmp::min(known.created_on, row.created_on))
        .exec()
        .await?;
    let remembered = customer_former_email::Column::CustomerId.eq(known.id.clone());
    let remembered = tx.find::<customer_former_email::Entity>().filter(remembered).all().await?;
    tx.update::<customer_former_email::Entity>(customer_former_email::Column::CustomerId.eq(row.id.clone()))
        .filter(customer_former_email::Column::Email.is_not_in(remembered.into_iter().map(|row| row.email)))
        .set(customer_former_email::Column::CustomerId, known.id.clone())
        .exec()
        .await?;
    tx.delete::<customer::Entity>(customer::Column::Id.eq(row.id)).exec().await?;
    Ok(known.id)
}

/// Records the former address, by which e-mails and form submissions are still found.
async fn remember(ctx: &TenantCtx, tx: &TenantTx, customer: CustomerId, email: String) -> Result<(), CommerceError> {
    let known = customer_former_email::Column::CustomerId.eq(customer.clone());
    tx.delete::<customer_former_email::Entity>(known)
        .filter(customer_former_email::Column::Email.eq(email.clone()))
        .exec()
        .await?;
    tx.insert(customer_former_email::ActiveModel {
        website_id: Set(tx.website().clone()),
        customer_id: Set(customer),
        email: Set(email),
        changed_on: Set(ctx.now()),
    })
    .await?;
    Ok(())
}

/// Moves data from the former address to the new one. Existing data under the new address is not changed.
async fn move_data_to_new_email(tx: &TenantTx, id: &SiteUserId, former: &str, new: &str) -> Result<(), CommerceError> {
    let lower = Expr::expr(Func::lower(Expr::col(order::Column::Email)));
    tx.update::<order::Entity>(lower.eq(former))
        .filter(order::Column::SiteUserId.is_null())
        .set(order::Column::SiteUserId, Some(id.clone()))
        .exec()
        .await?;
    take_lists(tx, former, new).await?;
    take_sign_ups(tx, former, new).await?;
    price_lists::change_address(tx, former, new).await?;
    discounts::replace_customer_email(tx, former, new).await?;
    let used = tx.find::<discount_use::Entity>().filter(discount_use::Column::CustomerKey.eq(new)).all().await?;
    tx.update::<discount_use::Entity>(discount_use::Column::CustomerKey.eq(former))
        .filter(discount_use::Column::DiscountId.is_not_in(used.into_iter().map(|row| row.discount_id)))
        .set(discount_use::Column::CustomerKey, Some(new.to_owned()))
        .exec()
        .await?;
    Ok(())
}

async fn take_lists(tx: &TenantTx, former: &str, new: &str) -> Result<(), CommerceError> {
    let joined = tx.find::<subscriber::Entity>().filter(subscriber::Column::Email.eq(new)).all().await?;
    let moving = tx
        .find::<subscriber::Entity>()
        .filter(subscriber::Column::Email.eq(former))
        .filter(subscriber::Column::MailingListId.is_not_in(joined.into_iter().map(|row| row.mailing_list_id)))
        .all()
        .await?;
    for row in moving {
        // A new key, because links in e-mails to the former address would reveal the new one.
        tx.update::<subscriber::Entity>(subscriber::Column::Id.eq(row.id))
            .set(subscriber::Column::Email, new)
            .set(subscriber::Column::Searched, folded(new))
            .set(subscriber::Column::LeaveKey, Some(new_unsubscribe_key()))
            .exec()
            .await?;
    }
    tx.delete::<subscriber::Entity>(subscriber::Column::Email.eq(former)).exec().await?;
    Ok(())
}

async fn take_sign_ups(tx: &TenantTx, former: &str, new: &str) -> Result<(), CommerceError> {
    let waiting = tx
        .find::<restock_sign_up::Entity>()
        .filter(restock_sign_up::Column::Email.eq(new))
        .filter(restock_sign_up::Column::NotifiedOn.is_null())
        .all()
        .await?;
    tx.update::<restock_sign_up::Entity>(restock_sign_up::Column::Email.eq(former))
        .filter(restock_sign_up::Column::VariantId.is_not_in(waiting.into_iter().map(|row| row.variant_id)))
        .set(restock_sign_up::Column::Email, new)
        .set(restock_sign_up::Column::Searched, folded(new))
        .exec()
        .await?;
    tx.delete::<restock_sign_up::Entity>(restock_sign_up::Column::Email.eq(former)).exec().await?;
    Ok(())
}
