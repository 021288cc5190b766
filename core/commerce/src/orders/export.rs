//! Orders as a table for other programs, page by page, so that a hundred thousand of them take no
//! more memory than a page.

use std::collections::HashMap;

use sea_orm::ColumnTrait;
use stoa_entity::tenant::{order, order_item, payment};
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::OrderId;
use stoa_kernel::money::{Currency, Money};
use stoa_kernel::permission::{Action, Resource};
use stoa_locale::Moment;

use super::model::OrderFilter;
use super::store;
use crate::address::Address;
use crate::checkout::{self, CheckoutAnswer};
use crate::csv::{MARK, line};
use crate::{CommerceError, audit, columns};

/// Orders read at once.
const PAGE: u64 = 500;

const HEADINGS: [&str; 21] = [
    "Order",
    "Placed (UTC)",
    "E-mail",
    "Name",
    "Payment",
    "Fulfilment",
    "Pieces",
    "Currency",
    "Subtotal",
    "Discount",
    "Shipping",
    "Tax",
    "Total",
    "Refunded",
    "Test",
    "City",
    "Postal code",
    "Country",
    "Note",
    "Answers",
    "Answers about items",
];

/// An export under way.
#[derive(Debug)]
pub struct Export {
    db: TenantDb,
    filter: OrderFilter,
    place: Place,
}

#[derive(Debug)]
enum Place {
    Start,
    Behind(i64, OrderId),
    End,
}

/// Whether the caller may export orders, asked before a link to the export is handed out.
///
/// # Errors
/// When the caller may not change orders: an export holds every customer's address.
pub fn may_export(ctx: &TenantCtx) -> Result<(), CommerceError> {
    Ok(ctx.authorise(Resource::Orders, Action::Write)?)
}

/// Begins to export the orders that a filter lets through, the latest first. It goes to the audit log.
///
/// # Errors
/// When the caller may not export orders, see [`may_export`].
pub async fn export(ctx: &TenantCtx, db: &TenantDb, filter: OrderFilter) -> Result<Export, CommerceError> {
    ctx.authorise(Resource::Orders, Action::Write)?;
    let tx = db.write().await?;
    audit::note(ctx, &tx, "order.export", ctx.website().as_str()).await?;
    tx.commit().await?;
    Ok(Export { db: db.clone(), filter, place: Place::Start })
}

impl Export {
    /// The next part of the CSV file; none after the last.
    ///
    /// # Errors
    /// When the database refuses.
    pub async fn part(&mut self) -> Result<Option<String>, CommerceError> {
        let (mut part, behind) = match std::mem::replace(&mut self.place, Place::End) {
            Place::Start => (format!("{MARK}{}", line(HEADINGS.map(str::to_owned))), None),
            Place::Behind(created_on, id) => (String::new(), Some((created_on, id))),
            Place::End => return Ok(None),
        };
        let tx = self.db.read().await?;
        let rows = store::page(&tx, &self.filter, behind, PAGE).await?;
        let pieces = store::item_counts(&tx, &rows).await?;
        let refunded = refunded(&tx, &rows).await?;
        if let Some(last) = rows.last().filter(|_| u64::try_from(rows.len()) == Ok(PAGE)) {
            self.place = Place::Behind(last.created_on, last.id.clone());
        }
        let answers = checkout::details_of_carts(&tx, rows.iter().map(|row| row.cart_id.clone())).await?;
        let about_items = about_items(&tx, &rows).await?;
        for row in &rows {
            let about_items = about_items.get(&row.id).map_or(&[][..], Vec::as_slice);
            let answers = answers.get(&row.cart_id).map_or(&[][..], Vec::as_slice);
            let count = |counts: &HashMap<OrderId, i64>| counts.get(&row.id).copied().unwrap_or(0);
            let answers = Answers { of_checkout: answers, about_items };
            part.push_str(&order_line(row, count(&pieces), count(&refunded), &answers)?);
        }
        Ok(Some(part))
    }
}

