//! A shop for the tests, with a payment provider that answers as told.

use std::collections::{HashMap, VecDeque};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use async_trait::async_trait;
use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use serde_json::{Value, json};
use stoa_address::Address;
use stoa_commerce::CommerceError;
use stoa_commerce::cart::{self, Browser, Changed, CheckoutKey, NewEntry};
use stoa_commerce::checkout::{self, Customer, Destination, PaymentChoice, Purchase, Submission, SubmitAnswer};
use stoa_commerce::ports::{
    Attempt, CheckoutPlugins, Dispute, ForgottenMethod, NextStep, NoQuotes, OpenToAll, Outcome, PaymentError,
    PaymentMethod, PaymentStatus, Payments, ProviderInMode, ProviderRefund, SavedUse, Webhook, WebhookEvent,
};
use stoa_commerce::shipping_zones::{self, ShippingOption, ZonePatch, ZonePlace};
use stoa_commerce::taxes::{self, TaxPatch};
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::{
    asset, cart as cart_row, category, collection, order, outbox, payment, product, refund, site, site_user, variant,
};
use stoa_kernel::catalogue::{CategoryKind, PageRendering};
use stoa_kernel::checkout::ShippingKind;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CategoryId, CollectionId, ProductId, SiteUserId, VariantId};
use stoa_kernel::money::Cents;
use stoa_kernel::payment::PaymentForm;
use stoa_kernel::search::folded;
use stoa_kernel::{Failure, TenantCtx};
use stoa_testkit::{Postgres, TestSite, store_row};

pub(crate) type ProviderResult = Result<Outcome, PaymentError>;

/// A provider that says what it was told to, in turn; without a word left it takes the money.
#[derive(Default)]
pub(crate) struct Script {
    words: Mutex<VecDeque<ProviderResult>>,
    pub(crate) calls: AtomicUsize,
    /// The attempts it was asked to end, and what it says to it in turn; without a word left it ends them.
    pub(crate) canceled: Mutex<Vec<String>>,
    pub(crate) cancel_words: Mutex<VecDeque<ProviderResult>>,
    /// Key and amount of each refund it was asked for.
    pub(crate) refunds: Mutex<Vec<(String, i64)>>,
    /// The mode whose webhooks alone it finds genuine, test mode if true; none if it signs those of both alike.
    pub(crate) signs_in: Mutex<Option<bool>>,
    /// The mode in which it verifies no webhook now, test mode if true.
    pub(crate) fails_in: Mutex<Option<bool>>,
    /// The modes in which it was asked to verify webhooks, test mode if true.
    pub(crate) verified_in: Mutex<Vec<bool>>,
    /// The dispute that its next webhook tells.
    pub(crate) dispute: Mutex<Option<Dispute>>,
    /// Tokens of the saved methods that it was asked to forget.
    forgotten: Mutex<Vec<String>>,
    /// Whether it forgets nothing now.
    pub(crate) remembers: AtomicBool,
    /// Whether it never answers.
    pub(crate) is_silent: AtomicBool,
    /// Whether customers pay with methods that it has saved.
    pub(crate) can_save: AtomicBool,
}

impl Script {
    pub(crate) fn say(&self, answer: ProviderResult) {
        self.words.lock().unwrap().push_back(answer);
    }

    pub(crate) fn calls(&self) -> usize {
        self.calls.load(Ordering::SeqCst)
    }

    pub(crate) fn forgotten(&self) -> Vec<String> {
        self.forgotten.lock().unwrap().clone()
    }

    async fn next(&self) -> ProviderResult {
        self.calls.fetch_add(1, Ordering::SeqCst);
        tokio::task::yield_now().await;
        if self.is_silent.load(Ordering::SeqCst) {
            std::future::pending::<()>().await;
        }
        self.words.lock().unwrap().pop_front().unwrap_or_else(|| Ok(Outcome::plain(PaymentStatus::Captured)))
    }
}

