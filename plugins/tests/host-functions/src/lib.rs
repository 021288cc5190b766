//! Calls each host function of 0.2.0, as the payment method says, and returns what it gave in `provider-state`. Its block
//! calls those that a page may use, and shows that the others refuse.

use stoa_plugin_sdk::blocks::{Blocks, Input, Output};
use stoa_plugin_sdk::digests::{self, Hash, Scheme};
use stoa_plugin_sdk::json::{Value, from_str, json};
use stoa_plugin_sdk::payments2::{Attempt, Next, Outcome, Payments, Status, Webhook, WebhookEvent};
use stoa_plugin_sdk::reads::{Failure, PageRequest};
use stoa_plugin_sdk::storage2::Refusal;
use stoa_plugin_sdk::{
    CallContext, Error, ErrorCode, Money, SiteContext, clock, customers, error, escape_html, hex_decode, orders, pages,
    products, storage2, texts,
};

struct Functions;

fn outcome(state: &Value) -> Outcome {
    Outcome {
        status: Status::Pending,
        next: Next::None,
        provider_ref: None,
        captured: None,
        refunded: None,
        decline_message: None,
        saved_method: None,
        provider_state: state.to_string(),
    }
}

fn never<T>() -> Result<T, Error> {
    Err(error(ErrorCode::NotSupported, "this provider takes no money"))
}

impl Payments for Functions {
    fn create(a: Attempt, ctx: CallContext) -> Result<Outcome, Error> {
        let entered: Value = from_str(&a.buyer.entered).unwrap_or_default();
        let seen = match a.method.as_str() {
            "clock" => time(&ctx),
            "texts" => words(),
            "digests" => signatures(&entered),
            "storage" => store(),
            "many-reads" => (0..60).map(|_| read_one("products", "none")).collect(),
            data => read(data, entered["id"].as_str()),
        };
        Ok(outcome(&seen))
    }

    fn authorise(_a: Attempt, _return_query: String, _ctx: CallContext) -> Result<Outcome, Error> {
        never()
    }

    fn capture(_a: Attempt, _amount: Money, _idempotency_key: String, _ctx: CallContext) -> Result<Outcome, Error> {
        never()
    }

    fn refund(
        _a: Attempt,
        _amount: Money,
        _idempotency_key: String,
        _reason: String,
        _ctx: CallContext,
    ) -> Result<Outcome, Error> {
        never()
    }

    fn cancel(_a: Attempt, _idempotency_key: String, _ctx: CallContext) -> Result<Outcome, Error> {
        never()
    }

    fn fetch_status(_a: Attempt, _ctx: CallContext) -> Result<Outcome, Error> {
        never()
    }

    fn verify_webhook(_w: Webhook, _ctx: CallContext) -> Result<Vec<WebhookEvent>, Error> {
        Ok(Vec::new())
    }

    fn forget(_token: String, _ctx: CallContext) -> Result<(), Error> {
        Ok(())
    }
}

/// The context, and whether the clock goes on from its time.
fn time(ctx: &CallContext) -> Value {
    let local = clock::local(ctx.now_ms);
    json!({
        "goesOn": clock::now_ms() >= ctx.now_ms,
        "hour": local.map(|time| time.hour),
        "offset": local.map(|time| time.offset_minutes),
        "exponent": ctx.currency_exponent,
        "live": ctx.live,
    })
}

fn words() -> Value {
    let who = [("who".to_owned(), "Ada".to_owned())];
    json!([texts::fill("greeting", &who), texts::text("only_english"), texts::text("missing"), texts::languages()])
}

/// Verifies what was entered: scheme, key, data, and signature in hexadecimal digits.
fn signatures(entered: &Value) -> Value {
    let text = |name: &str| entered[name].as_str().unwrap_or_default().to_owned();
    let scheme = match text("scheme").as_str() {
        "rsa-pkcs1" => Scheme::RsaPkcs1Sha256,
        "rsa-pss" => Scheme::RsaPssSha256,
        "ecdsa" => Scheme::EcdsaP256Sha256,
        _ => Scheme::Ed25519,
    };
    let signature = hex_decode(&text("signature")).unwrap_or_default();
    let (key, data) = (text("key"), text("data"));
    let is_signed = |data: &str| digests::verify(scheme, key.as_bytes(), data.as_bytes(), &signature);
    let digest = digests::digest(Hash::Sha256, b"abc");
    json!({
        "signed": is_signed(&data),
        "changed": is_signed(&format!("{data}!")),
        "abc": digest.first(),
        "equal": digests::equal(b"a", b"a") && !digests::equal(b"a", b"b"),
    })
}

