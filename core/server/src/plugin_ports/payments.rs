//! Payments by plugins.

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::{Value, json};
use stoa_commerce::payments::PaymentIntent;
use stoa_commerce::ports::{
    Attempt, ForgottenMethod, Outcome, PaymentError, PaymentMethod, PaymentProviders, Payments, Provider,
    ProviderInMode, ProviderMethod, ProviderRefund, SavedUse, Webhook, WebhookEvent,
};
use stoa_http::HttpSettings;
use stoa_kernel::error::FieldErrors;
use stoa_kernel::payment::PaymentForm;
use stoa_kernel::{Failure, TenantCtx};
use stoa_plugin_host as plugin_host;
use stoa_plugin_host::model as plugin;
use stoa_plugin_host::{PaymentCalls, PluginError, PluginErrorKind, Site, SiteContext};
use stoa_tenancy::Tenancy;

use super::PluginSites;
use super::payment_records::{buyer_in, dispute_out, line_in, money_in, outcome_out};

/// Implements the payment trait of commerce.
pub struct PluginPayments {
    sites: Arc<PluginSites>,
    tenancy: Arc<Tenancy>,
    settings: HttpSettings,
}

impl PluginPayments {
    /// Payments through the plugins of `sites`; `settings` are used for the return URLs of buyers.
    pub fn new(sites: Arc<PluginSites>, tenancy: Arc<Tenancy>, settings: HttpSettings) -> Self {
        Self { sites, tenancy, settings }
    }

    /// The plugins of sites that take the money.
    pub(super) fn sites(&self) -> &Arc<PluginSites> {
        &self.sites
    }

    async fn site(&self, ctx: &TenantCtx) -> Result<Arc<Site>, PaymentError> {
        self.sites.site(ctx.website()).await.map_err(|error| uncertain(&error))
    }

    /// Whether a plugin that a site has turned on cannot be loaded now.
    async fn is_away(&self, ctx: &TenantCtx, site: &Site, plugin: &str) -> Result<bool, PaymentError> {
        let known = self.sites.site_or_read(ctx.website()).await.map_err(|error| uncertain(&error))?;
        Ok(known.away.contains(plugin) || self.sites.host.refused_on(site).any(|refused| refused == plugin))
    }

    /// The calls for an attempt, by the version of the plugin that began it as long as that is there. In the language of
    /// the buyer, in that of the site if it is not known, and in the mode of the shop in which it was begun: its provider
    /// knows it in that one alone.
    async fn calls(&self, ctx: &TenantCtx, attempt: &Attempt) -> Result<PaymentCalls, PaymentError> {
        let site = self.site_of(ctx, &attempt.provider, attempt.version.as_deref()).await?;
        let locale = attempt.language.clone().unwrap_or_else(|| site.context.locale.clone());
        let live = attempt.shop_test_mode.map_or(site.context.live, |is_test| !is_test);
        let site = in_context(&site, SiteContext { locale, live, ..site.context.clone() });
        self.sites.host.payment(&attempt.provider, &site).map_err(|error| fault(&error))
    }

    /// The site with the version of a plugin that began something, or else with the one that it uses.
    async fn site_of(&self, ctx: &TenantCtx, provider: &str, version: Option<&str>) -> Result<Arc<Site>, PaymentError> {
        let site = self.site(ctx).await?;
        let Some(version) = version else { return Ok(site) };
        let other = self.sites.with_version(ctx.website(), &site, provider, version).await;
        Ok(other.map_err(|error| uncertain(&error))?.unwrap_or(site))
    }

    /// Why no plugin reads a webhook: no provider of this name receives any, unless the plugin cannot be loaded now.
    pub fn unread(error: &PluginError, is_away: bool) -> PaymentError {
        match fault(error) {
            PaymentError::NotNow { reason, buyer_message } if !is_away => {
                PaymentError::Refused { reason, buyer_message }
            }
            other => other,
        }
    }

