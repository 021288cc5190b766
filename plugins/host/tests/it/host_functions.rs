//! Host functions of 0.2.0: what they give, and where they refuse.

use std::path::Path;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use serde_json::{Value as Json, json};
use stoa_plugin_host::model::BlockInput;
use stoa_plugin_host::model::reads::{Amount, PageRequest, customers, orders, pages, products};
use stoa_plugin_host::{
    Activation, HostConfig, Limits, MemoryStorage, PluginHost, ReadFault, Site, SiteContext, SiteReads,
};

use crate::fixtures::{activation, attempt, config, context, hostile, hostile_folder, load};

const PLUGIN: &str = "tests.functions";

/// Data of one site, which notes who asked.
#[derive(Default)]
struct Shop {
    asked: Mutex<Vec<String>>,
}

impl Shop {
    fn note(&self, site: &str, what: &str) -> Result<(), ReadFault> {
        self.asked.lock().expect("lock").push(format!("{site} {what}"));
        if what.contains("broken") { Err(ReadFault::Failed("the database is away".to_owned())) } else { Ok(()) }
    }
}

fn product(name: &str) -> products::Product {
    products::Product {
        id: name.to_owned(),
        store_id: "store".to_owned(),
        name: name.to_owned(),
        url: format!("/shop/{name}"),
        kind: products::ProductKind::Physical,
        publication: products::Publication::Published,
        excerpt: String::new(),
        description: String::new(),
        tags: Vec::new(),
        categories: Vec::new(),
        pictures: Vec::new(),
        variants: vec![products::ProductVariant {
            id: "v".to_owned(),
            sku: "SKU".to_owned(),
            options: Vec::new(),
            price: Amount { minor: 100, currency: "USD".to_owned() },
            sale_price: None,
            on_sale: false,
            stock: None,
            weight_grams: 0,
        }],
        taxable: true,
        created_ms: 0,
        updated_ms: 0,
    }
}

#[async_trait]
impl SiteReads for Shop {
    async fn product(&self, site: &str, id: &str) -> Result<Option<products::Product>, ReadFault> {
        self.note(site, id)?;
        Ok((id == "mug").then(|| product("mug")))
    }

    async fn products(
        &self,
        site: &str,
        _filter: products::Filter,
        page: PageRequest,
    ) -> Result<products::ProductPage, ReadFault> {
        self.note(site, &format!("products {:?} {}", page.cursor, page.limit))?;
        let (names, next) = match page.cursor.as_deref() {
            None => (vec!["mug", "cup"], Some("cup".to_owned())),
            Some("cup") => (vec!["bowl"], None),
            Some(_) => return Err(ReadFault::Invalid),
        };
        Ok(products::ProductPage { products: names.into_iter().map(product).collect(), next })
    }

    async fn order(&self, site: &str, id: &str) -> Result<Option<orders::Order>, ReadFault> {
        self.note(site, id)?;
        Ok(None)
    }

    async fn orders(
        &self,
        site: &str,
        _filter: orders::Filter,
        _page: PageRequest,
    ) -> Result<orders::OrderPage, ReadFault> {
        self.note(site, "orders")?;
        Ok(orders::OrderPage { orders: Vec::new(), next: None })
    }

    async fn customer(&self, site: &str, id: &str) -> Result<Option<customers::Customer>, ReadFault> {
        self.note(site, id)?;
        Ok(None)
    }

    async fn customers(
        &self,
        site: &str,
        _filter: customers::Filter,
        _page: PageRequest,
    ) -> Result<customers::CustomerPage, ReadFault> {
        self.note(site, "customers")?;
        Ok(customers::CustomerPage { customers: Vec::new(), next: None })
    }

    async fn page(&self, site: &str, id: &str) -> Result<Option<pages::Page>, ReadFault> {
        self.note(site, id)?;
        Ok(None)
    }

    async fn pages(
        &self,
        site: &str,
        _filter: pages::Filter,
        _page: PageRequest,
    ) -> Result<pages::PageList, ReadFault> {
        self.note(site, "pages")?;
        Ok(pages::PageList { pages: Vec::new(), next: None })
    }
}

