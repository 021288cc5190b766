//! What the host tells of calls, log lines and suspensions.

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::json;
use stoa_plugin_host::model::{PaymentWebhook, Value};
use stoa_plugin_host::{ActivityPort, CallCounts, HostConfig, LogLine, PluginOnSite, Site, SiteContext};

use crate::fixtures::{activation, config, context, hostile, site};

const PLUGIN: &str = "hostile.formatters";
const PAYMENTS: &str = "hostile.payments";

#[derive(Default)]
struct RecordedActivity {
    calls: Mutex<Vec<(String, u64, u64)>>,
    lines: Mutex<Vec<String>>,
    suspended: Mutex<Vec<String>>,
}

fn push<T>(list: &Mutex<Vec<T>>, item: T) {
    list.lock().unwrap_or_else(PoisonError::into_inner).push(item);
}

fn taken<T>(list: &Mutex<Vec<T>>) -> Vec<T> {
    std::mem::take(&mut *list.lock().unwrap_or_else(PoisonError::into_inner))
}

impl ActivityPort for RecordedActivity {
    fn calls(&self, caller: PluginOnSite<'_>, kind: &'static str, calls: &CallCounts) {
        assert_eq!(caller.site, "site-1");
        assert!([PLUGIN, PAYMENTS].contains(&caller.plugin), "{caller:?}");
        push(&self.calls, (kind.to_owned(), calls.calls, calls.failures));
    }

    fn line(&self, _: PluginOnSite<'_>, line: LogLine<'_>) {
        push(&self.lines, format!("{}: {}", line.level, line.text));
    }

    fn suspended(&self, site: &str, plugin: &str, entry: &str, reason: &str) {
        push(&self.suspended, format!("{site} {plugin} {entry}: {reason}"));
    }
}

#[test]
fn calls_of_a_page_are_told_once_and_a_suspension_at_once() {
    let told = Arc::new(RecordedActivity::default());
    let host = hostile(HostConfig { activity: Some(Arc::clone(&told) as _), ..config() });
    let session = host.render_session(site(PLUGIN, json!({})));
    for _ in 0..3 {
        session.format("echo", &Value::None, &[]).expect("an echo");
    }
    session.format("log", &Value::None, &[Value::Integer(2)]).expect("two lines");
    assert_eq!(taken(&told.lines).len(), 2);
    assert!(taken(&told.calls).is_empty(), "not before the page ends");
    for _ in 0..5 {
        session.format("panic", &Value::None, &[]).expect_err("a panic");
    }
    let suspended = taken(&told.suspended);
    assert_eq!(suspended.len(), 1, "{suspended:?}");
    assert!(suspended[0].starts_with("site-1 hostile.formatters formatter panic: "), "{suspended:?}");
    drop(session);
    assert_eq!(taken(&told.calls), [("formatter".to_owned(), 9, 5)]);
    assert_eq!(host.failing("site-1", PLUGIN), ["formatter panic"]);
    host.forget_failures("site-1", PLUGIN);
    assert!(host.failing("site-1", PLUGIN).is_empty());
}

#[tokio::test]
async fn owners_read_that_a_webhook_could_not_be_verified() {
    let told = Arc::new(RecordedActivity::default());
    let host = hostile(HostConfig { activity: Some(Arc::clone(&told) as _), ..config() });
    for (live, mode) in [(true, "live"), (false, "test")] {
        let context = SiteContext { live, ..context("site-1") };
        let site = Arc::new(Site { context, activations: vec![activation(PAYMENTS, json!({}))].into() });
        let calls = host.payment(PAYMENTS, &site).expect("a payment plugin");
        let webhook = |body: &[u8]| PaymentWebhook {
            method: "POST".to_owned(),
            headers: Vec::new(),
            query: String::new(),
            body: body.to_vec(),
        };
        calls.verify_webhook(&webhook(b"fine")).await.expect("no events");
        assert_eq!(taken(&told.lines), Vec::<String>::new());
        calls.verify_webhook(&webhook(b"panic")).await.expect_err("a panic");
        let lines = taken(&told.lines);
        let expected = format!("error: a webhook could not be verified in {mode} mode: the plugin trapped: ");
        assert!(lines.iter().any(|line| line.starts_with(&expected)), "{lines:?}");
        assert_eq!(
            taken(&told.calls).last(),
            Some(&("payment-provider".to_owned(), 1, 1)),
            "a failure in its activity"
        );
    }
}