    /// Providers need absolute URLs, while the shop uses paths.
    async fn attempt(&self, ctx: &TenantCtx, attempt: &Attempt) -> Result<plugin::PaymentAttempt, PaymentError> {
        let host = self.tenancy.hosts.primary(ctx.website()).await.map_err(|error| uncertain(&error.into()))?;
        let origin = self.settings.origin(&host.unwrap_or_default());
        Ok(plugin::PaymentAttempt {
            attempt_id: attempt.attempt_id.to_string(),
            order_id: attempt.order_id.to_string(),
            idempotency_key: attempt.idempotency_key.clone(),
            amount: money_in(attempt.amount),
            method: attempt.method.clone(),
            return_url: format!("{origin}{}", attempt.return_url),
            cancel_url: format!("{origin}{}", attempt.cancel_url),
            webhook_url: format!("{origin}{}", attempt.webhook_url),
            intent: Some(match attempt.buyer.intent {
                PaymentIntent::Capture => plugin::PaymentIntent::Capture,
                PaymentIntent::Authorise => plugin::PaymentIntent::Authorise,
            }),
            buyer: buyer_in(&attempt.buyer),
            lines: attempt.lines.iter().map(|line| line_in(line, attempt.amount.currency)).collect(),
            saved: match &attempt.saved {
                SavedUse::No => plugin::SavedUse::No,
                SavedUse::Save => plugin::SavedUse::Save,
                SavedUse::Present(token) => plugin::SavedUse::Present(token.clone()),
                SavedUse::OffSession(token) => plugin::SavedUse::OffSession(token.clone()),
            },
            provider_state: attempt.provider_state.clone(),
        })
    }
}

/// The site in a mode, whatever that of its shop is.
fn in_mode(site: &Site, test_mode: bool) -> Arc<Site> {
    in_context(site, SiteContext { live: !test_mode, ..site.context.clone() })
}

fn in_context(site: &Site, context: SiteContext) -> Arc<Site> {
    Arc::new(Site { context, activations: Arc::clone(&site.activations) })
}

fn uncertain(error: &Failure) -> PaymentError {
    PaymentError::Uncertain { reason: error.to_string() }
}

fn fault(error: &PluginError) -> PaymentError {
    let reason = error.to_string();
    let buyer_message = error.buyer_message().map(str::to_owned);
    if error.has_unknown_effect() {
        PaymentError::Uncertain { reason }
    } else if error.may_pass() {
        PaymentError::NotNow { reason, buyer_message }
    } else {
        PaymentError::Refused { reason, buyer_message }
    }
}

/// Whether it is the server that could not call a plugin, so that the same call may succeed later.
fn is_of_server(error: &PluginError) -> bool {
    matches!(
        error.kind,
        PluginErrorKind::Host(_)
            | PluginErrorKind::Busy
            | PluginErrorKind::Starved
            | PluginErrorKind::Exhausted(_)
            | PluginErrorKind::TooManyCalls(_)
            | PluginErrorKind::SiteExhausted(_)
    )
}

fn webhook_in(webhook: &Webhook) -> plugin::PaymentWebhook {
    plugin::PaymentWebhook {
        method: webhook.method.clone(),
        headers: webhook.headers.clone(),
        query: webhook.query.clone(),
        body: webhook.body.clone(),
    }
}

fn events_out(events: Vec<plugin::PaymentWebhookEvent>) -> Result<Vec<WebhookEvent>, PaymentError> {
    let read = |event: plugin::PaymentWebhookEvent| -> Result<WebhookEvent, PaymentError> {
        Ok(WebhookEvent {
            event_id: event.event_id,
            attempt_id: event.attempt_id,
            provider_ref: event.provider_ref,
            outcome: outcome_out(event.outcome)?,
            dispute: event.dispute.map(dispute_out),
        })
    };
    events.into_iter().map(read).collect()
}

fn settle(result: Result<plugin::PaymentOutcome, PluginError>) -> Result<Outcome, PaymentError> {
    match result {
        Ok(outcome) => outcome_out(outcome),
        Err(error) => {
            tracing::warn!(%error, "a payment plugin failed");
            Err(fault(&error))
        }
    }
}

