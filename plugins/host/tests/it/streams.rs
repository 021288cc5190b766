//! What is read part by part: see `plugins/tests/streamed-products`. Its interfaces may still change, so that it has to say
//! that it uses them.

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::json;
use stoa_plugin_host::model::{Money, ProductRow, RowSale, RowStock};
use stoa_plugin_host::{
    FormatCalls, GuestErrorCode, HostConfig, HttpTransport, Limits, MemoryStorage, OpenResponse, OutboundFailure,
    OutboundRequest, OutboundResponse, PluginErrorKind, PluginHost, PluginStorage, ResponseBody, StorageArea,
};

use crate::fixtures::{bundled, config, hostile, hostile_folder, site};

const PLUGIN: &str = "test.streams";
const MIB: usize = 1024 * 1024;

fn formats(host: &PluginHost) -> FormatCalls {
    host.formats(PLUGIN, &site(PLUGIN, json!({})), true).expect("calls")
}

async fn rows(text: &str) -> Result<Vec<ProductRow>, PluginErrorKind> {
    let read = formats(&hostile(config())).read_products("table", text.as_bytes().to_vec()).await;
    read.map_err(|error| error.kind)
}

// spec: plugins.streams
#[tokio::test]
async fn products_are_read_from_a_file_line_by_line() {
    let text = "sku\tproduct\tname\tsize\tprice\tsale\tstock\ttags\r\n\
                A-S\tshirt\tShirt\tS\t1200\t900\t3\tcotton, summer\r\n\
                A-M\tshirt\t\tM\t1200\tnone\tunlimited\t";
    let read = rows(text).await.expect("rows");
    let [small, medium] = read.as_slice() else { panic!("two rows: {read:?}") };
    assert_eq!((small.line, small.sku.as_str(), small.name.as_deref()), (2, "A-S", Some("Shirt")));
    assert_eq!(small.options, [("size".to_owned(), "S".to_owned())]);
    assert_eq!((&small.price, &small.stock), (&Some(Money::new(1_200, "USD")), &Some(RowStock::Pieces(3))));
    assert_eq!(small.sale, Some(RowSale::Price(Money::new(900, "USD"))));
    assert_eq!(small.tags, Some(vec!["cotton".to_owned(), "summer".to_owned()]));
    assert_eq!((medium.line, &medium.name, &medium.sale), (3, &None, &Some(RowSale::Ended)));
    assert_eq!((&medium.stock, medium.product.as_str()), (&Some(RowStock::Untracked), "shirt"));
}

// spec: plugins.streams
#[tokio::test]
async fn a_file_larger_than_the_memory_of_the_plugin_is_read() {
    let long = "x".repeat(4_000);
    let lines: Vec<String> = (0..4_000).map(|number| format!("SKU-{number}\t{long}\n")).collect();
    let text = format!("sku\tdescription\n{}", lines.concat());
    let limits = Limits { memory: 4 * MIB, stream: 32 * MIB, ..config().limits };
    assert!(text.len() > 3 * limits.memory);
    let host = hostile(HostConfig { limits, ..config() });
    let read = formats(&host).read_products("table", text.into_bytes()).await.expect("rows");
    assert_eq!((read.len(), read[3_999].line, read[3_999].sku.as_str()), (4_000, 4_001, "SKU-3999"));
    assert!(host.take_peak_memory(PLUGIN) <= 4 * MIB);
}

// spec: plugins.streams
#[tokio::test]
async fn a_file_with_too_many_rows_is_refused_in_words() {
    let lines: Vec<String> = (0..5_001).map(|number| format!("SKU-{number}\n")).collect();
    let text = format!("sku\n{}", lines.concat());
    for (text, words) in [(text.as_str(), "more than 5,000 rows"), ("name\n", "needs the column sku")] {
        let refused = rows(text).await.expect_err("refused");
        let PluginErrorKind::Guest(said) = &refused else { panic!("{refused}") };
        assert_eq!(said.code, GuestErrorCode::InvalidInput);
        assert!(said.message.contains(words), "{}", said.message);
    }
}

// spec: plugins.products.stores
#[tokio::test]
async fn rows_that_cannot_be_taken_stand_beside_the_others() {
    let plugin = "stoa.storeimport";
    let calls = bundled().formats(plugin, &site(plugin, json!({})), true).expect("calls");
    let text = "Handle,Title,Variant SKU,Variant Price\nmug,Mug,MUG,12\nbowl,Bowl,BOWL,cheap\n";
    let mut read = calls.read_products("store", text.as_bytes().to_vec()).await.expect("rows");
    read.sort_by_key(|row| row.line);
    let [mug, bowl] = read.as_slice() else { panic!("two rows: {read:?}") };
    assert_eq!((mug.sku.as_str(), &mug.refused, &mug.price), ("MUG", &None, &Some(Money::new(1_200, "USD"))));
    assert_eq!((bowl.line, bowl.sku.as_str(), bowl.product.as_str(), &bowl.price), (3, "BOWL", "bowl", &None));
    assert!(bowl.refused.as_deref().is_some_and(|reason| reason.contains("cheap")), "{bowl:?}");
}

