//! Limits of time, memory and output of plugins.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::json;
use stoa_plugin_host::model::{BlockInput, PaymentWebhook, Value};
use stoa_plugin_host::{Activation, HostConfig, Limits, PluginErrorKind, PluginHost, RenderSession, Site};

use crate::fixtures::{activation, attempt, config, context, hostile, site};

const PLUGIN: &str = "hostile.formatters";

fn with_limits(limits: Limits) -> PluginHost {
    hostile(HostConfig { limits, ..config() })
}

fn session(host: &PluginHost) -> RenderSession {
    host.render_session(site(PLUGIN, json!({})))
}

fn call_hostile(session: &RenderSession, name: &str) -> PluginErrorKind {
    session.format(name, &Value::None, &[]).expect_err(name).kind
}

/// Checks that the session, the host and other sites still work.
fn assert_alive(host: &PluginHost, session: &RenderSession) {
    let text = Value::Text("still here".to_owned());
    assert_eq!(session.format("echo", &text, &[]), Ok(text.clone()), "same render");
    let neighbour =
        Arc::new(Site { context: context("site-2"), activations: vec![activation(PLUGIN, json!({}))].into() });
    assert_eq!(host.render_session(neighbour).format("echo", &text, &[]), Ok(text), "another site");
}

#[test]
fn endless_loop_is_stopped() {
    let limits = Limits { formatter_call: Duration::from_millis(200), ..config().limits };
    let host = with_limits(limits);
    let session = session(&host);
    let started = Instant::now();
    assert_eq!(call_hostile(&session, "loop"), PluginErrorKind::Timeout(Duration::from_millis(200)));
    let took = started.elapsed();
    assert!(took >= Duration::from_millis(200), "{took:?}");
    // A loose limit, because the machine may be busy; the point is that it ends.
    assert!(took < Duration::from_secs(10), "{took:?}");
    assert_alive(&host, &session);
}

#[test]
fn predicate_has_formatter_time_limit() {
    let host = with_limits(Limits { formatter_call: Duration::from_millis(200), ..config().limits });
    let session = session(&host);
    assert!(session.has_predicate("same") && !session.has_predicate("echo"));
    assert_eq!(session.test("same", &Value::Boolean(true), &[]), Ok(true));
    assert_eq!(session.test("same", &Value::Integer(1), &[]), Ok(false));
    let error = session.test("never", &Value::None, &[]).expect_err("endless");
    assert_eq!(error.kind, PluginErrorKind::Timeout(Duration::from_millis(200)));
    assert_alive(&host, &session);
}

#[test]
fn render_call_budget() {
    let limits =
        Limits { formatter_call: Duration::from_millis(120), render: Duration::from_millis(300), ..config().limits };
    let host = with_limits(limits);
    let session = session(&host);
    for _ in 0..2 {
        assert!(matches!(call_hostile(&session, "loop"), PluginErrorKind::Timeout(_)));
    }
    // What is left for the third is too little to blame it.
    assert!(matches!(call_hostile(&session, "loop"), PluginErrorKind::Timeout(_) | PluginErrorKind::Exhausted(_)));
    let text = Value::Text("late".to_owned());
    let error = session.format("echo", &text, &[]).expect_err("the budget is used up");
    assert_eq!(error.kind, PluginErrorKind::Exhausted(Duration::from_millis(300)));
    let next_render = host.render_session(site(PLUGIN, json!({})));
    assert_eq!(next_render.format("echo", &text, &[]), Ok(text), "the next render has a new budget");
}

// spec: plugins.limits.site
#[test]
fn all_pages_of_a_site_share_a_budget() {
    let limit = Duration::from_millis(150);
    let limits = Limits { formatter_call: Duration::from_millis(120), site_render: limit, ..config().limits };
    let host = with_limits(Limits { render: Duration::from_secs(2), ..limits });
    let text = Value::Text("a word".to_owned());
    let page = host.render_session(site(PLUGIN, json!({})));
    for _ in 0..2 {
        assert!(matches!(call_hostile(&page, "loop"), PluginErrorKind::Timeout(_)));
    }
    assert_eq!(page.format("echo", &text, &[]), Ok(text.clone()), "a page that was begun is finished");
    drop(page);
    let next = host.render_session(site(PLUGIN, json!({})));
    let error = next.format("echo", &text, &[]).expect_err("the site has no time left");
    assert_eq!(error.kind, PluginErrorKind::SiteExhausted(limit));
    let neighbour = Site { context: context("site-2"), activations: vec![activation(PLUGIN, json!({}))].into() };
    assert!(host.render_session(Arc::new(neighbour)).format("echo", &text, &[]).is_ok());
}

