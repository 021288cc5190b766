//! From a cart to a paid order: the steps of the checkout, placing the order, and everything that
//! can come of a payment. All outcomes, whoever brings them, end in one function.

mod apply;
mod model;
mod place;
mod reconcile;
mod returned;
mod status;
mod steps;
mod store;
mod submit;

#[cfg(test)]
mod tests;

pub use model::{
    AttemptSummary, BillingChoice, CheckoutOrder, CheckoutView, Country, Customer, PaymentChoice, ReturnAnswer, Steps,
    Submission, SubmitAnswer, SubmitStatus,
};
pub use reconcile::{reconcile_due, release_expired};
pub use returned::{attempt_summary, payment_return, receive_webhook};
pub use status::AttemptStatus;
pub use steps::{set_billing, set_customer, set_shipping, set_shipping_option, view};
pub use submit::submit;
