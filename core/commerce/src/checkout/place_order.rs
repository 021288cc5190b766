//! Places an order. The first transaction writes the order, reserves its stock and records the payment attempt, before
//! any provider is called.

use sea_orm::IntoActiveModel;
use stoa_entity::tenant::{order, order_item, payment};
use stoa_entity::{TenantDb, TenantTx, load_run_items};
use stoa_kernel::id::ProductId;
use stoa_kernel::load_run::LoadRunItemKind;
use stoa_kernel::load_tests::real_method;
use stoa_kernel::money::Cents;
use stoa_kernel::{Actor, Said, TenantCtx};

use super::asked::{Asked, Checked, ask_about_answers};
use super::attempt::{attempt, payment_row};
use super::details::Details;
use super::model::{PaymentChoice, Submission, SubmitAnswer};
use super::order_refusals::{changed, check_settled, check_steps, too_late};
use super::order_rows::{order_row, write_order};
use super::payment_effects::mark_paid;
use super::store;
use super::submit::answer;
use crate::cart::{self, Cart, CheckoutKey, Priced};
use crate::customers::{self, CustomerUpdate};
use crate::discounts;
use crate::inventory;
use crate::orders::{self, confirmed_url};
use crate::payments::{ChosenMethod, chosen_use, offered, use_of};
use crate::ports::{Attempt, PaymentMethod, QuotePlugins, SaleAccess};
use crate::problem_texts::{OUT_OF_STOCK, PAYMENT_MISSING};
use crate::quotes::{self, OpenQuestion, Quoted, Silence};
use crate::site_events::{Listening, PaidOrder};
use crate::{CommerceError, donations, site_events, subscriptions, translations};

/// How often plugins are asked again because the cart has changed since they were asked.
const ROUNDS: usize = 3;
/// Next action after the first transaction.
pub(super) enum NextAction {
    /// None: this is the response.
    Answered(SubmitAnswer),
    /// Call the payment provider.
    ToPay(Box<Attempt>),
}

/// What is to be bought, and how.
#[derive(Clone, Copy)]
pub(super) struct NewOrder<'a> {
    /// The payment methods of plugins.
    pub(super) at_hand: &'a [PaymentMethod],
    /// What the buyer may buy.
    pub(super) access: &'a dyn SaleAccess,
    pub(super) key: CheckoutKey<'a>,
    pub(super) submission: &'a Submission,
}

/// A submission in its transaction.
enum Begun {
    /// There is an attempt already: this is the response.
    Answered(SubmitAnswer),
    /// The locked cart with its price.
    ToBuy(Box<CartToBuy>),
}

struct CartToBuy {
    tx: TenantTx,
    cart: Cart,
    /// The order that was placed from the cart and not paid.
    earlier: Option<order::Model>,
    /// Idempotency key of the attempt.
    attempt_key: String,
    priced: Priced,
    asked: Asked,
    details: Details,
    /// What plugins say about the answers.
    checked: Checked,
    /// Questions to plugins without a fresh answer.
    open: Vec<OpenQuestion>,
}

/// Writes the order and the attempt, or finds existing ones. A cart has at most one order, however often it is
/// submitted, reloaded or opened. What plugins ask and refuse is read from the locked cart, which may have changed
/// since they were asked: they are asked again, and only what they were asked in vain is left out.
pub(super) async fn place(
    ctx: &TenantCtx,
    db: &TenantDb,
    plugins: &dyn QuotePlugins,
    order: NewOrder<'_>,
) -> Result<NextAction, CommerceError> {
    let mut round = 0;
    loop {
        let cart = match begin(ctx, db, order).await? {
            Begun::Answered(known) => return Ok(NextAction::Answered(known)),
            Begun::ToBuy(cart) => cart,
        };
        let silence = quotes::silence(ctx, db, &cart.open);
        let is_final = match silence {
            Silence::Unasked => round == ROUNDS,
            Silence::Busy => round > 0,
            Silence::InVain => true,
        };
        if is_final {
            return write(ctx, db, order, *cart, silence).await;
        }
        if round == 0 {
            quotes::forget_busy(db, &cart.open);
        }
        // Plugins are asked without an open transaction.
        drop(cart);
        quotes::prepare(ctx, db, plugins, Quoted::Checkout(order.key), None).await?;
        ask_about_answers(ctx, db, plugins, order.key, None).await?;
        round += 1;
    }
}