// spec: plugins.streams
#[tokio::test]
async fn rows_that_need_much_more_memory_than_their_file_are_refused() {
    let tags = ",".repeat(300);
    let lines: Vec<String> = (0..100).map(|number| format!("SKU-{number}\t{tags}\n")).collect();
    let text = format!("sku\ttags\n{}", lines.concat());
    let limits = Limits { stream: MIB / 2, ..config().limits };
    assert!(text.len() < limits.stream / 4);
    let read = formats(&hostile(HostConfig { limits, ..config() })).read_products("table", text.into_bytes()).await;
    let refused = read.expect_err("too much memory").kind;
    assert!(matches!(&refused, PluginErrorKind::Guest(said) if said.message.contains("too long")), "{refused}");
}

/// Answers with as many mebibytes as it says, in parts of a network, and breaks off or not.
struct Large {
    mebibytes: usize,
    breaks: bool,
}

struct Parts {
    left: usize,
    breaks: bool,
}

#[async_trait]
impl HttpTransport for Large {
    async fn send(&self, _request: OutboundRequest) -> Result<OutboundResponse, OutboundFailure> {
        Err(OutboundFailure::TooLarge)
    }

    async fn open(&self, _request: OutboundRequest) -> Result<OpenResponse, OutboundFailure> {
        let body = Box::new(Parts { left: self.mebibytes * MIB, breaks: self.breaks });
        Ok(OpenResponse { status: 200, headers: Vec::new(), body })
    }
}

#[async_trait]
impl ResponseBody for Parts {
    async fn next(&mut self) -> Result<Option<Vec<u8>>, OutboundFailure> {
        if self.left == 0 {
            return if self.breaks { Err(OutboundFailure::Protocol) } else { Ok(None) };
        }
        let part = self.left.min(16 * 1024);
        self.left -= part;
        Ok(Some(vec![b'x'; part]))
    }
}

/// What the job of the plugin saw of an answer.
async fn seen(answer: Large) -> String {
    let storage = Arc::new(MemoryStorage::default());
    let limits = Limits { memory: 4 * MIB, stream: 10 * MIB, ..config().limits };
    let host = hostile(HostConfig {
        limits,
        http: Arc::new(answer),
        storage: Some(Arc::clone(&storage) as Arc<dyn PluginStorage>),
        ..config()
    });
    let calls = host.background(PLUGIN, &site(PLUGIN, json!({}))).expect("calls");
    calls.run_job("fetch", 1).await.expect("run");
    let area = StorageArea { site_id: "site-1".to_owned(), plugin_id: PLUGIN.to_owned() };
    let bytes = storage.get(&area, "seen").await.expect("storage").expect("written down");
    String::from_utf8(bytes).expect("a text")
}

// spec: plugins.streams
#[tokio::test]
async fn an_answer_larger_than_the_memory_of_the_plugin_is_read_within_the_budget() {
    assert_eq!(seen(Large { mebibytes: 8, breaks: false }).await, format!("whole {} 512", 8 * MIB));
    assert_eq!(seen(Large { mebibytes: 1, breaks: true }).await, format!("broken {MIB} 64"));
    assert_eq!(seen(Large { mebibytes: 12, breaks: false }).await, format!("budget-exhausted {} 640", 10 * MIB));
}

/// Why a host refuses the plugin, with its manifest changed.
fn refusal(change: impl FnOnce(String) -> String, unstable: bool) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let (from, to) = (hostile_folder().join(PLUGIN), folder.path().join(PLUGIN));
    std::fs::create_dir(&to).expect("a folder");
    std::fs::copy(from.join("plugin.wasm"), to.join("plugin.wasm")).expect("the component");
    let manifest = std::fs::read_to_string(from.join("plugin.toml")).expect("the manifest");
    std::fs::write(to.join("plugin.toml"), change(manifest)).expect("the manifest");
    let host = PluginHost::load_dir(folder.path(), HostConfig { unstable, ..config() }).expect("a host");
    host.rejected().iter().map(ToString::to_string).collect()
}

// spec: plugins.unstable
#[test]
fn a_plugin_that_does_not_name_what_may_change_is_refused() {
    assert_eq!(refusal(|manifest| manifest, true), "");
    let unnamed = refusal(|manifest| manifest.replace("unstable = [\"streams\"]\n", ""), true);
    assert!(unnamed.contains("may still change") && unnamed.contains("unstable = [\"streams\"]"), "{unnamed}");
    let forbidden = refusal(|manifest| manifest, false);
    assert!(forbidden.contains("(plugins.unstable)"), "{forbidden}");
}