#[async_trait]
impl Payments for Script {
    async fn methods(&self, _: &TenantCtx) -> Result<Vec<PaymentMethod>, Failure> {
        let text = |text: &str| text.to_owned();
        Ok(vec![PaymentMethod {
            provider: text("test.card"),
            version: None,
            method: text("card"),
            label: text("Card"),
            labels: Default::default(),
            is_named_by_owner: false,
            test_mode: true,
            form: PaymentForm::Card,
            countries: Vec::new(),
            authorisation_days: None,
            on_delivery: false,
            can_save: self.can_save.load(Ordering::SeqCst),
        }])
    }

    async fn create(&self, _: &TenantCtx, attempt: &Attempt) -> ProviderResult {
        assert!(attempt.provider_state.is_null());
        if !matches!(attempt.saved, SavedUse::OffSession(_)) {
            assert_eq!(attempt.buyer.entered["cardNumber"], "4242424242424242");
        }
        assert!(attempt.buyer.customer.email.contains('@'));
        let mut outcome = self.next().await?;
        if let NextStep::Redirect(url) = &mut outcome.next {
            *url = url.replace("{return}", &format!("https://shop.example{}", attempt.return_url));
        }
        Ok(outcome)
    }

    async fn authorise(&self, _: &TenantCtx, _: &Attempt, _: &str) -> ProviderResult {
        self.next().await
    }

    async fn capture(&self, _: &TenantCtx, _: &Attempt) -> ProviderResult {
        self.next().await
    }

    async fn refund(&self, _: &TenantCtx, _: &Attempt, order: &ProviderRefund) -> ProviderResult {
        self.refunds.lock().unwrap().push((order.idempotency_key.clone(), order.amount.minor));
        self.next().await
    }

    async fn cancel(&self, _: &TenantCtx, attempt: &Attempt) -> ProviderResult {
        self.canceled.lock().unwrap().push(attempt.attempt_id.to_string());
        let word = self.cancel_words.lock().unwrap().pop_front();
        word.unwrap_or_else(|| Ok(Outcome::plain(PaymentStatus::Voided)))
    }

    async fn fetch_status(&self, _: &TenantCtx, _: &Attempt) -> ProviderResult {
        self.next().await
    }

    async fn verify_webhook(
        &self,
        _: &TenantCtx,
        provider: ProviderInMode<'_>,
        webhook: &Webhook,
    ) -> Result<Vec<WebhookEvent>, PaymentError> {
        self.verified_in.lock().unwrap().push(provider.test_mode);
        if *self.fails_in.lock().unwrap() == Some(provider.test_mode) {
            return Err(PaymentError::Uncertain { reason: "trapped".to_owned() });
        }
        if self.signs_in.lock().unwrap().is_some_and(|mode| mode != provider.test_mode) {
            return Err(PaymentError::Refused { reason: "signature".to_owned(), buyer_message: None });
        }
        let attempts = String::from_utf8(webhook.body.clone()).unwrap_or_default();
        let outcome = self.next().await?;
        let event_id = match webhook.query.as_str() {
            "" => format!("evt-{}", self.calls()),
            given => given.to_owned(),
        };
        let mut dispute = self.dispute.lock().unwrap().take();
        // One event for each line.
        let told = |(place, attempt): (usize, &str)| WebhookEvent {
            event_id: if place == 0 { event_id.clone() } else { format!("{event_id}-{place}") },
            attempt_id: Some(attempt.to_owned()),
            provider_ref: None,
            outcome: outcome.clone(),
            dispute: dispute.take(),
        };
        Ok(attempts.split('\n').enumerate().map(told).collect())
    }

    async fn forget_method(&self, _: &TenantCtx, method: &ForgottenMethod) -> Result<(), PaymentError> {
        self.forgotten.lock().unwrap().push(method.token.clone());
        if self.remembers.load(Ordering::SeqCst) {
            return Err(PaymentError::NotNow { reason: "away".to_owned(), buyer_message: None });
        }
        Ok(())
    }
}

pub(crate) fn redirect() -> ProviderResult {
    let next = NextStep::Redirect("/confirm".to_owned());
    Ok(Outcome { next, ..Outcome::plain(PaymentStatus::RequiresAction) })
}

pub(crate) fn outcome_with(status: PaymentStatus) -> ProviderResult {
    Ok(Outcome::plain(status))
}

