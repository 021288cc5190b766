//! From a cart to a paid order: the steps of the checkout, placing the order, and everything that
//! can come of a payment. All outcomes, whoever brings them, end in one function.

mod apply;
mod details;
mod given_up;
mod model;
mod paid;
mod pickup;
mod place;
mod reconcile;
mod returned;
mod status;
mod steps;
mod store;
mod submit;

#[cfg(test)]
mod tests;

pub(crate) use apply::{close_attempts, in_currency, known_outcome};
pub use details::{CheckoutAnswer, CheckoutChoices, CheckoutField, CheckoutFieldKind, Details};
pub(crate) use details::{check_fields, of_cart as details_of, of_carts as details_of_carts};
pub(crate) use given_up::end_attempt;
pub use given_up::{give_up, payment_given_up};
pub use model::{
    AttemptSummary, BillingChoice, CheckoutOrder, CheckoutView, Country, Customer, Destination, PaymentChoice,
    PickupChoice, PickupOption, ReturnAnswer, Steps, Submission, SubmitAnswer, SubmitStatus,
};
pub(crate) use paid::take_again;
pub use pickup::set_pickup;
pub(crate) use place::FIRST_CHECK_MS;
pub use reconcile::{reconcile_due, release_expired};
pub(crate) use returned::load as load_attempt;
pub use returned::{attempt_summary, payment_return};
pub use status::AttemptStatus;
pub(crate) use status::next_check_after;
pub use steps::{
    Said, add_coupon, has_items, remove_coupon, set_billing, set_customer, set_details, set_shipping,
    set_shipping_option, view,
};
pub(crate) use store::{payment as payment_row, payment_by_reference};
pub use submit::submit;
pub(crate) use submit::{settle, void};
