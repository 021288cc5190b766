//! Questions to plugins about a cart: delivery options, taxes, discounts, and what the checkout asks.

use std::sync::Arc;
use std::time::Duration;

use wasmtime::Store;

use crate::breaker::{CircuitKey, Entry};
use crate::call::{end_call, new_store, read_answer, read_fault, yield_until};
use crate::capability::GuestState;
use crate::clock::CallClock;
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

/// Longest time of a question, and of waiting for a slot: a shopper waits for the answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// The questions to one plugin on one site. Each call has its own instance. Never call inside a database transaction.
#[derive(Clone)]
pub struct QuoteCalls {
    inner: Arc<Inner>,
    plugin: Arc<Plugin>,
    site: Arc<Site>,
    site_id: Arc<str>,
}

impl std::fmt::Debug for QuoteCalls {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("QuoteCalls").field("plugin", &self.plugin.id).field("site", &self.site_id).finish()
    }
}

/// Calls an export and reports the result to the circuit of its kind.
macro_rules! call {
    ($calls:expr, $entry:expr, $exports:ident, |$guest:ident, $store:ident| $call:expr) => {{
        let calls = $calls;
        let code = calls.inner.code_when_loaded(&calls.plugin).await?;
        let indices = code.$exports.as_ref().ok_or_else(|| calls.not_provided(stringify!($exports)))?;
        let circuit = calls.circuit($entry);
        calls.inner.admit(&circuit, &calls.plugin)?;
        // Waiting for a slot does not count towards the plugin's time limit, but no shopper waits long for one.
        let seat = calls.inner.acquire_quote(&calls.site_id, &calls.plugin);
        let Ok(seat) = tokio::time::timeout(PATIENCE, seat).await else {
            return Err(calls.plugin.error(PluginErrorKind::Busy));
        };
        let _seat = seat?;
        let started = std::time::Instant::now();
        let clock = CallClock::start(calls.allowed());
        let called = async {
            let mut store = calls.store(&clock);
            let entered = match code.waiting.instantiate_async(&mut store).await {
                Ok(instance) => indices.load(&mut store, &instance),
                Err(error) => Err(error),
            };
            let answer = match entered {
                Ok($guest) => {
                    let $store = &mut store;
                    $call.await
                }
                Err(error) => Err(error),
            };
            end_call(&store);
            match answer {
                Ok(Ok(answer)) => Ok(answer),
                Ok(Err(error)) => Err(calls.plugin.error(read_answer(error))),
                Err(error) => Err(calls.fault(&error, &store)),
            }
        };
        let answer = tokio::select! {
            answer = called => answer,
            () = clock.run_out() => Err(calls.plugin.error(PluginErrorKind::Timeout(calls.allowed()))),
        };
        let failure = answer.as_ref().err().map(|error| &error.kind);
        calls.inner.observe(&circuit, &calls.plugin, started.elapsed(), failure);
        (circuit, answer)
    }};
}

impl QuoteCalls {
    pub(crate) fn new(inner: Arc<Inner>, plugin: Arc<Plugin>, site: Arc<Site>) -> Self {
        let site_id = Arc::from(site.context.site_id.as_str());
        Self { inner, plugin, site, site_id }
    }

    /// The delivery options of a cart to a place.
    ///
    /// # Errors
    /// Any [`PluginErrorKind`]; `Invalid` when an option is not one that a shop can offer.
    pub async fn rates(&self, cart: &QuotedCart, place: &CartPlace) -> Result<Vec<ShippingRate>, PluginError> {
        let (input, destination) = (cart_in(cart), place_in(place));
        let context = call_context_in(&self.site.context);
        let (circuit, answer) = call!(self, Entry::Shipping, shipping, |guest, store| {
            guest.call_rates(store, &input, &destination, &context)
        });
        self.checked(&circuit, answer, |rates| rates_out(rates, &cart.subtotal.currency))
    }

