//! How a shop is paid: which methods it offers and when it takes money that was set aside, messages of
//! providers, and money that the owner takes or notes by hand.

mod capture;
mod clarify;
mod forget;
mod inbox;
mod instructions;
mod model;
mod offer;
mod settings;

#[cfg(test)]
mod tests;

pub use capture::capture;
pub use clarify::{ask_again, give_up};
pub use inbox::{ReceiptView, apply_due, forget_old, next_to_forget, next_try, of_order, receive, unmatched};
pub use instructions::{Instructions, PaymentDetail, PaymentDue};
pub use model::{CaptureMode, MethodChoice, PaymentChoices, PaymentSettings, ProviderSettings};
pub use settings::{ProviderChange, get, save, save_provider};

pub(crate) use capture::take_for_parcel;
pub(crate) use forget::forget_messages;
pub(crate) use model::test_notice;
pub(crate) use offer::offered;
