//! Checkout, from a cart to a paid order: steps, order placement and payment outcomes. All outcomes, from whatever
//! source, go through one function.

mod apply;
mod asked;
mod attempt;
mod cancel_payment;
mod details;
mod model;
mod open_checkout;
mod order_refusals;
mod order_rows;
mod payment_effects;
mod payment_return;
mod pickup;
mod place_order;
mod placed;
mod reconcile;
mod status_checks;
mod steps;
mod store;
mod submit;

#[cfg(test)]
mod tests;

pub(crate) use apply::{close_attempts, in_currency, outcome_of, outcome_or_unknown};
pub(crate) use asked::{Asked, open_questions};
pub(crate) use attempt::{FIRST_CHECK_MS, payment_row as attempt_row};
pub(crate) use cancel_payment::end_attempt;
pub use cancel_payment::{cancel_pending_payment, payment_canceled_by_buyer};
pub use details::value_for as answer_for;
pub use details::{CheckoutAnswer, CheckoutChoices, CheckoutField, Details};
pub(crate) use details::{answers_shown, check_fields, of_carts as details_of_carts};
pub use model::{
    AttemptSummary, BillingChoice, CheckoutOrder, CheckoutView, Customer, Destination, PaymentChoice, PickupChoice,
    PickupOption, Purchase, ReturnAnswer, SignedInBuyer, Steps, Submission, SubmitAnswer, SubmitStatus,
};
pub(crate) use order_rows::HOLD_MS;
pub(crate) use payment_effects::{is_test, reserve_stock_again, take_stock_again};
pub(crate) use payment_return::load as load_attempt;
pub use payment_return::{PaymentReturn, attempt_summary, payment_return};
pub use pickup::set_pickup;
pub use placed::{PlacedOrder, order_of_payment, placed_order};
pub use reconcile::{reconcile_due, release_expired};
pub(crate) use status_checks::next_check_after;
pub use steps::{
    NoteAndAnswers, add_coupon, has_items, remove_coupon, set_billing, set_customer, set_details, set_shipping,
    set_shipping_option, view,
};
pub(crate) use store::{
    ORDER_NUMBERS, captured_or_open_payments, latest_shop_test_mode, payment as payment_row, payment_by_key,
    payment_by_reference,
};
pub use submit::submit;
pub(crate) use submit::{settle, void};
