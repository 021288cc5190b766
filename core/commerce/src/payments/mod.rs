//! Payments of a store: offered methods, capture of authorised money, provider webhooks, disputes, and payments that a
//! contributor captures or records by hand.

mod capture;
mod charge;
mod disputes;
mod forgotten_methods;
mod instructions;
mod model;
mod offer;
mod provider_data;
mod receipt;
mod redact;
mod saved_methods;
mod settings;
mod simulated;
mod unclear_attempts;
mod verified;
mod webhook_event;
mod webhooks;

#[cfg(test)]
mod tests;

pub use capture::capture;
pub(crate) use charge::declined;
pub use charge::{SavedCharge, charge_saved_method, chargeable_methods};
pub use disputes::{Dispute, DisputeView};
pub use forgotten_methods::{
    forget_before_removal, forget_due, forget_of_deleted_site, has_saved_methods, next_forgetting,
};
pub use instructions::{Instructions, PaymentDetail, PaymentDue};
pub use model::{MethodChoice, PaymentChoices, PaymentSettings, ProviderSettings};
pub use offer::offered_anywhere;
pub use provider_data::{PaymentBuyer, PaymentCustomer, PaymentIntent, PaymentLine};
pub use receipt::{receive, receive_from_doubtful};
pub use saved_methods::{SavedPaymentMethod, remove_saved_method, saved_methods};
pub use settings::{ProviderChange, get, save, save_provider};
pub use unclear_attempts::{cancel_unclear_attempt, query_status};
pub use webhook_event::WebhookEvent;
pub use webhooks::{WebhookReceiptView, apply_due, delete_old, next_deletion, next_try, of_order, unmatched};

pub(crate) use capture::capture_for_shipment;
pub(crate) use disputes::{
    most_urgent, orders_with as orders_with_disputes, to_answer as disputes_to_answer, urgency as dispute_urgency,
};
pub(crate) use instructions::{instructions_of, keep_reference, put_in_words, with_reference};
pub(crate) use offer::offered;
pub(crate) use redact::redact_messages;
pub(crate) use saved_methods::{ChosenMethod, SavedMethodData, chosen_use, keep_saved, offered_to, use_of};
pub(crate) use simulated::receive_simulated;