fn with_shop(shop: &Arc<Shop>, limits: Limits) -> PluginHost {
    let reads: Arc<dyn SiteReads> = Arc::clone(shop) as Arc<dyn SiteReads>;
    let storage = Arc::new(MemoryStorage::default());
    hostile(HostConfig { reads: Some(reads), storage: Some(storage), limits, ..config() })
}

fn berlin(grant: Option<&[&str]>) -> Arc<Site> {
    let data_grant = grant.map(|kinds| kinds.iter().map(|kind| (*kind).to_owned()).collect());
    let activation = Activation { data_grant, ..activation(PLUGIN, json!({})) };
    let context = SiteContext {
        timezone: "Europe/Berlin".to_owned(),
        locale: "de-AT".to_owned(),
        currency: "JPY".to_owned(),
        currency_exponent: 0,
        ..context("site-1")
    };
    Arc::new(Site { context, activations: vec![activation].into() })
}

async fn state(host: &PluginHost, site: &Arc<Site>, method: &str, entered: Json) -> Json {
    let calls = host.payment(PLUGIN, site).expect("calls");
    calls.create(&attempt(method, entered)).await.expect("outcome").provider_state
}

#[tokio::test]
async fn context_clock_and_texts() {
    let host = hostile(config());
    let seen = state(&host, &berlin(None), "clock", json!({})).await;
    // 2026-09-21T14:13:20Z.
    assert_eq!(seen, json!({ "goesOn": true, "hour": 16, "offset": 120, "exponent": 0, "live": true }));
    let words = state(&host, &berlin(None), "texts", json!({})).await;
    assert_eq!(words, json!(["Hallo, Ada!", "English", null, ["de", "en"]]));
}

#[tokio::test]
async fn signatures_of_all_schemes() {
    let host = hostile(config());
    let cases: Json = serde_json::from_str(include_str!("signatures.json")).expect("cases");
    for case in cases.as_array().expect("cases") {
        let mut entered = case.clone();
        entered["data"] = json!("signed by a processor");
        let seen = state(&host, &berlin(None), "digests", entered).await;
        assert_eq!(seen, json!({ "signed": true, "changed": false, "abc": 0xba, "equal": true }), "{case}");
    }
    // A key of another scheme, and one that is none.
    for key in [cases[2]["key"].clone(), json!("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----"), json!("")]
    {
        let entered = json!({ "scheme": "rsa-pkcs1", "key": key, "signature": cases[0]["signature"], "data": "signed by a processor" });
        assert_eq!(state(&host, &berlin(None), "digests", entered).await["signed"], json!(false), "{key}");
    }
}

#[tokio::test]
async fn conditional_storage_and_lists_of_keys() {
    let host = with_shop(&Arc::default(), config().limits);
    let seen = state(&host, &berlin(None), "storage", json!({})).await;
    assert_eq!(seen["swaps"], json!(["done", "changed", "done", "done"]));
    assert_eq!(seen["keys"], json!([["job/1", "job/2"], ["job/3"]]));
    assert_eq!(seen["more"], json!([true, false]));
    assert_eq!(seen["large"], json!("over-quota"));
    assert_eq!(seen["nameless"], json!("invalid-key"));
}

#[tokio::test]
async fn reads_of_granted_data_in_pages() {
    let shop = Arc::<Shop>::default();
    let host = with_shop(&shop, config().limits);
    let everything = berlin(None);
    assert_eq!(state(&host, &everything, "products", json!({})).await, json!(["mug", "cup", "bowl"]));
    assert_eq!(state(&host, &everything, "products", json!({ "id": "mug" })).await, json!(["mug", 1]));
    assert_eq!(state(&host, &everything, "products", json!({ "id": "none" })).await, Json::Null);
    let asked = ["site-1 products None 2", "site-1 products Some(\"cup\") 2", "site-1 mug", "site-1 none"];
    assert_eq!(*shop.asked.lock().expect("lock"), asked);

    let products_alone = berlin(Some(&["products"]));
    assert_eq!(state(&host, &products_alone, "products", json!({ "id": "mug" })).await, json!(["mug", 1]));
    for data in ["orders", "customers", "pages"] {
        assert_eq!(state(&host, &products_alone, data, json!({})).await, json!("not-granted"), "{data}");
        assert_eq!(state(&host, &everything, data, json!({})).await, json!([]), "{data}");
    }
    let calls = host.payment(PLUGIN, &everything).expect("calls");
    let error = calls.create(&attempt("orders", json!({ "id": "broken" }))).await.expect_err("the host failed");
    assert!(error.to_string().contains("the database is away") && !error.kind.is_fault(), "{error}");
}