// spec: plugins.limits.plan
#[test]
fn calls_of_a_render_are_counted() {
    let host = with_limits(Limits { page_calls: 2, ..config().limits });
    let session = session(&host);
    let text = Value::Text("a word".to_owned());
    for _ in 0..2 {
        assert_eq!(session.format("echo", &text, &[]), Ok(text.clone()));
    }
    let error = session.format("echo", &text, &[]).expect_err("a third call");
    assert_eq!(error.kind, PluginErrorKind::TooManyCalls(2));
    let next_render = host.render_session(site(PLUGIN, json!({})));
    assert!(next_render.format("echo", &text, &[]).is_ok());
}

// spec: plugins.limits.plan
#[test]
fn a_site_has_the_limits_of_its_plan() {
    let host = with_limits(config().limits);
    let small = Limits { page_calls: 1, log_lines: 1, memory: 4 * 1024 * 1024, ..config().limits };
    let activation = Activation { limits: Some(Arc::new(small)), ..activation(PLUGIN, json!({})) };
    let of_small_plan = Arc::new(Site { context: context("site-2"), activations: vec![activation].into() });
    let text = Value::Text("a word".to_owned());
    let session = host.render_session(of_small_plan);
    assert!(session.format("echo", &text, &[]).is_ok());
    let error = session.format("echo", &text, &[]).expect_err("a second call");
    assert_eq!(error.kind, PluginErrorKind::TooManyCalls(1));
    let other = host.render_session(site(PLUGIN, json!({})));
    assert!((0..5).all(|_| other.format("echo", &text, &[]).is_ok()), "sites of other plans have the general ones");
}

#[test]
fn memory_beyond_limit_traps() {
    let host = with_limits(config().limits);
    let session = session(&host);
    assert_eq!(call_hostile(&session, "bomb"), PluginErrorKind::Memory(16 * 1024 * 1024));
    assert_alive(&host, &session);
}

#[test]
fn panic_message_is_reported() {
    let host = with_limits(config().limits);
    let session = session(&host);
    let PluginErrorKind::Trap(reason) = call_hostile(&session, "panic") else { panic!("no trap") };
    assert!(reason.contains("told to stop at 7"), "{reason}");
    assert!(reason.contains("src/lib.rs"), "{reason}");
    assert_alive(&host, &session);
}

#[test]
fn endless_recursion_traps() {
    let host = with_limits(config().limits);
    let session = session(&host);
    assert!(matches!(call_hostile(&session, "recurse"), PluginErrorKind::Trap(_)));
    assert_alive(&host, &session);
}

#[test]
fn oversized_response_rejected() {
    let host = with_limits(config().limits);
    let session = session(&host);
    let transfer = Limits::default().transfer;
    assert_eq!(
        call_hostile(&session, "flood"),
        PluginErrorKind::Oversize { what: "boundary data", limit: transfer },
        "the text of the runtime's error has changed: see read_fault"
    );
    assert_alive(&host, &session);
}

#[test]
fn formatter_and_block_output_limits() {
    let host = with_limits(config().limits);
    let session = session(&host);
    let limit = Limits::default().formatter_answer;
    let size = |bytes: usize| [Value::Integer(i64::try_from(bytes).expect("small"))];
    assert!(session.format("big", &Value::None, &size(limit)).is_ok());
    let error = session.format("big", &Value::None, &size(limit + 1)).expect_err("one byte too many");
    assert_eq!(error.kind, PluginErrorKind::Oversize { what: "formatter text", limit });
    let block = |instance: &str| BlockInput {
        kind: "hostile".to_owned(),
        instance_id: instance.to_owned(),
        ..BlockInput::default()
    };
    let error = session.render_block(&block("big")).expect_err("one byte too many");
    assert_eq!(error.kind, PluginErrorKind::Oversize { what: "block HTML", limit: Limits::default().block_html });
    assert!(matches!(session.render_block(&block("panic")).expect_err("panic").kind, PluginErrorKind::Trap(_)));
    assert!(session.render_block(&block("fine")).is_ok());
    assert_alive(&host, &session);
}

#[test]
fn log_flood_drops_lines_only() {
    let host = with_limits(config().limits);
    let session = session(&host);
    assert_eq!(session.format("log", &Value::None, &[Value::Integer(5_000)]), Ok(Value::Boolean(true)));
    assert_alive(&host, &session);
}

#[test]
fn failed_instance_is_not_reused() {
    let host = with_limits(config().limits);
    let session = session(&host);
    let count = || session.format("count", &Value::None, &[]);
    assert_eq!(count(), Ok(Value::Integer(0)));
    assert_eq!(count(), Ok(Value::Integer(1)), "one instance serves a render");
    call_hostile(&session, "panic");
    assert_eq!(count(), Ok(Value::Integer(0)), "a new one after the failure");
    let other = host.render_session(site(PLUGIN, json!({})));
    assert_eq!(other.format("count", &Value::None, &[]), Ok(Value::Integer(0)), "no render sees another's instance");
}

