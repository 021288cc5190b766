//! Questions to plugins about a cart: delivery options, taxes, discounts, and what the checkout asks.

use std::sync::Arc;
use std::time::Duration;

use crate::boxed;
use crate::breaker::Entry;
use crate::call::{WaitingCall, call_guest};
use crate::convert::cart::{cart_in, discounts_out, place_in, rates_out, taxes_out};
use crate::convert::questions::{answers_in, checkout_in, questions_out, refusals_out};
use crate::convert::{call_context_in, money_in};
use crate::error::{PluginError, PluginErrorKind};
use crate::host::Inner;
use crate::model::{
    CartDiscount, CartPlace, CartTax, CheckoutAnswer, CheckoutQuestion, CheckoutRefusal, Money, QuotedCart,
    QuotedCheckout, ShippingRate, Site,
};
use crate::registry::Plugin;

/// Longest time of a question: a shopper waits for the answer.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The questions to one plugin on one site. Each call has its own instance. Never call inside a database transaction.
#[derive(Clone)]
pub struct QuoteCalls {
    inner: Arc<Inner>,
    plugin: Arc<Plugin>,
    site: Arc<Site>,
}

impl std::fmt::Debug for QuoteCalls {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("QuoteCalls")
            .field("plugin", &self.plugin.id)
            .field("site", &self.site.context.site_id)
            .finish_non_exhaustive()
    }
}

/// Calls an export.
macro_rules! call {
    ($calls:expr, $entry:expr, $exports:ident, |$guest:ident, $store:ident| $call:expr, $read:expr) => {{
        let calls = $calls;
        let code = calls.inner.code_when_loaded(&calls.plugin).await?;
        let missing = || calls.plugin.error(PluginErrorKind::NotProvided(stringify!($exports).to_owned()));
        let indices = code.$exports.as_ref().ok_or_else(missing)?;
        let admitted = WaitingCall::admitted(&calls.inner, &calls.plugin, &calls.site, $entry)?;
        let call = WaitingCall { waiting: admitted.waiting.min(TIMEOUT), ..admitted };
        let _seat = call.seat(calls.inner.acquire_quote(&call.circuit.site, &calls.plugin)).await?;
        call_guest!(call, code, indices, |$guest, $store| $call, $read)
    }};
}

impl QuoteCalls {
    pub(crate) fn new(inner: Arc<Inner>, plugin: Arc<Plugin>, site: Arc<Site>) -> Self {
        Self { inner, plugin, site }
    }

    /// The delivery options of a cart to a place.
    ///
    /// # Errors
    /// Any [`PluginErrorKind`]; `Invalid` when an option is not one that a shop can offer.
    #[boxed]
    pub async fn rates(&self, cart: &QuotedCart, place: &CartPlace) -> Result<Vec<ShippingRate>, PluginError> {
        let (input, destination) = (cart_in(cart), place_in(place));
        let context = call_context_in(&self.site.context);
        call!(
            self,
            Entry::Shipping,
            shipping,
            |guest, store| guest.call_rates(store, &input, &destination, &context),
            |rates| rates_out(rates, &cart.subtotal.currency)
        )
    }

    /// The taxes of a cart whose delivery to a place costs `shipping`.
    ///
    /// # Errors
    /// Any [`PluginErrorKind`]; `Invalid` when a rate is above 100 %, or a line is not one of the cart.
    #[boxed]
    pub async fn taxes(
        &self,
        cart: &QuotedCart,
        shipping: Option<&Money>,
        place: &CartPlace,
    ) -> Result<Vec<CartTax>, PluginError> {
        let (input, price, destination) = (cart_in(cart), shipping.map(money_in), place_in(place));
        let context = call_context_in(&self.site.context);
        call!(
            self,
            Entry::Taxes,
            taxes,
            |guest, store| guest.call_calculate(store, &input, price.as_ref(), &destination, &context),
            |taxes| taxes_out(taxes, cart)
        )
    }

    /// The discounts of a cart.
    ///
    /// # Errors
    /// Any [`PluginErrorKind`]; `Invalid` when a discount is larger than what its lines cost.
    #[boxed]
    pub async fn discounts(&self, cart: &QuotedCart) -> Result<Vec<CartDiscount>, PluginError> {
        let input = cart_in(cart);
        let context = call_context_in(&self.site.context);
        call!(
            self,
            Entry::Discounts,
            discounts,
            |guest, store| guest.call_evaluate(store, &input, &context),
            |discounts| discounts_out(discounts, cart)
        )
    }

    /// The questions of a checkout.
    ///
    /// # Errors
    /// Any [`PluginErrorKind`]; `Invalid` when a question is not one that a checkout can show.
    #[boxed]
    pub async fn questions(&self, checkout: &QuotedCheckout) -> Result<Vec<CheckoutQuestion>, PluginError> {
        let input = checkout_in(checkout);
        let context = call_context_in(&self.site.context);
        call!(self, Entry::Questions, questions, |guest, store| guest.call_ask(store, &input, &context), questions_out)
    }

    /// The answers to these questions that the plugin refuses.
    ///
    /// # Errors
    /// Any [`PluginErrorKind`]; `Invalid` when what it says cannot be shown beside a question.
    #[boxed]
    pub async fn refusals(
        &self,
        checkout: &QuotedCheckout,
        answers: &[CheckoutAnswer],
    ) -> Result<Vec<CheckoutRefusal>, PluginError> {
        let (input, said) = (checkout_in(checkout), answers_in(answers));
        let context = call_context_in(&self.site.context);
        call!(
            self,
            Entry::Questions,
            questions,
            |guest, store| guest.call_check(store, &input, &said, &context),
            refusals_out
        )
    }
}