async fn begin(ctx: &TenantCtx, db: &TenantDb, new: NewOrder<'_>) -> Result<Begun, CommerceError> {
    let tx = db.write().await?;
    let cart = cart::by_checkout_key(ctx, &tx, new.key, true).await?.ok_or(CommerceError::NotFound)?;
    if !cart.row.is_purchased {
        let items: Vec<ProductId> = cart.entries.iter().map(|entry| entry.product_id.clone()).collect();
        new.access.check(ctx, &tx, &items).await?;
    }
    let earlier = store::order_of_cart(&tx, &cart.row, true).await?;
    let attempt_key = format!("{}:{}", cart.row.id, new.submission.idempotency_key);
    if let Some(order) = &earlier
        && let Some(known) = known_answer(&tx, &cart, order, &attempt_key).await?
    {
        return Ok(Begun::Answered(known));
    }
    let priced = cart::price(ctx, &tx, &cart).await?;
    let asked = Asked::of(ctx, &tx, &cart, &priced).await?;
    let details = asked.settle(&tx, &cart.row.id).await?;
    let checked = asked.checked(ctx, &tx, &details);
    let open = priced.questions.iter().chain(&asked.open).chain(&checked.open).cloned().collect();
    let cart = CartToBuy { tx, cart, earlier, attempt_key, priced, asked, details, checked, open };
    Ok(Begun::ToBuy(Box::new(cart)))
}

async fn write(
    ctx: &TenantCtx,
    db: &TenantDb,
    new: NewOrder<'_>,
    bought: CartToBuy,
    silence: Silence,
) -> Result<NextAction, CommerceError> {
    let NewOrder { at_hand, key, submission, .. } = new;
    let CartToBuy { tx, cart, earlier, attempt_key, mut priced, asked, details, checked, .. } = bought;
    check_steps(ctx, &cart, &priced, &asked.original, &details)?;
    checked.finish()?;
    check_settled(ctx, silence, &cart, &priced)?;
    let expected = submission.expected_total_cents == priced.totals.grand_total_cents;
    if !priced.gone.is_empty() || !priced.in_stock() || !expected {
        return Err(changed(tx, &cart, priced).await?);
    }
    let choices = priced.payment_choices(&tx).await?;
    let methods = offered(at_hand, &choices, buyer_country(&cart, &priced), priced.requires_shipping);
    let method = method_for(ctx, &priced, &methods, submission.payment.as_ref())?;
    load_run_items::note(ctx, &tx, LoadRunItemKind::Cart, cart.row.id.as_str()).await?;
    let test_mode = ctx.load_run().is_some() || method.is_some_and(|method| method.test_mode);
    let is_first = earlier.is_none();
    let row = order_row(ctx, &cart, &priced, &details, test_mode);
    let (order, items) = write_order(ctx, &tx, row, earlier, &priced).await?;
    subscriptions::keep_with_order(&tx, &order.id, cart.plan()).await?;
    let words = translations::order_words(&priced, &asked, &items, &details.answers);
    let language = submission.language_of_visit(&priced.settings.site.language);
    orders::keep_language(&tx, &order.id, language, words, is_first).await?;
    donations::keep_with_order(&tx, &order.id, cart.donation.as_ref()).await?;
    store::link_placed(ctx, &tx, &cart.row.id, &order.id).await?;
    let listening = Listening::to_new_order(&tx).await?;
    customers::note_buyer(ctx, &tx, buyer_of(&order, &cart), &listening).await?;
    keep_address(ctx, &tx, &cart, &priced).await?;
    let saved_use = match (method, &submission.payment) {
        (Some(method), Some(choice)) => {
            let chosen = ChosenMethod { method, choice, test_mode: choices.test_mode };
            chosen_use(ctx, &tx, &cart, chosen).await?
        }
        _ => None,
    };
    let payment = payment::Model { saved_use, ..payment_row(ctx, &order, method, &choices, attempt_key) };
    tx.insert_many(vec![payment.clone().into_active_model()]).await?;
    let written = WrittenOrder { order: &order, items: &items, payment: &payment, language };
    let (placed, paid) = written.next_action(ctx, &tx, submission, method).await?;
    inventory::record_taken(ctx, &tx, &order.id, priced.counted_pieces()).await?;
    if let Err(said) = take_contended_rows(ctx, &tx, &order, is_first, &priced).await? {
        return Err(too_late(ctx, db, tx, key, said).await?);
    }
    let taken = priced.counted_pieces().into_iter().map(|pieces| (pieces.variant_id, -pieces.quantity));
    site_events::tell_of_stock(ctx, &tx, &listening, taken.collect()).await?;
    if let Some(paid) = &paid {
        // Now the order has its number.
        let paid = PaidOrder { before: &order, paid, is_placed: true };
        site_events::order_paid(ctx, &tx, &listening, paid).await?;
    }
    tx.commit().await?;
    Ok(placed)
}

/// An order as it was written, with the attempt to pay it.
struct WrittenOrder<'a> {
    order: &'a order::Model,
    items: &'a [order_item::Model],
    payment: &'a payment::Model,
    /// BCP 47 tag of the language of the visit; none when unknown.
    language: Option<&'a str>,
}

