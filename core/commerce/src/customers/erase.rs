//! Erasure of customers (right to be forgotten). Data needed for accounting is kept: order number, lines, amounts,
//! taxes, and country, region and postal code of the addresses, on which taxes are based. All data that identifies the
//! customer is removed.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::Expr;
use serde_json::Value;
use stoa_address::Address;
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::order_language::OrderWords;
use stoa_entity::tenant::{
    cart, cart_entry, checkout_detail, customer, fulfillment, order, order_event, order_item_answer, order_language,
    payment, refund,
};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::{CustomerId, OrderId};
use stoa_kernel::order::{FulfillmentStatus, OrderPaymentStatus};
use stoa_kernel::payment::DisputeFilter;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::identity::Person;
use super::{personal_data, store};
use crate::{CommerceError, contributor_texts, donations, orders, payments};

/// Replacement for removed text in an order's history.
const REMOVED: &str = "(removed)";

/// Checks whether a customer can be erased, and returns all e-mail addresses, the present one first, under which other
/// modules must erase data. They do so before the shop, so that an interrupted erasure can be repeated.
///
/// # Errors
/// When the caller may not delete customers; a field error on `email` when it is not the customer's;
/// [`CommerceError::Conflict`] while an order or a dispute is open.
#[boxed]
pub async fn erasable(
    ctx: &TenantCtx,
    db: &TenantDb,
    customer_id: &CustomerId,
    typed_email: &str,
) -> Result<Vec<String>, CommerceError> {
    ctx.authorise(Resource::Customers, Action::Delete)?;
    let tx = db.read().await?;
    let row = store::find(&tx, customer_id).await?;
    if typed_email.trim().to_lowercase() != row.email {
        return Err(CommerceError::field("email", contributor_texts::EMAIL_OF_THIS_CUSTOMER.english()));
    }
    let person = Person::of(&tx, &row).await?;
    check_settled(&tx, &person, &tx.find::<order::Entity>().filter(person.orders()).all().await?).await?;
    Ok(person.addresses)
}

/// Checks whether the caller can be erased, and returns all e-mail addresses, the present one first, under which other
/// modules must erase data.
///
/// # Errors
/// 401 when nobody is signed in; [`CommerceError::Conflict`] when the e-mail address is not verified, and while an
/// order or a dispute is open.
#[boxed]
pub async fn erasable_own(ctx: &TenantCtx, db: &TenantDb) -> Result<Vec<String>, CommerceError> {
    let tx = db.read().await?;
    let person = Person::of_account(&tx, &store::verified_account(&tx, ctx).await?).await?;
    check_settled(&tx, &person, &tx.find::<order::Entity>().filter(person.orders()).all().await?).await?;
    Ok(person.addresses)
}

/// Erases a customer from the shop's tables and records it in the audit log.
///
/// # Errors
/// When the caller may not delete customers; [`CommerceError::Conflict`] while an order or a dispute is open.
#[boxed]
pub async fn erase(ctx: &TenantCtx, db: &TenantDb, customer_id: &CustomerId) -> Result<(), CommerceError> {
    ctx.authorise(Resource::Customers, Action::Delete)?;
    let tx = db.write().await?;
    let row = store::find(&tx, customer_id).await?;
    erase_person_data(&tx, &Person::of(&tx, &row).await?).await?;
    audit::note(ctx, &tx, AuditAction::CustomerErase, row.id.as_str()).await?;
    Ok(tx.commit().await?)
}

/// Erases the caller from the shop's tables. Other modules erase their data before, and the account after it: as long
/// as the account exists, an interrupted erasure can be repeated.
///
/// # Errors
/// 401 when nobody is signed in; [`CommerceError::Conflict`] when the e-mail address is not verified, and while an
/// order or a dispute is open.
#[boxed]
pub async fn erase_own(ctx: &TenantCtx, db: &TenantDb) -> Result<(), CommerceError> {
    let tx = db.write().await?;
    let account = store::verified_account(&tx, ctx).await?;
    erase_person_data(&tx, &Person::of_account(&tx, &account).await?).await?;
    audit::note(ctx, &tx, AuditAction::CustomerErase, account.id.as_str()).await?;
    Ok(tx.commit().await?)
}

/// Refuses the erasure while money may still move, a parcel still needs its address, or a dispute is not decided: who
/// bought what, and where it was delivered, is what the shop answers it with.
async fn check_settled(tx: &TenantTx, person: &Person, rows: &[order::Model]) -> Result<(), CommerceError> {
    if rows.iter().any(is_under_way) {
        return Err(CommerceError::Conflict(contributor_texts::OPEN_ORDER_OF_CUSTOMER.english().to_owned()));
    }
    let disputed = order::Column::Id.in_subquery(payments::orders_with_disputes(tx, DisputeFilter::Open));
    let orders = tx.find::<order::Entity>().filter(person.orders()).filter(disputed);
    if orders.limit(1).count().await? > 0 {
        return Err(CommerceError::Conflict(contributor_texts::DISPUTE_IS_OPEN.english().to_owned()));
    }
    Ok(())
}

