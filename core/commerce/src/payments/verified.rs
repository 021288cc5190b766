//! In which mode of the shop a webhook is verified, and which version of a plugin reads it: those in which the payment was
//! begun that it is about.

use std::collections::BTreeMap;

use sea_orm::ColumnTrait;
use stoa_entity::tenant::{payment, saved_payment_method};
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::payment::AttemptStatus;

use super::model::PaymentChoices;
use crate::ports::{PaymentError, Payments, ProviderInMode, Webhook, WebhookEvent};
use crate::{CommerceError, checkout};

/// An event of a genuine webhook.
#[derive(Clone)]
pub(super) struct VerifiedEvent {
    pub(super) event: WebhookEvent,
    /// Whether the webhook is genuine in test mode. What it tells counts for payments of its mode alone.
    pub(super) test_mode: bool,
    /// Whether the payment that it is about was begun in test mode; none when it is about none that the shop knows.
    pub(super) payment_test_mode: Option<bool>,
}

impl VerifiedEvent {
    /// Whether it is about a known payment that was begun in the mode in which it is genuine.
    fn is_of_own_mode(&self) -> bool {
        self.payment_test_mode == Some(self.test_mode)
    }

    /// Whether it is about a payment that was begun in the other mode than that in which it is genuine.
    pub(super) fn is_of_other_mode(&self) -> bool {
        self.payment_test_mode.is_some_and(|begun| begun != self.test_mode)
    }
}

/// What a genuine webhook tells.
pub(super) struct Verified {
    /// Its events.
    pub(super) events: Vec<VerifiedEvent>,
    /// Whether one of its events, also of those that do not count, tells of a saved method.
    pub(super) holds_token: bool,
    /// Why those about payments of one mode could not be verified in that one now. They do not count yet, and the message
    /// has to be sent again; the others do not wait for them.
    pub(super) fault: Option<CommerceError>,
}

impl From<Vec<VerifiedEvent>> for Verified {
    fn from(events: Vec<VerifiedEvent>) -> Self {
        let holds_token = events.iter().any(|told| told.event.outcome.saved_method.is_some());
        Self { events, holds_token, fault: None }
    }
}

impl Verified {
    /// The same with those events alone that are about known payments of the mode in which they are genuine.
    pub(super) fn of_own_mode(mut self) -> Self {
        self.events.retain(VerifiedEvent::is_of_own_mode);
        self
    }
}

/// A webhook as it arrived.
#[derive(Clone, Copy)]
pub(super) struct Arrived<'a> {
    /// Plugin of the provider that it says it is from.
    pub(super) provider: &'a str,
    /// The request.
    pub(super) webhook: &'a Webhook,
    /// How much is done for it.
    pub(super) effort: Effort,
}

/// How much is done for a message that is refused at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effort {
    /// It is verified in the other mode and by earlier versions, too, where these have payments.
    Full,
    /// It is put off if another one would be asked.
    Once,
}

/// The events of a genuine webhook. It is verified in the mode of the shop. What is refused in that one, or cannot be
/// verified in it now, may be about a payment that was begun in the other: it is verified in the other one as long as there
/// are such payments.
///
/// # Errors
/// [`CommerceError::WebhookRefused`] when it is not genuine, [`CommerceError::ProviderSilent`] when that cannot be
/// verified now, [`CommerceError::WebhookPutOff`] when it was refused once and no more is to be done for it.
pub(super) async fn verified(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    arrived: Arrived<'_>,
) -> Result<Verified, CommerceError> {
    let (PaymentChoices { test_mode, .. }, _) = PaymentChoices::load(&db.read().await?).await?;
    let Arrived { provider, webhook, effort } = arrived;
    let message = Message { ctx, db, payments, provider, webhook, effort, shop_test_mode: test_mode };
    match message.read_in(test_mode).await {
        Ok(events) => message.in_modes_of_payments(events).await,
        Err(refused @ CommerceError::WebhookRefused(_)) => message.in_other_mode(refused).await,
        Err(fault @ CommerceError::ProviderSilent(_)) => message.beside_silent_mode(fault).await,
        Err(fault) => Err(fault),
    }
}