async fn refunded(tx: &TenantTx, rows: &[order::Model]) -> Result<HashMap<OrderId, i64>, DbError> {
    if rows.is_empty() {
        return Ok(HashMap::new());
    }
    let payments = tx
        .find::<payment::Entity>()
        .filter(payment::Column::OrderId.is_in(rows.iter().map(|row| row.id.clone())))
        .filter(payment::Column::RefundedCents.gt(0))
        .all()
        .await?;
    let mut sums = HashMap::new();
    for payment in payments {
        *sums.entry(payment.order_id).or_insert(0) += payment.refunded_cents;
    }
    Ok(sums)
}

/// What shoppers answered about each line, such as `Mug: Engraving: Ada`.
async fn about_items(tx: &TenantTx, rows: &[order::Model]) -> Result<HashMap<OrderId, Vec<String>>, CommerceError> {
    let orders: Vec<OrderId> = rows.iter().map(|row| row.id.clone()).collect();
    let answers = store::item_answers(tx, &orders).await?;
    if answers.is_empty() {
        return Ok(HashMap::new());
    }
    let asked = order_item::Column::Id.is_in(answers.keys().cloned());
    let items = tx.find::<order_item::Entity>().filter(asked).order_by_asc(order_item::Column::Position).all().await?;
    let mut texts: HashMap<OrderId, Vec<String>> = HashMap::new();
    for item in items {
        let own = answers.get(&item.id).into_iter().flatten();
        let own = own.map(|answer| format!("{}: {}: {}", item.product_name, answer.label, answer.value));
        texts.entry(item.order_id).or_default().extend(own);
    }
    Ok(texts)
}

/// What the shopper answered.
struct Answers<'a> {
    of_checkout: &'a [CheckoutAnswer],
    about_items: &'a [String],
}

fn order_line(
    row: &order::Model,
    pieces: i64,
    refunded_cents: i64,
    answers: &Answers<'_>,
) -> Result<String, CommerceError> {
    let about_items = answers.about_items.join("; ");
    let answers: Vec<String> =
        answers.of_checkout.iter().map(|answer| format!("{}: {}", answer.label, answer.value)).collect();
    let currency: Currency = row
        .currency
        .parse()
        .map_err(|source| CommerceError::Unreadable { column: "orders.currency", source: Box::new(source) })?;
    let address: Option<Address> = columns::read_optional("orders.shipping_address", row.shipping_address.as_ref())?;
    let address = address.unwrap_or_default();
    let money = |cents| Money::new(cents, currency).decimal_value();
    Ok(line([
        row.number.to_string(),
        utc(row.created_on),
        row.email.clone(),
        row.customer_name.clone(),
        row.payment_status.clone(),
        row.fulfillment_status.clone(),
        pieces.to_string(),
        row.currency.clone(),
        money(row.subtotal_cents),
        money(row.discount_cents),
        money(row.shipping_cents),
        money(row.tax_cents),
        money(row.grand_total_cents),
        money(refunded_cents),
        if row.test_mode { "yes" } else { "no" }.to_owned(),
        address.city,
        address.postal_code,
        address.country,
        row.note.clone(),
        answers.join("; "),
        about_items,
    ]))
}

/// An instant as `2026-11-21 17:30:00`, which spreadsheets read as one.
fn utc(ms: i64) -> String {
    Moment::new(ms, "UTC").map_or_else(
        |_| ms.to_string(),
        |moment| {
            format!(
                "{:04}-{:02}-{:02} {:02}:{:02}:{:02}",
                moment.year(),
                moment.month(),
                moment.day(),
                moment.hour(),
                moment.minute(),
                moment.second()
            )
        },
    )
}

#[cfg(test)]
mod tests {
    use super::utc;

    #[test]
    fn instants_are_in_utc() {
        assert_eq!(utc(1_767_225_600_000), "2026-01-01 00:00:00");
    }
}
