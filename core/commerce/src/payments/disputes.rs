//! Disputes of payments: stored with the payment as their provider tells them, shown at the order, and told to the owner.
//! The figures of the order stay as they are: what a bank takes back is no refund of the shop.

use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Condition, Expr, ExprTrait, QueryStatementBuilder as _, SelectStatement, SimpleExpr};
use sea_orm::{ColumnTrait, IntoSimpleExpr as _};
use serde::{Deserialize, Serialize};
use serde_json::json;
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::tenant::{order, payment, payment_dispute};
use stoa_entity::{TenantTx, by_key, outbox};
use stoa_kernel::TenantCtx;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::event::Event;
use stoa_kernel::id::PaymentId;
use stoa_kernel::money::{Cents, Money};
use stoa_kernel::order::OrderEventKind;
use stoa_kernel::payment::{DisputeFilter, DisputeStatus};

use crate::{CommerceError, cart, checkout, contributor_texts, orders, site_events};

/// Maximum number of characters of a reason.
const MAX_REASON: usize = 200;

/// A buyer's request to their bank to take money back, as a message tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Dispute {
    /// The provider's id of it.
    pub id: String,
    /// Its status.
    pub status: DisputeStatus,
    /// The disputed amount; none in messages of earlier versions.
    #[serde(default)]
    pub amount: Option<Money>,
    /// The provider's word for the reason.
    #[serde(default)]
    pub reason: String,
    /// Until when the shop can answer.
    #[serde(default)]
    pub respond_by: Option<Timestamp>,
}

/// A dispute of a payment, for contributors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DisputeView {
    /// The provider's id.
    pub reference: String,
    /// Its status.
    pub status: DisputeStatus,
    /// The disputed amount, in minor units; none when it was not told.
    pub amount_cents: Option<Cents>,
    /// ISO 4217 code of the amount.
    pub currency: String,
    /// The provider's word for the reason; may be empty.
    pub reason: String,
    /// Until when the shop can answer.
    pub respond_by: Option<Timestamp>,
    /// When it was first told.
    pub created_on: Timestamp,
    /// When its status changed last.
    pub updated_on: Timestamp,
}

impl DisputeView {
    /// The disputed amount with its currency; none when it was not told.
    pub fn amount(&self) -> Option<Money> {
        Some(self.amount_cents?.of(self.currency.parse().ok()?))
    }
}

impl From<payment_dispute::Model> for DisputeView {
    fn from(row: payment_dispute::Model) -> Self {
        Self {
            reference: row.reference,
            status: row.status,
            amount_cents: row.amount_cents,
            currency: row.currency,
            reason: row.reason,
            respond_by: row.respond_by,
            created_on: row.created_on,
            updated_on: row.updated_on,
        }
    }
}

/// Stores the dispute that a message of a provider tells of. Repeated and older messages change nothing. A new status
/// is noted in the history of the order, and told to the owner.
pub(super) async fn record(
    ctx: &TenantCtx,
    tx: &TenantTx,
    told: &Dispute,
    payment: &PaymentId,
    told_on: Timestamp,
) -> Result<(), CommerceError> {
    let Some(payment) = checkout::payment_row(tx, payment, false).await? else { return Ok(()) };
    cart::lock_of_order(tx, &payment.order_id).await?;
    orders::find(tx, &payment.order_id, true).await?;
    let own = Condition::all()
        .add(payment_dispute::Column::OrderId.eq(payment.order_id.clone()))
        .add(payment_dispute::Column::PaymentId.eq(payment.id.clone()))
        .add(payment_dispute::Column::Reference.eq(told.id.as_str()));
    let known = tx.find::<payment_dispute::Entity>().filter(own.clone()).one().await?;
    let Some(known) = known else {
        tx.insert(new_row(ctx, tx, told, &payment, told_on)).await?;
        tell(ctx, tx, told, &payment).await?;
        return tell_owner(ctx, tx, told, &payment, told_on).await;
    };
    let has_later_limit = known.respond_by.zip(told.respond_by).is_some_and(|(known, told)| told > known);
    if !known.status.is_replaced_by(told.status, told_on >= known.told_on, has_later_limit) {
        return Ok(());
    }
    let is_changed = known.status != told.status;
    let reason = one_line(&told.reason);
    let currency = told.amount.map_or(known.currency, |amount| amount.currency.code().to_owned());
    tx.update::<payment_dispute::Entity>(own)
        .set(payment_dispute::Column::Status, told.status)
        .set(payment_dispute::Column::AmountCents, minor_units(told).or(known.amount_cents))
        .set(payment_dispute::Column::Currency, currency)
        .set(payment_dispute::Column::Reason, if reason.is_empty() { known.reason } else { reason })
        .set(payment_dispute::Column::RespondBy, told.respond_by.or(known.respond_by))
        .set(payment_dispute::Column::ToldOn, std::cmp::max(told_on, known.told_on))
        .set(payment_dispute::Column::UpdatedOn, if is_changed { ctx.now() } else { known.updated_on })
        .exec()
        .await?;
    if is_changed {
        tell(ctx, tx, told, &payment).await?;
    }
    // That the bank reviews what the shop has answered is no news for it.
    if is_changed && told.status != DisputeStatus::UnderReview {
        tell_owner(ctx, tx, told, &payment, told_on).await?;
    }
    Ok(())
}

