//! Has plugins answer what pricing has left open, before a transaction needs the answers.

use std::collections::HashSet;
use std::sync::Arc;

use stoa_address::Place;
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::pricing::QuoteKind;
use stoa_kernel::{TenantCtx, boxed};

use super::known::{KnownSources, Silence, asks_in_checkout};
use super::model::{OpenQuestion, QuoteAnswer, QuoteFailure, QuoteSource};
use super::store;
use crate::CommerceError;
use crate::cart::{self, Cart, CheckoutKey};
use crate::checkout;
use crate::ports::QuotePlugins;
use crate::pricing_cache::CatalogueSnapshot;

/// Rounds of questions: taxes depend on the delivery and the discounts.
const ROUNDS: usize = 3;

/// The cart that is to be priced.
#[derive(Clone, Copy, Debug)]
pub enum Quoted<'a> {
    /// The shopper's own cart, by the token of its cookie.
    Cart(Option<&'a str>),
    /// The cart of a checkout.
    Checkout(CheckoutKey<'a>),
}

/// What was known of the answers of plugins when a cart was priced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuoteState {
    /// The plugins that it was priced with.
    sources: Arc<[QuoteSource]>,
    /// Ids of the questions without a fresh answer.
    open: Vec<String>,
}

impl QuoteState {
    pub(crate) fn of(sources: &Arc<[QuoteSource]>, questions: &[OpenQuestion]) -> Self {
        let open = questions.iter().map(|question| question.id.clone()).collect();
        Self { sources: Arc::clone(sources), open }
    }

    /// The same with further questions without a fresh answer.
    pub(crate) fn with(&self, questions: &[OpenQuestion]) -> Self {
        let more = questions.iter().map(|question| question.id.clone());
        Self { sources: Arc::clone(&self.sources), open: self.open.iter().cloned().chain(more).collect() }
    }
}

/// Whether plugins have nothing to add to the price of a cart, so that [`prepare`] would change nothing. No statement.
///
/// # Errors
/// When the site's plugins cannot be read.
#[boxed]
pub async fn are_settled(
    ctx: &TenantCtx,
    db: &TenantDb,
    plugins: &dyn QuotePlugins,
    priced: &QuoteState,
) -> Result<bool, CommerceError> {
    let sources = plugins.sources(ctx).await?;
    let known = db.memory().of::<KnownSources>();
    let may_ask = |id: &String| known.may_ask(id, ctx.now());
    Ok(priced.sources.as_ref() == sources.as_slice() && !priced.open.iter().any(may_ask))
}

/// Has carts priced with the plugins that the site uses now.
pub(crate) async fn learn_sources(
    ctx: &TenantCtx,
    db: &TenantDb,
    plugins: &dyn QuotePlugins,
) -> Result<(), CommerceError> {
    let sources = plugins.sources(ctx).await?;
    db.memory().of::<KnownSources>().learn(&sources);
    Ok(())
}

/// Whether one of these questions may be asked now: those that were just asked in vain are not.
pub(crate) fn may_ask(ctx: &TenantCtx, db: &TenantDb, questions: &[OpenQuestion]) -> bool {
    if questions.is_empty() {
        return false;
    }
    let known = db.memory().of::<KnownSources>();
    questions.iter().any(|question| known.may_ask(&question.id, ctx.now()))
}

/// The least that was done for one of the questions that an order leaves open. A price without the answer of a plugin
/// that is busy is one that the shopper has seen; what is to be asked and checked is not skipped for that.
pub(crate) fn silence(ctx: &TenantCtx, db: &TenantDb, open: &[OpenQuestion]) -> Silence {
    let known = db.memory().of::<KnownSources>();
    let silence = |question: &OpenQuestion| match known.silence(&question.id, ctx.now()) {
        Silence::Busy if question.source.kind != QuoteKind::Questions => Silence::InVain,
        other => other,
    };
    open.iter().map(silence).min().unwrap_or(Silence::InVain)
}

/// Has the questions asked again that could not be put to their plugins.
pub(crate) fn forget_busy(db: &TenantDb, open: &[OpenQuestion]) {
    let known = db.memory().of::<KnownSources>();
    for question in open.iter().filter(|question| question.source.kind == QuoteKind::Questions) {
        known.forget_busy(&question.id);
    }
}

