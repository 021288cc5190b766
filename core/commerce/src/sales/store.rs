//! Sales totals computed by the database.

use sea_orm::sea_query::{Condition, Expr, ExprTrait, SimpleExpr};
use sea_orm::{ColumnTrait, FromQueryResult, IntoSimpleExpr as _};
use stoa_entity::tenant::{order, order_item, payment, refund};
use stoa_entity::{DbError, Find, TenantTx};
use stoa_kernel::id::ProductId;
use stoa_kernel::local_days::{OffsetSpan, day_number_sql};
use stoa_kernel::money::Cents;
use stoa_kernel::order::{FulfillmentStatus, OrderPaymentStatus};
use stoa_kernel::payment::{RefundReason, RefundStatus};

use super::model::{BestSeller, Totals};
use crate::payments;

#[derive(FromQueryResult)]
struct PaidOnDay {
    day: i64,
    orders: i64,
    sales_cents: Cents,
    tax_cents: Cents,
    shipping_cents: Cents,
    discount_cents: Cents,
}

#[derive(FromQueryResult)]
struct RefundedOnDay {
    day: i64,
    refunds: i64,
    refunded_cents: Cents,
}

#[derive(FromQueryResult)]
struct SoldProduct {
    product_id: ProductId,
    name: String,
    quantity: i64,
    total_cents: Cents,
}

/// The number of a local day since 1970.
pub(super) fn day_number(column: &str, stretches: &[OffsetSpan]) -> SimpleExpr {
    Expr::cust(day_number_sql(column, stretches))
}

pub(super) fn sum(column: impl ColumnTrait) -> SimpleExpr {
    Expr::col(column).sum().cast_as("bigint")
}

pub(super) fn count() -> SimpleExpr {
    Expr::cust("count(*)")
}

/// Real orders paid within a range of time.
pub(super) fn paid_within(from: i64, until: i64) -> Condition {
    Condition::all()
        .add(order::Column::PaidOn.gte(from))
        .add(order::Column::PaidOn.lt(until))
        .add(order::Column::TestMode.eq(false))
}

/// Paid and refunded amounts per day of stretches that follow each other, by the day's number. A day appears twice when
/// it has both payments and refunds.
pub(super) async fn by_day(
    tx: &TenantTx,
    currency: &str,
    stretches: &[OffsetSpan],
) -> Result<Vec<(i64, Totals)>, DbError> {
    let (Some(first), Some(last)) = (stretches.first(), stretches.last()) else { return Ok(Vec::new()) };
    let paid: Vec<PaidOnDay> = tx
        .find::<order::Entity>()
        .filter(paid_within(first.from, last.until))
        .filter(order::Column::Currency.eq(currency))
        .group_by(day_number("paid_on", stretches))
        .aggregate(
            &[],
            vec![
                (day_number("paid_on", stretches), "day"),
                (count(), "orders"),
                (sum(order::Column::GrandTotalCents), "sales_cents"),
                (sum(order::Column::TaxCents), "tax_cents"),
                (sum(order::Column::ShippingCents), "shipping_cents"),
                (sum(order::Column::DiscountCents), "discount_cents"),
            ],
        )
        .await?;
    let refunded: Vec<RefundedOnDay> = tx
        .find::<refund::Entity>()
        .filter(refund::Column::SettledOn.gte(first.from))
        .filter(refund::Column::SettledOn.lt(last.until))
        .filter(refund::Column::Status.eq(RefundStatus::Succeeded))
        .filter(is_of_counted_sale(tx, currency))
        .group_by(day_number("settled_on", stretches))
        .aggregate(
            &[],
            vec![
                (day_number("settled_on", stretches), "day"),
                (count(), "refunds"),
                (sum(refund::Column::AmountCents), "refunded_cents"),
            ],
        )
        .await?;
    let paid = paid.into_iter().map(|own| {
        let PaidOnDay { day, orders, sales_cents, tax_cents, shipping_cents, discount_cents } = own;
        (day, Totals { orders, sales_cents, tax_cents, shipping_cents, discount_cents, ..Totals::default() })
    });
    let refunded = refunded.into_iter().map(|own| {
        let RefundedOnDay { day, refunds, refunded_cents } = own;
        (day, Totals { refunds, refunded_cents, ..Totals::default() })
    });
    Ok(paid.chain(refunded).collect())
}

/// What had been returned of the payment of a refund when that was done. What was beyond the total, whenever it is
/// returned, is no part of what the others return.
const RETURNED_BY_THEN: &str = "(SELECT coalesce(sum(earlier.amount_cents), 0) FROM refund AS earlier \
    WHERE earlier.website_id = refund.website_id AND earlier.order_id = refund.order_id \
    AND earlier.payment_id = refund.payment_id \
    AND earlier.status = 'succeeded' \
    AND (earlier.settled_on <= refund.settled_on OR earlier.reason_code = 'overpaid'))";