#[async_trait]
impl Payments for PluginPayments {
    async fn methods(&self, ctx: &TenantCtx) -> Result<Vec<PaymentMethod>, Failure> {
        let site = self.sites.site(ctx.website()).await?;
        let methods = self.sites.host.payment_methods(&site, &site.context.currency);
        let described = |method: plugin_host::PaymentMethod| PaymentMethod {
            version: self.sites.digest_in_use(&site, &method.plugin_id),
            provider: method.plugin_id,
            method: method.method,
            label: method.label,
            labels: method.labels,
            is_named_by_owner: false,
            test_mode: method.is_test,
            form: match method.form {
                plugin_host::PaymentForm::None => PaymentForm::None,
                plugin_host::PaymentForm::Card => PaymentForm::Card,
            },
            countries: method.countries,
            authorisation_days: method.authorisation_days,
            on_delivery: method.on_delivery,
            can_save: method.can_save,
        };
        Ok(methods.into_iter().map(described).collect())
    }

    async fn create(&self, ctx: &TenantCtx, attempt: &Attempt) -> Result<Outcome, PaymentError> {
        let calls = self.calls(ctx, attempt).await?;
        settle(calls.create(&self.attempt(ctx, attempt).await?).await)
    }

    async fn authorise(&self, ctx: &TenantCtx, attempt: &Attempt, query: &str) -> Result<Outcome, PaymentError> {
        let calls = self.calls(ctx, attempt).await?;
        settle(calls.authorise(&self.attempt(ctx, attempt).await?, query).await)
    }

    async fn capture(&self, ctx: &TenantCtx, attempt: &Attempt) -> Result<Outcome, PaymentError> {
        let calls = self.calls(ctx, attempt).await?;
        let key = format!("{}-capture", attempt.idempotency_key);
        settle(calls.capture(&self.attempt(ctx, attempt).await?, &money_in(attempt.amount), &key).await)
    }

    async fn refund(
        &self,
        ctx: &TenantCtx,
        attempt: &Attempt,
        order: &ProviderRefund,
    ) -> Result<Outcome, PaymentError> {
        // What it says is read by contributors, not by the buyer.
        let attempt = &Attempt { language: None, ..attempt.clone() };
        let calls = self.calls(ctx, attempt).await?;
        let given = self.attempt(ctx, attempt).await?;
        settle(calls.refund(&given, &money_in(order.amount), &order.idempotency_key, &order.reason).await)
    }

    async fn cancel(&self, ctx: &TenantCtx, attempt: &Attempt) -> Result<Outcome, PaymentError> {
        let calls = self.calls(ctx, attempt).await?;
        let key = format!("{}-cancel", attempt.idempotency_key);
        settle(calls.cancel(&self.attempt(ctx, attempt).await?, &key).await)
    }

    async fn fetch_status(&self, ctx: &TenantCtx, attempt: &Attempt) -> Result<Outcome, PaymentError> {
        let calls = self.calls(ctx, attempt).await?;
        settle(calls.fetch_status(&self.attempt(ctx, attempt).await?).await)
    }

    async fn verify_webhook(
        &self,
        ctx: &TenantCtx,
        provider: ProviderInMode<'_>,
        webhook: &Webhook,
    ) -> Result<Vec<WebhookEvent>, PaymentError> {
        let site = self.site(ctx).await?;
        let site = in_mode(&site, provider.test_mode);
        let calls = match self.sites.host.payment(provider.provider, &site) {
            Ok(calls) => calls,
            Err(error) => return Err(Self::unread(&error, self.is_away(ctx, &site, provider.provider).await?)),
        };
        events_out(calls.verify_webhook(&webhook_in(webhook)).await.map_err(|error| fault(&error))?)
    }

    async fn versions_before(&self, ctx: &TenantCtx, provider: &str) -> Result<Vec<String>, PaymentError> {
        let before = self.sites.trusted_versions_before(ctx.website(), provider).await;
        before.map_err(|error| uncertain(&error))
    }