fn failed(fault: &PaymentError) -> CommerceError {
    match fault {
        PaymentError::Refused { .. } => CommerceError::WebhookRefused(fault.to_string()),
        PaymentError::NotNow { .. } | PaymentError::Uncertain { .. } => {
            CommerceError::ProviderSilent(fault.to_string())
        }
    }
}

/// The attempt that a message is about, of that provider only.
pub(super) async fn find_reported_attempt(
    tx: &TenantTx,
    provider: &str,
    event: &WebhookEvent,
) -> Result<Option<payment::Model>, CommerceError> {
    let by_id = match event.attempt_id.as_deref().and_then(|id| id.parse().ok()) {
        Some(id) => checkout::payment_row(tx, &id, false).await?,
        None => None,
    };
    let found = match (by_id, &event.provider_ref) {
        (Some(payment), _) => Some(payment),
        (None, Some(reference)) => checkout::payment_by_reference(tx, provider, reference).await?,
        (None, None) => None,
    };
    Ok(found.filter(|payment| payment.provider == provider))
}

/// A webhook of a provider.
#[derive(Clone, Copy)]
struct Message<'a> {
    ctx: &'a TenantCtx,
    db: &'a TenantDb,
    payments: &'a dyn Payments,
    provider: &'a str,
    webhook: &'a Webhook,
    effort: Effort,
    /// Whether the shop is in test mode.
    shop_test_mode: bool,
}