/// A dispute that is told for the first time.
fn new_row(
    ctx: &TenantCtx,
    tx: &TenantTx,
    told: &Dispute,
    payment: &payment::Model,
    told_on: Timestamp,
) -> payment_dispute::ActiveModel {
    let currency = told.amount.map_or(payment.currency.clone(), |amount| amount.currency.code().to_owned());
    payment_dispute::ActiveModel {
        website_id: Set(tx.website().clone()),
        order_id: Set(payment.order_id.clone()),
        payment_id: Set(payment.id.clone()),
        reference: Set(told.id.clone()),
        status: Set(told.status),
        amount_cents: Set(minor_units(told)),
        currency: Set(currency),
        reason: Set(one_line(&told.reason)),
        respond_by: Set(told.respond_by),
        told_on: Set(told_on),
        created_on: Set(ctx.now()),
        updated_on: Set(ctx.now()),
    }
}

fn minor_units(told: &Dispute) -> Option<Cents> {
    told.amount.map(|amount| Cents(amount.minor))
}

fn one_line(text: &str) -> String {
    text.chars().map(|own| if own.is_control() { ' ' } else { own }).take(MAX_REASON).collect()
}

/// Notes a dispute that is new or has a new status, and tells those that listen to it.
async fn tell(ctx: &TenantCtx, tx: &TenantTx, told: &Dispute, payment: &payment::Model) -> Result<(), CommerceError> {
    orders::note(ctx, tx, &payment.order_id, OrderEventKind::Payment, words(told.status)).await?;
    audit::note(ctx, tx, AuditAction::OrderDispute, payment.order_id.as_str()).await?;
    let payload = json!({
        "id": told.id,
        "paymentId": payment.id,
        "status": told.status,
        "amount": told.amount.map(|amount| amount.minor),
        "currency": told.amount.map(|amount| amount.currency),
        "reason": one_line(&told.reason),
        "respondBy": told.respond_by,
    });
    site_events::order_disputed(ctx, tx, &payment.order_id, json!({"dispute": payload})).await
}

/// Has an e-mail written to the owner.
async fn tell_owner(
    ctx: &TenantCtx,
    tx: &TenantTx,
    told: &Dispute,
    payment: &payment::Model,
    told_on: Timestamp,
) -> Result<(), CommerceError> {
    let event = Event::PaymentDisputed {
        order_id: payment.order_id.clone(),
        payment_id: payment.id.clone(),
        dispute: told.id.clone(),
        status: told.status,
        told_on,
    };
    Ok(outbox::emit(ctx, tx, &event).await?)
}

/// What the history of the order says.
fn words(status: DisputeStatus) -> &'static str {
    match status {
        DisputeStatus::NeedsResponse => contributor_texts::DISPUTE_NEEDS_RESPONSE.english(),
        DisputeStatus::UnderReview => contributor_texts::DISPUTE_UNDER_REVIEW.english(),
        DisputeStatus::Won => contributor_texts::DISPUTE_WON.english(),
        DisputeStatus::Lost => contributor_texts::DISPUTE_LOST.english(),
        DisputeStatus::Closed => contributor_texts::DISPUTE_CLOSED.english(),
    }
}

/// The orders that have such a dispute, for a condition.
pub(crate) fn orders_with(tx: &TenantTx, filter: DisputeFilter) -> SelectStatement {
    let wanted = DisputeStatus::values_where(|status| filter.includes(status));
    tx.find::<payment_dispute::Entity>()
        .filter(payment_dispute::Column::Status.is_in(wanted))
        .subquery(payment_dispute::Column::OrderId)
}

/// Expression for queries of orders: the urgency of the most urgent dispute, null without disputes.
pub(crate) fn urgency(tx: &TenantTx) -> SimpleExpr {
    let own = payment_dispute::Column::OrderId.into_simple_expr().eq(order::Column::Id.into_simple_expr());
    let ranks = DisputeStatus::ALL.iter().map(|status| (*status, Expr::value(status.urgency())));
    let highest = by_key(payment_dispute::Column::Status, ranks).max().cast_as("bigint");
    let highest = tx.find::<payment_dispute::Entity>().filter(own).subquery_of(highest);
    SimpleExpr::SubQuery(None, Box::new(highest.into_sub_query_statement()))
}

/// Expression: the number of disputes of real orders that the shop has to answer.
pub(crate) fn to_answer(tx: &TenantTx) -> SimpleExpr {
    let waiting = tx
        .find::<payment_dispute::Entity>()
        .inner_join(order::Entity)
        .filter(payment_dispute::Column::Status.eq(DisputeStatus::NeedsResponse))
        .filter(order::Column::TestMode.eq(false))
        .subquery_of(payment_dispute::Column::Reference.count());
    SimpleExpr::SubQuery(None, Box::new(waiting.into_sub_query_statement()))
}

/// The status that contributors should see of several disputes.
pub(crate) fn most_urgent(statuses: impl IntoIterator<Item = DisputeStatus>) -> Option<DisputeStatus> {
    statuses.into_iter().max_by_key(|status| status.urgency())
}