    async fn verify_webhook_by(
        &self,
        ctx: &TenantCtx,
        provider: ProviderInMode<'_>,
        version: &str,
        webhook: &Webhook,
    ) -> Result<Option<Vec<WebhookEvent>>, PaymentError> {
        let site = self.site(ctx).await?;
        let site = in_mode(&site, provider.test_mode);
        let other = self.sites.with_version(ctx.website(), &site, provider.provider, version).await;
        let Some(other) = other.map_err(|error| uncertain(&error))? else { return Ok(None) };
        let read = match self.sites.host.payment(provider.provider, &other) {
            Ok(calls) => calls.verify_webhook(&webhook_in(webhook)).await,
            Err(error) => Err(error),
        };
        match read {
            Ok(events) => Ok(events_out(events).ok()),
            Err(error) if is_of_server(&error) => Err(fault(&error)),
            Err(error) => {
                // An upgrade has to be able to mend what it does with a message.
                tracing::warn!(tenant.id = %ctx.website(), %error, "an earlier version does not read a webhook");
                Ok(None)
            }
        }
    }

    async fn forget_method(&self, ctx: &TenantCtx, method: &ForgottenMethod) -> Result<(), PaymentError> {
        let site = self.site_of(ctx, &method.provider, method.version.as_deref()).await?;
        // The provider knows it in the mode in which it was saved.
        let site = in_mode(&site, method.test_mode);
        let calls = self.sites.host.payment(&method.provider, &site).map_err(|error| fault(&error))?;
        calls.forget(&method.token).await.map_err(|error| fault(&error))
    }
}

#[async_trait]
impl PaymentProviders for PluginPayments {
    async fn list(&self, ctx: &TenantCtx) -> Result<Vec<Provider>, Failure> {
        let host = &self.sites.host;
        let infos = self.sites.infos(ctx.website()).await?;
        let taking = infos.iter().filter(|plugin| plugin.all_payment_methods().next().is_some());
        let resting = |id: &str| host.payments_resting(ctx.website().as_str(), id).is_some();
        Ok(taking.map(|plugin| provider(plugin, resting(&plugin.id))).collect())
    }

    fn checked_settings(&self, schema: Option<&Value>, settings: &Value) -> Result<Value, FieldErrors> {
        let nothing = json!({"type": "object", "additionalProperties": false});
        plugin_host::check_settings(schema.unwrap_or(&nothing), settings).map_err(|faults| {
            let named = |fault: plugin_host::SettingsFault| {
                let field = fault.pointer.trim_start_matches('/').replace('/', ".");
                (format!("settings.{field}"), format!("This {}.", fault.message))
            };
            faults.into_iter().map(named).collect()
        })
    }

    async fn changed(&self, ctx: &TenantCtx) {
        self.sites.evict(ctx.website()).await;
    }
}

fn provider(plugin: &plugin_host::PluginInfo, is_resting: bool) -> Provider {
    let methods: Vec<(&[String], plugin_host::PaymentMethod)> = plugin.all_payment_methods().collect();
    let mut currencies: Vec<String> = methods.iter().flat_map(|(currencies, _)| currencies.iter().cloned()).collect();
    currencies.sort();
    currencies.dedup();
    let mut countries: Vec<String> = methods.iter().flat_map(|(_, method)| method.countries.clone()).collect();
    countries.sort();
    countries.dedup();
    let is_test = methods.iter().any(|(_, method)| method.is_test);
    let named = methods.into_iter().map(|(_, method)| ProviderMethod {
        name: method.method,
        label: method.label,
        can_save: method.can_save,
    });
    Provider {
        id: plugin.id.clone(),
        name: plugin.name.clone(),
        summary: plugin.summary.clone(),
        is_test,
        is_resting,
        methods: named.collect(),
        currencies,
        countries,
        settings_schema: plugin.settings_schema.clone(),
        settings_version: plugin.settings_version,
    }
}
