//! Places an order. The first transaction writes the order, reserves its stock and records the payment attempt, before
//! any provider is called.

use sea_orm::ActiveValue::Set;
use sea_orm::{ActiveModelTrait as _, IntoActiveModel};
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::{order, order_item, order_item_answer, payment};
use stoa_entity::{TenantDb, TenantTx, load_run_items};
use stoa_kernel::error::Checks;
use stoa_kernel::id::{OrderId, OrderItemId, ProductId};
use stoa_kernel::load_run::LoadRunItemKind;
use stoa_kernel::load_tests::real_method;
use stoa_kernel::money::Cents;
use stoa_kernel::order::{FulfillmentStatus, OrderEventKind, OrderPaymentStatus};
use stoa_kernel::token::random_token;
use stoa_kernel::{Actor, ErrorCode, Failure, ProblemText, Said, TenantCtx};

use super::asked::{Asked, Checked, ask_about_answers};
use super::attempt::{attempt, payment_row};
use super::details::{self, CheckoutChoices, Details};
use super::model::{PaymentChoice, Steps, Submission, SubmitAnswer};
use super::payment_effects::mark_paid;
use super::steps::steps;
use super::store;
use super::submit::answer;
use crate::cart::{self, Cart, CheckoutKey, Priced};
use crate::customers::{self, CustomerUpdate};
use crate::discounts;
use crate::inventory;
use crate::orders::{self, confirmed_url, note, searchable};
use crate::payments::{ChosenMethod, chosen_use, offered, use_of};
use crate::ports::{Attempt, PaymentMethod, QuotePlugins, SaleAccess};
use crate::pricing::minimum_subtotal_text;
use crate::problem_texts::{
    BILLING_ADDRESS_MISSING, CART_EMPTY, CHECKOUT_CHANGED, CHECKOUT_EMAIL_MISSING, COLLECTOR_MISSING,
    DELIVERY_ADDRESS_MISSING, DELIVERY_OPTION_MISSING, DELIVERY_UNAVAILABLE, ITEMS_GONE, OUT_OF_STOCK, PAYMENT_MISSING,
    QUESTIONS_OPEN, SIGN_IN_TO_BUY, TAXES_UNAVAILABLE, TOTAL_CHANGED,
};
use crate::quotes::{self, OpenQuestion, Quoted, Silence};
use crate::site_events::{Listening, PaidOrder};
use crate::{CommerceError, catalogue, contributor_texts, donations, site_events, subscriptions, translations};

/// How long stock is reserved for an unpaid order, milliseconds.
const HOLD_MS: i64 = 15 * 60 * 1_000;