async fn erase_person_data(tx: &TenantTx, person: &Person) -> Result<(), CommerceError> {
    let find = tx.find::<order::Entity>().filter(person.orders());
    let rows = find.order_by_asc(order::Column::Id).for_update().all().await?;
    check_settled(tx, person, &rows).await?;
    let ids: Vec<OrderId> = rows.iter().map(|row| row.id.clone()).collect();
    for row in rows {
        erase_order_data(tx, row, person).await?;
    }
    erase_from_reassigned_orders(tx, person).await?;
    erase_carts(tx, person).await?;
    let records = person.records(&ids);
    for area in personal_data::AREAS {
        area.erase(tx, &records).await?;
    }
    tx.delete::<customer::Entity>(customer::Column::Email.eq(person.email())).exec().await?;
    Ok(())
}

fn is_under_way(row: &order::Model) -> bool {
    let waits_for_money = match row.payment_status {
        OrderPaymentStatus::AwaitingPayment => row.stock_held,
        // Authorised, and still to be captured.
        OrderPaymentStatus::Authorized => row.fulfillment_status != FulfillmentStatus::Canceled,
        _ => false,
    };
    let goes_somewhere = row.shipping_address.is_some() || row.shipping_option.is_some();
    let is_pending = row.fulfillment_status == FulfillmentStatus::Pending;
    let waits_for_goods = row.payment_status.is_paid() && is_pending && goes_somewhere;
    waits_for_money || waits_for_goods
}

async fn erase_order_data(tx: &TenantTx, row: order::Model, person: &Person) -> Result<(), CommerceError> {
    let items = orders::items(tx, &row.id).await?;
    let bought = items.iter().map(|item| (item.sku.as_str(), item.product_name.as_str()));
    let search = orders::searchable("", "", bought);
    let known = [&row.shipping_address, &row.billing_address].into_iter().flatten();
    let mut telling: Vec<String> = known.flat_map(|address| telling(&address.0)).collect();
    telling.extend([row.email.clone(), row.customer_name.clone()]);
    telling.extend(person.addresses.iter().cloned());
    telling.extend(former_emails(tx, &row).await?);
    erase_history(tx, &row, &telling).await?;
    let place = |address: &Option<JsonOf<Address>>| address.clone().map(|address| JsonOf(only_place(address.0)));
    let (shipping, billing) = (place(&row.shipping_address), place(&row.billing_address));
    tx.update::<order::Entity>(order::Column::Id.eq(row.id.clone()))
        .set(order::Column::Email, "")
        .set(order::Column::CustomerName, "")
        .set(order::Column::SiteUserId, None::<String>)
        .set(order::Column::ShippingAddress, Expr::value(shipping))
        .set(order::Column::BillingAddress, Expr::value(billing))
        .set(order::Column::Note, "")
        .set(order::Column::Search, search)
        .exec()
        .await?;
    tx.delete::<order_item_answer::Entity>(order_item_answer::Column::OrderId.eq(row.id.clone())).exec().await?;
    // They contain the answers in another language.
    tx.update::<order_language::Entity>(order_language::Column::OrderId.eq(row.id.clone()))
        .set(order_language::Column::Words, Expr::value(None::<JsonOf<OrderWords>>))
        .exec()
        .await?;
    donations::erase_donor(tx, &row.id, &row.cart_id).await?;
    let emails: Vec<String> = telling.into_iter().filter(|text| text.contains('@')).collect();
    erase_in_payments(tx, &row, &emails).await
}

/// Former e-mail addresses of an order, from its history.
async fn former_emails(tx: &TenantTx, row: &order::Model) -> Result<Vec<String>, CommerceError> {
    let own = order_event::Column::OrderId.eq(row.id.clone());
    let events = tx.find::<order_event::Entity>().filter(own).all().await?;
    Ok(events.iter().filter_map(|event| orders::former_email(&event.message)).map(str::to_owned).collect())
}

/// Erases the person's addresses from orders whose e-mail address was later changed to another one.
async fn erase_from_reassigned_orders(tx: &TenantTx, person: &Person) -> Result<(), CommerceError> {
    let renamed = order_event::Column::Message.is_in(person.addresses.iter().map(|email| orders::email_changed(email)));
    for event in tx.find::<order_event::Entity>().filter(renamed).all().await? {
        let own = order::Column::Id.eq(event.order_id.clone());
        if let Some(row) = tx.find::<order::Entity>().filter(own).one().await? {
            erase_in_payments(tx, &row, &person.addresses).await?;
        }
        let of_order = order_event::Column::OrderId.eq(event.order_id);
        for event in tx.find::<order_event::Entity>().filter(of_order).all().await? {
            let message = without(&event.message, &person.addresses);
            if message != event.message {
                tx.update::<order_event::Entity>(order_event::Column::Id.eq(event.id))
                    .set(order_event::Column::Message, message)
                    .exec()
                    .await?;
            }
        }
    }
    Ok(())
}

