//! k6's stream of measurements: one JSON object per line, read from a named pipe while k6 runs.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use anyhow::{Context, Result};
use serde_json::Value;

use super::clock;
use super::series::Series;
use crate::shell;

/// What reports use of what k6 measures.
const METRICS: [&str; 11] = [
    "http_req_duration",
    "iterations",
    "dropped_iterations",
    "confirmed_orders",
    "foreign_answers",
    "script_errors",
    "http_req_connecting",
    "http_req_tls_handshaking",
    "checks",
    "late_shoppers",
    "vus",
];

/// What one line says, as far as reports need it.
#[derive(Debug, PartialEq)]
pub(super) enum Event {
    /// A request was answered, or failed.
    Request { at_ms: i64, name: String, milliseconds: f64, failed: bool, status: u16 },
    /// A simulated person did what they came for.
    Iteration { at_ms: i64 },
    /// People who could not come, since all simulated people were still waiting.
    Dropped { at_ms: i64, count: u32 },
    /// An order was confirmed to a shopper.
    Confirmed { run: String, order: String },
    /// An answer belonged to another site.
    Foreign { count: u32 },
    /// An exception in a script of the suite.
    ScriptError { count: u32 },
    /// A part of the time for a new connection: reaching the server, then agreeing on TLS. Both parts of a request
    /// follow each other; they are 0 for a connection that was there.
    Connecting { at_ms: i64, name: String, milliseconds: f64, is_last: bool },
    /// A check of the suite, with the status of the answer before it if the server refused or failed that.
    Check { at_ms: i64, name: String, passed: bool, refused: Option<u16> },
    /// Shoppers for whom something was sold out, or whose cart changed meanwhile.
    Late { at_ms: i64, count: u32 },
    /// How many people are simulated.
    People { at_ms: i64, count: u32 },
}

impl Event {
    /// Reads a line; none for what reports do not use.
    pub(super) fn parse(line: &str) -> Option<Self> {
        // Most lines are other timings of the same requests; they are not worth parsing.
        let metric = line.strip_prefix("{\"metric\":\"")?.split('"').next()?;
        if !METRICS.contains(&metric) {
            return None;
        }
        let object: Value = serde_json::from_str(line).ok()?;
        let data = object.get("data")?;
        let at_ms = clock::parse(data.get("time")?.as_str()?)?;
        let value = data.get("value")?.as_f64()?;
        let tag = |name: &str| data.get("tags").and_then(|tags| tags.get(name)).and_then(Value::as_str);
        let text = |name: &str| tag(name).unwrap_or_default().to_owned();
        let count = value.round() as u32;
        Some(match metric {
            "http_req_duration" => Self::Request {
                at_ms,
                name: text("name"),
                milliseconds: value,
                failed: tag("expected_response") == Some("false"),
                status: tag("status").and_then(|status| status.parse().ok()).unwrap_or(0),
            },
            "iterations" => Self::Iteration { at_ms },
            "dropped_iterations" => Self::Dropped { at_ms, count },
            // Not a tag: each value of a tag is a time series of its own in k6's memory.
            "confirmed_orders" => {
                Self::Confirmed { run: text("run"), order: data.get("metadata")?.get("order")?.as_str()?.to_owned() }
            }
            "foreign_answers" => Self::Foreign { count },
            "script_errors" => Self::ScriptError { count },
            "http_req_connecting" | "http_req_tls_handshaking" => Self::Connecting {
                at_ms,
                name: text("name"),
                milliseconds: value,
                is_last: metric == "http_req_tls_handshaking",
            },
            "checks" => {
                let refused = data.get("metadata").and_then(|metadata| metadata.get("refused")?.as_str()?.parse().ok());
                Self::Check { at_ms, name: text("check"), passed: value > 0.0, refused }
            }
            "late_shoppers" => Self::Late { at_ms, count },
            _ => Self::People { at_ms, count },
        })
    }
}

/// What is measured, shared by the threads that read streams and the one that watches them.
pub(super) type Shared = Arc<Mutex<Series>>;

/// Runs `work` on the shared series; a thread that panicked leaves what it had counted.
pub(super) fn with<T>(series: &Shared, work: impl FnOnce(&mut Series) -> T) -> T {
    work(&mut series.lock().unwrap_or_else(PoisonError::into_inner))
}

