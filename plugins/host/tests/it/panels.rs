//! Panels of the admin: whose rights a call has.

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::{Value as Json, json};
use stoa_plugin_host::model::reads::{PageRequest, customers, orders, pages, products};
use stoa_plugin_host::{Activation, HostConfig, PanelPerson, PluginErrorKind, PluginHost, ReadFault, Site, SiteReads};

use crate::fixtures::{activation, config, context, hostile};

const PANELS: &str = "test.panels";

/// A site without data.
#[derive(Debug)]
struct Empty;

#[async_trait]
impl SiteReads for Empty {
    async fn product(&self, _: &str, _: &str) -> Result<Option<products::Product>, ReadFault> {
        Ok(None)
    }

    async fn products(&self, _: &str, _: products::Filter, _: PageRequest) -> Result<products::ProductPage, ReadFault> {
        Ok(products::ProductPage { products: Vec::new(), next: None })
    }

    async fn order(&self, _: &str, _: &str) -> Result<Option<orders::Order>, ReadFault> {
        Ok(None)
    }

    async fn orders(&self, _: &str, _: orders::Filter, _: PageRequest) -> Result<orders::OrderPage, ReadFault> {
        Ok(orders::OrderPage { orders: Vec::new(), next: None })
    }

    async fn customer(&self, _: &str, _: &str) -> Result<Option<customers::Customer>, ReadFault> {
        Ok(None)
    }

    async fn customers(
        &self,
        _: &str,
        _: customers::Filter,
        _: PageRequest,
    ) -> Result<customers::CustomerPage, ReadFault> {
        Ok(customers::CustomerPage { customers: Vec::new(), next: None })
    }

    async fn page(&self, _: &str, _: &str) -> Result<Option<pages::Page>, ReadFault> {
        Ok(None)
    }

    async fn pages(&self, _: &str, _: pages::Filter, _: PageRequest) -> Result<pages::PageList, ReadFault> {
        Ok(pages::PageList { pages: Vec::new(), next: None })
    }
}

fn host() -> PluginHost {
    hostile(HostConfig { reads: Some(Arc::new(Empty)), ..config() })
}

/// A site that lets the plugin read this data.
fn granting(data: &[&str]) -> Arc<Site> {
    let granted = Some(data.iter().map(|data| (*data).to_owned()).collect());
    let own = Activation { data_grant: granted, ..activation(PANELS, json!({})) };
    Arc::new(Site { context: context("site-1"), activations: vec![own].into() })
}

fn person(reads: &[&str], may_change: bool) -> PanelPerson {
    PanelPerson { reads: reads.iter().map(|data| (*data).to_owned()).collect(), may_change }
}

async fn call(host: &PluginHost, site: &Arc<Site>, person: PanelPerson, method: &str) -> Json {
    let calls = host.panel(PANELS, site, person).expect("the plugin is on");
    calls.call("told", method, &json!({"key": "${secret:api_key}"})).await.expect("an answer")
}

#[tokio::test]
async fn a_call_has_the_rights_that_the_person_and_the_plugin_have() {
    let (host, both) = (host(), granting(&["products", "orders"]));
    let everything = ["products", "orders", "customers"];
    let told = call(&host, &both, person(&everything, true), "told").await;
    assert_eq!(told["reads"], json!(["products", "orders"]), "customers are not asked for");
    assert_eq!([&told["mayChange"], &told["locale"]], [&json!(true), &json!("en-US")]);
    assert_eq!(told["input"], "{\"key\":\"$ {secret:api_key}\"}", "what people type is no placeholder of a secret");
    assert_eq!(call(&host, &both, person(&everything, true), "orders").await, json!({"found": false}));

    // A person who sees less, and a site that grants less.
    let refused = json!({"failure": "not-granted"});
    assert_eq!(call(&host, &both, person(&["products"], true), "orders").await, refused);
    assert_eq!(call(&host, &both, person(&["products"], true), "products").await, json!({"rows": 0}));
    assert_eq!(call(&host, &granting(&["products"]), person(&everything, true), "orders").await, refused);
    assert_eq!(call(&host, &both, person(&[], false), "products").await, refused);
}

#[tokio::test]
async fn who_may_not_change_plugins_stores_nothing() {
    let (host, site) = (host(), granting(&[]));
    let refused = call(&host, &site, person(&[], false), "store").await;
    assert_eq!(refused, json!({"refusal": "not-here"}));
    assert_eq!(call(&host, &site, person(&[], true), "stored").await, json!({"seen": false}));
    assert_eq!(call(&host, &site, person(&[], true), "store").await, json!({"refusal": null}));
    assert_eq!(call(&host, &site, person(&[], false), "stored").await, json!({"seen": true}));
}

#[tokio::test]
async fn a_panel_that_traps_rests_alone() {
    let (host, site) = (host(), granting(&[]));
    let calls = host.panel(PANELS, &site, person(&[], true)).expect("the plugin is on");
    for _ in 0..5 {
        let error = calls.call("told", "trap", &json!({})).await.expect_err("told to stop");
        assert!(matches!(error.kind, PluginErrorKind::Trap(_)), "{error}");
    }
    let error = calls.call("told", "told", &json!({})).await.expect_err("it rests");
    assert!(matches!(error.kind, PluginErrorKind::Suspended { .. }), "{error}");
    assert_eq!(host.failing("site-1", PANELS), ["admin-panel told"]);
    calls.call("page", "told", &json!({})).await.expect("a panel of its own");
    let unknown = calls.call("other", "told", &json!({})).await.expect_err("no such panel");
    assert!(matches!(unknown.kind, PluginErrorKind::NotProvided(_)), "{unknown}");
}
