//! Load tests: who may start a run, what a run may do, what must hold after it, its removal, and data.

mod invariants;
mod removal;
mod removed_files;
mod run;
mod runs;
mod seed;

use anyhow::{Context as _, Result};
use serde_json::{Value, json};
use stoa_kernel::clock::{Clock as _, SystemClock};

use crate::client::Client;

/// Allows load tests for an hour, and returns the key. The owner's `website` is the site.
pub(crate) async fn allow(owner: &mut Client, calls: u32) -> Result<String> {
    let base = format!("/api/v1/websites/{}/load-tests", owner.website.as_ref().context("no site")?);
    let until = SystemClock.now().saturating_add_ms(3_600_000).ms();
    let permission = json!({"allowedUntil": until, "maxCallsPerSecond": calls});
    owner.put(&base, &permission).await?.expect(200)?;
    let made = owner.post(&format!("{base}/key"), &Value::Null).await?.expect(201)?;
    Ok(made["key"].as_str().context("no key")?.to_owned())
}

/// The body that starts a run.
pub(crate) fn new_run(key: &str, name: &str) -> Value {
    json!({"key": key, "name": name, "profile": "smoke", "seconds": 600})
}

/// Starts a run; from now on the visitor belongs to it.
pub(crate) async fn start(visitor: &mut Client, key: &str, name: &str) -> Result<Value> {
    let started = visitor.post("/api/v1/load-tests/runs", &new_run(key, name)).await?.expect(201)?;
    belong(visitor, &started);
    Ok(started)
}

/// Has a client carry the pass of a run.
pub(crate) fn belong(client: &mut Client, started: &Value) {
    let pass = started["pass"].as_str().unwrap_or_default().to_owned();
    client.further.push(("stoa-load-run", pass));
}
