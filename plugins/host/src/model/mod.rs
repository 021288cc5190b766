//! Plain Rust types of the contract, independent of how a plugin is run.

mod background;
mod block;
mod cart;
mod format;
mod installment;
mod payment;
mod question;
pub mod reads;
mod site;
mod value;

pub use background::HookEvent;
pub use block::{BlockInput, BlockOutput};
pub use cart::{CartDiscount, CartLine, CartPlace, CartProductKind, CartTax, QuotedCart, ShippingRate};
pub use format::{FormatPart, ProductRow, RowSale, RowStock, StockRow};
pub use installment::{
    InstallmentAvailability, InstallmentItem, InstallmentModal, InstallmentOffer, InstallmentPlan, InstallmentRequest,
    InstallmentText,
};
pub use payment::{
    Dispute, DisputeStatus, PaymentAttempt, PaymentBuyer, PaymentCustomer, PaymentIntent, PaymentLine, PaymentNext,
    PaymentOutcome, PaymentStatus, PaymentWebhook, PaymentWebhookEvent, PostalAddress, SavedMethod, SavedUse,
};
pub use question::{
    AnswerKind, CartDelivery, CheckoutAnswer, CheckoutChoice, CheckoutQuestion, CheckoutRefusal, QuotedCheckout,
};
pub use site::{Activation, Secret, Site, SiteContext};
pub use value::{Money, Value};