impl Message<'_> {
    /// The events if it is genuine in a mode. What the version that the site uses refuses may be known to one of those
    /// before: its processor goes on to tell of the payments that it began. Of others, no earlier version is believed: the
    /// one in use may refuse what they should have refused.
    async fn read_in(self, test_mode: bool) -> Result<Vec<VerifiedEvent>, CommerceError> {
        let mut reading = Reading { message: self, test_mode, by_version: BTreeMap::new() };
        match self.payments.verify_webhook(self.ctx, reading.provider(), self.webhook).await {
            Ok(events) => reading.by_versions_of_payments(events).await,
            Err(fault @ PaymentError::Refused { .. }) => {
                let own = reading.events_of_versions_before().await?.ok_or_else(|| failed(&fault))?;
                let told = |event| VerifiedEvent { event, test_mode, payment_test_mode: Some(test_mode) };
                Ok(own.into_iter().map(told).collect())
            }
            Err(fault) => Err(failed(&fault)),
        }
    }

    /// Events that are genuine in the mode of the shop. Those about payments of the other mode are so in that one if it
    /// confirms them: some processors sign the messages of both modes alike.
    async fn in_modes_of_payments(self, mut events: Vec<VerifiedEvent>) -> Result<Verified, CommerceError> {
        if !events.iter().any(VerifiedEvent::is_of_other_mode) {
            return Ok(events.into());
        }
        let confirmed = match self.read_in(!self.shop_test_mode).await {
            Ok(confirmed) => confirmed,
            Err(CommerceError::WebhookRefused(_)) => Vec::new(),
            Err(fault @ (CommerceError::ProviderSilent(_) | CommerceError::WebhookPutOff)) => {
                return Ok(Verified { fault: Some(fault), ..events.into() });
            }
            Err(error) => return Err(error),
        };
        for told in events.iter_mut().filter(|told| told.is_of_other_mode()) {
            if let Some(same) = confirmed.iter().find(|own| own.event.event_id == told.event.event_id) {
                *told = same.clone();
            }
        }
        Ok(events.into())
    }

    /// The events of a message that was refused in the mode of the shop, if it is genuine in the other one.
    async fn in_other_mode(self, refused: CommerceError) -> Result<Verified, CommerceError> {
        let mode = !self.shop_test_mode;
        if !self.has_payments(mode, None).await? {
            return Err(refused);
        }
        self.before_another_is_asked()?;
        let events = self.read_in(mode).await?;
        let tells_nothing = events.is_empty();
        // Of payments of the mode in which it was refused, it says nothing. Nor is it kept for payments that are not
        // known: in test mode it may be anyone's.
        let own = Verified::from(events).of_own_mode();
        if own.events.is_empty() && !tells_nothing { Err(refused) } else { Ok(own) }
    }

    /// What a message that cannot be verified in the mode of the shop now tells of payments of the other mode, if it is
    /// genuine in that one: they do not wait for a plugin that fails in the mode of the shop. It has to be sent again if it
    /// tells of anything else, or of nothing: the mode of the shop may read more in it.
    async fn beside_silent_mode(self, fault: CommerceError) -> Result<Verified, CommerceError> {
        let mode = !self.shop_test_mode;
        if self.effort == Effort::Once || !self.has_payments(mode, None).await? {
            return Err(fault);
        }
        let events = match self.read_in(mode).await {
            Ok(events) => events,
            Err(CommerceError::WebhookRefused(_) | CommerceError::ProviderSilent(_)) => return Err(fault),
            Err(error) => return Err(error),
        };
        let told = events.len();
        let own = Verified::from(events).of_own_mode();
        let is_complete = !own.events.is_empty() && own.events.len() == told;
        Ok(Verified { fault: (!is_complete).then_some(fault), ..own })
    }

    /// Puts the message off if it was refused and that is enough.
    fn before_another_is_asked(self) -> Result<(), CommerceError> {
        match self.effort {
            Effort::Full => Ok(()),
            Effort::Once => Err(CommerceError::WebhookPutOff),
        }
    }

    async fn payment_of(self, event: &WebhookEvent) -> Result<Option<payment::Model>, CommerceError> {
        find_reported_attempt(&self.db.read().await?, self.provider, event).await
    }

    /// Whether a payment is called in test mode.
    fn mode_of(self, payment: &payment::Model) -> bool {
        payment.shop_test_mode.unwrap_or(self.shop_test_mode)
    }

    /// Whether the processor may still tell of a payment that was begun in a mode, and by a version if one is given: of one
    /// whose money did not all go back, since also one that was declined can be captured late.
    async fn has_payments(self, test_mode: bool, version: Option<&str>) -> Result<bool, DbError> {
        let tx = self.db.read().await?;
        let told = || {
            let may_be_told = AttemptStatus::values_where(|status| status != AttemptStatus::Refunded);
            let payments = tx
                .find::<payment::Entity>()
                .filter(payment::Column::Provider.eq(self.provider))
                .filter(payment::Column::Status.is_in(may_be_told));
            match version {
                Some(version) => payments.filter(payment::Column::PluginDigest.eq(version)),
                None => payments,
            }
        };
        let of_mode = told().filter(payment::Column::ShopTestMode.eq(test_mode));
        if of_mode.count_up_to(1).await? > 0 {
            return Ok(true);
        }
        // Those of which the mode was not recorded are called in that of the shop.
        let of_shop = told().filter(payment::Column::ShopTestMode.is_null());
        Ok(test_mode == self.shop_test_mode && of_shop.count_up_to(1).await? > 0)
    }

    /// Whether a version has saved methods in a mode.
    async fn has_saved_methods(self, test_mode: bool, version: &str) -> Result<bool, DbError> {
        let tx = self.db.read().await?;
        let saved = tx
            .find::<saved_payment_method::Entity>()
            .filter(saved_payment_method::Column::PluginDigest.eq(version))
            .filter(saved_payment_method::Column::Provider.eq(self.provider))
            .filter(saved_payment_method::Column::TestMode.eq(test_mode));
        Ok(saved.count_up_to(1).await? > 0)
    }
}

/// A webhook that several versions read in one mode.
struct Reading<'a> {
    message: Message<'a>,
    test_mode: bool,
    /// What each has read; none where the version that the site uses is called.
    by_version: BTreeMap<String, Option<Vec<WebhookEvent>>>,
}