pub(crate) fn timeout() -> ProviderResult {
    Err(PaymentError::Uncertain { reason: "timeout".to_owned() })
}

/// A shop with one store, shipping to the United States for 5.00 and 10 % tax on top.
pub(crate) struct Shop {
    pub(crate) site: TestSite,
    pub(crate) ctx: TenantCtx,
    pub(crate) owner: TenantCtx,
    pub(crate) store: CollectionId,
    pub(crate) payments: Script,
    /// The cookies of carts by the tokens of their checkouts, and under an empty name the last one.
    cookies: Mutex<HashMap<String, &'static str>>,
}

/// A product with one variant.
pub(crate) struct TestProduct {
    pub(crate) product: ProductId,
    pub(crate) variant: VariantId,
}

impl Shop {
    pub(crate) async fn open() -> Shop {
        Self::on(TestSite::new().await.unwrap()).await
    }

    /// A shop with mugs for 10.00, of which there are so many.
    pub(crate) async fn with_mugs(stock: i64) -> (Shop, TestProduct) {
        let shop = Self::open().await;
        let mug = shop.product("Mug", 1_000, Some(stock)).await;
        (shop, mug)
    }

    /// A shop with its last mug for 10.00 in a checkout that is ready to be submitted, and the token of that.
    pub(crate) async fn with_last_mug_ready() -> (Shop, TestProduct, String) {
        let (shop, mug) = Self::with_mugs(1).await;
        let (_, token) = shop.ready(&mug, 1).await;
        (shop, mug, token)
    }

    /// Runs a check in a shop on SQLite, then in one on Postgres.
    pub(crate) async fn on_both(check: impl AsyncFn(&Shop)) {
        check(&Self::open().await).await;
        let server = Postgres::start().unwrap();
        check(&Self::on(TestSite::on_postgres(&server).await.unwrap()).await).await;
    }

    async fn on(site: TestSite) -> Shop {
        let (ctx, owner) = (site.visitor(), site.owner());
        let store = CollectionId::generate();
        let tx = site.db.write().await.unwrap();
        tx.insert(site_row(&ctx)).await.unwrap();
        tx.insert(store_row(&store, Timestamp::default())).await.unwrap();
        tx.insert(root_row(&ctx, &store)).await.unwrap();
        tx.commit().await.unwrap();
        shipping_zones::create(&owner, &site.db, post_within("US")).await.unwrap();
        taxes::create(&owner, &site.db, tax_everywhere(1_000)).await.unwrap();
        Shop { site, ctx, owner, store, payments: Script::default(), cookies: Mutex::default() }
    }

    pub(crate) async fn product(&self, name: &str, price_cents: i64, stock: Option<i64>) -> TestProduct {
        self.product_with(name, 1, &[(name, json!({}), price_cents, stock)]).await
    }

    pub(crate) async fn product_with(
        &self,
        name: &str,
        kind: i32,
        variants: &[(&str, Value, i64, Option<i64>)],
    ) -> TestProduct {
        let product = ProductId::generate();
        let tx = self.site.db.write().await.unwrap();
        tx.insert(product_row(&self.ctx, &self.store, &product, name, kind)).await.unwrap();
        let mut first = None;
        for (position, (sku, attributes, price_cents, stock)) in variants.iter().enumerate() {
            let id = VariantId::generate();
            tx.insert(variant::ActiveModel {
                website_id: Set(self.ctx.website().clone()),
                id: Set(id.clone()),
                product_id: Set(product.clone()),
                sku: Set((*sku).to_owned()),
                searched: Set(folded(sku)),
                attributes: Set(JsonOf(serde_json::from_value(attributes.clone()).unwrap())),
                price_cents: Set(Cents(*price_cents)),
                sale_price_cents: Set(None),
                on_sale: Set(false),
                unlimited: Set(stock.is_none()),
                qty_in_stock: Set(stock.unwrap_or(0)),
                weight_grams: Set(0),
                main_image_id: Set(None),
                position: Set(i32::try_from(position).unwrap()),
            })
            .await
            .unwrap();
            first.get_or_insert(id);
        }
        tx.commit().await.unwrap();
        TestProduct { product, variant: first.unwrap() }
    }

