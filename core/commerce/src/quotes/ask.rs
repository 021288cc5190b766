//! What plugins say about a cart, as far as it is known.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde::de::DeserializeOwned;
use stoa_address::Place;
use stoa_entity::TenantTx;
use stoa_kernel::TenantCtx;
use stoa_kernel::money::Cents;
use stoa_kernel::pricing::QuoteKind;

use super::known::KnownSources;
use super::model::{
    OpenQuestion, QuoteQuestion, QuoteSource, QuotedCart, QuotedCheckout, QuotedDiscount, QuotedField, QuotedRate,
    QuotedRefusal, QuotedTax,
};
use super::store;
use crate::CommerceError;
use crate::pricing::{DeliveryDays, Discount, DiscountEffect, PluginAnswer, ShippingChoice, TaxRule};
use crate::shipping_zones::ShippingOption;

/// What the price of a cart lacks because a plugin gave no answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct QuoteGaps {
    /// Delivery options.
    pub(crate) delivery: bool,
    /// Taxes.
    pub(crate) taxes: bool,
}

/// What a plugin asks in a checkout.
#[derive(Clone, Debug)]
pub(crate) struct AskedFields {
    /// The plugin.
    pub(crate) source: QuoteSource,
    /// In the language of the shopper.
    pub(crate) shown: Vec<QuotedField>,
    /// In the language of the owner, if that is known.
    pub(crate) original: Option<Vec<QuotedField>>,
}

/// The answers of plugins for one cart, read in a transaction.
pub(crate) struct Quotes<'a> {
    ctx: &'a TenantCtx,
    tx: &'a TenantTx,
    language: &'a str,
    pub(crate) sources: Arc<[QuoteSource]>,
    /// Questions without a fresh answer.
    pub(crate) questions: Vec<OpenQuestion>,
    /// Answers by the prefix of what came from them: an option of a zone, or a plugin.
    read: BTreeMap<String, PluginAnswer>,
    pub(crate) gaps: QuoteGaps,
}

impl<'a> Quotes<'a> {
    /// Those of the site's plugins, as this process knows them.
    pub(crate) fn of(ctx: &'a TenantCtx, tx: &'a TenantTx, language: &'a str) -> Self {
        let sources = tx.memory().of::<KnownSources>().sources();
        Self { ctx, tx, language, sources, questions: Vec::new(), read: BTreeMap::new(), gaps: QuoteGaps::default() }
    }

    /// Whether any plugin of the site is asked about carts.
    pub(crate) fn are_used(&self) -> bool {
        !self.sources.is_empty()
    }

    /// Whether any plugin of the site gives discounts.
    pub(crate) fn may_lower(&self) -> bool {
        self.sources.iter().any(|source| source.kind == QuoteKind::Discounts)
    }

    /// Whether any plugin of the site has questions for its checkout.
    pub(crate) fn ask_in_checkout(&self) -> bool {
        self.sources.iter().any(|source| source.kind == QuoteKind::Questions)
    }

    /// The delivery options that plugins name for options of a zone, by the ids of these.
    pub(crate) async fn rates(
        &mut self,
        options: &[&ShippingOption],
        cart: &QuotedCart,
        place: &Place,
    ) -> Result<HashMap<String, Vec<ShippingChoice>>, CommerceError> {
        let mut found = HashMap::new();
        for option in options {
            let Some(plugin) = &option.plugin else { continue };
            let question = QuoteQuestion::Shipping { cart: cart.clone(), place: place.clone() };
            let rates: Option<Vec<QuotedRate>> = match self.source(QuoteKind::Shipping, plugin) {
                Some(source) => self.answer(format!("{}.", option.id), source, question).await?,
                None => None,
            };
            let Some(rates) = rates else {
                self.gaps.delivery = true;
                continue;
            };
            let free = option.free_over_cents.is_some_and(|threshold| cart.subtotal_cents >= threshold);
            let choice = |rate: QuotedRate| ShippingChoice {
                id: format!("{}.{}", option.id, rate.code),
                days: days(&rate),
                label: rate.label,
                price_cents: if free { Cents::ZERO } else { rate.price_cents },
                pickup: None,
            };
            found.insert(option.id.clone(), rates.into_iter().map(choice).collect());
        }
        Ok(found)
    }

    /// The taxes that a plugin names; none when it gave no answer.
    pub(crate) async fn taxes(
        &mut self,
        plugin: &str,
        cart: QuotedCart,
        shipping_cents: Option<Cents>,
        place: &Place,
    ) -> Result<Option<Vec<TaxRule>>, CommerceError> {
        let inclusive = cart.prices_include_tax;
        let question = QuoteQuestion::Taxes { cart, shipping_cents, place: place.clone() };
        let Some(source) = self.source(QuoteKind::Taxes, plugin) else { return Ok(None) };
        let said: Option<Vec<QuotedTax>> = self.answer(format!("{plugin}%"), source, question).await?;
        let rule = |tax: QuotedTax| TaxRule {
            id: None,
            rate_basis_points: tax.rate_basis_points,
            inclusive,
            label: tax.name,
            on_shipping: tax.on_shipping,
            lines: Some(tax.lines),
        };
        Ok(said.map(|taxes| taxes.into_iter().map(rule).collect()))
    }

