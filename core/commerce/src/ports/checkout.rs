//! What else a checkout asks: what may be bought, and plugins for delivery, taxes and discounts.

use async_trait::async_trait;
use stoa_entity::TenantTx;
use stoa_kernel::id::ProductId;
use stoa_kernel::{Failure, TenantCtx};

use super::Payments;
use crate::quotes::{OpenQuestion, QuoteAnswer, QuoteFailure, QuoteSource};

/// Plugins that name delivery options, taxes and discounts, for the site of the context. No database transaction is open
/// during a call.
#[async_trait]
pub trait QuotePlugins: Send + Sync {
    /// Those that the site has turned on, in the order of their ids.
    async fn sources(&self, ctx: &TenantCtx) -> Result<Vec<QuoteSource>, Failure>;
    /// One answer for each question, in their order.
    async fn ask(&self, ctx: &TenantCtx, questions: &[OpenQuestion]) -> Vec<Result<QuoteAnswer, QuoteFailure>>;
}

/// Which products a visitor may buy.
#[async_trait]
pub trait SaleAccess: Send + Sync {
    /// Checks products in the transaction that sells them.
    ///
    /// # Errors
    /// What is needed first, such as a password.
    async fn check(&self, ctx: &TenantCtx, tx: &TenantTx, items: &[ProductId]) -> Result<(), Failure>;
}

/// Everything may be bought.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenToAll;

#[async_trait]
impl SaleAccess for OpenToAll {
    async fn check(&self, _: &TenantCtx, _: &TenantTx, _: &[ProductId]) -> Result<(), Failure> {
        Ok(())
    }
}

/// The plugins that a checkout asks.
#[derive(Clone, Copy)]
pub struct CheckoutPlugins<'a> {
    /// Those that take the money.
    pub payments: &'a dyn Payments,
    /// Those that name delivery options, taxes and discounts.
    pub quotes: &'a dyn QuotePlugins,
}

/// An installation without such plugins.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoQuotes;

#[async_trait]
impl QuotePlugins for NoQuotes {
    async fn sources(&self, _: &TenantCtx) -> Result<Vec<QuoteSource>, Failure> {
        Ok(Vec::new())
    }

    async fn ask(&self, _: &TenantCtx, questions: &[OpenQuestion]) -> Vec<Result<QuoteAnswer, QuoteFailure>> {
        questions.iter().map(|_| Err(QuoteFailure::InVain("there are no plugins".to_owned()))).collect()
    }
}
