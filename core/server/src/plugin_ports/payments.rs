//! Payments by plugins.

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::{Value, json};
use stoa_commerce::payments::{PaymentBuyer, PaymentIntent, PaymentLine};
use stoa_commerce::ports::{
    Attempt, Dispute, ForgottenMethod, NextStep, Outcome, PaymentError, PaymentMethod, PaymentProviders, PaymentStatus,
    Payments, Provider, ProviderMethod, ProviderRefund, SavedMethod, SavedUse, Webhook, WebhookEvent,
};
use stoa_http::HttpSettings;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::error::FieldErrors;
use stoa_kernel::money::{Currency, Money};
use stoa_kernel::payment::{DisputeStatus, PaymentForm};
use stoa_kernel::{Failure, TenantCtx};
use stoa_plugin_host as plugin_host;
use stoa_plugin_host::model as plugin;
use stoa_plugin_host::{PaymentCalls, PluginError, Site, SiteContext};
use stoa_tenancy::Tenancy;

use super::PluginSites;

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

    /// The calls of a provider in the language of the buyer; in that of the site, if it is not known.
    async fn calls(
        &self,
        ctx: &TenantCtx,
        provider: &str,
        language: Option<&str>,
    ) -> Result<PaymentCalls, PaymentError> {
        let mut site = self.site(ctx).await?;
        if let Some(language) = language {
            let context = SiteContext { locale: language.to_owned(), ..site.context.clone() };
            site = Arc::new(Site { context, activations: Arc::clone(&site.activations) });
        }
        self.sites.host.payment(provider, &site).map_err(|error| fault(&error))
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
            },
            provider_state: attempt.provider_state.clone(),
        })
    }
}

fn buyer_in(buyer: &PaymentBuyer) -> plugin::PaymentBuyer {
    let customer = &buyer.customer;
    plugin::PaymentBuyer {
        entered: Value::Object(buyer.entered.clone()),
        customer: Some(plugin::PaymentCustomer {
            email: customer.email.clone(),
            name: customer.name.clone(),
            customer_id: customer.customer_id.clone(),
            billing_address: customer.billing_address.clone().map(|address| plugin::PostalAddress {
                first_name: address.first_name,
                last_name: address.last_name,
                line1: address.line1,
                line2: address.line2,
                city: address.city,
                region: address.region,
                postal_code: address.postal_code,
                country: address.country,
                phone: address.phone,
            }),
        }),
    }
}