impl<'a> Reading<'a> {
    fn provider(&self) -> ProviderInMode<'a> {
        ProviderInMode { provider: self.message.provider, test_mode: self.test_mode }
    }

    /// Events of the version that the site uses, each as the version reads it that began its payment in this mode.
    async fn by_versions_of_payments(
        &mut self,
        events: Vec<WebhookEvent>,
    ) -> Result<Vec<VerifiedEvent>, CommerceError> {
        let (message, test_mode) = (self.message, self.test_mode);
        let mut read = Vec::with_capacity(events.len());
        for event in events {
            let payment = message.payment_of(&event).await?;
            let payment_test_mode = payment.as_ref().map(|payment| message.mode_of(payment));
            let began = payment.filter(|_| payment_test_mode == Some(test_mode)).and_then(|own| own.plugin_digest);
            let event = match began {
                Some(version) => self.event_by(&version, event).await?,
                None => event,
            };
            read.push(VerifiedEvent { event, test_mode, payment_test_mode });
        }
        Ok(read)
    }

    /// The events about payments that a version began in this mode.
    async fn begun_by(&self, version: &str, events: Vec<WebhookEvent>) -> Result<Vec<WebhookEvent>, CommerceError> {
        let mut own = Vec::new();
        for event in events {
            let payment = self.message.payment_of(&event).await?;
            let is_own = |payment: payment::Model| {
                self.message.mode_of(&payment) == self.test_mode && payment.plugin_digest.as_deref() == Some(version)
            };
            if payment.is_some_and(is_own) {
                own.push(event);
            }
        }
        Ok(own)
    }

    /// The event as the version reads it that began its payment; as it is, if that version does not know it, or takes it
    /// for one of a payment that another version began.
    async fn event_by(&mut self, version: &str, event: WebhookEvent) -> Result<WebhookEvent, CommerceError> {
        let read = match self.by_version.get(version) {
            Some(read) => read.clone(),
            None => {
                let read = self.read_by(version).await?;
                self.by_version.insert(version.to_owned(), read.clone());
                read
            }
        };
        let same = read.into_iter().flatten().find(|own| own.event_id == event.event_id);
        let own = self.begun_by(version, same.into_iter().collect()).await?;
        Ok(own.into_iter().next().unwrap_or(event))
    }

    /// The events about its own payments in what an earlier version reads: of those that may say what is genuine and
    /// still have payments in this mode, or saved methods, the latest that knows the payment. None if none of them finds
    /// the message genuine, or it tells of payments of other versions alone.
    async fn events_of_versions_before(&self) -> Result<Option<Vec<WebhookEvent>>, CommerceError> {
        let Message { ctx, payments, provider, .. } = self.message;
        let before = payments.versions_before(ctx, provider).await.map_err(|fault| failed(&fault))?;
        let (mut tells_nothing, mut silent) = (false, None);
        for version in before {
            let is_told = self.message.has_payments(self.test_mode, Some(&version)).await?
                || self.message.has_saved_methods(self.test_mode, &version).await?;
            if !is_told {
                continue;
            }
            self.message.before_another_is_asked()?;
            let read = match self.read_by(&version).await {
                Ok(Some(read)) => read,
                Ok(None) => continue,
                // Another one may know the message.
                Err(fault) => {
                    silent = Some(fault);
                    continue;
                }
            };
            // Such as a message of a kind that it has no use for.
            tells_nothing |= read.is_empty();
            let own = self.begun_by(&version, read).await?;
            if !own.is_empty() {
                return Ok(Some(own));
            }
        }
        match silent {
            // The message may be one of its payments, so it has to be sent again.
            Some(fault) => Err(fault),
            None => Ok(tells_nothing.then(Vec::new)),
        }
    }

    async fn read_by(&self, version: &str) -> Result<Option<Vec<WebhookEvent>>, CommerceError> {
        let Message { ctx, payments, webhook, .. } = self.message;
        let read = payments.verify_webhook_by(ctx, self.provider(), version, webhook).await;
        read.map_err(|fault| failed(&fault))
    }
}
