//! A site with a store, whose pages are rendered.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use sea_orm::ActiveValue::Set;
use serde_json::{Value, json};
use stoa_commerce::ports::{
    Attempt, ForgottenMethod, NoInstallments, NoQuotes, Outcome, PaymentError, PaymentMethod, PaymentStatus, Payments,
    ProviderInMode, ProviderRefund, Webhook, WebhookEvent,
};
use stoa_document::Document;
use stoa_entity::TenantTx;
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::{collection, product, site, variant};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{CollectionId, ProductId, VariantId, WebsiteId};
use stoa_kernel::money::Cents;
use stoa_kernel::ports::{Cache, Changed, Invalidation};
use stoa_kernel::{Failure, Precondition, TenantCtx};
use stoa_render::plugin::NoPlugins;
use stoa_render::{IslandFiles, PageCall, PageResponse, Renderer, RendererParts, VisitorScript};
use stoa_site::content::{self, NewPage, PageDraft, PageToSave, PageVersion, SaveContext};
use stoa_site::themes::ThemeLibrary;
use stoa_testkit::{TestSite, store_row};
use tokio::sync::broadcast;

/// A test site with a home page and a store with one product.
pub(crate) struct TestWorld {
    pub(crate) site: TestSite,
    pub(crate) renderer: Renderer,
    pub(crate) invalidation: Arc<Bell>,
    pub(crate) home: CollectionId,
    pub(crate) store: CollectionId,
}

pub(crate) struct Bell(broadcast::Sender<Changed>);

#[async_trait]
impl Invalidation for Bell {
    async fn invalidate_tags(&self, website: &WebsiteId, tags: &[String]) {
        let _ = self.0.send(Changed::Tags { website: website.clone(), tags: tags.to_vec() });
    }

    async fn generations(&self, _: &WebsiteId) -> Option<HashMap<String, u64>> {
        None
    }

    fn subscribe(&self) -> broadcast::Receiver<Changed> {
        self.0.subscribe()
    }
}

struct NoCache;

#[async_trait]
impl Cache for NoCache {
    async fn get(&self, _: &str) -> Option<Bytes> {
        None
    }

    async fn set(&self, _: &str, _: Bytes, _: Duration) {}

    async fn delete(&self, _: &str) {}
}

struct NoPayments;

#[async_trait]
impl Payments for NoPayments {
    async fn methods(&self, _: &TenantCtx) -> Result<Vec<PaymentMethod>, Failure> {
        Ok(Vec::new())
    }

    async fn create(&self, _: &TenantCtx, _: &Attempt) -> Result<Outcome, PaymentError> {
        Ok(Outcome::plain(PaymentStatus::Declined))
    }

    async fn authorise(&self, _: &TenantCtx, _: &Attempt, _: &str) -> Result<Outcome, PaymentError> {
        Ok(Outcome::plain(PaymentStatus::Declined))
    }

    async fn capture(&self, _: &TenantCtx, _: &Attempt) -> Result<Outcome, PaymentError> {
        Ok(Outcome::plain(PaymentStatus::Declined))
    }

    async fn refund(&self, _: &TenantCtx, _: &Attempt, _: &ProviderRefund) -> Result<Outcome, PaymentError> {
        Ok(Outcome::plain(PaymentStatus::Declined))
    }

    async fn cancel(&self, _: &TenantCtx, _: &Attempt) -> Result<Outcome, PaymentError> {
        Ok(Outcome::plain(PaymentStatus::Declined))
    }

    async fn fetch_status(&self, _: &TenantCtx, _: &Attempt) -> Result<Outcome, PaymentError> {
        Ok(Outcome::plain(PaymentStatus::Declined))
    }

    async fn verify_webhook(
        &self,
        _: &TenantCtx,
        _: ProviderInMode<'_>,
        _: &Webhook,
    ) -> Result<Vec<WebhookEvent>, PaymentError> {
        Ok(Vec::new())
    }

    async fn forget_method(&self, _: &TenantCtx, _: &ForgottenMethod) -> Result<(), PaymentError> {
        Ok(())
    }
}

impl TestWorld {
    pub(crate) async fn new() -> Self {
        let site = TestSite::new().await.unwrap();
        let invalidation = Arc::new(Bell(broadcast::channel(16).0));
        let renderer = Renderer::new(RendererParts {
            themes: ThemeLibrary::embedded(),
            plugins: Arc::new(NoPlugins),
            payments: Arc::new(NoPayments),
            installments: Arc::new(NoInstallments),
            quotes: Arc::new(NoQuotes),
            cache: Arc::new(NoCache),
            invalidation: invalidation.clone(),
            islands: IslandFiles::default(),
            captcha: None,
            visitor_script: VisitorScript::default(),
        })
        .unwrap();
        let store = CollectionId::generate();
        insert_shop(&site, &store).await;
        let kinds = renderer.kinds(&site.owner(), &site.db).await;
        let page = NewPage {
            draft: draft("<p>Welcome</p>", &store),
            url_id: "home".to_owned(),
            is_home: true,
            position: 0,
            publish: true,
        };
        let home = content::create(&site.owner(), &site.db, &kinds, page).await.unwrap().summary.id;
        Self { site, renderer, invalidation, home, store }
    }

    pub(crate) async fn get(&self, path: &str, query: &str) -> PageResponse {
        self.renderer.page(&self.site.visitor(), &self.site.db, &call(path, query)).await.unwrap()
    }

