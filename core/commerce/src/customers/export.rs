//! Export of all data that the shop has about a person, in a machine-readable form.

use std::collections::HashMap;

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Expr, ExprTrait, Func};
use serde_json::{Value, json};
use stoa_entity::tenant::{
    cart, cart_entry, cart_reminder, checkout_detail, customer, mail, mailing_list, order, pending_subscriber,
    restock_sign_up, subscriber,
};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::{MailingListId, OrderId};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::identity::Person;
use super::{addresses, list, store};
use crate::{CommerceError, cart_reminders, discounts, orders, price_lists, product_reviews};
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::json_column;

/// The shop's data about a customer, with the e-mail addresses under which it was found, the present one first.
/// Recorded in the audit log.
///
/// # Errors
/// When the caller may not change customers, since an export contains all data of one; or when there is no customer
/// with this id.
#[boxed]
pub async fn export(ctx: &TenantCtx, db: &TenantDb, customer_id: &str) -> Result<(Vec<String>, Value), CommerceError> {
    ctx.authorise(Resource::Customers, Action::Write)?;
    let tx = db.write().await?;
    let row = store::find(&tx, customer_id).await?;
    audit::note(ctx, &tx, AuditAction::CustomerExport, row.id.as_str()).await?;
    let found = document(&tx, row).await?;
    tx.commit().await?;
    Ok(found)
}

/// The shop's data about the caller, with the e-mail addresses under which it was found, the present one first.
///
/// # Errors
/// 401 when nobody is signed in; [`CommerceError::Conflict`] when the e-mail address is not verified.
#[boxed]
pub async fn export_own(ctx: &TenantCtx, db: &TenantDb) -> Result<(Vec<String>, Value), CommerceError> {
    let tx = db.write().await?;
    let account = store::verified_account(&tx, ctx).await?;
    store::note(ctx, &tx, store::seen_of(&account, false)).await?;
    let row = store::by_email(&tx, &account.email, false).await?.ok_or(CommerceError::NotFound)?;
    let found = document(&tx, row).await?;
    tx.commit().await?;
    Ok(found)
}

async fn document(tx: &TenantTx, row: customer::Model) -> Result<(Vec<String>, Value), CommerceError> {
    let person = Person::of(tx, &row).await?;
    let (email, site_user_id) = (row.email.clone(), row.site_user_id.clone());
    let view = list::view(tx, row).await?;
    let account = view.account.as_ref().map(|account| {
        json!({
            "email": email, "firstName": account.first_name, "lastName": account.last_name,
            "emailVerifiedOn": account.email_verified_on, "language": account.language,
            "createdOn": account.created_on,
        })
    });
    let kept = match &site_user_id {
        Some(id) => addresses::of_member(tx, id).await?,
        None => Vec::new(),
    };
    let kept = kept.into_iter().map(|kept| json!({"address": kept.address, "isDefault": kept.is_default}));
    let document = json!({
        "email": email,
        "formerEmails": person.addresses.iter().skip(1).collect::<Vec<_>>(),
        "name": view.summary.name,
        "mailConsentOn": view.summary.mail_consent_on,
        "firstSeenOn": view.summary.created_on,
        "account": account,
        "addresses": kept.collect::<Vec<_>>(),
        "orders": all_orders(tx, &person).await?,
        "productReviews": product_reviews(tx, &person).await?,
        "reviewRequests": product_reviews::review_requests_to(tx, &person.addresses).await?,
        "carts": carts(tx, &person).await?,
        "cartReminders": cart_reminders(tx, &person).await?,
        "restockSignUps": sign_ups(tx, &person).await?,
        "priceLists": price_lists::list_names_containing(tx, &person.addresses).await?,
        "personalDiscounts": discounts::names_limited_to(tx, &person.addresses).await?,
        "mailingLists": mailing_lists(tx, &person).await?,
        "pendingSubscriptions": unconfirmed_subscriptions(tx, &person).await?,
        "emails": emails(tx, &person).await?,
    });
    Ok((person.addresses, document))
}

async fn mailing_lists(tx: &TenantTx, person: &Person) -> Result<Vec<Value>, CommerceError> {
    let own = subscriber::Column::Email.is_in(person.addresses.iter().map(String::as_str));
    let rows = tx.find::<subscriber::Entity>().filter(own).all().await?;
    let names = list_names(tx, rows.iter().map(|row| row.mailing_list_id.clone())).await?;
    let shown = |row: subscriber::Model| json!({"list": names.get(&row.mailing_list_id), "source": row.source, "consentedOn": row.consented_on});
    Ok(rows.into_iter().map(shown).collect())
}