    pub(crate) async fn add(
        &self,
        token: Option<&str>,
        sold: &TestProduct,
        quantity: i64,
    ) -> Result<Changed, CommerceError> {
        let new = NewEntry {
            item_id: sold.product.to_string(),
            sku: None,
            quantity: json!(quantity),
            additional_fields: None,
        };
        let added = cart::add(&self.ctx, &self.site.db, &OpenToAll, token, new).await?;
        if let (Some(cookie), Some(checkout)) = (&added.new_token, &added.cart.cart_token) {
            let cookie: &'static str = Box::leak(cookie.clone().into_boxed_str());
            self.cookies.lock().unwrap().extend([(checkout.clone(), cookie), (String::new(), cookie)]);
        }
        Ok(added)
    }

    /// The plugins that its checkout asks.
    pub(crate) fn plugins(&self) -> CheckoutPlugins<'_> {
        CheckoutPlugins { payments: &self.payments, quotes: &NoQuotes }
    }

    /// A checkout as the browser asks for it that began its cart.
    pub(crate) fn key<'a>(&self, token: &'a str) -> CheckoutKey<'a> {
        let cart = self.cookies.lock().unwrap().get(token).copied();
        CheckoutKey { token, browser: Browser { cart, buyer: None } }
    }

    /// The browser that began the last cart.
    pub(crate) fn browser(&self) -> Browser<'static> {
        Browser { cart: self.cookies.lock().unwrap().get("").copied(), buyer: None }
    }

    /// Who buys the cart of a checkout.
    pub(crate) async fn buyer(&self, token: &str) -> TenantCtx {
        let tx = self.site.db.read().await.unwrap();
        let found =
            tx.find::<cart_row::Entity>().filter(cart_row::Column::CheckoutToken.eq(token)).one().await.unwrap();
        found.unwrap().site_user_id.map_or_else(|| self.ctx.clone(), |id| self.site.site_user(id))
    }

    /// A cart with so many pieces of a product, ready to be bought: its cookie's token and the
    /// token of its checkout.
    pub(crate) async fn ready(&self, sold: &TestProduct, quantity: i64) -> (String, String) {
        let added = self.add(None, sold, quantity).await.unwrap();
        let (cookie, token) = (added.new_token.unwrap(), added.cart.cart_token.unwrap());
        let customer = Customer { email: "ada@example.com".to_owned(), mail_consent: false, language: None };
        let (db, payments) = (&self.site.db, &self.payments);
        checkout::set_customer(&self.ctx, db, payments, self.key(&token), customer).await.unwrap();
        checkout::set_shipping(&self.ctx, db, self.plugins(), self.key(&token), to("US")).await.unwrap();
        (cookie, token)
    }

    pub(crate) async fn submit(&self, token: &str, key: &str, total: i64) -> Result<SubmitAnswer, CommerceError> {
        self.submit_in(token, key, total, None).await
    }

    /// The same by a shopper who reads another language than that of the shop.
    pub(crate) async fn submit_in(
        &self,
        token: &str,
        key: &str,
        total: i64,
        language: Option<&str>,
    ) -> Result<SubmitAnswer, CommerceError> {
        let payment = Some(PaymentChoice {
            provider: "test.card".to_owned(),
            method: "card".to_owned(),
            data: json!({"cardNumber": "4242424242424242"}),
            saves: false,
            saved_method: None,
        });
        let submission = Submission {
            idempotency_key: format!("key-{key}-key"),
            expected_total_cents: Cents(total),
            payment,
            language: language.map(str::to_owned),
            asked_language: None,
        };
        let buyer = self.buyer(token).await;
        let purchase = Purchase { key: self.key(token), access: &OpenToAll, submission };
        checkout::submit(&buyer, &self.site.db, self.plugins(), purchase).await
    }

    pub(crate) async fn stock(&self, variant_id: &VariantId) -> i64 {
        let tx = self.site.db.read().await.unwrap();
        let find = tx.find::<variant::Entity>().filter(variant::Column::Id.eq(variant_id.clone()));
        find.one().await.unwrap().unwrap().qty_in_stock
    }

    pub(crate) async fn orders(&self) -> Vec<order::Model> {
        let tx = self.site.db.read().await.unwrap();
        tx.find::<order::Entity>().order_by_asc(order::Column::Number).all().await.unwrap()
    }

    pub(crate) async fn payments_made(&self) -> Vec<payment::Model> {
        let tx = self.site.db.read().await.unwrap();
        tx.find::<payment::Entity>().order_by_asc(payment::Column::Id).all().await.unwrap()
    }

    pub(crate) async fn topics(&self) -> Vec<String> {
        let tx = self.site.db.read().await.unwrap();
        let rows = tx.find::<outbox::Entity>().order_by_asc(outbox::Column::Id).all().await.unwrap();
        rows.into_iter().map(|row| row.topic).collect()
    }

    /// Makes everything that waits for a time due now.
    pub(crate) async fn let_time_pass(&self) {
        let tx = self.site.db.write().await.unwrap();
        tx.update::<order::Entity>(order::Column::HoldExpiresOn.is_not_null())
            .set(order::Column::HoldExpiresOn, Some(1_i64))
            .exec()
            .await
            .unwrap();
        tx.update::<payment::Entity>(payment::Column::NextCheckOn.is_not_null())
            .set(payment::Column::NextCheckOn, Some(1_i64))
            .exec()
            .await
            .unwrap();
        tx.update::<refund::Entity>(refund::Column::NextCheckOn.is_not_null())
            .set(refund::Column::NextCheckOn, Some(1_i64))
            .exec()
            .await
            .unwrap();
        tx.commit().await.unwrap();
    }

    pub(crate) async fn set_price(&self, variant_id: &VariantId, price_cents: i64) {
        let tx = self.site.db.write().await.unwrap();
        tx.update::<variant::Entity>(variant::Column::Id.eq(variant_id.clone()))
            .set(variant::Column::PriceCents, price_cents)
            .exec()
            .await
            .unwrap();
        tx.commit().await.unwrap();
    }

    /// An account whose address was not proven.
    pub(crate) async fn account(&self, email: &str) -> SiteUserId {
        let (id, text) = (SiteUserId::generate(), |text: &str| Set(text.to_owned()));
        let tx = self.site.db.write().await.unwrap();
        tx.insert(site_user::ActiveModel {
            website_id: Set(tx.website().clone()),
            id: Set(id.clone()),
            email: text(email),
            password_hash: text(""),
            first_name: text("Grace"),
            last_name: text("Hopper"),
            created_on: Set(Timestamp::default()),
            ..Default::default()
        })
        .await
        .unwrap();
        tx.commit().await.unwrap();
        id
    }

    /// Opens or closes the store.
    pub(crate) async fn set_open(&self, is_open: bool) {
        let tx = self.site.db.write().await.unwrap();
        let own = collection::Column::Id.eq(self.store.clone());
        tx.update::<collection::Entity>(own).set(collection::Column::Enabled, is_open).exec().await.unwrap();
        tx.commit().await.unwrap();
    }

    pub(crate) async fn set_site(&self, column: site::Column, value: Value) {
        let tx = self.site.db.write().await.unwrap();
        tx.update::<site::Entity>(site::Column::Revision.gte(0)).set(column, value).exec().await.unwrap();
        tx.commit().await.unwrap();
    }

    pub(crate) async fn picture(&self) -> asset::Model {
        let tx = self.site.db.write().await.unwrap();
        let row = tx
            .insert(asset::ActiveModel {
                poster_id: Set(None),
                website_id: Set(self.ctx.website().clone()),
                id: Set(stoa_kernel::id::AssetId::generate()),
                filename: Set("mug.webp".to_owned()),
                mime_type: Set("image/webp".to_owned()),
                width: Set(100),
                height: Set(100),
                bytes: Set(1),
                alt_text: Set("A mug".to_owned()),
                focal_x: Set(0.5),
                focal_y: Set(0.5),
                blob_key: Set("mug".to_owned()),
                version: Set(1),
                animated: Set(false),
                color_data: Set(String::new()),
                folder_id: Set(None),
                title: Set(String::new()),
                body: Set(String::new()),
                film: Set(String::new()),
                searched: Set(String::new()),
                created_on: Set(Timestamp::default()),
            })
            .await
            .unwrap();
        tx.commit().await.unwrap();
        row
    }
}