    /// The engine input of a list.
    pub(crate) async fn list_call(&self, path: &str, query: &str) -> Option<Value> {
        let answer = self.renderer.list_call(&self.site.visitor(), &self.site.db, &call(path, query)).await.unwrap();
        answer.map(|bytes| serde_json::from_slice(&bytes).unwrap())
    }

    /// Adds more mugs to the store.
    pub(crate) async fn add_mugs(&self, count: i32) {
        let tx = self.site.db.write().await.unwrap();
        for number in 1..=count {
            insert_mug(&tx, &self.store, &format!("Mug no {number}"), number).await;
        }
        tx.commit().await.unwrap();
    }

    pub(crate) async fn save_home(&self, html: &str) {
        let owner = self.site.owner();
        let kinds = self.renderer.kinds(&owner, &self.site.db).await;
        let tools = SaveContext { kinds: &kinds, invalidation: self.invalidation.as_ref() };
        let first = Precondition::from(1_i64);
        let draft = draft(html, &CollectionId::generate());
        let page = PageToSave { id: &self.home, seen: &first };
        content::save_draft(&owner, &self.site.db, tools, page, draft).await.unwrap();
    }

    pub(crate) async fn publish_home(&self) {
        let owner = self.site.owner();
        let kinds = self.renderer.kinds(&owner, &self.site.db).await;
        let tools = SaveContext { kinds: &kinds, invalidation: self.invalidation.as_ref() };
        content::publish(&owner, &self.site.db, tools, PageVersion { id: &self.home, revision: 2 }).await.unwrap();
    }
}

fn call(path: &str, query: &str) -> PageCall {
    PageCall {
        path: path.to_owned(),
        query: query.to_owned(),
        origin: "http://juniper.localhost".to_owned(),
        identifier: "juniper".to_owned(),
        ..PageCall::default()
    }
}

fn draft(html: &str, store: &CollectionId) -> PageDraft {
    let blocks = json!([
        {"id": "t1", "kind": "text", "settings": {"html": html}},
        {"id": "p1", "kind": "products", "settings": {"collection": store}},
    ]);
    let rows = json!([{"id": "r1", "columns": [{"span": 12, "blocks": blocks}]}]);
    let document = json!({"version": 1, "sections": [{"id": "s1", "rows": rows}]});
    PageDraft {
        title: "Home".to_owned(),
        navigation_title: String::new(),
        seo_title: String::new(),
        seo_description: String::new(),
        document: Document::from_json(&document).unwrap(),
    }
}

async fn insert_shop(test_site: &TestSite, store: &CollectionId) {
    let tx = test_site.db.write().await.unwrap();
    let website = tx.website().clone();
    tx.insert(site::ActiveModel {
        website_id: Set(website),
        title: Set("Juniper".to_owned()),
        tagline: Set(String::new()),
        description: Set("Pots and mugs".to_owned()),
        language: Set("en-US".to_owned()),
        currency: Set("USD".to_owned()),
        time_zone: Set("America/New_York".to_owned()),
        theme: Set("linen".to_owned()),
        contact_email: Set(String::new()),
        logo_asset_id: Set(None),
        location: Set(JsonOf::default()),
        social_accounts: Set(JsonOf::default()),
        main_navigation: Set(json!([{"collectionId": store}])),
        footer_navigation: Set(json!([])),
        delivers_test_orders: Set(Some(true)),
        texts_stamp: Set(None),
        store_settings: Set(json!({})),
        revision: Set(1),
        created_on: Set(Timestamp::from_ms(1)),
        updated_on: Set(Timestamp::from_ms(1)),
    })
    .await
    .unwrap();
    let row = store_row(store, Timestamp::from_ms(1));
    tx.insert(collection::ActiveModel { position: Set(1), ..row }).await.unwrap();
    insert_mug(&tx, store, "Blue mug", 0).await;
    tx.commit().await.unwrap();
}

/// A mug whose slug is its name in lower case; each costs one cent more than the previous one.
async fn insert_mug(tx: &TenantTx, store: &CollectionId, name: &str, position: i32) {
    let website = tx.website().clone();
    let id = ProductId::generate();
    tx.insert(product::ActiveModel {
        website_id: Set(website.clone()),
        id: Set(id.clone()),
        collection_id: Set(store.clone()),
        url_id: Set(name.to_lowercase().replace(' ', "-")),
        name: Set(name.to_owned()),
        product_type: Set(1),
        excerpt: Set("A mug".to_owned()),
        description: Set("<p>Holds tea.</p>".to_owned()),
        tags: Set(JsonOf::default()),
        image_ids: Set(JsonOf::default()),
        variant_option_ordering: Set(JsonOf::default()),
        taxable: Set(true),
        visible: Set(true),
        use_custom_add_button_text: Set(false),
        custom_add_button_text: Set(String::new()),
        custom_sold_out_text: Set(String::new()),
        position: Set(position),
        revision: Set(1),
        created_on: Set(Timestamp::from_ms(1)),
        updated_on: Set(Timestamp::from_ms(1)),
        ..Default::default()
    })
    .await
    .unwrap();
    tx.insert(variant::ActiveModel {
        website_id: Set(website),
        id: Set(VariantId::generate()),
        product_id: Set(id),
        sku: Set(format!("MUG-{position}")),
        searched: Set(format!("mug-{position}")),
        attributes: Set(JsonOf::default()),
        price_cents: Set(Cents(2400 + i64::from(position))),
        sale_price_cents: Set(None),
        on_sale: Set(false),
        unlimited: Set(false),
        qty_in_stock: Set(5),
        weight_grams: Set(0),
        main_image_id: Set(None),
        position: Set(0),
    })
    .await
    .unwrap();
}