/// Mailing list subscriptions that were requested but not confirmed yet.
async fn unconfirmed_subscriptions(tx: &TenantTx, person: &Person) -> Result<Vec<Value>, CommerceError> {
    let own = pending_subscriber::Column::Email.is_in(person.addresses.iter().map(String::as_str));
    let rows = tx.find::<pending_subscriber::Entity>().filter(own).all().await?;
    let names = list_names(tx, rows.iter().map(|row| row.mailing_list_id.clone())).await?;
    let shown = |row: pending_subscriber::Model| {
        json!({
            "list": names.get(&row.mailing_list_id), "email": row.email, "source": row.source,
            "requestedOn": row.asked_on, "expiresOn": row.expires_on,
        })
    };
    Ok(rows.into_iter().map(shown).collect())
}

async fn list_names(
    tx: &TenantTx,
    ids: impl Iterator<Item = MailingListId>,
) -> Result<HashMap<MailingListId, String>, CommerceError> {
    let own = mailing_list::Column::Id.is_in(ids);
    let lists = tx.find::<mailing_list::Entity>().filter(own).all().await?;
    Ok(lists.into_iter().map(|list| (list.id, list.name)).collect())
}

async fn all_orders(tx: &TenantTx, person: &Person) -> Result<Vec<Value>, CommerceError> {
    let find = tx.find::<order::Entity>().filter(person.orders()).order_by_asc(order::Column::CreatedOn);
    let rows = find.all().await?;
    let mut orders = Vec::with_capacity(rows.len());
    for row in rows {
        orders.push(json_column::write("orders", &orders::complete(tx, row).await?)?);
    }
    Ok(orders)
}

async fn product_reviews(tx: &TenantTx, person: &Person) -> Result<Vec<Value>, CommerceError> {
    let rows = tx.find::<order::Entity>().filter(person.orders()).all().await?;
    let ids: Vec<OrderId> = rows.into_iter().map(|row| row.id).collect();
    product_reviews::of_orders(tx, &ids).await
}

/// Abandoned cart e-mails.
async fn cart_reminders(tx: &TenantTx, person: &Person) -> Result<Vec<Value>, CommerceError> {
    let people: Vec<String> = person.addresses.iter().map(|email| cart_reminders::person(tx, email)).collect();
    let rows = tx.find::<cart_reminder::Entity>().filter(cart_reminder::Column::Person.is_in(people)).all().await?;
    let shown = |row: cart_reminder::Model| {
        json!({
            "cartId": row.cart_id, "writtenOn": row.written_on, "cameBackOn": row.came_back_on,
            "boughtOn": row.bought_on,
        })
    };
    Ok(rows.into_iter().map(shown).collect())
}

async fn carts(tx: &TenantTx, person: &Person) -> Result<Vec<Value>, CommerceError> {
    let mut carts = Vec::new();
    for row in tx.find::<cart::Entity>().filter(person.carts()).all().await? {
        let own = cart_entry::Column::CartId.eq(row.id.clone());
        let entries = tx.find::<cart_entry::Entity>().filter(own).all().await?;
        let said = checkout_detail::Column::CartId.eq(row.id.clone());
        let said = tx.find::<checkout_detail::Entity>().filter(said).one().await?;
        let entries = entries.into_iter().map(|entry| {
            json!({
                "productId": entry.product_id, "variantId": entry.variant_id, "quantity": entry.quantity,
                "additionalFields": entry.additional_fields, "addedOn": entry.created_on,
            })
        });
        carts.push(json!({
            "id": row.id, "email": row.email, "mailConsent": row.mail_consent,
            "shippingAddress": row.shipping_address, "billingAddress": row.billing_address,
            "entries": entries.collect::<Vec<_>>(),
            "note": said.as_ref().map(|said| said.note.clone()), "answers": said.map(|said| said.answers),
            "createdOn": row.created_on, "updatedOn": row.updated_on,
        }));
    }
    Ok(carts)
}

async fn sign_ups(tx: &TenantTx, person: &Person) -> Result<Vec<Value>, CommerceError> {
    let lower = Expr::expr(Func::lower(Expr::col(restock_sign_up::Column::Email)));
    let rows = tx
        .find::<restock_sign_up::Entity>()
        .filter(lower.is_in(person.addresses.iter().map(String::as_str)))
        .all()
        .await?;
    let sign_up = |row: restock_sign_up::Model| {
        json!({
            "productId": row.product_id, "variantId": row.variant_id, "email": row.email,
            "isJoinMailingList": row.is_join_mailing_list, "signedUpOn": row.signed_up_on,
            "notifiedOn": row.notified_on,
        })
    };
    Ok(rows.into_iter().map(sign_up).collect())
}

async fn emails(tx: &TenantTx, person: &Person) -> Result<Vec<Value>, CommerceError> {
    let lower = Expr::expr(Func::lower(Expr::col(mail::Column::ToAddress)));
    let rows = tx.find::<mail::Entity>().filter(lower.is_in(person.addresses.iter().map(String::as_str))).all().await?;
    let message = |row: mail::Model| {
        json!({
            "kind": row.kind, "to": row.to_address, "subject": row.subject, "createdOn": row.created_on,
            "sentOn": row.sent_on,
        })
    };
    Ok(rows.into_iter().map(message).collect())
}
