//! What a checkout asks: the questions of the shop, and those of plugins. Plugins are asked outside transactions, and
//! their answers are read from where they are kept; one that gives no answer asks nothing and refuses nothing.

use std::collections::BTreeMap;

use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::checkout::CheckoutFieldKind;
use stoa_kernel::error::Checks;
use stoa_kernel::id::CartId;
use stoa_kernel::{TenantCtx, boxed};

use super::details::{self, CheckoutAnswer, CheckoutChoices, CheckoutField, Details};
use super::steps::NoteAndAnswers;
use crate::CommerceError;
use crate::cart::{self as carts, Cart, CheckoutKey, Priced, quoted_checkout};
use crate::ports::QuotePlugins;
use crate::quotes::{
    self, AskedFields, OpenQuestion, QuoteSource, Quoted, QuotedCheckout, QuotedField, QuotedRefusal, Quotes,
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
    /// What plugins are told; none without a plugin that asks.
    checkout: Option<QuotedCheckout>,
    language: String,
    /// Questions to plugins without a fresh answer.
    pub(super) open: Vec<OpenQuestion>,
}

/// A plugin with its questions as the owner reads them.
#[derive(Debug)]
struct AskingPlugin {
    source: QuoteSource,
    fields: Vec<QuotedField>,
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
        let mut fields = Vec::with_capacity(shown.len());
        for shown in shown.into_iter().take(left) {
            let same = |other: &&QuotedField| {
                let values = |field: &QuotedField| -> Vec<String> {
                    field.choices.iter().map(|choice| choice.value.clone()).collect()
                };
                other.id == shown.id && other.kind == shown.kind && values(other) == values(&shown)
            };
            let own = original.iter().find(same).cloned().unwrap_or_else(|| shown.clone());
            let own = QuotedField { required: shown.required, ..own };
            self.original.fields.push(field(&source, &own));
            self.shown.fields.push(field(&source, &shown));
            fields.push(own);
        }
        let rest = left.saturating_sub(fields.len());
        self.plugins.push(AskingPlugin { source, fields });
        rest
    }

    /// Validates what a shopper has said, in the words that are shown or in those of the owner.
    pub(super) fn read(&self, said: NoteAndAnswers<'_>) -> Result<Details, CommerceError> {
        let answers = details::in_original(&self.original, &self.shown, said.answers);
        details::read(&self.original, said.note, &answers)
    }

    /// The kept answers without those to questions that plugins ask no longer. A plugin that gives no answer now may
    /// still ask, so that nothing that was said to it is lost.
    pub(super) async fn settle(&self, tx: &TenantTx, cart: &CartId) -> Result<Details, CommerceError> {
        let kept = details::of_cart(tx, cart).await?;
        let is_asked = |answer: &CheckoutAnswer| {
            let plugin = self.plugins.iter().find(|plugin| plugin.own_id(&answer.field_id).is_some());
            plugin.is_none_or(|plugin| plugin.value_of(answer).is_some())
        };
        if kept.answers.iter().all(is_asked) {
            return Ok(kept);
        }
        let answers = kept.answers.into_iter().filter(is_asked).collect();
        let settled = Details { answers, ..kept };
        details::keep(tx, cart, &settled).await?;
        Ok(settled)
    }

    /// Field errors on `answers.<field id>` for what plugins refuse.
    pub(super) async fn check(&self, ctx: &TenantCtx, tx: &TenantTx, said: &Details) -> Result<(), CommerceError> {
        let mut quotes = Quotes::of(ctx, tx, &self.language);
        let mut checks = Checks::default();
        for (field, message) in self.refused(&mut quotes, said).await? {
            checks.require(false, &format!("answers.{field}"), message);
        }
        Ok(checks.finish()?)
    }

    /// The refused answers, by the ids of their fields.
    async fn refused(&self, quotes: &mut Quotes<'_>, said: &Details) -> Result<Vec<(String, String)>, CommerceError> {
        let Some(checkout) = &self.checkout else { return Ok(Vec::new()) };
        let mut refused = Vec::new();
        for plugin in self.plugins.iter().filter(|plugin| !plugin.fields.is_empty()) {
            let found = quotes.refusals(&plugin.source, checkout, plugin.answers(said)).await?;
            let known = |refusal: &QuotedRefusal| plugin.fields.iter().any(|field| field.id == refusal.question);
            refused.extend(
                found
                    .into_iter()
                    .filter(known)
                    .map(|refusal| (field_id(&plugin.source, &refusal.question), refusal.message)),
            );
        }
        Ok(refused)
    }
}

impl AskingPlugin {
    /// The plugin's own id of a question; none if another asks it.
    fn own_id<'a>(&self, field: &'a str) -> Option<&'a str> {
        field.strip_prefix(self.source.plugin.as_str())?.strip_prefix(':')
    }

    /// What the plugin is told of an answer; none when it asks this no longer.
    fn value_of(&self, answer: &CheckoutAnswer) -> Option<(String, String)> {
        let id = self.own_id(&answer.field_id)?;
        let field = self.fields.iter().find(|field| field.id == id)?;
        let value = match field.kind {
            CheckoutFieldKind::Checkbox => "true".to_owned(),
            CheckoutFieldKind::Choice => {
                field.choices.iter().find(|choice| choice.label == answer.value)?.value.clone()
            }
            CheckoutFieldKind::Text | CheckoutFieldKind::Textarea | CheckoutFieldKind::Date => answer.value.clone(),
        };
        Some((id.to_owned(), value))
    }

    fn answers(&self, said: &Details) -> BTreeMap<String, String> {
        said.answers.iter().filter_map(|answer| self.value_of(answer)).collect()
    }
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
    let mut quotes = Quotes::of(ctx, &tx, &priced.language);
    asked.refused(&mut quotes, &details).await?;
    Ok(quotes.questions)
}
