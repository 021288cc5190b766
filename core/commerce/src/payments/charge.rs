//! Charges a saved payment method for an unpaid order, on request of a contributor: the customer is not present.

use sea_orm::{ColumnTrait, Condition, IntoActiveModel as _};
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::payment::SavedUse as StoredUse;
use stoa_entity::tenant::saved_payment_method::Model;
use stoa_entity::tenant::{order, payment};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::{OrderId, PaymentId, SavedPaymentMethodId};
use stoa_kernel::order::{FulfillmentStatus, OrderEventKind, OrderPaymentStatus};
use stoa_kernel::payment::AttemptStatus;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{ProblemText, Said, TenantCtx, boxed};

use super::model::PaymentChoices;
use super::offer::offered;
use super::saved_methods::{SavedPaymentMethod, is_usable, of_account, offered_to};
use super::simulated::receive_simulated;
use crate::checkout::{self, HOLD_MS};
use crate::orders::{self, OrderView, note};
use crate::ports::{Attempt, Outcome, PaymentMethod, PaymentStatus, Payments, SavedUse};
use crate::{CommerceError, cart, contributor_texts};

/// A charge to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedCharge {
    /// The same for each retry of this charge; 8 to 200 characters.
    pub idempotency_key: String,
    /// The saved method of the order's customer.
    pub saved_method: String,
}

/// The saved methods that can be charged for an order now, the latest first: none if it is paid, also in part, canceled,
/// of a guest, or placed in the other mode of the shop, or if a payment of it is in progress.
///
/// # Errors
/// When the caller may not read orders, or the order does not exist.
#[boxed]
pub async fn chargeable_methods(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    order_id: &OrderId,
) -> Result<Vec<SavedPaymentMethod>, CommerceError> {
    ctx.authorise(Resource::Orders, Action::Read)?;
    let at_hand = payments.methods(ctx).await?;
    let tx = db.read().await?;
    let order = orders::find(&tx, order_id, false).await?;
    let Some(owner) = &order.site_user_id else { return Ok(Vec::new()) };
    let (choices, _) = PaymentChoices::load(&tx).await?;
    if refusal(&tx, &order, &choices).await?.is_some() {
        return Ok(Vec::new());
    }
    let methods = offered_for(&order, &at_hand, &choices);
    Ok(offered_to(ctx, &tx, owner, &methods, choices.test_mode).await?.methods)
}

/// Charges a saved method for an order. The attempt is stored before the provider is called, and what becomes of it is
/// found out like that of any other payment. A repetition with the same key charges nothing again.
///
/// # Errors
/// A conflict when the order cannot be charged, the method cannot be used, the key was used for another
/// charge, or the provider declines.
#[boxed]
pub async fn charge_saved_method(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    order_id: &OrderId,
    charge: &SavedCharge,
) -> Result<OrderView, CommerceError> {
    ctx.authorise(Resource::Orders, Action::Write)?;
    if !(8..=200).contains(&charge.idempotency_key.len()) {
        return Err(CommerceError::field("idempotencyKey", crate::contributor_texts::KEY_NEEDS_8_TO_200_CHARACTERS));
    }
    let at_hand = payments.methods(ctx).await?;
    let payment = match begin(ctx, db, &at_hand, order_id, charge).await? {
        Begun::Known(known) => *known,
        Begun::New(id) => carry_out(ctx, db, payments, &id).await?,
    };
    if payment.status.is_over() {
        return Err(CommerceError::said_conflict(declined(&payment)));
    }
    let tx = db.read().await?;
    let row = orders::find(&tx, order_id, false).await?;
    orders::complete(&tx, row).await
}

enum Begun {
    /// The attempt of an earlier request with this key.
    Known(Box<payment::Model>),
    New(PaymentId),
}

