//! Export of orders as CSV, one page at a time, so that a hundred thousand orders take no more memory than one page.

use std::collections::HashMap;

use sea_orm::ColumnTrait;
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::keyset::Cursor;
use stoa_entity::tenant::{order, order_item, payment};
use stoa_entity::{DbError, TenantDb, TenantTx, load_run_removal};
use stoa_kernel::csv::{Progress, line, utc};
use stoa_kernel::id::{OrderId, OrderItemId};
use stoa_kernel::load_run::LoadRunItemKind;
use stoa_kernel::money::{Cents, Currency};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::sorting::OrderSorting;
use super::store;
use super::summary::OrderFilter;
use crate::CommerceError;
use crate::catalogue::{ChosenOptions, ItemAnswer};
use crate::checkout::{self, CheckoutAnswer};

/// Each order line is a row. Totals of the order are only in its first row, so that a column can be summed; the order
/// number and the addresses are in each row.
const HEADINGS: [&str; 42] = [
    "Order",
    "Placed (UTC)",
    "Paid (UTC)",
    "E-mail",
    "Name",
    "Payment",
    "Fulfillment",
    "Total quantity",
    "Currency",
    "Subtotal",
    "Discount",
    "Shipping",
    "Tax",
    "Total",
    "Refunded",
    "Test",
    "Line",
    "SKU",
    "Item",
    "Options",
    "Quantity",
    "Unit price",
    "Line total",
    "Item form fields",
    "Shipping method",
    "Ship to",
    "Street",
    "Street 2",
    "City",
    "Region",
    "Postal code",
    "Country",
    "Phone",
    "Bill to",
    "Billing street",
    "Billing street 2",
    "Billing city",
    "Billing region",
    "Billing postal code",
    "Billing country",
    "Note",
    "Answers",
];

/// An export in progress.
#[derive(Debug)]
pub struct Export {
    db: TenantDb,
    filter: OrderFilter,
    place: Progress<Cursor>,
}

/// Checks whether the caller may export orders, before an export link is created.
///
/// # Errors
/// When the caller may not change orders: an export contains the addresses of all customers.
pub fn may_export(ctx: &TenantCtx) -> Result<(), CommerceError> {
    Ok(ctx.authorise(Resource::Orders, Action::Write)?)
}

/// Starts an export of the orders that match a filter, newest first. It is recorded in the audit log.
///
/// # Errors
/// When the caller may not export orders, see [`may_export`].
#[boxed]
pub async fn export(ctx: &TenantCtx, db: &TenantDb, filter: OrderFilter) -> Result<Export, CommerceError> {
    ctx.authorise(Resource::Orders, Action::Write)?;
    let tx = db.write().await?;
    audit::note(ctx, &tx, AuditAction::OrderExport, ctx.website().as_str()).await?;
    tx.commit().await?;
    Ok(Export { db: db.clone(), filter, place: Progress::Start })
}

impl Export {
    /// The next part of the CSV file; none after the last.
    ///
    /// # Errors
    /// When the database fails.
    #[boxed]
    pub async fn part(&mut self) -> Result<Option<String>, CommerceError> {
        let Some((mut part, behind)) = self.place.next(HEADINGS) else { return Ok(None) };
        let tx = self.db.read().await?;
        let latest_first = OrderSorting::default();
        let spots = store::spots(&tx, &self.filter, latest_first, behind.as_ref(), Progress::<Cursor>::ROWS).await?;
        let mut rows = store::at(&tx, &spots).await?;
        let carts = rows.iter().map(|row| row.cart_id.to_string()).collect();
        let of_runs = load_run_removal::noted(&tx, LoadRunItemKind::Cart, carts).await?;
        rows.retain(|row| !of_runs.contains(row.cart_id.as_str()));
        let mut lines = lines(&tx, &rows).await?;
        let refunded = refunded(&tx, &rows).await?;
        self.place.continue_after_full_part(spots);
        let answers = checkout::details_of_carts(&tx, rows.iter().map(|row| row.cart_id.clone())).await?;
        let ids: Vec<OrderId> = rows.iter().map(|row| row.id.clone()).collect();
        let about_items = store::item_answers(&tx, &ids).await?;
        for row in &rows {
            let order = ExportedOrder {
                row,
                lines: lines.remove(&row.id).unwrap_or_default(),
                refunded_cents: refunded.get(&row.id).copied().unwrap_or_default(),
                answers: answers.get(&row.cart_id).map_or(&[][..], Vec::as_slice),
                about_items: &about_items,
            };
            order.write(&mut part)?;
        }
        Ok(Some(part))
    }
}