#[tokio::test]
async fn reads_of_a_call_are_counted() {
    let shop = Arc::<Shop>::default();
    let host = with_shop(&shop, Limits { reads: 3, ..config().limits });
    let seen = state(&host, &berlin(None), "many-reads", json!({})).await;
    let answers = seen.as_array().expect("answers");
    assert_eq!(answers[..3], [Json::Null, Json::Null, Json::Null]);
    assert!(answers[3..].iter().all(|answer| answer == "budget-exhausted"), "{seen}");
    assert_eq!(shop.asked.lock().expect("lock").len(), 3);
}

// spec: plugins.blocks.varies
#[test]
fn a_block_says_what_it_depends_on_among_what_it_knows() {
    let shop = Arc::<Shop>::default();
    let host = with_shop(&shop, config().limits);
    let shown = |varies: &[&str]| {
        let input = BlockInput {
            kind: "host-functions".to_owned(),
            instance_id: "block-1".to_owned(),
            settings: json!({ "varies": varies }),
            ..BlockInput::default()
        };
        host.render_session(berlin(None)).render_block(&input).map(|output| (output.cache_seconds, output.ignored))
    };
    let known = |cache_seconds: u32| Ok((cache_seconds, Vec::new()));
    assert_eq!(shown(&[]), known(0), "its page is cached as usual");
    let all = ["site-id", "locale", "currency", "timezone", "preview"];
    assert_eq!(shown(&all), known(0), "pages of these differ anyway");
    assert_eq!(shown(&["locale", "now-ms"]), known(1), "a second later it may be another one");
    let strange = shown(&["login", "now-ms"]);
    assert_eq!(strange, Ok((1, vec!["login".to_owned()])), "hosts before took any text, so that it is shown");
}

#[test]
fn a_page_has_texts_and_a_frozen_clock_but_no_data() {
    let shop = Arc::<Shop>::default();
    let session = with_shop(&shop, config().limits).render_session(berlin(None));
    let input = BlockInput {
        kind: "host-functions".to_owned(),
        instance_id: "block-1".to_owned(),
        settings: json!({ "at": 0 }),
        ..BlockInput::default()
    };
    let html = session.render_block(&input).expect("output").html;
    for part in [
        "&quot;frozen&quot;:true",
        "&quot;year&quot;:1970",
        "Hallo, {who}!",
        "&quot;orders&quot;:&quot;not-here&quot;",
        "&quot;set&quot;:&quot;not-here&quot;",
    ] {
        assert!(html.contains(part), "{part}: {html}");
    }
    assert!(shop.asked.lock().expect("lock").is_empty());
}

/// A copy of a plugin with another line in its manifest.
fn changed(folder: &Path, id: &str, from: &str, to: &str) -> String {
    let copy = folder.join("plugin");
    std::fs::create_dir(&copy).expect("folder");
    for file in ["plugin.wasm", "schema/block.json"] {
        let source = hostile_folder().join(id).join(file);
        if source.exists() {
            std::fs::create_dir_all(copy.join(file).parent().expect("parent")).expect("folder");
            std::fs::copy(source, copy.join(file)).expect("copy");
        }
    }
    let manifest = std::fs::read_to_string(hostile_folder().join(id).join("plugin.toml")).expect("manifest");
    assert!(manifest.contains(from), "{manifest}");
    std::fs::write(copy.join("plugin.toml"), manifest.replace(from, to)).expect("manifest");
    let host = load(folder.to_owned(), config());
    host.rejected().first().expect("refused").to_string()
}

#[test]
fn data_without_the_permission_is_refused_at_load() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let reason = changed(folder.path(), PLUGIN, "\"orders\", \"customers\"", "\"orders\"");
    assert!(reason.contains("customers@0.2.0 without the permission `reads`"), "{reason}");
}

#[test]
fn formatters_are_refused_a_clock() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let reason = changed(folder.path(), "hostile.impure", "Impure", "Impure");
    assert!(reason.contains("clock@0.2.0, which a component with formatters cannot use"), "{reason}");
}
