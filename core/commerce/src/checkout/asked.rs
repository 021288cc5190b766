//! What a checkout asks: the questions of the shop, and those of plugins. Plugins are asked outside transactions, and
//! their answers are read from where they are kept; one that gives no answer asks nothing and refuses nothing. Whether
//! it was asked at all is what `open` tells, and no order is placed without that.

use std::collections::BTreeMap;

use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::checkout::CheckoutFieldKind;
use stoa_kernel::error::Checks;
use stoa_kernel::id::CartId;
use stoa_kernel::pricing::QuoteKind;
use stoa_kernel::{TenantCtx, boxed};

use super::details::{self, CheckoutAnswer, CheckoutChoices, CheckoutField, Details};
use super::steps::NoteAndAnswers;
use crate::CommerceError;
use crate::cart::{self as carts, Cart, CheckoutKey, Priced, quoted_checkout};
use crate::ports::QuotePlugins;
use crate::problem_texts::OPTION_UNKNOWN;
use crate::quotes::{
    self, AskedFields, OpenQuestion, QuoteSource, Quoted, QuotedCheckout, QuotedChoice, QuotedField, QuotedRefusal,
    Quotes,
};

/// Most questions of all plugins of a site.
const MAX_PLUGIN_QUESTIONS: usize = 10;

/// The questions of a checkout.
#[derive(Debug)]
pub(crate) struct Asked {
    /// As the owner reads them.
    pub(crate) original: CheckoutChoices,
    /// The same as the shopper reads them.
    pub(crate) shown: CheckoutChoices,
    plugins: Vec<AskingPlugin>,
    /// Plugins with questions of which it is not known what they ask.
    silent: Vec<String>,
    /// What plugins are told; none without a plugin that asks.
    checkout: Option<QuotedCheckout>,
    language: String,
    /// Questions to plugins without a fresh answer.
    pub(super) open: Vec<OpenQuestion>,
}

/// A plugin with its questions.
#[derive(Debug)]
struct AskingPlugin {
    source: QuoteSource,
    /// As the owner reads them.
    fields: Vec<QuotedField>,
    /// The same as the shopper reads them.
    shown: Vec<QuotedField>,
}

/// What plugins say about answers.
#[derive(Debug, Default)]
pub(super) struct Checked {
    /// Messages for the refused answers, by the ids of their fields.
    refused: Vec<(String, String)>,
    /// Fields whose choice is no longer offered.
    gone: Vec<String>,
    /// Questions to plugins without a fresh answer.
    pub(super) open: Vec<OpenQuestion>,
}

impl Checked {
    /// Field errors on `answers.<field id>`.
    pub(super) fn finish(self) -> Result<(), CommerceError> {
        let mut checks = Checks::default();
        for (field, message) in self.refused {
            checks.require(false, &format!("answers.{field}"), message);
        }
        for field in self.gone {
            checks.require_said(false, &format!("answers.{field}"), OPTION_UNKNOWN);
        }
        Ok(checks.finish()?)
    }
}

impl Asked {
    /// Those of the checkout of a cart, as far as they are known.
    pub(super) async fn of(
        ctx: &TenantCtx,
        tx: &TenantTx,
        cart: &Cart,
        priced: &Priced,
    ) -> Result<Self, CommerceError> {
        let original = priced.settings.choices.checkout.clone();
        let mut asked = Self {
            shown: priced.words.questions(&original),
            original,
            plugins: Vec::new(),
            silent: Vec::new(),
            checkout: None,
            language: priced.language.clone(),
            open: Vec::new(),
        };
        let mut quotes = Quotes::of(ctx, tx, &priced.language);
        if !quotes.ask_in_checkout() {
            return Ok(asked);
        }
        let checkout = quoted_checkout(ctx, cart, priced);
        let mut left = MAX_PLUGIN_QUESTIONS;
        for fields in quotes.fields(&checkout, &priced.settings.site.language).await? {
            left = asked.add(fields, left);
        }
        let asking = quotes.sources.iter().filter(|source| source.kind == QuoteKind::Questions);
        let is_silent = |plugin: &&String| asked.plugins.iter().all(|heard| heard.source.plugin != **plugin);
        asked.silent = asking.map(|source| &source.plugin).filter(is_silent).cloned().collect();
        asked.checkout = Some(checkout);
        asked.open = quotes.questions;
        Ok(asked)
    }

    /// Adds at most `left` questions of a plugin, and returns how many more there may be.
    fn add(&mut self, asked: AskedFields, left: usize) -> usize {
        let AskedFields { source, shown, original } = asked;
        if shown.len() > left {
            tracing::warn!(plugin.id = source.plugin, "the checkout has too many questions of plugins");
        }
        let original = original.unwrap_or_default();
        let mut plugin = AskingPlugin { source, fields: Vec::new(), shown: Vec::new() };
        for shown in shown.into_iter().take(left) {
            let own = original.iter().find_map(|other| in_order_of(other, &shown)).unwrap_or_else(|| shown.clone());
            self.original.fields.push(field(&plugin.source, &own));
            self.shown.fields.push(field(&plugin.source, &shown));
            plugin.fields.push(own);
            plugin.shown.push(shown);
        }
        let rest = left.saturating_sub(plugin.fields.len());
        self.plugins.push(plugin);
        rest
    }