/// How often plugins are asked anew because the cart has changed since they were asked.
const ROUNDS: usize = 3;
/// Seconds until a retry when the server was too busy to ask a plugin.
const BUSY_RETRY_SECONDS: u64 = 5;

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
/// since they were asked: they are asked anew, and only what they were asked in vain is left out.
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
    check_silence(silence, &cart, &priced)?;
    ctx.check_address(&cart.row.email)?;
    if priced.gaps.taxes {
        return Err(CommerceError::said(TAXES_UNAVAILABLE));
    }
    let expected = submission.expected_total_cents == priced.totals.grand_total_cents;
    if !priced.gone.is_empty() || !priced.in_stock() || !expected {
        return Err(changed(tx, &cart, priced).await?);
    }
    let choices = priced.payment_choices(&tx).await?;
    let methods = offered(at_hand, &choices, buyer_country(&cart, &priced), priced.requires_shipping);
    let method = method_for(&priced, &methods, submission.payment.as_ref())?;
    let is_load_test = ctx.load_run().is_some();
    if is_load_test && method.is_some_and(|method| !method.test_mode) {
        return Err(real_method().into());
    }
    load_run_items::note(ctx, &tx, LoadRunItemKind::Cart, cart.row.id.as_str()).await?;
    let test_mode = is_load_test || method.is_some_and(|method| method.test_mode);
    let is_first = earlier.is_none();
    let row = order_row(ctx, &cart, &priced, &details, test_mode);
    let hands_out = !test_mode || priced.settings.delivers_test_orders;
    let row = order::Model { hands_out: Some(hands_out), ..row };
    let (order, items) = write_order(ctx, &tx, row, earlier, &priced).await?;
    subscriptions::keep_with_order(&tx, &order.id, cart.plan()).await?;
    let words = translations::order_words(&priced, &asked, &items, &details.answers);
    orders::keep_language(&tx, &order.id, submission.language.as_deref(), words, is_first).await?;
    donations::keep_with_order(&tx, &order.id, cart.donation.as_ref()).await?;
    store::link_placed(ctx, &tx, &cart.row.id, &order.id).await?;
    let listening = Listening::to_new_order(&tx).await?;
    let seen = CustomerUpdate {
        email: order.email.clone(),
        name: order.customer_name.clone(),
        site_user_id: order.site_user_id.clone(),
        agrees: cart.row.mail_consent,
    };
    customers::note_buyer(ctx, &tx, seen, &listening).await?;
    keep_address(ctx, &tx, &cart, &priced).await?;
    let saved_use = match (method, &submission.payment) {
        (Some(method), Some(choice)) => {
            let chosen = ChosenMethod { method, choice, test_mode: choices.test_mode };
            chosen_use(ctx, &tx, &cart, chosen).await?
        }
        _ => None,
    };
    let payment = payment_row(ctx, &order, method, choices.capture_mode, attempt_key);
    let payment = payment::Model { saved_use, ..payment };
    tx.insert_many(vec![payment.clone().into_active_model()]).await?;
    let (placed, paid) = match (method, &submission.payment) {
        (Some(_), Some(choice)) => {
            let attempt = attempt(&order, &items, &payment, choice.data.clone(), submission.language.clone())?;
            let saved = use_of(&tx, &payment, &order).await?;
            (NextAction::ToPay(Box::new(Attempt { saved, ..attempt })), None)
        }
        _ => {
            let paid = mark_paid(ctx, &tx, &order).await?.ok_or(CommerceError::NotFound)?;
            (NextAction::Answered(answer(&paid, &payment)), Some(paid))
        }
    };
    inventory::record_taken(ctx, &tx, &order.id, priced.counted_pieces()).await?;
    if let Err(said) = take_contended_rows(ctx, &tx, &order, is_first, &priced).await? {
        return Err(too_late(ctx, db, tx, key, said).await?);
    }
    let taken = priced.counted_pieces().into_iter().map(|pieces| (pieces.variant_id, -pieces.quantity));
    site_events::tell_of_stock(ctx, &tx, &listening, taken.collect()).await?;
    if let Some(paid) = &paid {
        // Now the order has its number.
        let told = PaidOrder { before: &order, paid, is_placed: true };
        site_events::order_paid(ctx, &tx, &listening, told).await?;
    }
    tx.commit().await?;
    Ok(placed)
}

