//! Calls of plugins: what is collected of them, their last inputs, two versions beside each other, and failures.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use stoa_commerce::ports::PaymentError;
use stoa_kernel::clock::{SystemClock, Timestamp};
use stoa_kernel::id::WebsiteId;
use stoa_plugin_host::model::{CartPlace, Money};
use stoa_plugin_host::{
    ActivityPort as _, CallCounts, FormatterOutput, LogLine, PluginError, PluginErrorKind, PluginOnSite,
};
use stoa_server::plugin_ports::activity::MOST_LINES;
use stoa_server::plugin_ports::comparison::{Compared, differences_of, parts_of};
use stoa_server::plugin_ports::replay::{Answer, Said};
use stoa_server::plugin_ports::samples::{MAX_INPUTS, Question, Sample, SampledEntry, Samples, WINDOW_MS, region_of};
use stoa_server::plugin_ports::{PluginActivity, PluginPayments, printable};

#[test]
fn what_is_collected_is_bounded_and_in_order() {
    let (activity, mut suspended) = PluginActivity::new(Arc::new(SystemClock));
    let website = WebsiteId::generate();
    let caller = PluginOnSite { site: website.as_str(), plugin: "acme.a", version: "1.0.0" };
    let mut counts = CallCounts::default();
    counts.add(Duration::from_millis(1), true);
    activity.calls(caller, "block", &counts);
    activity.calls(caller, "block", &counts);
    for number in 0..MOST_LINES + 10 {
        activity.line(caller, LogLine { level: "warn", text: &format!("{number}\0") });
    }
    activity.line(PluginOnSite { site: "trial", ..caller }, LogLine { level: "warn", text: "nobody's" });
    activity.suspended(website.as_str(), "acme.a", "block clock", "it took too long");
    assert_eq!(suspended.try_recv().unwrap().reason, "block clock: it took too long");
    let collected = activity.take(&website);
    assert_eq!(collected.len(), 1);
    let plugin = &collected["acme.a"];
    let of_block = plugin.counts.values().next().unwrap();
    assert_eq!((of_block.calls, of_block.failures), (2, 2));
    assert_eq!(plugin.lines.len(), MOST_LINES);
    assert_eq!(plugin.lines[0].text, "10");
    assert!(plugin.lines.iter().zip(plugin.lines.iter().skip(1)).all(|(one, next)| one.at < next.at));
}

fn sample(number: usize) -> Sample {
    let question =
        Question::Formatter { name: "shout".to_owned(), input: json!(number), arguments: vec!["2".to_owned()] };
    Sample { locale: "en-US".to_owned(), question }
}

#[test]
fn inputs_are_bounded_and_each_is_taken_once() {
    let samples = Samples::default();
    let website = WebsiteId::generate();
    let place = SampledEntry { website: &website, plugin: "acme.a", entry: "formatter shout" };
    for number in [0, 0, 0, 1] {
        samples.take(place, Timestamp::from_ms(5), || sample(number));
    }
    let found = samples.hand_out(&website, Timestamp::from_ms(5));
    assert_eq!(found.iter().map(|(_, fresh)| fresh.len()).collect::<Vec<_>>(), [2]);
    for number in 0..100 {
        samples.take(place, Timestamp::from_ms(6), || sample(number));
    }
    assert_eq!(samples.hand_out(&website, Timestamp::from_ms(6))[0].1.len(), MAX_INPUTS - 2);
    samples.take(place, Timestamp::from_ms(7 + WINDOW_MS), || sample(7));
    assert_eq!(samples.hand_out(&website, Timestamp::from_ms(7 + WINDOW_MS))[0].1.len(), 1);
    assert!(samples.hand_out(&website, Timestamp::from_ms(9 + 2 * WINDOW_MS)).is_empty());
    assert!(samples.websites().is_empty());
}

#[test]
fn an_input_is_read_as_it_was_written() {
    let written = serde_json::to_value(sample(3)).unwrap();
    assert_eq!(written["kind"], "formatter");
    assert_eq!(serde_json::from_value::<Sample>(written).unwrap(), sample(3));
}

#[test]
fn postal_codes_are_those_of_many_people() {
    let code = |postal_code: &str| {
        let place = CartPlace { country: String::new(), region: String::new(), postal_code: postal_code.to_owned() };
        region_of(place).postal_code
    };
    assert_eq!(["10115", "SW1A 1AA", "", "7"].map(code), ["10100", "SW1A 1AA", "", "0"]);
}

fn said(text: &str, price: Option<i64>, micros: i64) -> Answer {
    let price = price.map(|minor| Money { minor, currency: "EUR".to_owned() });
    Answer { said: Ok(Said { text: text.to_owned(), price }), micros }
}

#[test]
fn failures_come_first_and_then_prices() {
    let compared = |part: &str, before: Answer, after: Answer| Compared { part: part.to_owned(), before, after };
    let failed = || Answer { said: Err("trapped: no".to_owned()), micros: 7 };
    let all = [
        compared("block a", said("<p>1</p>", None, 1), said("<p>1</p>", None, 5)),
        compared("block a", said("<p>1</p>", None, 2), said("<p>2</p>", None, 6)),
        compared("shipping-provider", said("A", Some(500), 3), said("A", Some(700), 4)),
        compared("block a", said("<p>1</p>", None, 3), failed()),
    ];
    let parts = parts_of(&all);
    assert_eq!(parts.iter().map(|part| part.part.as_str()).collect::<Vec<_>>(), ["block a", "shipping-provider"]);
    let block = &parts[0];
    assert_eq!([block.inputs, block.differences, block.before_failures, block.after_failures], [3, 2, 0, 1]);
    assert_eq!([block.before_micros, block.after_micros], [2, 6]);
    let shown = differences_of(&all);
    assert_eq!(shown.len(), 3);
    assert_eq!(shown[0].after_failure.as_deref(), Some("trapped: no"));
    let price = shown[1].price.as_ref().unwrap();
    assert_eq!((price.before_cents, price.after_cents, price.currency.as_str()), (Some(500), Some(700), "EUR"));
    assert_eq!(shown[2].after.as_deref(), Some("<p>2</p>"));
}

/// Processors may give up a message that is called a forgery.
#[test]
fn a_webhook_of_a_plugin_that_cannot_be_loaded_now_is_sent_again() {
    let missing = PluginError { plugin: "acme.pay".into(), version: "".into(), kind: PluginErrorKind::NotFound };
    assert!(matches!(PluginPayments::unread(&missing, false), PaymentError::Refused { .. }));
    assert!(matches!(PluginPayments::unread(&missing, true), PaymentError::NotNow { .. }));
}

#[test]
fn results_of_formatters_are_safe_to_print() {
    let result = json!(["<b onclick=\"f()\">5</b><script>f()</script>", 7]);
    let text = printable(result.clone(), FormatterOutput::Text).to_string();
    assert!(text.contains("&lt;b ") && !text.contains("<script"), "{text}");
    let html = printable(result, FormatterOutput::Html).to_string();
    assert!(html.contains("<b>5</b>") && !html.contains("script") && !html.contains("onclick"), "{html}");
}
