//! Calls of payment providers.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use wasmtime::Store;

use crate::activity::{LogLine, PluginOnSite};
use crate::bindings::payments2::interface::{Outcome, WebhookEvent};
use crate::boxed;
use crate::breaker::{CircuitKey, Entry};
use crate::call::{end_call, new_store, read_answer, read_fault, yield_until};
use crate::capability::GuestState;
use crate::clock::CallClock;
use crate::convert::invalid;
use crate::error::{PluginError, PluginErrorKind};
use crate::host::Inner;
use crate::limits::Limits;
use crate::loading::code::Code;
use crate::model::{
    Money, PaymentAttempt, PaymentNext, PaymentOutcome, PaymentStatus, PaymentWebhook, PaymentWebhookEvent, SavedUse,
    Site, SiteContext,
};
use crate::payment_versions::of_0_2::{event_out, outcome_out};
use crate::payment_versions::{Answer, Capture, PaymentGuest, Refund};
use crate::registry::Plugin;

const MAX_WEBHOOK_EVENTS: usize = 100;

/// The payment calls of one plugin on one site. Each call has its own instance. Never call inside a database
/// transaction. After an error for which [`PluginError::has_unknown_effect`] is true, the attempt is `unknown`, and
/// [`PaymentCalls::fetch_status`] returns its state later.
#[derive(Clone)]
pub struct PaymentCalls {
    inner: Arc<Inner>,
    plugin: Arc<Plugin>,
    site: Arc<Site>,
    circuit: CircuitKey,
}

impl std::fmt::Debug for PaymentCalls {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("PaymentCalls")
            .field("plugin", &self.plugin.id)
            .field("site", &self.circuit.site)
            .finish()
    }
}

/// An instance that lives for one call.
struct CallInstance {
    store: Store<GuestState>,
    guest: PaymentGuest,
}

macro_rules! call {
    ($calls:expr, $may_rest:expr, |$entered:ident| $call:expr, $read:expr) => {{
        let calls = $calls;
        if $may_rest {
            calls.inner.admit(&calls.circuit, &calls.plugin)?;
        }
        let code = calls.inner.code_when_loaded(&calls.plugin).await?;
        // Waiting for a slot does not count towards the plugin's time limit.
        let _seat = calls.inner.acquire(&calls.circuit.site, &calls.plugin).await?;
        let started = std::time::Instant::now();
        let clock = CallClock::start(calls.allowed());
        let called = async {
            let mut entered = calls.enter(code, &clock).await?;
            let $entered = &mut entered;
            let answer = $call.await;
            calls.said(answer, &entered.store, $read)
        };
        let answer = tokio::select! {
            answer = called => answer,
            () = clock.run_out() => Err(calls.plugin.error(PluginErrorKind::Timeout(calls.allowed()))),
        };
        let failure = answer.as_ref().err().map(|error| &error.kind);
        calls.inner.observe(&calls.circuit, &calls.plugin, started.elapsed(), failure);
        // Anyone can send a webhook, and the calls for an existing payment are always tried: only new payments count.
        if $may_rest {
            calls.inner.report(&calls.circuit, failure);
        }
        answer
    }};
}

impl PaymentCalls {
    pub(crate) fn new(inner: Arc<Inner>, plugin: Arc<Plugin>, site: Arc<Site>) -> Result<Self, PluginError> {
        if !plugin.provides("payments") {
            return Err(plugin.error(PluginErrorKind::NotProvided("payments".to_owned())));
        }
        let site_id = Arc::from(site.context.site_id.as_str());
        let circuit = CircuitKey { site: site_id, plugin: Arc::clone(&plugin.id), entry: Entry::Payments };
        Ok(Self { inner, plugin, site, circuit })
    }

    /// Id and version of the plugin; an attempt stays with the version that created it.
    #[must_use]
    pub fn plugin(&self) -> (&str, &str) {
        (&self.plugin.id, &self.plugin.version)
    }

    /// Creates an attempt. The same idempotency key gives the same outcome.
    ///
    /// # Errors
    /// Any [`PluginErrorKind`]; [`PluginErrorKind::Suspended`] while the plugin is suspended on the site.
    #[boxed]
    pub async fn create(&self, attempt: &PaymentAttempt) -> Result<PaymentOutcome, PluginError> {
        call!(self, true, |entered| entered.guest.create(&mut entered.store, attempt, self.context()), |outcome| self
            .read(outcome, attempt))
    }

    /// Continues an attempt when the customer returns with this query string.
    ///
    /// # Errors
    /// Any [`PluginErrorKind`] but `Suspended`.
    #[boxed]
    pub async fn authorise(&self, attempt: &PaymentAttempt, return_query: &str) -> Result<PaymentOutcome, PluginError> {
        call!(
            self,
            false,
            |entered| entered.guest.authorise(&mut entered.store, attempt, return_query, self.context()),
            |outcome| self.read(outcome, attempt)
        )
    }

