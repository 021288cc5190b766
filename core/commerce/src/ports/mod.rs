//! Adapter traits of the store for payment and instalment providers. The types mirror the payment interface of plugins.

mod attempt;
mod checkout;
mod installments;
mod methods;
mod outcome;
mod payments;

pub use self::attempt::{Attempt, ForgottenMethod, SavedMethod, SavedUse};
pub use self::checkout::{CheckoutPlugins, NoQuotes, OpenToAll, QuotePlugins, SaleAccess};
pub use self::installments::{InstallmentProvider, InstallmentProviders, Installments, NoInstallments};
pub use self::methods::{PaymentMethod, PaymentProviders, Provider, ProviderMethod};
pub use self::outcome::{NextStep, Outcome, PaymentError, PaymentStatus};
pub use self::payments::{Payments, ProviderRefund, Webhook};
pub use crate::payments::{Dispute, WebhookEvent};