#[test]
fn invalid_responses_rejected() {
    let host = with_limits(config().limits);
    let session = session(&host);
    let error = session.format_many("count", &[Value::None, Value::None], &[]).expect_err("one answer for two inputs");
    assert!(matches!(error.kind, PluginErrorKind::Invalid(_)));
    let error = session.format("no_such", &Value::None, &[]).expect_err("unknown");
    assert_eq!(error.kind, PluginErrorKind::NotFound);
}

#[test]
fn five_failures_suspend_an_entry_per_site() {
    let host = with_limits(config().limits);
    let session = session(&host);
    for _ in 0..5 {
        call_hostile(&session, "panic");
    }
    assert!(
        matches!(call_hostile(&session, "panic"), PluginErrorKind::Suspended { retry_after_ms } if retry_after_ms > 20_000)
    );
    assert!(session.format("echo", &Value::None, &[]).is_ok(), "the plugin's other formatters are not suspended");
    assert!(session.test("same", &Value::None, &[]).is_ok());
    assert_eq!(host.failing("site-1", PLUGIN), ["formatter panic"]);
    assert_eq!(host.failing("site-2", PLUGIN), Vec::<String>::new());
    let neighbour =
        Arc::new(Site { context: context("site-2"), activations: vec![activation(PLUGIN, json!({}))].into() });
    assert!(matches!(
        host.render_session(neighbour).format("panic", &Value::None, &[]).expect_err("called").kind,
        PluginErrorKind::Trap(_)
    ));
}

#[test]
fn returned_error_is_not_a_failure() {
    let host = with_limits(config().limits);
    let session = session(&host);
    for _ in 0..10 {
        let kind = call_hostile(&session, "refuse");
        assert!(matches!(&kind, PluginErrorKind::Guest(error) if error.message == "told to refuse"), "{kind}");
    }
    assert_eq!(host.failing("site-1", PLUGIN), Vec::<String>::new());
}

#[test]
fn concurrent_renders_per_site_limited() {
    let host = hostile(HostConfig { calls_per_site: 2, ..config() });
    let sessions: Vec<RenderSession> = (0..3).map(|_| session(&host)).collect();
    let answers: Vec<bool> = sessions.iter().map(|session| session.format("echo", &Value::None, &[]).is_ok()).collect();
    assert_eq!(answers, [true, true, false]);
    let kind = sessions[2].format("echo", &Value::None, &[]).expect_err("no free instance").kind;
    assert_eq!(kind, PluginErrorKind::Busy);
    for _ in 0..5 {
        assert!(sessions[2].format("echo", &Value::None, &[]).is_err());
    }
    assert_eq!(host.failing("site-1", PLUGIN), Vec::<String>::new(), "that no instance is free is not its failure");
    drop(sessions);
    assert!(session(&host).format("echo", &Value::None, &[]).is_ok(), "instances are freed at the end of renders");
}

#[test]
fn waiting_for_an_instance_is_not_charged_to_a_plugin() {
    let (render, held) = (Duration::from_millis(100), Duration::from_millis(150));
    let host = hostile(HostConfig { limits: Limits { render, ..config().limits }, calls_per_site: 1, ..config() });
    let first = session(&host);
    assert!(first.format("echo", &Value::None, &[]).is_ok());
    let holding = std::thread::spawn(move || {
        std::thread::sleep(held);
        drop(first);
    });
    let second = session(&host);
    // On a busy machine the instance may not be free after a quarter of a second, for which a call waits.
    let kind = loop {
        match second.format("echo", &Value::None, &[]) {
            Err(error) if error.kind == PluginErrorKind::Busy => {}
            answer => break answer.err().map(|error| error.kind),
        }
    };
    assert_eq!(kind, None);
    holding.join().expect("ended");
}

#[tokio::test]
async fn endless_payment_is_stopped() {
    let limits = Limits { waiting_call_running: Duration::from_millis(100), ..config().limits };
    let host = with_limits(limits);
    let calls = host.payment("hostile.payments", &site("hostile.payments", json!({}))).expect("calls");
    let error = calls.create(&attempt("loop", json!({}))).await.expect_err("ended");
    assert!(matches!(error.kind, PluginErrorKind::Timeout(_)), "{error}");
    assert!(error.has_unknown_effect());
    let fine = calls.create(&attempt("fine", json!({}))).await.expect("a new instance");
    assert_eq!(fine.captured, Some(crate::fixtures::dollars(2500)));
}