/// Identifying parts of an address. Excluded are the place, on which taxes are based, and texts too short to be
/// distinguished from other words.
fn telling(address: &Address) -> Vec<String> {
    let name = format!("{} {}", address.first_name, address.last_name);
    let own = [name.trim(), &address.line1, &address.line2, &address.phone];
    own.into_iter().filter(|text| text.chars().count() > 4).map(str::to_owned).collect()
}

/// Removes the customer's data from the order's history, and deletes e-mails about the order.
async fn erase_history(tx: &TenantTx, row: &order::Model, telling: &[String]) -> Result<(), CommerceError> {
    let own = order_event::Column::OrderId.eq(row.id.clone());
    for event in tx.find::<order_event::Entity>().filter(own).all().await? {
        let message = match orders::redacted_history_entry(&event.message) {
            Some(rest) => format!("{rest}{REMOVED}"),
            None => without(&event.message, telling),
        };
        if message != event.message {
            tx.update::<order_event::Entity>(order_event::Column::Id.eq(event.id))
                .set(order_event::Column::Message, message)
                .exec()
                .await?;
        }
    }
    let own = refund::Column::OrderId.eq(row.id.clone());
    let refunds = tx.find::<refund::Entity>().filter(own).all().await?;
    let own = payment::Column::OrderId.eq(row.id.clone());
    let payments = tx.find::<payment::Entity>().filter(own).all().await?;
    let own = fulfillment::Column::OrderId.eq(row.id.clone());
    let parcels = tx.find::<fulfillment::Entity>().filter(own).all().await?;
    let refunds = refunds.into_iter().map(|refund| refund.id.to_string());
    let parts = refunds.chain(payments.into_iter().map(|payment| payment.id.to_string()));
    let parts = parts.chain(parcels.into_iter().map(|parcel| parcel.id.to_string()));
    Ok(stoa_email::erase_order(tx, row.id.as_str(), parts.collect()).await?)
}

/// Removes the customer's addresses from the provider state of payments and from stored provider messages.
async fn erase_in_payments(tx: &TenantTx, row: &order::Model, emails: &[String]) -> Result<(), CommerceError> {
    let own = payment::Column::OrderId.eq(row.id.clone());
    let made = tx.find::<payment::Entity>().filter(own).all().await?;
    // A valid e-mail address contains no character that JSON escapes, so it can be replaced in JSON text.
    let nameless = |text: &str| without(text, emails);
    payments::redact_messages(tx, &made, nameless).await?;
    for payment in made {
        let known = payment.provider_state.to_string();
        let redacted = nameless(&known);
        if redacted == known {
            continue;
        }
        let state: Value = serde_json::from_str(&redacted).map_err(|source| CommerceError::Unreadable {
            column: "payment.provider_state",
            source: Box::new(source),
        })?;
        tx.update::<payment::Entity>(payment::Column::Id.eq(payment.id))
            .set(payment::Column::ProviderState, Expr::value(state))
            .exec()
            .await?;
    }
    Ok(())
}

fn only_place(address: Address) -> Address {
    Address { country: address.country, region: address.region, postal_code: address.postal_code, ..Address::default() }
}

fn without<S: AsRef<str>>(text: &str, secrets: &[S]) -> String {
    let redact = |text: String, secret: &S| match secret.as_ref() {
        "" => text,
        secret => text.replace(secret, REMOVED),
    };
    secrets.iter().fold(text.to_owned(), redact)
}

/// Deletes carts without an order. A cart with an order is kept with the products, without personal data.
async fn erase_carts(tx: &TenantTx, person: &Person) -> Result<(), CommerceError> {
    let rows = tx.find::<cart::Entity>().filter(person.carts()).all().await?;
    for row in rows {
        let own = cart::Column::Id.eq(row.id.clone());
        if row.order_id.is_none() {
            tx.delete::<cart::Entity>(own).exec().await?;
            continue;
        }
        tx.update::<cart::Entity>(own)
            .set(cart::Column::Email, "")
            .set(cart::Column::MailConsent, false)
            .set(cart::Column::ShippingAddress, Expr::value(None::<Value>))
            .set(cart::Column::BillingAddress, Expr::value(None::<Value>))
            .set(cart::Column::Location, Expr::value(None::<Value>))
            .set(cart::Column::Collector, None::<String>)
            .set(cart::Column::SiteUserId, None::<String>)
            .exec()
            .await?;
        tx.update::<cart_entry::Entity>(cart_entry::Column::CartId.eq(row.id.clone()))
            .set(cart_entry::Column::AdditionalFields, None::<String>)
            .exec()
            .await?;
        tx.delete::<checkout_detail::Entity>(checkout_detail::Column::CartId.eq(row.id)).exec().await?;
    }
    Ok(())
}
