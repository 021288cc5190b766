//! Export of all data that the shop has about a person, in a machine-readable form.

use sea_orm::ColumnTrait;
use serde_json::{Map, Value, json};
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::json_column;
use stoa_entity::tenant::{cart, cart_entry, checkout_detail, customer, order};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::{CustomerId, OrderId};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::identity::Person;
use super::{list, personal_data, store};
use crate::{CommerceError, orders};

/// The shop's data about a customer, with the e-mail addresses under which it was found, the present one first.
/// Recorded in the audit log.
///
/// # Errors
/// When the caller may not change customers, since an export contains all data of one; or when there is no customer
/// with this id.
#[boxed]
pub async fn export(
    ctx: &TenantCtx,
    db: &TenantDb,
    customer_id: &CustomerId,
) -> Result<(Vec<String>, Value), CommerceError> {
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
    let email = row.email.clone();
    let view = list::view(tx, row).await?;
    let account = view.account.as_ref().map(|account| {
        json!({
            "email": email, "firstName": account.first_name, "lastName": account.last_name,
            "emailVerifiedOn": account.email_verified_on, "language": account.language,
            "createdOn": account.created_on,
        })
    });
    let find = tx.find::<order::Entity>().filter(person.orders()).order_by_asc(order::Column::CreatedOn);
    let rows = find.all().await?;
    let ids: Vec<OrderId> = rows.iter().map(|row| row.id.clone()).collect();
    let mut document = Map::new();
    let mut add = |name: &str, value: Value| document.insert(name.to_owned(), value);
    add("email", email.into());
    add("formerEmails", person.addresses.iter().skip(1).cloned().collect());
    add("name", view.summary.name.into());
    add("mailConsentOn", json!(view.summary.mail_consent_on));
    add("firstSeenOn", json!(view.summary.created_on));
    add("account", account.into());
    add("orders", complete_orders(tx, rows).await?.into());
    add("carts", carts(tx, &person).await?.into());
    let records = person.records(&ids);
    for area in personal_data::AREAS {
        area.export(tx, &records, &mut document).await?;
    }
    Ok((person.addresses, Value::Object(document)))
}

async fn complete_orders(tx: &TenantTx, rows: Vec<order::Model>) -> Result<Vec<Value>, CommerceError> {
    let mut orders = Vec::with_capacity(rows.len());
    for row in rows {
        orders.push(json_column::write("orders", &orders::complete(tx, row).await?)?);
    }
    Ok(orders)
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