/// Whether a refund returns what a real order was counted with. Money beyond its total, for an earlier total or paid once
/// more was never counted, so that its refund lowers no sales.
fn is_of_counted_sale(tx: &TenantTx, currency: &str) -> Condition {
    let own = order::Column::Id.into_simple_expr().eq(refund::Column::OrderId.into_simple_expr());
    let kept = payment::Column::CapturedCents.into_simple_expr().sub(Expr::cust(RETURNED_BY_THEN));
    let covering = tx
        .find::<payment::Entity>()
        .filter(payment::Column::Id.into_simple_expr().eq(refund::Column::PaymentId.into_simple_expr()))
        .filter(kept.gte(order::Column::GrandTotalCents.into_simple_expr()));
    let orders = tx
        .find::<order::Entity>()
        .filter(own)
        .filter(order::Column::TestMode.eq(false))
        .filter(order::Column::Currency.eq(currency))
        .filter(order::Column::PaidOn.is_not_null())
        .filter(is_of_counted_payment(tx))
        .filter(Expr::exists(covering.subquery(payment::Column::Id)).not());
    let is_no_excess = Condition::any()
        .add(refund::Column::ReasonCode.is_null())
        .add(refund::Column::ReasonCode.ne(RefundReason::Overpaid));
    Condition::all().add(Expr::exists(orders.subquery(order::Column::Id))).add(is_no_excess)
}

/// Whether a refund is of the payment that an order of the outer query was counted with: the first that covers it, else the
/// first, without those that were returned as unneeded. SQLite sorts by no column of an outer query.
fn is_of_counted_payment(tx: &TenantTx) -> Condition {
    let captured = || {
        let returned = tx
            .find::<refund::Entity>()
            .filter(refund::Column::OrderId.into_simple_expr().eq(payment::Column::OrderId.into_simple_expr()))
            .filter(refund::Column::PaymentId.into_simple_expr().eq(payment::Column::Id.into_simple_expr()))
            .filter(refund::Column::ReasonCode.is_in([RefundReason::PaidBefore, RefundReason::OrderChanged]));
        tx.find::<payment::Entity>()
            .filter(payment::Column::OrderId.into_simple_expr().eq(order::Column::Id.into_simple_expr()))
            .filter(payment::Column::CapturedCents.gt(Cents::ZERO))
            .filter(Expr::exists(returned.subquery(refund::Column::Id)).not())
    };
    let covering = || {
        let total = order::Column::GrandTotalCents.into_simple_expr();
        captured().filter(payment::Column::CapturedCents.into_simple_expr().gte(total))
    };
    let is_first = |of: Find<'_, payment::Entity>| {
        let first = of.order_by_asc(payment::Column::CreatedOn).order_by_asc(payment::Column::Id).limit(1);
        refund::Column::PaymentId.in_subquery(first.subquery(payment::Column::Id))
    };
    let nothing_covers = Expr::exists(covering().subquery(payment::Column::Id)).not();
    Condition::any().add(is_first(covering())).add(Condition::all().add(nothing_covers).add(is_first(captured())))
}

/// The products with the highest sales in a range of time, highest first.
pub(super) async fn best_sellers(
    tx: &TenantTx,
    currency: &str,
    from: i64,
    until: i64,
    most: usize,
) -> Result<Vec<BestSeller>, DbError> {
    let orders = tx
        .find::<order::Entity>()
        .filter(paid_within(from, until))
        .filter(order::Column::Currency.eq(currency))
        .subquery(order::Column::Id);
    let mut sold: Vec<SoldProduct> = tx
        .find::<order_item::Entity>()
        .filter(order_item::Column::OrderId.in_subquery(orders))
        .aggregate(
            &[order_item::Column::ProductId],
            vec![
                (Expr::col(order_item::Column::ProductName).max(), "name"),
                (sum(order_item::Column::Quantity), "quantity"),
                (sum(order_item::Column::TotalCents), "total_cents"),
            ],
        )
        .await?;
    sold.sort_by(|one, other| other.total_cents.cmp(&one.total_cents).then_with(|| one.name.cmp(&other.name)));
    sold.truncate(most);
    let best = |own: SoldProduct| BestSeller {
        product_id: own.product_id,
        name: own.name,
        quantity: own.quantity,
        total_cents: own.total_cents,
    };
    Ok(sold.into_iter().map(best).collect())
}

/// Number of real orders paid in other currencies in a range of time.
pub(super) async fn count_in_other_currencies(
    tx: &TenantTx,
    currency: &str,
    from: i64,
    until: i64,
) -> Result<u64, DbError> {
    let paid = tx.find::<order::Entity>().filter(paid_within(from, until));
    paid.filter(order::Column::Currency.ne(currency)).count().await
}

/// Number of real orders that are paid and to be fulfilled, and of disputes to be answered.
#[derive(Default, FromQueryResult)]
pub(super) struct OpenTasks {
    pub(super) orders: i64,
    pub(super) disputes: i64,
}

pub(super) async fn open_tasks(tx: &TenantTx) -> Result<OpenTasks, DbError> {
    let counted = tx
        .find::<order::Entity>()
        .filter(order::Column::FulfillmentStatus.eq(FulfillmentStatus::Pending))
        .filter(order::Column::PaymentStatus.is_in(OrderPaymentStatus::values_where(OrderPaymentStatus::is_paid)))
        .filter(order::Column::TestMode.eq(false))
        .select_only()
        .column_as(order::Column::Id.count(), "orders")
        .column_as(payments::disputes_to_answer(tx), "disputes")
        .into_model::<OpenTasks>()
        .one()
        .await?;
    Ok(counted.unwrap_or_default())
}
