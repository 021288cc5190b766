//! Payments of a store: offered methods, capture of authorised money, provider webhooks, and payments that a
//! contributor captures or records by hand.

mod capture;
mod instructions;
mod model;
mod offer;
mod redact;
mod settings;
mod unclear_attempts;
mod webhooks;

#[cfg(test)]
mod tests;

pub use capture::capture;
pub use instructions::{Instructions, PaymentDetail, PaymentDue};
pub use model::{CaptureMode, MethodChoice, PaymentChoices, PaymentSettings, ProviderSettings};
pub use settings::{ProviderChange, get, save, save_provider};
pub use unclear_attempts::{ask_again, give_up};
pub use webhooks::{WebhookReceiptView, apply_due, forget_old, next_to_forget, next_try, of_order, receive, unmatched};

pub(crate) use capture::capture_for_shipment;
pub(crate) use model::test_notice;
pub(crate) use offer::offered;
pub(crate) use redact::redact_messages;
