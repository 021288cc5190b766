//! An event hook that writes down what it gets, or fails as the settings of the site say, and a job.

use stoa_plugin_sdk::events::{Event, Events};
use stoa_plugin_sdk::jobs::Jobs;
use stoa_plugin_sdk::json::{Value, from_slice, from_str, json};
use stoa_plugin_sdk::storage2::Refusal;
use stoa_plugin_sdk::{CallContext, Error, ErrorCode, error, setting, storage2};

struct Recorder;

impl Events for Recorder {
    fn handle(event: Event, _ctx: CallContext) -> Result<(), Error> {
        check(&event.topic)?;
        let payload: Value =
            from_str(&event.payload).map_err(|reason| error(ErrorCode::InvalidInput, reason.to_string()))?;
        record(json!({
            "id": event.id,
            "topic": event.topic,
            "objectId": event.object_id,
            "sequence": event.sequence,
            "attempt": event.attempt,
            "payload": payload,
        }))
    }
}

impl Jobs for Recorder {
    fn run(name: String, scheduled_ms: u64, _ctx: CallContext) -> Result<(), Error> {
        check(&name)?;
        record(json!({"job": name, "scheduledMs": scheduled_ms}))
    }
}

/// Fails for what the setting `fails` names: a topic, a job, or `all`.
fn check(what: &str) -> Result<(), Error> {
    if setting("traps") == Some(json!(true)) {
        panic!("told to stop");
    }
    let fails = setting("fails").and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default();
    if fails == "all" || fails == what {
        return Err(error(ErrorCode::UpstreamFailed, "told to fail"));
    }
    Ok(())
}

/// Adds a line. Events of several objects arrive at the same time.
fn record(line: Value) -> Result<(), Error> {
    for _ in 0..50 {
        let before = storage2::get("lines");
        let mut lines: Vec<Value> = before.as_deref().and_then(|bytes| from_slice(bytes).ok()).unwrap_or_default();
        lines.push(line.clone());
        let text = json!(lines).to_string();
        match storage2::compare_and_set("lines", before.as_deref(), Some(text.as_bytes()), None) {
            Ok(()) => return Ok(()),
            Err(Refusal::Changed) => {}
            Err(_) => return Err(error(ErrorCode::Internal, "no room")),
        }
    }
    Err(error(ErrorCode::Internal, "too many at the same time"))
}

stoa_plugin_sdk::plugin!(events: Recorder, jobs: Recorder);