/// Refuses an order while plugins may still answer. What they were asked in vain is left out.
fn check_silence(silence: Silence, cart: &Cart, priced: &Priced) -> Result<(), CommerceError> {
    match silence {
        Silence::InVain => Ok(()),
        Silence::Busy => {
            let busy = Failure::plain(ErrorCode::Unavailable).with("retryAfterSeconds", BUSY_RETRY_SECONDS.into());
            Err(CommerceError::Said(busy))
        }
        Silence::Unasked => {
            Err(CommerceError::CartChanged { said: CHECKOUT_CHANGED.into(), cart: Box::new(priced.view(cart)) })
        }
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
    Ok(store::captured_or_open_payment(tx, &order.id).await?.map(|binding| answer(order, &binding)))
}

fn check_steps(
    ctx: &TenantCtx,
    cart: &Cart,
    priced: &Priced,
    choices: &CheckoutChoices,
    details: &Details,
) -> Result<(), CommerceError> {
    if priced.lines.is_empty() && priced.gone.is_empty() {
        return Err(CommerceError::said(CART_EMPTY));
    }
    let subtotal = priced.totals.subtotal_cents.of(priced.settings.site.currency);
    let minimum = if cart.donation.is_some() { Cents::ZERO } else { priced.settings.choices.minimum_subtotal_cents };
    if let Some(said) =
        minimum_subtotal_text(subtotal, minimum, |money| priced.settings.site.print_for(&priced.language, money))
    {
        return Err(CommerceError::said(said));
    }
    let done = steps(cart, priced, choices, details);
    let may_buy = choices.guest_checkout || cart.owner(ctx).is_some();
    let mut checks = Checks::default();
    for (is_done, field, said) in [
        (may_buy, "signIn", SIGN_IN_TO_BUY),
        (done.customer, "email", CHECKOUT_EMAIL_MISSING),
        destination_check(&done, priced),
        (done.shipping_option, "shippingOption", delivery_option_text(priced)),
        (details::is_complete(choices, details), "details", QUESTIONS_OPEN),
        (done.billing, "billingAddress", BILLING_ADDRESS_MISSING),
    ] {
        checks.require_said(is_done, field, said);
    }
    Ok(checks.finish()?)
}

/// What is said when no delivery option is chosen.
fn delivery_option_text(priced: &Priced) -> ProblemText {
    if priced.gaps.delivery { DELIVERY_UNAVAILABLE } else { DELIVERY_OPTION_MISSING }
}

/// Step check for the delivery address, or for the collector's name with pickup: completed, field, message.
fn destination_check(done: &Steps, priced: &Priced) -> (bool, &'static str, ProblemText) {
    match priced.pickup() {
        Some(_) => (done.shipping, "collector", COLLECTOR_MISSING),
        None => (done.shipping, "shippingAddress", DELIVERY_ADDRESS_MISSING),
    }
}

/// Error for a cart that differs from what the shopper saw. Products that are no longer sold are removed from it.
async fn changed(tx: TenantTx, cart: &Cart, priced: Priced) -> Result<CommerceError, CommerceError> {
    let said = if priced.gone.is_empty() && priced.in_stock() {
        TOTAL_CHANGED
    } else if priced.gone.is_empty() {
        OUT_OF_STOCK
    } else {
        ITEMS_GONE
    };
    let view = Box::new(priced.view(cart));
    if !priced.gone.is_empty() {
        cart::delete_entries(&tx, &priced.gone).await?;
        tx.commit().await?;
    }
    Ok(CommerceError::CartChanged { said: said.into(), cart: view })
}

/// Another order took the stock or discount first: rolls back, and returns an error with the current cart.
async fn too_late(
    ctx: &TenantCtx,
    db: &TenantDb,
    tx: TenantTx,
    key: CheckoutKey<'_>,
    said: Said,
) -> Result<CommerceError, CommerceError> {
    drop(tx);
    let tx = db.read().await?;
    let cart = cart::by_checkout_key(ctx, &tx, key, false).await?.ok_or(CommerceError::NotFound)?;
    let view = Box::new(cart::price(ctx, &tx, &cart).await?.view(&cart));
    Ok(CommerceError::CartChanged { said, cart: view })
}

/// Country of the billing address, otherwise of the shipping address or the pickup location, if known.
pub(super) fn buyer_country<'a>(cart: &'a Cart, priced: &'a Priced) -> Option<&'a str> {
    let known = priced.billing(cart).or_else(|| priced.destination(cart));
    known.map(|address| address.country.as_str()).or_else(|| priced.pickup().map(|place| place.country.as_str()))
}

/// The chosen payment method; `None` when the total is zero.
fn method_for<'a>(
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
    let chosen = choice.and_then(offered);
    chosen.map(Some).ok_or_else(|| CommerceError::said_field("payment", PAYMENT_MISSING))
}

async fn write_order(
    ctx: &TenantCtx,
    tx: &TenantTx,
    row: order::Model,
    earlier: Option<order::Model>,
    priced: &Priced,
) -> Result<(order::Model, Vec<order_item::Model>), CommerceError> {
    let (order, message) = match earlier {
        Some(earlier) => {
            store::remove_items(tx, &earlier.id).await?;
            let order::Model { id, number, auth_code, created_on, .. } = earlier;
            let again = order::Model { id, number, auth_code, created_on, ..row };
            let again = tx.save(again.into_active_model().reset_all()).await?;
            (again, contributor_texts::CUSTOMER_TRIED_TO_PAY_AGAIN.english())
        }
        None => {
            // Nobody waits for the counter where a single transaction writes.
            let number = if tx.locks_rows() { row.number } else { store::next_number(tx).await? };
            let row = order::Model { number, ..row };
            tx.insert_many(vec![row.clone().into_active_model()]).await?;
            (row, contributor_texts::ORDER_WAS_PLACED.english())
        }
    };
    let (items, answers) = item_rows(ctx, &order.id, priced);
    tx.insert_many(items.iter().cloned().map(IntoActiveModel::into_active_model).collect()).await?;
    tx.insert_many(answers).await?;
    note(ctx, tx, &order.id, OrderEventKind::Placed, message).await?;
    Ok((order, items))
}