/// Stores the attempt, so that the reconciler finds out what became of it if this process does not finish.
async fn begin(
    ctx: &TenantCtx,
    db: &TenantDb,
    at_hand: &[PaymentMethod],
    order_id: &OrderId,
    charge: &SavedCharge,
) -> Result<Begun, CommerceError> {
    let tx = db.write().await?;
    let unlocked = orders::find(&tx, order_id, false).await?;
    cart::lock(&tx, &unlocked.cart_id).await?;
    let order = orders::find(&tx, order_id, true).await?;
    let gone = |_| CommerceError::said_field("savedMethodId", contributor_texts::SAVED_METHOD_NOT_CHARGEABLE);
    let saved_method: SavedPaymentMethodId = charge.saved_method.parse().map_err(gone)?;
    let saved_use = Some(JsonOf(StoredUse::OffSession(saved_method.clone())));
    let key = format!("{}:charge:{}", order.id, charge.idempotency_key);
    if let Some(known) = checkout::payment_by_key(&tx, &key).await? {
        return if known.saved_use == saved_use {
            Ok(Begun::Known(Box::new(known)))
        } else {
            Err(CommerceError::said_conflict(contributor_texts::CHARGE_KEY_WAS_USED))
        };
    }
    let (choices, _) = PaymentChoices::load(&tx).await?;
    if let Some(reason) = refusal(&tx, &order, &choices).await? {
        return Err(CommerceError::said_conflict(reason));
    }
    let offer = Offer { methods: offered_for(&order, at_hand, &choices), test_mode: choices.test_mode };
    let (method, saved) = chosen(ctx, &tx, &order, &offer, &saved_method).await?;
    if !checkout::take_stock_again(ctx, &tx, &order).await? {
        return Err(CommerceError::said_conflict(contributor_texts::ORDER_EXPIRED_ITEMS_SOLD));
    }
    let row = checkout::attempt_row(ctx, &order, Some(method), &choices, key);
    let row = payment::Model { saved_use, ..row };
    let id = row.id.clone();
    tx.insert_many(vec![row.into_active_model()]).await?;
    keep_open(ctx, &tx, &order).await?;
    let message = contributor_texts::SAVED_METHOD_CHARGED.with("name", saved.label).to_string();
    note(ctx, &tx, &order.id, OrderEventKind::Payment, &message).await?;
    audit::note(ctx, &tx, AuditAction::OrderCharge, order.id.as_str()).await?;
    tx.commit().await?;
    Ok(Begun::New(id))
}

/// An order whose time is over, or nearly so, would be canceled unless the payment is recorded in time. Its items are kept
/// as long as in a checkout: the provider may have to be asked several times.
async fn keep_open(ctx: &TenantCtx, tx: &TenantTx, order: &order::Model) -> Result<(), CommerceError> {
    let until = ctx.now() + HOLD_MS;
    let is_over = order::Column::PaymentStatus.eq(OrderPaymentStatus::Failed);
    let ends_before = Condition::all()
        .add(order::Column::PaymentStatus.eq(OrderPaymentStatus::AwaitingPayment))
        .add(order::Column::HoldExpiresOn.lt(until));
    tx.update::<order::Entity>(order::Column::Id.eq(order.id.clone()))
        .filter(Condition::any().add(is_over).add(ends_before))
        .set(order::Column::PaymentStatus, OrderPaymentStatus::AwaitingPayment)
        .set(order::Column::HoldExpiresOn, Some(until))
        .exec()
        .await?;
    Ok(())
}

/// What the shop offers for an order.
struct Offer {
    methods: Vec<PaymentMethod>,
    test_mode: bool,
}

/// Whether a method may pay an order. Test methods pay tests alone, and tests are paid by what takes no real money: in a
/// shop in test mode also by providers that take test cards then.
pub(super) fn may_pay(method: &PaymentMethod, order_is_test: bool, shop_is_test: bool) -> bool {
    if method.test_mode { order_is_test } else { !order_is_test || shop_is_test }
}

/// The methods of providers that the shop offers to the customer of an order.
fn offered_for(order: &order::Model, at_hand: &[PaymentMethod], choices: &PaymentChoices) -> Vec<PaymentMethod> {
    let address = order.billing_address.as_ref().or(order.shipping_address.as_ref());
    let country = address.map(|address| address.0.country.as_str());
    let mut methods = offered(at_hand, choices, country, order.shipping_option.is_some());
    methods.retain(|method| may_pay(method, order.test_mode, choices.test_mode));
    methods
}