    /// The taxes of a cart whose delivery to a place costs `shipping`.
    ///
    /// # Errors
    /// Any [`PluginErrorKind`]; `Invalid` when a rate is above 100 %, or a line is not one of the cart.
    pub async fn taxes(
        &self,
        cart: &QuotedCart,
        shipping: Option<&Money>,
        place: &CartPlace,
    ) -> Result<Vec<CartTax>, PluginError> {
        let (input, price, destination) = (cart_in(cart), shipping.map(money_in), place_in(place));
        let context = call_context_in(&self.site.context);
        let (circuit, answer) = call!(self, Entry::Taxes, taxes, |guest, store| {
            guest.call_calculate(store, &input, price.as_ref(), &destination, &context)
        });
        self.checked(&circuit, answer, |taxes| taxes_out(taxes, cart))
    }

    /// The discounts of a cart.
    ///
    /// # Errors
    /// Any [`PluginErrorKind`]; `Invalid` when a discount is larger than what its lines cost.
    pub async fn discounts(&self, cart: &QuotedCart) -> Result<Vec<CartDiscount>, PluginError> {
        let input = cart_in(cart);
        let context = call_context_in(&self.site.context);
        let (circuit, answer) =
            call!(self, Entry::Discounts, discounts, |guest, store| guest.call_evaluate(store, &input, &context));
        self.checked(&circuit, answer, |discounts| discounts_out(discounts, cart))
    }

    /// The questions of a checkout.
    ///
    /// # Errors
    /// Any [`PluginErrorKind`]; `Invalid` when a question is not one that a checkout can show.
    pub async fn questions(&self, checkout: &QuotedCheckout) -> Result<Vec<CheckoutQuestion>, PluginError> {
        let input = checkout_in(checkout);
        let context = call_context_in(&self.site.context);
        let (circuit, answer) =
            call!(self, Entry::Questions, questions, |guest, store| guest.call_ask(store, &input, &context));
        self.checked(&circuit, answer, questions_out)
    }

    /// The answers to these questions that the plugin refuses.
    ///
    /// # Errors
    /// Any [`PluginErrorKind`]; `Invalid` when what it says cannot be shown beside a question.
    pub async fn refusals(
        &self,
        checkout: &QuotedCheckout,
        answers: &[CheckoutAnswer],
    ) -> Result<Vec<CheckoutRefusal>, PluginError> {
        let (input, said) = (checkout_in(checkout), answers_in(answers));
        let context = call_context_in(&self.site.context);
        let (circuit, answer) =
            call!(self, Entry::Questions, questions, |guest, store| guest.call_check(store, &input, &said, &context));
        self.checked(&circuit, answer, refusals_out)
    }

    /// Checks an answer. One that breaks the contract counts as a failure, like a trap.
    fn checked<G, T>(
        &self,
        circuit: &CircuitKey,
        answer: Result<G, PluginError>,
        read: impl FnOnce(G) -> Result<T, PluginErrorKind>,
    ) -> Result<T, PluginError> {
        let answer = answer.and_then(|said| read(said).map_err(|kind| self.plugin.error(kind)));
        self.inner.report(circuit, answer.as_ref().err().map(|error| &error.kind));
        answer
    }

    fn circuit(&self, entry: Entry) -> CircuitKey {
        CircuitKey { site: Arc::clone(&self.site_id), plugin: Arc::clone(&self.plugin.id), entry }
    }

    fn not_provided(&self, interface: &str) -> PluginError {
        self.plugin.error(PluginErrorKind::NotProvided(interface.to_owned()))
    }

    fn allowed(&self) -> Duration {
        self.inner.limits(&self.plugin, &self.site).waiting_call.min(PATIENCE)
    }

    /// Running time of a question.
    fn running(&self) -> Duration {
        self.inner.limits(&self.plugin, &self.site).of(self.plugin.info.class).running
    }

    fn store(&self, clock: &Arc<CallClock>) -> Store<GuestState> {
        let workshop = &self.inner.workshop;
        let mut store = new_store(&workshop.engine, &self.plugin, &self.site, &workshop.limits, &workshop.ports);
        store.data_mut().begin_call();
        store.data_mut().clock = Arc::clone(clock);
        yield_until(&mut store, self.running());
        store
    }

    fn fault(&self, error: &wasmtime::Error, store: &Store<GuestState>) -> PluginError {
        self.plugin.error(read_fault(error, store, self.running()))
    }
}
