//! Installment offers by plugins.

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::Value;
use stoa_commerce::installments::{
    InstallmentAvailability, InstallmentExplanation, InstallmentItem, InstallmentMarket, InstallmentOffer,
    InstallmentText, InstallmentWish,
};
use stoa_commerce::ports::{InstallmentProvider, InstallmentProviders, Installments};
use stoa_kernel::error::FieldErrors;
use stoa_kernel::money::{Cents, Currency, Money};
use stoa_kernel::{Failure, TenantCtx};
use stoa_plugin_host::model as plugin;
use stoa_plugin_host::{InstallmentCalls, PluginError, PluginErrorKind, PluginInfo, Provision, check_settings};

use super::PluginSites;

/// Implements the installment traits of commerce.
pub struct PluginInstallments {
    sites: Arc<PluginSites>,
}

impl PluginInstallments {
    /// Installment offers by the plugins of `sites`.
    pub fn new(sites: Arc<PluginSites>) -> Self {
        Self { sites }
    }

    /// The plugin that serves the market; none when the site has none.
    async fn calls(&self, ctx: &TenantCtx, market: &InstallmentMarket) -> Option<InstallmentCalls> {
        let site = match self.sites.site(ctx.website()).await {
            Ok(site) => site,
            Err(error) => {
                tracing::error!(%error, "installment messages are not available");
                return None;
            }
        };
        match self.sites.host.installments(&site, &market.country) {
            Ok(calls) => Some(calls),
            Err(error) if error.kind == PluginErrorKind::NotFound => None,
            Err(error) => {
                warn(&error);
                None
            }
        }
    }
}

fn warn(error: &PluginError) {
    tracing::warn!(%error, "an installment plugin failed");
}

fn request_in(market: &InstallmentMarket, wish: InstallmentWish) -> plugin::InstallmentRequest {
    let money = |amount: Cents| plugin::Money { minor: amount.0, currency: market.currency.code().to_owned() };
    let item_in = |item: InstallmentItem| plugin::InstallmentItem {
        unit_price: money(item.unit_price_cents),
        quantity: u32::try_from(item.quantity).unwrap_or(u32::MAX),
        category: String::new(),
        physical: item.is_physical,
        available: item.is_available(),
        subscription: item.is_subscription,
        reference: item.reference,
        tags: item.tags,
    };
    plugin::InstallmentRequest {
        total: wish.total_cents.map(money),
        items: wish.items.into_iter().map(item_in).collect(),
        country: market.country.clone(),
        language: market.language.clone(),
        minimum: None,
        maximum: None,
        payments: None,
    }
}

/// Converts an offer; none when nothing is to be shown.
fn offer_out(offer: plugin::InstallmentOffer, currency: Currency) -> Option<InstallmentOffer> {
    use plugin::InstallmentAvailability as Said;
    let availability = match offer.availability {
        Said::InRange => InstallmentAvailability::InRange,
        Said::BelowMinimum => InstallmentAvailability::BelowMinimum,
        Said::AboveMaximum => InstallmentAvailability::AboveMaximum,
        Said::Unavailable => InstallmentAvailability::Unavailable,
        Said::NotEligible | Said::UnsupportedMarket => return None,
    };
    // The plugin host has checked that all amounts are in the currency of the request.
    let money = |amount: plugin::Money| Money::new(amount.minor, currency);
    let text = |text: plugin::InstallmentText| InstallmentText {
        pattern: text.pattern,
        count: text.count,
        amount: text.amount.map(money),
    };
    Some(InstallmentOffer {
        availability,
        provider_name: offer.provider_name,
        locale: offer.locale,
        payments: offer.payments,
        amount: offer.amount.map(money),
        minimum: offer.minimum.map(money),
        maximum: offer.maximum.map(money),
        full_text: text(offer.full_text),
        one_line_text: text(offer.one_line_text),
    })
}

fn asked(calls: &InstallmentCalls, market: &InstallmentMarket, wish: InstallmentWish) -> Option<InstallmentOffer> {
    match calls.quote(&request_in(market, wish)) {
        Ok(offer) => offer_out(offer, market.currency),
        Err(error) => {
            warn(&error);
            None
        }
    }
}

#[async_trait]
impl Installments for PluginInstallments {
    async fn offers(
        &self,
        ctx: &TenantCtx,
        market: &InstallmentMarket,
        wishes: Vec<InstallmentWish>,
    ) -> Vec<Option<InstallmentOffer>> {
        let count = wishes.len();
        let Some(calls) = self.calls(ctx, market).await else { return vec![None; count] };
        let market = market.clone();
        let span = tracing::Span::current();
        let ask = move || wishes.into_iter().map(|wish| asked(&calls, &market, wish)).collect::<Vec<_>>();
        let asking = tokio::task::spawn_blocking(move || span.in_scope(ask));
        asking.await.unwrap_or_else(|error| {
            tracing::error!(%error, "installment messages are not available");
            vec![None; count]
        })
    }

    async fn explanation(
        &self,
        ctx: &TenantCtx,
        market: &InstallmentMarket,
        locale: &str,
    ) -> Option<InstallmentExplanation> {
        let calls = self.calls(ctx, market).await?;
        let locale = locale.to_owned();
        let span = tracing::Span::current();
        let page = tokio::task::spawn_blocking(move || span.in_scope(|| calls.modal(&locale))).await.ok()?;
        let page = page.inspect_err(warn).ok()?;
        Some(InstallmentExplanation { locale: page.locale, title: page.title, html: page.html })
    }
}

fn described(info: &PluginInfo) -> Option<InstallmentProvider> {
    let (countries, currencies) = info.provides.iter().find_map(|provision| match provision {
        Provision::InstallmentProvider { countries, currencies } => Some((countries, currencies)),
        _ => None,
    })?;
    Some(InstallmentProvider {
        id: info.id.clone(),
        name: info.name.clone(),
        summary: info.summary.clone(),
        countries: countries.clone(),
        currencies: currencies.clone(),
        settings_schema: info.settings_schema.clone(),
        settings_version: info.settings_version,
    })
}

#[async_trait]
impl InstallmentProviders for PluginInstallments {
    async fn list(&self, ctx: &TenantCtx) -> Result<Vec<InstallmentProvider>, Failure> {
        Ok(self.sites.infos(ctx.website()).await?.iter().filter_map(described).collect())
    }

    fn checked_settings(&self, schema: Option<&Value>, settings: &Value) -> Result<Value, FieldErrors> {
        let Some(schema) = schema else { return Ok(settings.clone()) };
        check_settings(schema, settings).map_err(|faults| {
            let named = |pointer: &str| pointer.trim_start_matches('/').replace('/', ".");
            faults.into_iter().map(|fault| (named(&fault.pointer), format!("It {}.", fault.message))).collect()
        })
    }

    async fn changed(&self, ctx: &TenantCtx) {
        self.sites.evict(ctx.website()).await;
    }
}