/// What a write gave.
fn written(result: Result<(), Refusal>) -> &'static str {
    match result {
        Ok(()) => "done",
        Err(Refusal::Changed) => "changed",
        Err(Refusal::OverQuota) => "over-quota",
        Err(Refusal::InvalidKey) => "invalid-key",
        Err(Refusal::NotHere) => "not-here",
    }
}

fn store() -> Value {
    let swap = |expected: Option<&[u8]>, value: Option<&[u8]>| {
        written(storage2::compare_and_set("count", expected, value, None))
    };
    let swaps = [swap(None, Some(b"1")), swap(None, Some(b"2")), swap(Some(b"1"), Some(b"2")), swap(Some(b"2"), None)];
    for key in ["job/1", "job/2", "job/3", "other"] {
        let _ = storage2::set(key, b"x", None);
    }
    let first = storage2::list_keys("job/", None, 2);
    let rest = storage2::list_keys("job/", first.next.as_deref(), 2);
    json!({
        "swaps": swaps,
        "keys": [first.keys, rest.keys],
        "more": [first.next.is_some(), rest.next.is_some()],
        "large": written(storage2::set("large", &[0; 2048], None)),
        "nameless": written(storage2::set("", b"x", None)),
    })
}

fn name(failure: Failure) -> Value {
    json!(match failure {
        Failure::NotGranted => "not-granted",
        Failure::NotHere => "not-here",
        Failure::BudgetExhausted => "budget-exhausted",
        Failure::Invalid => "invalid",
    })
}

fn read_one(data: &str, id: &str) -> Value {
    let found = match data {
        "products" => products::get(id).map(|found| found.map(|product| json!([product.name, product.variants.len()]))),
        "orders" => orders::get(id).map(|found| found.map(|order| json!([order.summary.number, order.lines.len()]))),
        "customers" => customers::get(id).map(|found| found.map(|customer| json!([customer.summary.email]))),
        _ => pages::get(id).map(|found| found.map(|page| json!([page.summary.title, page.texts]))),
    };
    match found {
        Ok(found) => found.unwrap_or_default(),
        Err(failure) => name(failure),
    }
}

/// One row, or the names on all pages of two rows.
fn read(data: &str, id: Option<&str>) -> Value {
    if let Some(id) = id {
        return read_one(data, id);
    }
    let mut names = Vec::new();
    let mut cursor = None;
    loop {
        let page = PageRequest { cursor, limit: 2 };
        let listed: Result<(Vec<String>, Option<String>), Failure> = match data {
            "products" => {
                let filter = products::Filter { query: None, store_id: None, kind: None, publication: None };
                products::list_products(&filter, &page)
                    .map(|page| (page.products.into_iter().map(|product| product.name).collect(), page.next))
            }
            "orders" => {
                let filter = orders::Filter {
                    query: None,
                    payment_status: None,
                    fulfillment_status: None,
                    from_ms: None,
                    until_ms: None,
                    test: None,
                    tag: None,
                };
                orders::list_orders(&filter, &page)
                    .map(|page| (page.orders.into_iter().map(|order| order.number.to_string()).collect(), page.next))
            }
            "customers" => {
                let filter = customers::Filter { query: None, has_account: None, agreed_to_mail: None };
                customers::list_customers(&filter, &page)
                    .map(|page| (page.customers.into_iter().map(|customer| customer.email).collect(), page.next))
            }
            _ => pages::list_pages(pages::Filter { kind: None }, &page)
                .map(|page| (page.pages.into_iter().map(|page| page.title).collect(), page.next)),
        };
        match listed {
            Ok((found, next)) => {
                names.extend(found);
                cursor = next;
            }
            Err(failure) => return name(failure),
        }
        if cursor.is_none() {
            return json!(names);
        }
    }
}

impl Blocks for Functions {
    fn render(input: Input, ctx: SiteContext) -> Result<Output, Error> {
        let settings: Value = from_str(&input.settings).unwrap_or_default();
        if settings["trap"] == true {
            panic!("told to stop in a block");
        }
        let year = settings["at"].as_u64().and_then(clock::local).map(|time| time.year);
        let seen = json!({
            "frozen": clock::now_ms() == ctx.now_ms,
            "year": year,
            "greeting": texts::text("greeting"),
            "orders": read("orders", None),
            "set": written(storage2::set("a", b"b", None)),
        });
        let html = format!("<p>{}</p>", escape_html(&seen.to_string()));
        let varies = settings["varies"].as_array().into_iter().flatten();
        let vary_on = varies.filter_map(|name| name.as_str().map(str::to_owned)).collect();
        Ok(Output { html, head: Vec::new(), cache_seconds: 0, vary_on })
    }
}

stoa_plugin_sdk::plugin!(payments2: Functions, blocks: Functions);
