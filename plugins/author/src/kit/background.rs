//! Event hooks and scheduled jobs: they get the same event twice, and events with members that they do not know.

use std::sync::Arc;

use serde_json::{Value as Json, json};
use stoa_plugin_host::model::HookEvent;
use stoa_plugin_host::{BackgroundCalls, PluginError, Site};

use super::payment::runtime;
use super::values::{json_values, texts};
use super::workbench::Shop;
use super::{TestReport, Workbench, shorten, without_faults};
use crate::AuthorError;

/// When the events of the kit happened.
pub(super) const OCCURRED_MS: u64 = 1_790_000_000_000;

fn calls(bench: &Workbench) -> Result<BackgroundCalls, AuthorError> {
    let id = bench.plugin().map(|info| info.id.clone()).unwrap_or_default();
    let site = bench.site(&Shop::default());
    bench.host.background(&id, &site).map_err(|error| AuthorError::Host(error.to_string()))
}

/// Delivers the event of a case, or runs its job; none for cases of other kinds.
pub(super) fn call(
    bench: &Workbench,
    site: &Arc<Site>,
    topic: Option<&str>,
    job: Option<&str>,
    payload: &Json,
) -> Result<Option<Result<(), PluginError>>, AuthorError> {
    if topic.is_none() && job.is_none() {
        return Ok(None);
    }
    let id = bench.plugin().map(|info| info.id.clone()).unwrap_or_default();
    let calls = match bench.host.background(&id, site) {
        Ok(calls) => calls,
        Err(error) => return Ok(Some(Err(error))),
    };
    let runtime = runtime()?;
    Ok(match (topic, job) {
        (Some(topic), _) => Some(runtime.block_on(calls.handle_event(&event(topic, payload.clone())))),
        (None, Some(job)) => Some(runtime.block_on(calls.run_job(job, OCCURRED_MS))),
        (None, None) => None,
    })
}

/// An event of a topic as the host delivers it.
pub(super) fn event(topic: &str, payload: Json) -> HookEvent {
    HookEvent {
        id: "evt_kit".to_owned(),
        topic: topic.to_owned(),
        object_id: "kit-1".to_owned(),
        sequence: 1,
        occurred_ms: OCCURRED_MS,
        attempt: 1,
        payload,
    }
}

/// A payload with members of all topics.
fn payload(text: &str) -> Json {
    let line = json!({
        "productId": "prd_1", "variantId": "var_1", "sku": "SKU-1", "name": text, "quantity": 2, "unitPrice": 1250,
        "total": 2500,
    });
    json!({
        "orderId": "ord_1", "number": 1, "test": true, "paymentStatus": "paid", "fulfillmentStatus": "pending",
        "currency": "USD", "subtotal": 2500, "discount": 0, "shipping": 0, "tax": 0, "total": 2500,
        "customer": {"email": "ada@shop.example", "name": text, "country": "US"}, "lines": [line],
        "productId": "prd_1", "name": text, "productName": text, "variantId": "var_1", "sku": "SKU-1", "stock": 3,
        "threshold": 5, "submissionId": "sub_1", "formName": text,
        "answers": [{"field": "f1", "kind": "text", "label": text, "value": text}], "pageId": "col_1", "title": text,
        "email": "ada@shop.example", "createdOn": OCCURRED_MS,
    })
}

pub(super) fn run_hook(bench: &Workbench, topics: &[String], report: &mut TestReport) -> Result<(), AuthorError> {
    let runtime = runtime()?;
    for topic in topics {
        let name = |test: &str| format!("event {topic}: {test}");
        let calls = calls(bench)?;
        let twice = runtime.block_on(async {
            let first = ("the first time".to_owned(), calls.handle_event(&event(topic, payload("Cheese"))).await);
            [first, ("the second time".to_owned(), calls.handle_event(&event(topic, payload("Cheese"))).await)]
        });
        report.add(name("the same event twice"), without_faults(twice));
        let mut answers: Vec<(String, Result<(), PluginError>)> = Vec::new();
        for value in json_values() {
            let calls = self::calls(bench)?;
            let answer = runtime.block_on(calls.handle_event(&event(topic, value.clone())));
            answers.push((format!("payload {}", shorten(&value.to_string())), answer));
        }
        for text in texts() {
            let calls = self::calls(bench)?;
            let answer = runtime.block_on(calls.handle_event(&event(topic, payload(&text))));
            answers.push((format!("text {}", shorten(&text)), answer));
        }
        report.add(name("payloads that nobody expects"), without_faults(answers));
    }
    Ok(())
}

pub(super) fn run_job(bench: &Workbench, job: &str, report: &mut TestReport) -> Result<(), AuthorError> {
    let runtime = runtime()?;
    let calls = calls(bench)?;
    let twice = runtime.block_on(async {
        let first = ("the first time".to_owned(), calls.run_job(job, OCCURRED_MS).await);
        [first, ("the second time".to_owned(), calls.run_job(job, OCCURRED_MS).await)]
    });
    report.add(format!("job {job}: the same run twice"), without_faults(twice));
    Ok(())
}