pub(crate) fn post_within(country: &str) -> ZonePatch {
    let post = ShippingOption {
        id: "post".to_owned(),
        label: "Post".to_owned(),
        kind: ShippingKind::Flat,
        price_cents: Cents(500),
        bands: Vec::new(),
        postal_codes: Vec::new(),
        free_over_cents: Some(Cents(100_000)),
        pickup: None,
        plugin: None,
    };
    let places = vec![ZonePlace { country: country.to_owned(), regions: Vec::new() }];
    ZonePatch { name: country.to_owned(), places, options: vec![post] }
}

pub(crate) fn tax_everywhere(rate_basis_points: i64) -> TaxPatch {
    TaxPatch {
        label: "Tax".to_owned(),
        country: "*".to_owned(),
        region: String::new(),
        postal_prefix: String::new(),
        rate_basis_points,
        on_shipping: false,
        valid_from: None,
        valid_until: None,
    }
}

/// That address, as a shopper gives it.
pub(crate) fn to(country: &str) -> Destination {
    Destination { address: Box::new(address(country)), keep: None }
}

pub(crate) fn address(country: &str) -> Address {
    let text = |text: &str| text.to_owned();
    Address {
        first_name: text("Ada"),
        last_name: text("Byron"),
        line1: text("1 Main St"),
        city: text("Portland"),
        region: text("OR"),
        postal_code: text("97201"),
        country: text(country),
        phone: text("+1 503 555 0100"),
        ..Address::default()
    }
}

