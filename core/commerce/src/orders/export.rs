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
        let currency: Currency = self
            .row
            .currency
            .parse()
            .map_err(|source| CommerceError::Unreadable { column: "orders.currency", source: Box::new(source) })?;
        let lines = self.lines.iter().map(Some).chain(self.lines.is_empty().then_some(None));
        for (index, item) in lines.enumerate() {
            let cells = self.of_order(index == 0, currency).into_iter();
            let cells = cells.chain(self.of_line(index, item, currency)).chain(self.of_addresses());
            part.push_str(&line(cells));
        }
        Ok(())
    }

    /// The cells up to `Test`. What can be summed is in the first row.
    fn of_order(&self, is_first: bool, currency: Currency) -> [String; 16] {
        let row = self.row;
        let pieces: i64 = self.lines.iter().map(|item| item.quantity).sum();
        let once = |text: String| if is_first { text } else { String::new() };
        let money = |cents: Cents| once(cents.of(currency).decimal_value());
        [
            row.number.to_string(),
            utc(row.created_on),
            row.paid_on.map(utc).unwrap_or_default(),
            row.email.clone(),
            row.customer_name.clone(),
            row.payment_status.to_string(),
            row.fulfillment_status.to_string(),
            once(pieces.to_string()),
            row.currency.clone(),
            money(row.subtotal_cents),
            money(row.discount_cents),
            money(row.shipping_cents),
            money(row.tax_cents),
            money(row.grand_total_cents),
            money(self.refunded_cents),
            if row.test_mode { "yes" } else { "no" }.to_owned(),
        ]
    }

    /// The cells from `Line` to `Item form fields`; empty for an order without lines.
    fn of_line(&self, index: usize, item: Option<&order_item::Model>, currency: Currency) -> [String; 8] {
        let Some(item) = item else { return std::array::from_fn(|_| String::new()) };
        let options: ChosenOptions = item.attributes.0.clone().into();
        let money = |cents: Cents| cents.of(currency).decimal_value();
        [
            (index + 1).to_string(),
            item.sku.clone(),
            item.product_name.clone(),
            options.text(),
            item.quantity.to_string(),
            money(item.unit_price_cents),
            money(item.total_cents),
            self.about(&item.id),
        ]
    }

    /// The cells from `Shipping method` on.
    fn of_addresses(&self) -> [String; 18] {
        let row = self.row;
        let shipping = row.shipping_address.clone().unwrap_or_default().0;
        let billing = row.billing_address.clone().unwrap_or_default().0;
        let answers: Vec<String> =
            self.answers.iter().map(|answer| format!("{}: {}", answer.label, answer.value)).collect();
        [
            row.shipping_option.as_ref().map(|option| option.0.label.clone()).unwrap_or_default(),
            shipping.name(),
            shipping.line1,
            shipping.line2,
            shipping.city,
            shipping.region,
            shipping.postal_code,
            shipping.country,
            if shipping.phone.is_empty() { billing.phone.clone() } else { shipping.phone },
            billing.name(),
            billing.line1,
            billing.line2,
            billing.city,
            billing.region,
            billing.postal_code,
            billing.country,
            row.note.clone(),
            answers.join("; "),
        ]
    }

    fn about(&self, item: &OrderItemId) -> String {
        let answers = self.about_items.get(item).into_iter().flatten();
        answers.map(|answer| format!("{}: {}", answer.label, answer.value)).collect::<Vec<_>>().join("; ")
    }
}
