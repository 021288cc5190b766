//! Plain Rust types of the contract, independent of how a plugin is run.

mod block;
mod cart;
mod installment;
mod payment;
mod site;
mod value;

pub use block::{BlockInput, BlockOutput};
pub use cart::{CartDiscount, CartLine, CartPlace, CartProductKind, CartTax, QuotedCart, ShippingRate};
pub use installment::{
    InstallmentAvailability, InstallmentItem, InstallmentModal, InstallmentOffer, InstallmentPlan, InstallmentRequest,
    InstallmentText,
};
pub use payment::{PaymentAttempt, PaymentNext, PaymentOutcome, PaymentStatus, PaymentWebhook, PaymentWebhookEvent};
pub use site::{Activation, Secret, Site, SiteContext};
pub use value::{Money, Value};