/// The saved method, and by which of the offered ones it is charged.
async fn chosen<'a>(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &order::Model,
    offer: &'a Offer,
    id: &SavedPaymentMethodId,
) -> Result<(&'a PaymentMethod, Model), CommerceError> {
    let gone = || CommerceError::said_conflict(contributor_texts::SAVED_METHOD_NOT_CHARGEABLE);
    let owner = order.site_user_id.as_ref().ok_or_else(gone)?;
    let saved = of_account(tx, owner, id.as_str()).one().await?;
    let saved = saved.filter(|row| row.test_mode == offer.test_mode).ok_or_else(gone)?;
    let method = offer.methods.iter().find(|method| is_usable(ctx, tx, &saved, method)).ok_or_else(gone)?;
    Ok((method, saved))
}

/// Why no saved method can be charged for an order.
async fn refusal(
    tx: &TenantTx,
    order: &order::Model,
    choices: &PaymentChoices,
) -> Result<Option<ProblemText>, CommerceError> {
    if order.fulfillment_status == FulfillmentStatus::Canceled {
        return Ok(Some(contributor_texts::ORDER_WAS_CANCELED));
    }
    if order.payment_status.is_captured() {
        return Ok(Some(contributor_texts::ORDER_PAID_ALREADY));
    }
    // A live card would pay real money for it.
    if order.test_mode && !choices.test_mode {
        return Ok(Some(contributor_texts::ORDER_WAS_A_TEST));
    }
    // A provider of real payments takes test cards in test mode, and so does its saved method.
    match checkout::latest_shop_test_mode(tx, &order.id).await? {
        Some(true) if !choices.test_mode => return Ok(Some(contributor_texts::ORDER_OF_TEST_MODE)),
        Some(false) if choices.test_mode => return Ok(Some(contributor_texts::ORDER_OF_LIVE_MODE)),
        _ => {}
    }
    let binding = checkout::captured_or_open_payments(tx, &order.id).await?;
    // The whole total would be taken besides it.
    if binding.iter().any(|payment| payment.status == AttemptStatus::Captured) {
        return Ok(Some(contributor_texts::ORDER_PAID_IN_PART));
    }
    // A transfer that the shop waits for may be paid another way; what arrives of it later is refunded.
    let is_in_progress = binding.iter().any(|payment| payment.instructions.is_none());
    Ok(is_in_progress.then_some(contributor_texts::PAYMENT_IS_IN_PROGRESS))
}

/// Calls the provider, and returns the attempt after its answer.
async fn carry_out(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    id: &PaymentId,
) -> Result<payment::Model, CommerceError> {
    let (attempt, _) = checkout::load_attempt(db, id).await?;
    // What the provider says is read by contributors, not by the customer.
    let attempt = Attempt { language: None, ..attempt };
    let outcome = match &attempt.saved {
        SavedUse::OffSession(_) => checkout::outcome_of(payments.create(ctx, &attempt).await, attempt.amount),
        // The customer has removed it meanwhile.
        SavedUse::No | SavedUse::Save | SavedUse::Present(_) => Outcome {
            buyer_message: Some(contributor_texts::SAVED_METHOD_NOT_CHARGEABLE.english().to_owned()),
            ..Outcome::plain(PaymentStatus::Declined)
        },
    };
    let applied = checkout::settle(ctx, db, payments, &attempt, &outcome).await?;
    receive_simulated(ctx, db, payments, &applied.payment).await;
    Ok(applied.payment)
}

/// That the provider declined a charge, with its reason. The history of the order says so too.
pub(crate) fn declined(payment: &payment::Model) -> Said {
    match &payment.buyer_message {
        Some(reason) => contributor_texts::CHARGE_DECLINED_BECAUSE.with("reason", reason.as_str()),
        None => contributor_texts::CHARGE_DECLINED.into(),
    }
}