    /// Captures an authorised amount.
    ///
    /// # Errors
    /// Any [`PluginErrorKind`] but `Suspended`; `Invalid` when the amount is not above zero, is above the attempt or in
    /// another currency.
    #[boxed]
    pub async fn capture(
        &self,
        attempt: &PaymentAttempt,
        amount: &Money,
        idempotency_key: &str,
    ) -> Result<PaymentOutcome, PluginError> {
        self.check_amount(attempt, amount)?;
        call!(
            self,
            false,
            |entered| entered.guest.capture(
                &mut entered.store,
                attempt,
                Capture { amount, key: idempotency_key },
                self.context()
            ),
            |outcome| self.read(outcome, attempt)
        )
    }

    /// Refunds an amount.
    ///
    /// # Errors
    /// As for [`PaymentCalls::capture`].
    #[boxed]
    pub async fn refund(
        &self,
        attempt: &PaymentAttempt,
        amount: &Money,
        idempotency_key: &str,
        reason: &str,
    ) -> Result<PaymentOutcome, PluginError> {
        self.check_amount(attempt, amount)?;
        call!(
            self,
            false,
            |entered| entered.guest.refund(
                &mut entered.store,
                attempt,
                Refund { amount, key: idempotency_key, reason },
                self.context()
            ),
            |outcome| self.read(outcome, attempt)
        )
    }

    /// Cancels an authorisation or an unfinished attempt.
    ///
    /// # Errors
    /// Any [`PluginErrorKind`] but `Suspended`.
    #[boxed]
    pub async fn cancel(&self, attempt: &PaymentAttempt, idempotency_key: &str) -> Result<PaymentOutcome, PluginError> {
        call!(
            self,
            false,
            |entered| entered.guest.cancel(&mut entered.store, attempt, idempotency_key, self.context()),
            |outcome| self.read(outcome, attempt)
        )
    }

    /// The state of the attempt at the provider.
    ///
    /// # Errors
    /// Any [`PluginErrorKind`] but `Suspended`.
    #[boxed]
    pub async fn fetch_status(&self, attempt: &PaymentAttempt) -> Result<PaymentOutcome, PluginError> {
        call!(
            self,
            false,
            |entered| entered.guest.fetch_status(&mut entered.store, attempt, self.context()),
            |outcome| self.read(outcome, attempt)
        )
    }

    /// Verifies a webhook's signature and parses its events. The attempts are not known here, so each outcome still has
    /// to pass [`PaymentOutcome::check_amounts`].
    ///
    /// # Errors
    /// Any [`PluginErrorKind`] but `Suspended`; a bad signature is a [`PluginErrorKind::Guest`] of code
    /// `invalid-input`.
    #[boxed]
    pub async fn verify_webhook(&self, webhook: &PaymentWebhook) -> Result<Vec<PaymentWebhookEvent>, PluginError> {
        let read = call!(
            self,
            false,
            |entered| entered.guest.verify_webhook(&mut entered.store, webhook, self.context()),
            |events| self.read_events(events)
        );
        if let Err(error) = &read {
            self.note_unverified(&error.kind);
        }
        read
    }

    /// Tells the owner, in the log of the plugin, that it failed to verify a webhook: otherwise only its sender would know.
    fn note_unverified(&self, failure: &PluginErrorKind) {
        let activity = self.inner.workshop.ports.activity.as_ref().filter(|_| failure.is_failure());
        let Some(activity) = activity else { return };
        let mode = if self.context().live { "live" } else { "test" };
        let text = format!("a webhook could not be verified in {mode} mode: the plugin {failure}");
        let caller = PluginOnSite { site: &self.circuit.site, plugin: &self.plugin.id, version: &self.plugin.version };
        activity.line(caller, LogLine { level: "error", text: &text });
    }

    /// Forgets a saved method at the provider.
    ///
    /// # Errors
    /// Any [`PluginErrorKind`] but `Suspended`; a [`PluginErrorKind::Guest`] of code `not-supported` for a plugin
    /// without saved methods.
    #[boxed]
    pub async fn forget(&self, token: &str) -> Result<(), PluginError> {
        call!(self, false, |entered| entered.guest.forget(&mut entered.store, token, self.context()), Ok)
    }

    fn context(&self) -> &SiteContext {
        &self.site.context
    }

    fn allowed(&self) -> Duration {
        self.limits().waiting_call
    }

    /// Running time of a call.
    fn running(&self) -> Duration {
        self.limits().of(self.plugin.info.class).running
    }

    fn limits(&self) -> &Limits {
        self.inner.limits(&self.plugin, &self.site)
    }