fn site_row(ctx: &TenantCtx) -> site::ActiveModel {
    let text = |text: &str| Set(text.to_owned());
    site::ActiveModel {
        website_id: Set(ctx.website().clone()),
        title: text("Juniper"),
        tagline: text(""),
        description: text(""),
        language: text("en-US"),
        currency: text("USD"),
        time_zone: text("America/New_York"),
        theme: text("plain"),
        contact_email: text("owner@example.com"),
        logo_asset_id: Set(None),
        location: Set(JsonOf::default()),
        social_accounts: Set(JsonOf::default()),
        main_navigation: Set(json!([])),
        footer_navigation: Set(json!([])),
        delivers_test_orders: Set(None),
        texts_stamp: Set(None),
        store_settings: Set(json!({})),
        revision: Set(1),
        created_on: Set(Timestamp::default()),
        updated_on: Set(Timestamp::default()),
    }
}

fn root_row(ctx: &TenantCtx, store: &CollectionId) -> category::ActiveModel {
    let text = |text: &str| Set(text.to_owned());
    category::ActiveModel {
        website_id: Set(ctx.website().clone()),
        id: Set(CategoryId::generate()),
        collection_id: Set(store.clone()),
        parent_id: Set(None),
        name: text("All"),
        url_id: text("all"),
        kind: Set(CategoryKind::Root),
        page_rendering: Set(PageRendering::ListView),
        position: Set(1),
    }
}

fn product_row(ctx: &TenantCtx, store: &CollectionId, id: &ProductId, name: &str, kind: i32) -> product::ActiveModel {
    let text = |text: &str| Set(text.to_owned());
    product::ActiveModel {
        website_id: Set(ctx.website().clone()),
        id: Set(id.clone()),
        collection_id: Set(store.clone()),
        url_id: Set(name.to_lowercase()),
        name: text(name),
        product_type: Set(kind),
        excerpt: text(""),
        description: text(""),
        tags: Set(JsonOf::default()),
        image_ids: Set(JsonOf::default()),
        variant_option_ordering: Set(JsonOf::default()),
        taxable: Set(true),
        visible: Set(true),
        use_custom_add_button_text: Set(false),
        custom_add_button_text: text(""),
        custom_sold_out_text: text(""),
        position: Set(0),
        revision: Set(1),
        created_on: Set(Timestamp::default()),
        updated_on: Set(Timestamp::default()),
        ..Default::default()
    }
}