fn line_in(line: &PaymentLine, currency: Currency) -> plugin::PaymentLine {
    plugin::PaymentLine {
        sku: line.sku.clone(),
        name: line.name.clone(),
        quantity: line.quantity,
        unit_price: money_in(Money::new(line.unit_price_cents.0, currency)),
        total: money_in(Money::new(line.total_cents.0, currency)),
    }
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

fn money_in(money: Money) -> plugin::Money {
    plugin::Money { minor: money.minor, currency: money.currency.code().to_owned() }
}

fn money_out(money: plugin::Money) -> Result<Money, PaymentError> {
    let currency: Currency = money
        .currency
        .parse()
        .map_err(|error: stoa_kernel::money::UnknownCurrency| PaymentError::Uncertain { reason: error.to_string() })?;
    Ok(Money::new(money.minor, currency))
}

fn status_out(status: plugin::PaymentStatus) -> PaymentStatus {
    match status {
        plugin::PaymentStatus::RequiresAction => PaymentStatus::RequiresAction,
        plugin::PaymentStatus::Pending => PaymentStatus::Pending,
        plugin::PaymentStatus::Authorised => PaymentStatus::Authorised,
        plugin::PaymentStatus::Captured => PaymentStatus::Captured,
        plugin::PaymentStatus::PartiallyRefunded => PaymentStatus::PartiallyRefunded,
        plugin::PaymentStatus::Refunded => PaymentStatus::Refunded,
        plugin::PaymentStatus::Voided => PaymentStatus::Voided,
        plugin::PaymentStatus::Declined => PaymentStatus::Declined,
        plugin::PaymentStatus::Expired => PaymentStatus::Expired,
        plugin::PaymentStatus::Unknown => PaymentStatus::Unknown,
    }
}

fn outcome_out(outcome: plugin::PaymentOutcome) -> Result<Outcome, PaymentError> {
    Ok(Outcome {
        status: status_out(outcome.status),
        next: match outcome.next {
            plugin::PaymentNext::None => NextStep::None,
            plugin::PaymentNext::Redirect(url) => NextStep::Redirect(url),
            plugin::PaymentNext::ClientAction(action) => NextStep::ClientAction(action),
        },
        provider_ref: outcome.provider_ref,
        captured: outcome.captured.map(money_out).transpose()?,
        refunded: outcome.refunded.map(money_out).transpose()?,
        provider_state: outcome.provider_state,
        buyer_message: outcome.decline_message,
        saved_method: outcome.saved_method.map(|saved| SavedMethod {
            token: saved.token,
            label: saved.label,
            expires_on: saved.expires_ms.and_then(|ms| i64::try_from(ms).ok()).map(Timestamp::from_ms),
        }),
    })
}

fn dispute_out(dispute: plugin::Dispute) -> Dispute {
    let amount = money_out(dispute.amount);
    if let Err(fault) = &amount {
        tracing::warn!(%fault, "a payment plugin told the amount of a dispute in an unknown currency");
    }
    Dispute {
        id: dispute.id,
        status: match dispute.status {
            plugin::DisputeStatus::NeedsResponse => DisputeStatus::NeedsResponse,
            plugin::DisputeStatus::UnderReview => DisputeStatus::UnderReview,
            plugin::DisputeStatus::Won => DisputeStatus::Won,
            plugin::DisputeStatus::Lost => DisputeStatus::Lost,
            plugin::DisputeStatus::Closed => DisputeStatus::Closed,
        },
        amount: amount.ok(),
        reason: dispute.reason,
        respond_by: dispute.respond_by_ms.and_then(|ms| i64::try_from(ms).ok()).map(Timestamp::from_ms),
    }
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
        let calls = self.calls(ctx, &attempt.provider, attempt.language.as_deref()).await?;
        settle(calls.create(&self.attempt(ctx, attempt).await?).await)
    }

    async fn authorise(&self, ctx: &TenantCtx, attempt: &Attempt, query: &str) -> Result<Outcome, PaymentError> {
        let calls = self.calls(ctx, &attempt.provider, attempt.language.as_deref()).await?;
        settle(calls.authorise(&self.attempt(ctx, attempt).await?, query).await)
    }

    async fn capture(&self, ctx: &TenantCtx, attempt: &Attempt) -> Result<Outcome, PaymentError> {
        let calls = self.calls(ctx, &attempt.provider, attempt.language.as_deref()).await?;
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
        let calls = self.calls(ctx, &attempt.provider, None).await?;
        let given = self.attempt(ctx, attempt).await?;
        settle(calls.refund(&given, &money_in(order.amount), &order.idempotency_key, &order.reason).await)
    }

    async fn cancel(&self, ctx: &TenantCtx, attempt: &Attempt) -> Result<Outcome, PaymentError> {
        let calls = self.calls(ctx, &attempt.provider, attempt.language.as_deref()).await?;
        let key = format!("{}-cancel", attempt.idempotency_key);
        settle(calls.cancel(&self.attempt(ctx, attempt).await?, &key).await)
    }

    async fn fetch_status(&self, ctx: &TenantCtx, attempt: &Attempt) -> Result<Outcome, PaymentError> {
        let calls = self.calls(ctx, &attempt.provider, attempt.language.as_deref()).await?;
        settle(calls.fetch_status(&self.attempt(ctx, attempt).await?).await)
    }

    async fn verify_webhook(
        &self,
        ctx: &TenantCtx,
        provider: &str,
        webhook: &Webhook,
    ) -> Result<Vec<WebhookEvent>, PaymentError> {
        let calls = self.calls(ctx, provider, None).await.map_err(|fault| match fault {
            // No provider of this name receives webhooks.
            PaymentError::NotNow { reason, buyer_message } => PaymentError::Refused { reason, buyer_message },
            other => other,
        })?;
        let message = plugin::PaymentWebhook {
            method: webhook.method.clone(),
            headers: webhook.headers.clone(),
            query: webhook.query.clone(),
            body: webhook.body.clone(),
        };
        let events = calls.verify_webhook(&message).await.map_err(|error| fault(&error))?;
        events
            .into_iter()
            .map(|event| {
                Ok(WebhookEvent {
                    event_id: event.event_id,
                    attempt_id: event.attempt_id,
                    provider_ref: event.provider_ref,
                    outcome: outcome_out(event.outcome)?,
                    dispute: event.dispute.map(dispute_out),
                })
            })
            .collect()
    }

    async fn forget_method(&self, ctx: &TenantCtx, method: &ForgottenMethod) -> Result<(), PaymentError> {
        let site = self.site(ctx).await?;
        // The provider knows it in the mode in which it was saved.
        let context = SiteContext { live: !method.test_mode, ..site.context.clone() };
        let site = Arc::new(Site { context, activations: Arc::clone(&site.activations) });
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