    /// Validates what a shopper has said, in the words that are shown or in those of the owner.
    pub(super) fn read(&self, said: NoteAndAnswers<'_>) -> Result<Details, CommerceError> {
        let answers = details::in_original(&self.original, &self.shown, said.answers);
        let read = details::read(&self.original, said.note, &answers)?;
        // With what plugins call their choices.
        Ok(self.settled(read))
    }

    /// Kept answers in the words of the owner, without those to questions that plugins ask no longer. A plugin that
    /// gives no answer now may still ask, so that nothing that was said to it is lost.
    fn settled(&self, kept: Details) -> Details {
        let settled = |answer: CheckoutAnswer| match self.plugin_of(&answer) {
            Some(plugin) => plugin.settled(answer),
            None => Some(answer),
        };
        Details { answers: kept.answers.into_iter().filter_map(settled).collect(), ..kept }
    }

    /// Kept answers that still answer a question: those whose choice is no longer offered do not.
    pub(super) fn answered(&self, kept: Details) -> Details {
        let mut settled = self.settled(kept);
        settled.answers.retain(|answer| !self.is_gone(answer));
        settled
    }

    /// The settled answers of a cart, which are kept from now on.
    pub(super) async fn settle(&self, tx: &TenantTx, cart: &CartId) -> Result<Details, CommerceError> {
        let kept = details::of_cart(tx, cart).await?;
        let settled = self.settled(kept.clone());
        if settled != kept {
            details::keep(tx, cart, &settled).await?;
        }
        Ok(settled)
    }

    /// Adds what was said earlier to plugins of which it is not known now what they ask.
    pub(super) async fn with_unheard(
        &self,
        tx: &TenantTx,
        cart: &CartId,
        said: Details,
    ) -> Result<Details, CommerceError> {
        if self.silent.is_empty() {
            return Ok(said);
        }
        let kept = details::of_cart(tx, cart).await?;
        let is_unheard =
            |answer: &CheckoutAnswer| self.silent.iter().any(|plugin| own_id(plugin, &answer.field_id).is_some());
        let mut said = said;
        said.answers.extend(kept.answers.into_iter().filter(is_unheard));
        Ok(said)
    }

    /// What plugins say about answers, as far as that is known.
    pub(super) fn checked(&self, ctx: &TenantCtx, tx: &TenantTx, said: &Details) -> Checked {
        let Some(checkout) = &self.checkout else { return Checked::default() };
        let mut quotes = Quotes::of(ctx, tx, &self.language);
        let mut refused = Vec::new();
        for plugin in self.plugins.iter().filter(|plugin| !plugin.fields.is_empty()) {
            let found = quotes.refusals(&plugin.source, checkout, plugin.answers(said));
            let known = |refusal: &QuotedRefusal| plugin.fields.iter().any(|field| field.id == refusal.question);
            refused.extend(
                found
                    .into_iter()
                    .filter(known)
                    .map(|refusal| (field_id(&plugin.source, &refusal.question), refusal.message)),
            );
        }
        let gone = said.answers.iter().filter(|answer| self.is_gone(answer));
        let gone = gone.map(|answer| answer.field_id.clone()).collect();
        Checked { refused, gone, open: quotes.questions }
    }

    /// Whether a plugin still asks the question, and offers the choice no longer.
    fn is_gone(&self, answer: &CheckoutAnswer) -> bool {
        self.plugin_of(answer).is_some_and(|plugin| plugin.value_of(answer).is_none())
    }

    fn plugin_of(&self, answer: &CheckoutAnswer) -> Option<&AskingPlugin> {
        self.plugins.iter().find(|plugin| plugin.own_id(&answer.field_id).is_some())
    }
}

