//! Corrections of an order's customer data: billing address and e-mail address.

use sea_orm::ColumnTrait;
use stoa_address::Place;
use stoa_address::{Address, checked_email};
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::{cart, order};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::OrderId;
use stoa_kernel::order::OrderEventKind;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::edit::{BILLING_CHANGED, changed, email_changed};
use super::model::OrderView;
use super::search::searchable;
use super::{details, store};
use crate::customers::{self, CustomerUpdate};
use crate::pricing_cache::CatalogueSnapshot;
use crate::{CommerceError, contributor_texts, taxes};

/// Changes the billing address of an order. If the order was taxed by its billing address, the new one must have the
/// same taxes.
///
/// # Errors
/// Field errors; [`CommerceError::Conflict`] when the customer was erased.
#[boxed]
pub async fn set_billing_address(
    ctx: &TenantCtx,
    db: &TenantDb,
    order_id: &OrderId,
    address: Address,
) -> Result<OrderView, CommerceError> {
    ctx.authorise(Resource::Orders, Action::Write)?;
    let address = address.checked("")?;
    let tx = db.write().await?;
    let row = store::find(&tx, order_id, true).await?;
    check_known(&row)?;
    let before = row.billing_address.as_ref().map(|address| &address.0);
    check_taxed_alike(&tx, &row, before, &address).await?;
    tx.update::<order::Entity>(order::Column::Id.eq(row.id.clone()))
        .set(order::Column::BillingAddress, JsonOf(address))
        .set(order::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    let message = match before {
        Some(before) => format!("{BILLING_CHANGED}{}", before.lines("en").join(", ")),
        None => contributor_texts::BILLING_ADDRESS_ADDED.english().to_owned(),
    };
    store::note(ctx, &tx, &row.id, OrderEventKind::Edited, &message).await?;
    changed(tx, &row).await
}

/// Changes the e-mail address of an order. Links that were sent before remain valid.
///
/// # Errors
/// A field error for `email`; [`CommerceError::Conflict`] when the customer was erased.
#[boxed]
pub async fn set_email(
    ctx: &TenantCtx,
    db: &TenantDb,
    order_id: &OrderId,
    email: &str,
) -> Result<OrderView, CommerceError> {
    ctx.authorise(Resource::Orders, Action::Write)?;
    let email = checked_email("email", email)?;
    ctx.check_address(&email)?;
    let tx = db.write().await?;
    let row = store::find(&tx, order_id, true).await?;
    check_known(&row)?;
    if row.email == email {
        return details::complete(&tx, row).await;
    }
    let items = store::items(&tx, &row.id).await?;
    let bought = items.iter().map(|item| (item.sku.as_str(), item.product_name.as_str()));
    tx.update::<order::Entity>(order::Column::Id.eq(row.id.clone()))
        .set(order::Column::Email, email.as_str())
        .set(order::Column::Search, searchable(&email, &row.customer_name, bought))
        .set(order::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    // The cart belongs to the order and is erased with it.
    tx.update::<cart::Entity>(cart::Column::Id.eq(row.cart_id.clone()))
        .set(cart::Column::Email, email.as_str())
        .exec()
        .await?;
    if row.site_user_id.is_none() {
        let seen = CustomerUpdate { email, name: row.customer_name.clone(), ..CustomerUpdate::default() };
        customers::note(ctx, &tx, seen).await?;
    }
    store::note(ctx, &tx, &row.id, OrderEventKind::Edited, &email_changed(&row.email)).await?;
    changed(tx, &row).await
}

/// No data may be added about an erased customer.
fn check_known(row: &order::Model) -> Result<(), CommerceError> {
    match row.email.as_str() {
        "" => Err(CommerceError::Conflict(contributor_texts::CUSTOMER_WAS_ERASED.english().to_owned())),
        _ => Ok(()),
    }
}

/// Orders that are neither shipped nor picked up were taxed by their billing address.
async fn check_taxed_alike(
    tx: &TenantTx,
    row: &order::Model,
    before: Option<&Address>,
    after: &Address,
) -> Result<(), CommerceError> {
    let (from, to) = (before.map(Place::from), Place::from(after));
    let is_picked_up = row.shipping_option.as_ref().is_some_and(|choice| choice.0.pickup.is_some());
    let elsewhere = row.shipping_address.is_some() || is_picked_up;
    if elsewhere || from.as_ref() == Some(&to) {
        return Ok(());
    }
    let terms = CatalogueSnapshot::open(tx).await?.terms().await?;
    if taxes::apply_alike(&terms.taxes, from.as_ref(), Some(&to), row.created_on) {
        return Ok(());
    }
    let field = match before {
        Some(before) if before.country == after.country && before.region == after.region => "postalCode",
        Some(before) if before.country == after.country => "region",
        _ => "country",
    };
    Err(CommerceError::field(field, contributor_texts::ADDRESS_TAXED_DIFFERENTLY))
}