    /// The discounts that plugins give.
    pub(crate) async fn discounts(&mut self, cart: &QuotedCart) -> Result<Vec<Discount>, CommerceError> {
        let asked: Vec<QuoteSource> =
            self.sources.iter().filter(|source| source.kind == QuoteKind::Discounts).cloned().collect();
        let mut given = Vec::new();
        for source in asked {
            let prefix = format!("{}#", source.plugin);
            let question = QuoteQuestion::Discounts { cart: cart.clone() };
            let said: Option<Vec<QuotedDiscount>> = self.answer(prefix.clone(), source, question).await?;
            given.extend(said.unwrap_or_default().into_iter().enumerate().map(|(index, discount)| Discount {
                id: format!("{prefix}{index}"),
                label: discount.label,
                code: None,
                effect: DiscountEffect::Amount { amount_cents: discount.amount_cents },
                lines: (!discount.lines.is_empty()).then_some(discount.lines),
            }));
        }
        Ok(given)
    }

    /// What plugins ask in a checkout. `primary` is the language of the owner.
    pub(crate) async fn fields(
        &mut self,
        checkout: &QuotedCheckout,
        primary: &str,
    ) -> Result<Vec<AskedFields>, CommerceError> {
        let language = self.language;
        let asking: Vec<QuoteSource> =
            self.sources.iter().filter(|source| source.kind == QuoteKind::Questions).cloned().collect();
        let mut asked = Vec::new();
        for source in asking {
            let prefix = format!("?{}", source.plugin);
            let question = QuoteQuestion::Questions { checkout: checkout.clone() };
            let original: Option<Vec<QuotedField>> = if primary == language {
                None
            } else {
                self.answer_in(primary, prefix.clone(), source.clone(), question.clone()).await?
            };
            let shown: Option<Vec<QuotedField>> = self.answer_in(language, prefix, source.clone(), question).await?;
            asked.extend(shown.map(|shown| AskedFields { source, shown, original }));
        }
        Ok(asked)
    }

    /// Which of the answers a plugin refuses; none also when that is not known, and then the question is open.
    pub(crate) fn refusals(
        &mut self,
        source: &QuoteSource,
        checkout: &QuotedCheckout,
        answers: BTreeMap<String, String>,
    ) -> Vec<QuotedRefusal> {
        let question = QuoteQuestion::Answers { checkout: checkout.clone(), answers };
        let question = OpenQuestion::new(source.clone(), question, self.language);
        let known = self.tx.memory().of::<KnownSources>();
        known.refusals(&question.id, self.ctx.now()).unwrap_or_else(|| {
            self.questions.push(question);
            Vec::new()
        })
    }

    /// The answers from which the delivery, the discounts or the taxes of an order come.
    pub(crate) fn answers_used(
        &self,
        shipping: Option<&ShippingChoice>,
        discounts: &[Discount],
        taxes_by: Option<&str>,
    ) -> Vec<PluginAnswer> {
        let is_used = |prefix: &str| {
            shipping.is_some_and(|choice| choice.id.starts_with(prefix))
                || discounts.iter().any(|discount| discount.id.starts_with(prefix))
                || taxes_by.is_some_and(|plugin| prefix.strip_suffix('%') == Some(plugin))
        };
        self.read.iter().filter(|(prefix, _)| is_used(prefix)).map(|(_, answer)| answer.clone()).collect()
    }

    fn source(&self, kind: QuoteKind, plugin: &str) -> Option<QuoteSource> {
        self.sources.iter().find(|source| source.kind == kind && source.plugin == plugin).cloned()
    }

    /// The answer to a question, if one counts now. Without a fresh one the question is open.
    async fn answer<T: DeserializeOwned>(
        &mut self,
        prefix: String,
        source: QuoteSource,
        question: QuoteQuestion,
    ) -> Result<Option<T>, CommerceError> {
        self.answer_in(self.language, prefix, source, question).await
    }

    /// The same in a language.
    async fn answer_in<T: DeserializeOwned>(
        &mut self,
        language: &str,
        prefix: String,
        source: QuoteSource,
        question: QuoteQuestion,
    ) -> Result<Option<T>, CommerceError> {
        let question = OpenQuestion::new(source, question, language);
        let row = store::answers(self.tx, vec![question.id.clone()], self.ctx.now()).await?.remove(&question.id);
        let Some(row) = row else {
            self.questions.push(question);
            return Ok(None);
        };
        let said = match serde_json::from_value(row.answer.clone()) {
            Ok(said) => said,
            // Another version of the server has kept it: it is asked again, and no cart becomes unreadable.
            Err(error) => {
                tracing::warn!(plugin.id = question.source.plugin, %error, "a kept answer cannot be read");
                self.questions.push(question);
                return Ok(None);
            }
        };
        let source = &question.source;
        let answer = PluginAnswer {
            kind: source.kind,
            plugin: source.plugin.clone(),
            version: source.version.clone(),
            digest: source.digest.clone(),
            question: question.id.clone(),
            answer: row.answer,
        };
        self.read.insert(prefix, answer);
        if row.fresh_until <= self.ctx.now() {
            self.questions.push(question);
        }
        Ok(Some(said))
    }
}

fn days(rate: &QuotedRate) -> Option<DeliveryDays> {
    let least = rate.min_days.or(rate.max_days)?;
    Some(DeliveryDays { least, most: rate.max_days.unwrap_or(least) })
}