fn order_row(ctx: &TenantCtx, cart: &Cart, priced: &Priced, details: &Details, test_mode: bool) -> order::Model {
    let (shipping, billing) = (priced.destination(cart), priced.billing(cart));
    let totals = &priced.totals;
    let donor = cart.donation.as_ref().map(|donation| donation.donor_name.clone());
    let addressee = billing.or(shipping).map(stoa_address::Address::name);
    let customer_name = priced.collector(cart).or(addressee).or(donor).unwrap_or_default();
    let bought = priced.lines.iter().map(|line| (line.variant.sku.as_str(), line.item.name.as_str()));
    order::Model {
        website_id: ctx.website().clone(),
        id: OrderId::generate(),
        number: store::temporary_order_number(),
        cart_id: cart.row.id.clone(),
        email: cart.row.email.clone(),
        customer_name: customer_name.clone(),
        site_user_id: cart.owner(ctx).cloned(),
        currency: priced.settings.site.currency.code().to_owned(),
        subtotal_cents: totals.subtotal_cents,
        discount_cents: totals.discount_cents,
        shipping_cents: totals.shipping_cents,
        tax_cents: totals.tax_cents,
        grand_total_cents: totals.grand_total_cents,
        payment_status: OrderPaymentStatus::AwaitingPayment,
        fulfillment_status: FulfillmentStatus::Pending,
        stock_held: true,
        hold_expires_on: Some(ctx.now() + HOLD_MS),
        shipping_address: shipping.cloned().map(JsonOf),
        billing_address: billing.cloned().map(JsonOf),
        shipping_option: priced.inputs.shipping.clone().map(JsonOf),
        pricing: JsonOf(priced.inputs.clone()),
        auth_code: random_token(32),
        test_mode,
        hands_out: None,
        note: details.note.clone(),
        search: searchable(&cart.row.email, &customer_name, bought),
        created_on: ctx.now(),
        paid_on: None,
        updated_on: ctx.now(),
    }
}

/// Order items, and the answers to their product forms.
fn item_rows(
    ctx: &TenantCtx,
    order: &OrderId,
    priced: &Priced,
) -> (Vec<order_item::Model>, Vec<order_item_answer::ActiveModel>) {
    let mut rows = Vec::with_capacity(priced.lines.len());
    let mut answer_rows = Vec::new();
    for (position, line) in (0_i32..).zip(&priced.lines) {
        let id = OrderItemId::generate();
        let answers = catalogue::answered(&line.item.additional_fields, line.entry.additional_fields.as_deref());
        if !answers.is_empty() {
            answer_rows.push(order_item_answer::ActiveModel {
                website_id: Set(ctx.website().clone()),
                order_item_id: Set(id.clone()),
                order_id: Set(order.clone()),
                answers: Set(JsonOf(answers)),
            });
        }
        rows.push(order_item::Model {
            website_id: ctx.website().clone(),
            id,
            order_id: order.clone(),
            position,
            product_id: line.item.id.clone(),
            variant_id: line.variant.id.clone(),
            sku: line.variant.sku.clone(),
            product_name: line.item.name.clone(),
            attributes: JsonOf(line.item.chosen_options(&line.variant).stored()),
            image_asset_id: line.item.image_of(&line.variant).map(|picture| picture.id.clone()),
            product_type: line.item.product_type,
            quantity: line.entry.quantity,
            unit_price_cents: line.unit_price_cents,
            total_cents: line.total_cents,
        });
    }
    (rows, answer_rows)
}