impl AskingPlugin {
    /// The plugin's own id of a question; none if another asks it.
    fn own_id<'a>(&self, field: &'a str) -> Option<&'a str> {
        own_id(&self.source.plugin, field)
    }

    /// The question that an answer is for, as the owner and as the shopper read it; none when it is asked no longer.
    fn question_of(&self, answer: &CheckoutAnswer) -> Option<(&QuotedField, &QuotedField)> {
        let id = self.own_id(&answer.field_id)?;
        self.fields.iter().zip(&self.shown).find(|(field, _)| field.id == id)
    }

    /// What the plugin is told of an answer; none when it asks this no longer, or does not offer the choice.
    fn value_of(&self, answer: &CheckoutAnswer) -> Option<(String, String)> {
        let (field, shown) = self.question_of(answer)?;
        let value = match field.kind {
            CheckoutFieldKind::Checkbox => "true".to_owned(),
            CheckoutFieldKind::Choice => {
                let mut choices = field.choices.iter().chain(&shown.choices);
                let chosen = match &answer.choice {
                    Some(value) => choices.find(|choice| choice.value == *value),
                    // The label may be in either language.
                    None => choices.find(|choice| choice.label == answer.value),
                };
                chosen?.value.clone()
            }
            CheckoutFieldKind::Text | CheckoutFieldKind::Textarea | CheckoutFieldKind::Date => answer.value.clone(),
        };
        Some((field.id.clone(), value))
    }

    /// An answer in the words of the owner, with what the plugin calls its choice; none when the question is asked no
    /// longer. A choice that is no longer offered stays as it is.
    fn settled(&self, mut answer: CheckoutAnswer) -> Option<CheckoutAnswer> {
        let (field, shown) = self.question_of(&answer)?;
        if answer.label == shown.label {
            answer.label.clone_from(&field.label);
        }
        if field.kind == CheckoutFieldKind::Choice
            && let Some((_, value)) = self.value_of(&answer)
        {
            if let Some(own) = field.choices.iter().find(|choice| choice.value == value) {
                answer.value.clone_from(&own.label);
            }
            answer.choice = Some(value);
        }
        Some(answer)
    }

    fn answers(&self, said: &Details) -> BTreeMap<String, String> {
        said.answers.iter().filter_map(|answer| self.value_of(answer)).collect()
    }
}

/// A question in the words of the owner, with its choices in the order of those that are shown; none when another is
/// shown.
fn in_order_of(own: &QuotedField, shown: &QuotedField) -> Option<QuotedField> {
    if own.id != shown.id || own.kind != shown.kind || own.choices.len() != shown.choices.len() {
        return None;
    }
    let same = |choice: &QuotedChoice| own.choices.iter().find(|other| other.value == choice.value).cloned();
    let choices = shown.choices.iter().map(same).collect::<Option<Vec<_>>>()?;
    Some(QuotedField { required: shown.required, choices, ..own.clone() })
}

/// A plugin's own id of a question; none if another asks it.
fn own_id<'a>(plugin: &str, field: &'a str) -> Option<&'a str> {
    field.strip_prefix(plugin)?.strip_prefix(':')
}

/// Id of a plugin's question among all of a checkout. Those of the shop have no colon.
fn field_id(source: &QuoteSource, question: &str) -> String {
    format!("{}:{question}", source.plugin)
}

fn field(source: &QuoteSource, asked: &QuotedField) -> CheckoutField {
    CheckoutField {
        id: field_id(source, &asked.id),
        label: asked.label.clone(),
        kind: asked.kind,
        required: asked.required,
        choices: asked.choices.iter().map(|choice| choice.label.clone()).collect(),
        plugin_help: Some(asked.help.clone()),
    }
}

/// What plugins have to be asked before the checkout of a cart is shown.
pub(crate) async fn open_questions(
    ctx: &TenantCtx,
    tx: &TenantTx,
    cart: &Cart,
    priced: &Priced,
) -> Result<Vec<OpenQuestion>, CommerceError> {
    Ok(Asked::of(ctx, tx, cart, priced).await?.open)
}

/// Learns which plugins the site uses. Those with questions are asked what is not known yet: their questions, and
/// what they say about answers, those that a shopper gives now or those that are kept. Answers that the shop refuses
/// itself are not passed on.
///
/// # Errors
/// When the database fails.
#[boxed]
pub(super) async fn ask_about_answers<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    plugins: &dyn QuotePlugins,
    key: CheckoutKey<'a>,
    said: Option<NoteAndAnswers<'a>>,
) -> Result<(), CommerceError> {
    quotes::learn_sources(ctx, db, plugins).await?;
    if !quotes::asks_in_checkout(db) {
        return Ok(());
    }
    quotes::prepare(ctx, db, plugins, Quoted::Checkout(key), None).await?;
    let open = unchecked(ctx, db, key, said).await?;
    let open = quotes::worth_asking(ctx, db, open);
    if !open.is_empty() {
        quotes::ask(ctx, db, plugins, open).await?;
    }
    Ok(())
}

/// What plugins have to be asked about answers.
async fn unchecked(
    ctx: &TenantCtx,
    db: &TenantDb,
    key: CheckoutKey<'_>,
    said: Option<NoteAndAnswers<'_>>,
) -> Result<Vec<OpenQuestion>, CommerceError> {
    let tx = db.read().await?;
    let cart = carts::by_checkout_key(ctx, &tx, key, false).await?;
    let Some(cart) = cart.filter(|cart| !cart.row.is_purchased) else { return Ok(Vec::new()) };
    let priced = match carts::price(ctx, &tx, &cart).await {
        // It has expired, which the caller says.
        Err(CommerceError::NotFound) => return Ok(Vec::new()),
        other => other?,
    };
    let asked = Asked::of(ctx, &tx, &cart, &priced).await?;
    let details = match said.map(|said| asked.read(said)) {
        Some(Ok(details)) => details,
        Some(Err(_)) => return Ok(Vec::new()),
        None => details::of_cart(&tx, &cart.row.id).await?,
    };
    Ok(asked.checked(ctx, &tx, &details).open)
}

#[cfg(test)]
mod tests;