    async fn enter(&self, code: &Code, clock: &Arc<CallClock>) -> Result<CallInstance, PluginError> {
        let workshop = &self.inner.workshop;
        let mut store = new_store(&workshop.engine, &self.plugin, &self.site, &workshop.limits, &workshop.ports);
        store.data_mut().begin_call();
        store.data_mut().clock = Arc::clone(clock);
        yield_until(&mut store, self.running());
        let instance = match code.waiting.instantiate_async(&mut store).await {
            Ok(instance) => instance,
            Err(error) => return Err(self.fault(&error, &store)),
        };
        let indices = code.payments.as_ref();
        let indices = indices.ok_or_else(|| self.plugin.error(PluginErrorKind::NotProvided("payments".to_owned())))?;
        match indices.load(&mut store, &instance) {
            Ok(guest) => Ok(CallInstance { store, guest }),
            Err(error) => Err(self.fault(&error, &store)),
        }
    }

    /// Reads what the guest answered. An answer that breaks the contract is a failure, like a trap.
    fn said<G, T>(
        &self,
        answer: Answer<G>,
        store: &Store<GuestState>,
        read: impl FnOnce(G) -> Result<T, PluginError>,
    ) -> Result<T, PluginError> {
        end_call(store);
        match answer {
            Ok(Ok(said)) => read(said),
            Ok(Err(error)) => Err(self.plugin.error(self.in_words(read_answer(error)))),
            Err(error) => Err(self.fault(&error, store)),
        }
    }

    /// What the plugin says to the buyer, in the language of the call: plugins of 0.1.0 cannot read their texts.
    fn say(&self, said: String) -> String {
        self.plugin.texts.said_in(&self.site.context.locale, said)
    }

    fn in_words(&self, mut kind: PluginErrorKind) -> PluginErrorKind {
        if let PluginErrorKind::Guest(error) = &mut kind {
            error.buyer_message = error.buyer_message.take().map(|said| self.say(said));
        }
        kind
    }

    /// Payment instructions in the language of the call, which they name.
    fn put_instructions_in_words(&self, action: &mut Value) {
        let Some(members) = action.as_object_mut() else { return };
        if members.get("type").and_then(Value::as_str) != Some("instructions") {
            return;
        }
        let details = members.get_mut("details").and_then(Value::as_array_mut).into_iter().flatten();
        for label in details.filter_map(|detail| detail.get_mut("label")) {
            self.say_in_place(label);
        }
        if let Some(text) = members.get_mut("text") {
            self.say_in_place(text);
        }
        members.insert("language".to_owned(), Value::from(self.site.context.locale.as_str()));
    }

    fn say_in_place(&self, place: &mut Value) {
        if let Value::String(said) = place {
            *said = self.say(std::mem::take(said));
        }
    }

    fn fault(&self, error: &wasmtime::Error, store: &Store<GuestState>) -> PluginError {
        self.plugin.error(read_fault(error, store, self.running()))
    }

    fn check_amount(&self, attempt: &PaymentAttempt, amount: &Money) -> Result<(), PluginError> {
        let fits = amount.minor > 0 && amount.minor <= attempt.amount.minor;
        if fits && amount.currency == attempt.amount.currency {
            return Ok(());
        }
        Err(self.plugin.error(invalid(format!(
            "amount {} {} for an attempt of {} {}",
            amount.minor, amount.currency, attempt.amount.minor, attempt.amount.currency
        ))))
    }

    fn read_events(&self, events: Vec<WebhookEvent>) -> Result<Vec<PaymentWebhookEvent>, PluginError> {
        if events.len() > MAX_WEBHOOK_EVENTS {
            return Err(self.plugin.error(invalid(format!("more than {MAX_WEBHOOK_EVENTS} events in a webhook"))));
        }
        let state_limit = self.limits().provider_state;
        events.into_iter().map(|event| event_out(event, state_limit).map_err(|kind| self.plugin.error(kind))).collect()
    }

    fn read(&self, outcome: Outcome, attempt: &PaymentAttempt) -> Result<PaymentOutcome, PluginError> {
        let limit = self.limits().provider_state;
        let mut outcome = outcome_out(outcome, limit).map_err(|kind| self.plugin.error(kind))?;
        outcome.decline_message = outcome.decline_message.map(|said| self.say(said));
        if let PaymentNext::ClientAction(action) = &mut outcome.next {
            self.put_instructions_in_words(action);
        }
        outcome.check_amounts(&attempt.amount).map_err(|fault| self.plugin.error(invalid(fault)))?;
        let is_alone = matches!(attempt.saved, SavedUse::OffSession(_));
        if is_alone && outcome.status == PaymentStatus::RequiresAction {
            return Err(self.plugin.error(invalid("a payment without the buyer asks the buyer for an action")));
        }
        Ok(outcome)
    }
}
