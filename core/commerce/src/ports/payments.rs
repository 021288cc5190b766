//! Calls to payment providers.

use async_trait::async_trait;
use stoa_kernel::money::Money;
use stoa_kernel::{Failure, TenantCtx};

use super::{Attempt, ForgottenMethod, Outcome, PaymentError, PaymentMethod};
use crate::payments::WebhookEvent;

/// A refund to request from a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderRefund {
    /// The part of the attempt's money to refund.
    pub amount: Money,
    /// The same for each retry of this refund.
    pub idempotency_key: String,
    /// Reason of the refund.
    pub reason: String,
}

/// A provider's webhook request as received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Webhook {
    /// Method of the request.
    pub method: String,
    /// Its headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// Its query string.
    pub query: String,
    /// Its body.
    pub body: Vec<u8>,
}

/// The payment providers, for the site of the context. No database transaction is open during a call.
#[async_trait]
pub trait Payments: Send + Sync {
    /// The payment methods offered to new checkouts. Fails when the site's settings cannot be read.
    async fn methods(&self, ctx: &TenantCtx) -> Result<Vec<PaymentMethod>, Failure>;
    /// Creates a payment.
    async fn create(&self, ctx: &TenantCtx, attempt: &Attempt) -> Result<Outcome, PaymentError>;
    /// Continues after the buyer returned with a query string.
    async fn authorise(&self, ctx: &TenantCtx, attempt: &Attempt, query: &str) -> Result<Outcome, PaymentError>;
    /// Captures authorised money.
    async fn capture(&self, ctx: &TenantCtx, attempt: &Attempt) -> Result<Outcome, PaymentError>;
    /// Refunds captured money.
    async fn refund(&self, ctx: &TenantCtx, attempt: &Attempt, order: &ProviderRefund)
    -> Result<Outcome, PaymentError>;
    /// Voids an authorisation.
    async fn cancel(&self, ctx: &TenantCtx, attempt: &Attempt) -> Result<Outcome, PaymentError>;
    /// Queries the status of an attempt.
    async fn fetch_status(&self, ctx: &TenantCtx, attempt: &Attempt) -> Result<Outcome, PaymentError>;
    /// Verifies a webhook, by the version of the plugin that the site uses.
    async fn verify_webhook(
        &self,
        ctx: &TenantCtx,
        provider: &str,
        webhook: &Webhook,
    ) -> Result<Vec<WebhookEvent>, PaymentError>;
    /// The version of a provider's plugin that the site used before the present one, by its digest. None if there is none
    /// that may still say what is genuine: it was not withdrawn, and the site went on from it to a later one.
    ///
    /// # Errors
    /// When that cannot be found out now.
    async fn version_before(&self, _ctx: &TenantCtx, _provider: &str) -> Result<Option<String>, PaymentError> {
        Ok(None)
    }
    /// Reads a webhook by the version of the plugin with this digest, which is not the one that the site uses. None if
    /// that is not there any more, does not find it genuine, or fails.
    ///
    /// # Errors
    /// When the version cannot be called now.
    async fn verify_webhook_by(
        &self,
        _ctx: &TenantCtx,
        _provider: &str,
        _version: &str,
        _webhook: &Webhook,
    ) -> Result<Option<Vec<WebhookEvent>>, PaymentError> {
        Ok(None)
    }
    /// Has a provider forget a saved method. One that is gone already is forgotten.
    async fn forget_method(&self, ctx: &TenantCtx, method: &ForgottenMethod) -> Result<(), PaymentError>;
}