/// A named pipe that k6 writes to, and the thread that reads it.
#[derive(Debug)]
pub(super) struct Stream {
    path: PathBuf,
    keeper: File,
    reader: JoinHandle<Result<()>>,
}

impl Stream {
    /// Makes the pipe and begins to read.
    pub(super) fn open(path: PathBuf, process: usize, series: &Shared) -> Result<Self> {
        shell::run(shell::command("mkfifo", Path::new("/")).arg(&path))?;
        // Held open for writing, so that the reader neither waits for k6 nor sees an end before it is let go.
        let keeper = File::options().read(true).write(true).open(&path).context("the pipe cannot be opened")?;
        let pipe = File::open(&path).context("the pipe cannot be read")?;
        let shared = Arc::clone(series);
        let reader = std::thread::spawn(move || {
            for line in BufReader::new(pipe).lines() {
                let line = line.context("k6's stream cannot be read")?;
                if let Some(event) = Event::parse(&line) {
                    with(&shared, |series| series.add(process, event));
                }
            }
            Ok(())
        });
        Ok(Self { path, keeper, reader })
    }

    /// Where k6 writes.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Reads to the end; k6 has ended.
    pub(super) fn finish(self) -> Result<()> {
        drop(self.keeper);
        let read = self.reader.join().unwrap_or_else(|_| anyhow::bail!("the reader of k6's stream panicked"));
        std::fs::remove_file(&self.path).context("the pipe cannot be removed")?;
        read
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_k6() {
        let request = r#"{"metric":"http_req_duration","type":"Point","data":{"time":"2026-11-29T13:36:20.574Z",
            "value":12.5,"tags":{"expected_response":"false","name":"kept page","status":"503"}}}"#;
        let at_ms = clock::parse("2026-11-29T13:36:20.574Z").unwrap();
        let name = "kept page".to_owned();
        assert_eq!(
            Event::parse(&request.replace('\n', "")),
            Some(Event::Request { at_ms, name, milliseconds: 12.5, failed: true, status: 503 })
        );
        let order = r#"{"metric":"confirmed_orders","type":"Point","data":{"time":"2026-11-29T13:36:20Z",
            "value":1,"tags":{"run":"lr_1"},"metadata":{"order":"ord_1"}}}"#;
        assert_eq!(Event::parse(order), Some(Event::Confirmed { run: "lr_1".to_owned(), order: "ord_1".to_owned() }));
        let error = r#"{"metric":"script_errors","type":"Point","data":{"time":"2026-11-29T13:36:20Z","value":1}}"#;
        assert_eq!(Event::parse(error), Some(Event::ScriptError { count: 1 }));
        let tls = r#"{"metric":"http_req_tls_handshaking","type":"Point","data":{"time":"2026-11-29T13:36:20.574Z",
            "value":4.5,"tags":{"name":"cart"}}}"#;
        let (name, milliseconds) = ("cart".to_owned(), 4.5);
        let expected = Event::Connecting { at_ms, name, milliseconds, is_last: true };
        assert_eq!(Event::parse(&tls.replace('\n', "")), Some(expected));
        let check = r#"{"metric":"checks","type":"Point","data":{"time":"2026-11-29T13:36:20.574Z",
            "value":0,"tags":{"check":"order is paid"},"metadata":{"refused":"503"}}}"#;
        let (name, passed, refused) = ("order is paid".to_owned(), false, Some(503));
        let expected = Event::Check { at_ms, name, passed, refused };
        assert_eq!(Event::parse(&check.replace('\n', "")), Some(expected));
        let other = r#"{"metric":"http_req_waiting","type":"Point","data":{"time":"2026-11-29T13:36:20Z","value":1}}"#;
        assert_eq!(Event::parse(other), None);
        let declared = r#"{"type":"Metric","data":{"name":"vus"},"metric":"vus"}"#;
        assert_eq!(Event::parse(declared), None);
    }

    #[test]
    fn reads_pipe_to_its_end() {
        let folder = tempfile::tempdir().unwrap();
        let series: Shared = Arc::new(Mutex::new(Series::new(0)));
        let stream = Stream::open(folder.path().join("pipe"), 0, &series).unwrap();
        let line = r#"{"metric":"iterations","type":"Point","data":{"time":"1970-01-01T00:00:03Z","value":1}}"#;
        std::fs::write(stream.path(), format!("{line}\n{line}\n")).unwrap();
        stream.finish().unwrap();
        assert_eq!(with(&series, |series| series.iterations()), 2);
    }
}