impl WrittenOrder<'_> {
    /// What happens next: the provider is called, or an order that costs nothing is paid at once, and returned as it is
    /// then.
    async fn next_action(
        &self,
        ctx: &TenantCtx,
        tx: &TenantTx,
        submission: &Submission,
        method: Option<&PaymentMethod>,
    ) -> Result<(NextAction, Option<order::Model>), CommerceError> {
        let Self { order, items, payment, language } = *self;
        match (method, &submission.payment) {
            (Some(_), Some(choice)) => {
                let attempt = attempt(order, items, payment, choice.data.clone(), language.map(str::to_owned))?;
                let saved = use_of(tx, payment, order).await?;
                Ok((NextAction::ToPay(Box::new(Attempt { saved, ..attempt })), None))
            }
            _ => {
                let paid = mark_paid(ctx, tx, order).await?.ok_or(CommerceError::NotFound)?;
                Ok((NextAction::Answered(answer(&paid, payment)), Some(paid)))
            }
        }
    }
}

/// What an order tells of its customer.
fn buyer_of(order: &order::Model, cart: &Cart) -> CustomerUpdate {
    CustomerUpdate {
        email: order.email.clone(),
        name: order.customer_name.clone(),
        site_user_id: order.site_user_id.clone(),
        agrees: cart.row.mail_consent,
    }
}

/// Saves the address in the buyer's account, if requested.
async fn keep_address(ctx: &TenantCtx, tx: &TenantTx, cart: &Cart, priced: &Priced) -> Result<(), CommerceError> {
    let Actor::SiteUser(caller) = ctx.actor() else { return Ok(()) };
    let given = priced.destination(cart).or_else(|| priced.billing(cart));
    match given {
        Some(address) if cart.row.keeps_address == Some(true) && cart.owner(ctx) == Some(caller) => {
            customers::keep(ctx, tx, caller, address).await
        }
        _ => Ok(()),
    }
}

/// Updates the rows that all orders contend for: stock, discounts and the order number counter. Done last, so that
/// their locks are held only until the commit. The inner error is a message for the shopper.
async fn take_contended_rows(
    ctx: &TenantCtx,
    tx: &TenantTx,
    order: &order::Model,
    is_first: bool,
    priced: &Priced,
) -> Result<Result<(), Said>, CommerceError> {
    if inventory::deduct(tx, priced.counted_pieces()).await?.is_err() {
        return Ok(Err(OUT_OF_STOCK.into()));
    }
    let buyer = discounts::Buyer { email: &order.email, account: order.site_user_id.as_ref() };
    if let Err(lost) = discounts::take(ctx, tx, &order.id, buyer, &priced.discounts).await? {
        return Ok(Err(lost.message()));
    }
    if is_first && tx.locks_rows() {
        store::number(tx, &order.id).await?;
    }
    Ok(Ok(()))
}

/// Response to a repeated submission, or to another one while a payment is in progress.
async fn known_answer(
    tx: &TenantTx,
    cart: &Cart,
    order: &order::Model,
    key: &str,
) -> Result<Option<SubmitAnswer>, CommerceError> {
    if let Some(same) = store::payment_by_key(tx, key).await? {
        return Ok(Some(answer(order, &same)));
    }
    if cart.row.is_purchased {
        return Err(CommerceError::AlreadyPurchased { redirect_url: confirmed_url(order) });
    }
    let binding = store::captured_or_open_payments(tx, &order.id).await?;
    Ok(binding.first().map(|binding| answer(order, binding)))
}

/// Country of the billing address, otherwise of the shipping address or the pickup location, if known.
pub(super) fn buyer_country<'a>(cart: &'a Cart, priced: &'a Priced) -> Option<&'a str> {
    let known = priced.billing(cart).or_else(|| priced.destination(cart));
    known.map(|address| address.country.as_str()).or_else(|| priced.pickup().map(|place| place.country.as_str()))
}

/// The chosen payment method; `None` when the total is zero. Load tests move no money.
fn method_for<'a>(
    ctx: &TenantCtx,
    priced: &Priced,
    methods: &'a [PaymentMethod],
    choice: Option<&PaymentChoice>,
) -> Result<Option<&'a PaymentMethod>, CommerceError> {
    if priced.totals.grand_total_cents == Cents::ZERO {
        return Ok(None);
    }
    let offered = |choice: &PaymentChoice| {
        methods.iter().find(|method| method.provider == choice.provider && method.method == choice.method)
    };
    let Some(chosen) = choice.and_then(offered) else {
        return Err(CommerceError::said_field("payment", PAYMENT_MISSING));
    };
    if ctx.load_run().is_some() && !chosen.test_mode {
        return Err(real_method().into());
    }
    Ok(Some(chosen))
}