#[tokio::test]
async fn running_payment_yields_to_other_tasks() {
    let limits = Limits { waiting_call_running: Duration::from_millis(400), ..config().limits };
    let host = with_limits(limits);
    let calls = host.payment("hostile.payments", &site("hostile.payments", json!({}))).expect("calls");
    let greedy = tokio::spawn(async move { calls.create(&attempt("loop", json!({}))).await });
    tokio::time::sleep(Duration::from_millis(5)).await;
    // The runtime has one thread: if the loop blocked it, the timer could only have fired after its end.
    assert!(!greedy.is_finished(), "the loop is still running");
    assert!(greedy.await.expect("task").is_err());
}

#[tokio::test]
async fn payment_panic_has_unknown_outcome() {
    let host = with_limits(config().limits);
    let calls = host.payment("hostile.payments", &site("hostile.payments", json!({}))).expect("calls");
    let error = calls.create(&attempt("panic", json!({}))).await.expect_err("panic");
    assert!(matches!(&error.kind, PluginErrorKind::Trap(reason) if reason.contains("while paying")), "{error}");
    assert!(error.has_unknown_effect());
}

#[tokio::test]
async fn suspended_plugin_only_serves_existing_payments() {
    let host = with_limits(config().limits);
    let site = site("hostile.payments", json!({}));
    let calls = host.payment("hostile.payments", &site).expect("calls");
    assert!(!host.payment_methods(&site, "USD").is_empty());
    for _ in 0..5 {
        calls.create(&attempt("panic", json!({}))).await.expect_err("panic");
    }
    let error = calls.create(&attempt("fine", json!({}))).await.expect_err("resting");
    assert!(matches!(error.kind, PluginErrorKind::Suspended { .. }));
    assert_eq!(host.payment_methods(&site, "USD"), []);
    assert!(calls.fetch_status(&attempt("fine", json!({}))).await.is_ok());
}

#[tokio::test]
async fn only_new_payments_take_a_payment_method_away() {
    let host = with_limits(Limits { waiting_call_running: Duration::from_millis(20), ..config().limits });
    let site = site("hostile.payments", json!({}));
    let calls = host.payment("hostile.payments", &site).expect("calls");
    let foreign = stoa_plugin_host::model::Money::new(1, "USD");
    let webhook = PaymentWebhook {
        method: "POST".to_owned(),
        headers: Vec::new(),
        query: String::new(),
        body: b"panic".to_vec(),
    };
    for _ in 0..6 {
        // Webhooks, which anyone can send, and calls for an existing payment.
        let error = calls.verify_webhook(&webhook).await.expect_err("a panic");
        assert!(error.kind.is_fault(), "{error}");
        calls.cancel(&attempt("fine", json!({})), "key").await.expect_err("not supported");
        calls.refund(&attempt("fine", json!({})), &foreign, "key", "").await.expect_err("invalid");
    }
    assert!(!host.payment_methods(&site, "USD").is_empty());
    assert_eq!(host.payments_resting("site-1", "hostile.payments"), None);
}

/// Visits to a page must not take the payment method of a plugin away.
#[test]
fn blocks_that_trap_take_no_payment_method_away() {
    const BOTH: &str = "tests.functions";
    let host = with_limits(config().limits);
    let site = site(BOTH, json!({}));
    let block = BlockInput {
        kind: "host-functions".to_owned(),
        instance_id: "block-1".to_owned(),
        settings: json!({ "trap": true }),
        ..BlockInput::default()
    };
    for _ in 0..6 {
        host.render_session(Arc::clone(&site)).render_block(&block).expect_err("a trap");
    }
    assert_eq!(host.failing("site-1", BOTH), ["block host-functions"]);
    assert!(host.payment_methods(&site, "USD").iter().any(|method| method.method == "clock"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("runtime");
    let calls = host.payment(BOTH, &site).expect("calls");
    runtime.block_on(calls.create(&attempt("clock", json!({})))).expect("a payment");
}

#[test]
fn pages_leave_instances_to_payments() {
    // Ten instances are usable nine at a time: three for payments, one for questions about carts, one in the background.
    let host = hostile(HostConfig {
        pool_instances: 10,
        payment_instances: 4,
        interpreted_instances: 0,
        calls_per_site: 20,
        ..config()
    });
    let sessions: Vec<RenderSession> = (0..6).map(|_| session(&host)).collect();
    let echo = |session: &RenderSession| session.format("echo", &Value::None, &[]);
    let answers: Vec<bool> = sessions.iter().map(|session| echo(session).is_ok()).collect();
    assert_eq!(answers, [true, true, true, true, false, false]);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("runtime");
    let calls = host.payment("hostile.payments", &site("hostile.payments", json!({}))).expect("calls");
    assert!(runtime.block_on(calls.create(&attempt("fine", json!({})))).is_ok(), "a payment does not wait for pages");
}