/// Asks the site's plugins what the price of a cart leaves open, and keeps the answers. With `place`, as if the cart
/// were sent there. Returns whether anything new is known, so that the cart has to be priced again.
///
/// # Errors
/// When the database fails, or the site's plugins cannot be read.
#[boxed]
pub async fn prepare<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    plugins: &dyn QuotePlugins,
    whose: Quoted<'a>,
    place: Option<&Place>,
) -> Result<bool, CommerceError> {
    let sources = plugins.sources(ctx).await?;
    let known = db.memory().of::<KnownSources>();
    let is_news = known.learn(&sources);
    if sources.is_empty() {
        return Ok(is_news);
    }
    let mut is_new = is_news;
    let mut asked: HashSet<String> = HashSet::new();
    for _ in 0..ROUNDS {
        let mut open = open_questions(ctx, db, whose, place, &sources).await?;
        // Two options of a zone can ask the same.
        open.retain(|question| known.may_ask(&question.id, ctx.now()) && asked.insert(question.id.clone()));
        if open.is_empty() {
            break;
        }
        if !ask(ctx, db, plugins, open).await? {
            break;
        }
        is_new = true;
    }
    Ok(is_new)
}

/// Asks questions and keeps the answers. Returns whether any of them is known now.
pub(crate) async fn ask(
    ctx: &TenantCtx,
    db: &TenantDb,
    plugins: &dyn QuotePlugins,
    open: Vec<OpenQuestion>,
) -> Result<bool, CommerceError> {
    let known = db.memory().of::<KnownSources>();
    let said = plugins.ask(ctx, &open).await;
    let mut answered = Vec::with_capacity(open.len());
    let mut is_news = false;
    for (question, answer) in open.into_iter().zip(said) {
        match answer {
            // The question is made of what a person has typed: this stays in memory, and another process asks again.
            Ok(QuoteAnswer::Refusals(refused)) => {
                known.keep_refusals(question.id, refused, ctx.now());
                is_news = true;
            }
            Ok(answer) => answered.push((question, answer)),
            Err(error) => {
                tracing::warn!(plugin.id = question.source.plugin, kind = %question.source.kind, %error, "no quote");
                known.note_failure(question.id, matches!(error, QuoteFailure::InVain(_)), ctx.now());
            }
        }
    }
    if answered.is_empty() {
        return Ok(is_news);
    }
    match store::keep(ctx, db, answered).await {
        Ok(()) => Ok(true),
        // Carts can be looked at all the same.
        Err(CommerceError::Database(error @ DbError::CannotWrite(..))) => {
            tracing::warn!(%error, "the answers of plugins are not kept");
            Ok(is_news)
        }
        Err(error) => Err(error),
    }
}

/// Those of the questions that were not just asked in vain.
pub(crate) fn worth_asking(ctx: &TenantCtx, db: &TenantDb, mut open: Vec<OpenQuestion>) -> Vec<OpenQuestion> {
    let known = db.memory().of::<KnownSources>();
    open.retain(|question| known.may_ask(&question.id, ctx.now()));
    open
}

/// What the price of the cart leaves open.
async fn open_questions(
    ctx: &TenantCtx,
    db: &TenantDb,
    whose: Quoted<'_>,
    place: Option<&Place>,
    sources: &[QuoteSource],
) -> Result<Vec<OpenQuestion>, CommerceError> {
    let tx = db.read().await?;
    // Questions are asked in a checkout alone, with the address that it has.
    let has_fields = place.is_none() && matches!(whose, Quoted::Checkout(_)) && asks_in_checkout(db);
    if !has_fields && !are_asked(&tx, sources).await? {
        return Ok(Vec::new());
    }
    let cart = match whose {
        Quoted::Cart(token) => cart::open_of(ctx, &tx, token, false).await?,
        Quoted::Checkout(key) => cart::by_checkout_key(ctx, &tx, key, false).await?,
    };
    let Some(cart) = cart.filter(|cart| !cart.row.is_purchased && !cart.entries.is_empty()) else {
        return Ok(Vec::new());
    };
    let cart = match place {
        Some(place) => Cart { shipping_address: None, location: Some(place.clone()), ..cart },
        None => cart,
    };
    match cart::price(ctx, &tx, &cart).await {
        Ok(priced) if has_fields => {
            let asked = checkout::open_questions(ctx, &tx, &cart, &priced).await?;
            Ok(priced.questions.into_iter().chain(asked).collect())
        }
        Ok(priced) => Ok(priced.questions),
        // It has expired.
        Err(CommerceError::NotFound) => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// Whether the shop asks plugins at all. Those for delivery and taxes are on by default, but asked only where the shop
/// names them: a cart is not priced once more for nothing.
async fn are_asked(tx: &TenantTx, sources: &[QuoteSource]) -> Result<bool, CommerceError> {
    if sources.iter().any(|source| source.kind == QuoteKind::Discounts) {
        return Ok(true);
    }
    let terms = CatalogueSnapshot::open(tx).await?.terms().await?;
    let names_plugin = terms.zones.iter().flat_map(|zone| &zone.options).any(|option| option.plugin.is_some());
    Ok(names_plugin || !terms.settings.choices.taxes.plugin.is_empty())
}