/// The lines of each order, sorted by position.
async fn lines(tx: &TenantTx, rows: &[order::Model]) -> Result<HashMap<OrderId, Vec<order_item::Model>>, DbError> {
    let mut lines: HashMap<OrderId, Vec<order_item::Model>> = HashMap::new();
    if rows.is_empty() {
        return Ok(lines);
    }
    let of_these = order_item::Column::OrderId.is_in(rows.iter().map(|row| row.id.clone()));
    let items = tx.find::<order_item::Entity>().filter(of_these).order_by_asc(order_item::Column::Position);
    for item in items.all().await? {
        lines.entry(item.order_id.clone()).or_default().push(item);
    }
    Ok(lines)
}

async fn refunded(tx: &TenantTx, rows: &[order::Model]) -> Result<HashMap<OrderId, Cents>, DbError> {
    if rows.is_empty() {
        return Ok(HashMap::new());
    }
    let payments = tx
        .find::<payment::Entity>()
        .filter(payment::Column::OrderId.is_in(rows.iter().map(|row| row.id.clone())))
        .filter(payment::Column::RefundedCents.gt(Cents::ZERO))
        .all()
        .await?;
    let mut sums = HashMap::new();
    for payment in payments {
        *sums.entry(payment.order_id).or_default() += payment.refunded_cents;
    }
    Ok(sums)
}

/// An order with the data for its rows.
struct ExportedOrder<'a> {
    row: &'a order::Model,
    lines: Vec<order_item::Model>,
    refunded_cents: Cents,
    /// The customer's answers to the checkout form.
    answers: &'a [CheckoutAnswer],
    /// The customer's answers about order lines.
    about_items: &'a HashMap<OrderItemId, Vec<ItemAnswer>>,
}

impl ExportedOrder<'_> {
    /// Writes one row per line; a single row for an order without lines.
    fn write(&self, part: &mut String) -> Result<(), CommerceError> {
        let row = self.row;
        let currency: Currency = row
            .currency
            .parse()
            .map_err(|source| CommerceError::Unreadable { column: "orders.currency", source: Box::new(source) })?;
        let shipping = row.shipping_address.clone().unwrap_or_default().0;
        let billing = row.billing_address.clone().unwrap_or_default().0;
        let pieces: i64 = self.lines.iter().map(|item| item.quantity).sum();
        let answers: Vec<String> =
            self.answers.iter().map(|answer| format!("{}: {}", answer.label, answer.value)).collect();
        let money = |cents: Cents| cents.of(currency).decimal_value();
        let lines = self.lines.iter().map(Some).chain(self.lines.is_empty().then_some(None));
        for (index, item) in lines.enumerate() {
            let once = |text: String| if index == 0 { text } else { String::new() };
            let of_line = |told: &dyn Fn(&order_item::Model) -> String| item.map(told).unwrap_or_default();
            let options: ChosenOptions = match item {
                Some(item) => item.attributes.0.clone().into(),
                None => ChosenOptions::default(),
            };
            part.push_str(&line([
                row.number.to_string(),
                utc(row.created_on),
                row.paid_on.map(utc).unwrap_or_default(),
                row.email.clone(),
                row.customer_name.clone(),
                row.payment_status.to_string(),
                row.fulfillment_status.to_string(),
                once(pieces.to_string()),
                row.currency.clone(),
                once(money(row.subtotal_cents)),
                once(money(row.discount_cents)),
                once(money(row.shipping_cents)),
                once(money(row.tax_cents)),
                once(money(row.grand_total_cents)),
                once(money(self.refunded_cents)),
                if row.test_mode { "yes" } else { "no" }.to_owned(),
                of_line(&|_| (index + 1).to_string()),
                of_line(&|item| item.sku.clone()),
                of_line(&|item| item.product_name.clone()),
                options.text(),
                of_line(&|item| item.quantity.to_string()),
                of_line(&|item| money(item.unit_price_cents)),
                of_line(&|item| money(item.total_cents)),
                of_line(&|item| self.about(&item.id)),
                row.shipping_option.as_ref().map(|option| option.0.label.clone()).unwrap_or_default(),
                shipping.name(),
                shipping.line1.clone(),
                shipping.line2.clone(),
                shipping.city.clone(),
                shipping.region.clone(),
                shipping.postal_code.clone(),
                shipping.country.clone(),
                if shipping.phone.is_empty() { billing.phone.clone() } else { shipping.phone.clone() },
                billing.name(),
                billing.line1.clone(),
                billing.line2.clone(),
                billing.city.clone(),
                billing.region.clone(),
                billing.postal_code.clone(),
                billing.country.clone(),
                row.note.clone(),
                answers.join("; "),
            ]));
        }
        Ok(())
    }

    fn about(&self, item: &OrderItemId) -> String {
        let answers = self.about_items.get(item).into_iter().flatten();
        answers.map(|answer| format!("{}: {}", answer.label, answer.value)).collect::<Vec<_>>().join("; ")
    }
}
