//! What the servers say of themselves (`/metrics`), and how busy this machine is, second by second.

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

/// A server that needs longer for its metrics is left out in that second.
const ANSWER_LIMIT: Duration = Duration::from_millis(900);

/// Figures of one server at one moment. Counters have run since its start; what it does not say is missing.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Sample {
    pub(super) processor_seconds: Option<f64>,
    /// Processors that it may use.
    pub(super) processors: Option<f64>,
    pub(super) memory_bytes: Option<f64>,
    pub(super) memory_limit_bytes: Option<f64>,
    pub(super) connections_used: Option<f64>,
    pub(super) connections_max: Option<f64>,
    pub(super) connection_wait_seconds: Option<f64>,
    pub(super) lock_wait_seconds: Option<f64>,
    pub(super) request_seconds: Option<f64>,
    pub(super) jobs_due: Option<f64>,
    pub(super) job_lag_seconds: Option<f64>,
}

impl Sample {
    /// Reads Prometheus' text format.
    pub(super) fn parse(text: &str) -> Self {
        let lines: Vec<(&str, &str, f64)> = text.lines().filter_map(line).collect();
        let sum = |name: &str, label: &str| {
            let found = lines.iter().filter(|(own, labels, _)| *own == name && labels.contains(label));
            found.map(|(_, _, value)| *value).fold(None, |sum: Option<f64>, value| Some(sum.unwrap_or(0.0) + value))
        };
        Self {
            processor_seconds: sum("process_cpu_seconds_total", ""),
            processors: sum("stoa_processors", ""),
            memory_bytes: sum("process_resident_memory_bytes", ""),
            memory_limit_bytes: sum("stoa_memory_limit_bytes", ""),
            connections_used: sum("stoa_database_connections", "state=\"used\""),
            connections_max: sum("stoa_database_connections_max", ""),
            connection_wait_seconds: sum("stoa_database_wait_seconds_sum", ""),
            lock_wait_seconds: sum("stoa_lock_wait_seconds_sum", ""),
            request_seconds: sum("stoa_http_request_seconds_sum", ""),
            jobs_due: sum("stoa_jobs_due", ""),
            job_lag_seconds: sum("stoa_job_lag_seconds", ""),
        }
    }
}

/// Name, labels and value of a line; none of a comment.
fn line(line: &str) -> Option<(&str, &str, f64)> {
    if line.starts_with('#') {
        return None;
    }
    let (series, value) = line.rsplit_once(' ')?;
    let (name, labels) = series.split_once('{').unwrap_or((series, ""));
    let value: f64 = value.parse().ok()?;
    value.is_finite().then_some((name, labels, value))
}

/// All servers, second by second.
#[derive(Debug, Clone, Default)]
pub(super) struct ServerMetrics {
    /// Addresses of the metrics.
    pub(super) nodes: Vec<String>,
    /// For each second, the sample of each node.
    pub(super) seconds: Vec<Vec<Option<Sample>>>,
    /// For each second, the share of this machine's processors that was in use; none when it is not known.
    pub(super) machine: Vec<Option<f64>>,
}

/// A figure that is derived from samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Figure {
    /// Processors in use.
    Processors,
    /// Bytes in memory.
    Memory,
    /// Connections to the database in use.
    Connections,
    /// Seconds per second that requests waited for a connection.
    ConnectionWait,
    /// Seconds per second that requests waited for locks.
    LockWait,
    /// Seconds per second of all requests: how many were in progress.
    InProgress,
    /// Jobs that are due.
    JobsDue,
}

impl ServerMetrics {
    /// A figure of a node by second. A server that started again counts from 0.
    pub(super) fn figure(&self, node: usize, figure: Figure) -> Vec<Option<f64>> {
        let of = |sample: &Sample| match figure {
            Figure::Processors => sample.processor_seconds,
            Figure::Memory => sample.memory_bytes,
            Figure::Connections => sample.connections_used,
            Figure::ConnectionWait => sample.connection_wait_seconds,
            Figure::LockWait => sample.lock_wait_seconds,
            Figure::InProgress => sample.request_seconds,
            Figure::JobsDue => sample.jobs_due,
        };
        let values = self.seconds.iter().map(|nodes| nodes.get(node).and_then(Option::as_ref).and_then(of));
        if matches!(figure, Figure::Memory | Figure::Connections | Figure::JobsDue) {
            return values.collect();
        }
        let mut before: Option<f64> = None;
        values
            .map(|value| {
                let rate = value.zip(before).map(|(value, before)| if value < before { value } else { value - before });
                before = value;
                rate
            })
            .collect()
    }

    /// What a node said last.
    pub(super) fn last(&self, node: usize) -> Option<&Sample> {
        self.seconds.iter().rev().find_map(|nodes| nodes.get(node).and_then(Option::as_ref))
    }
}

/// The mean of what is known.
pub(super) fn mean(values: &[Option<f64>]) -> Option<f64> {
    let known: Vec<f64> = values.iter().flatten().copied().collect();
    (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
}

/// The largest of what is known.
pub(super) fn most(values: &[Option<f64>]) -> Option<f64> {
    values.iter().flatten().copied().reduce(f64::max)
}

/// Samples all nodes once a second until `over` says so.
pub(super) fn sample(nodes: Vec<String>, token: Option<&str>, over: &Receiver<()>) -> ServerMetrics {
    let mut said = ServerMetrics { nodes, ..ServerMetrics::default() };
    let began = Instant::now();
    let mut before = machine_ticks();
    loop {
        let samples = std::thread::scope(|scope| {
            let asked: Vec<_> = said.nodes.iter().map(|node| scope.spawn(move || ask(node, token).ok())).collect();
            asked.into_iter().map(|thread| thread.join().ok().flatten()).collect()
        });
        said.seconds.push(samples);
        // The entry of each second is its second, however long the servers take.
        let next = began + Duration::from_secs(said.seconds.len() as u64);
        if over.recv_timeout(next.saturating_duration_since(Instant::now())) != Err(RecvTimeoutError::Timeout) {
            return said;
        }
        let now = machine_ticks();
        said.machine.push(before.zip(now).and_then(|(before, now)| busy_share(before, now)));
        before = now;
    }
}

/// What the server at `address` (host and port) says now.
fn ask(address: &str, token: Option<&str>) -> Result<Sample> {
    let place = address.to_socket_addrs().context("not an address")?.next().context("not an address")?;
    let mut stream = TcpStream::connect_timeout(&place, ANSWER_LIMIT).context("no connection")?;
    stream.set_read_timeout(Some(ANSWER_LIMIT)).context("no time limit")?;
    let authorization = token.map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
    write!(stream, "GET /metrics HTTP/1.0\r\nHost: {address}\r\n{authorization}Connection: close\r\n\r\n")
        .context("not sent")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).context("no answer")?;
    let (head, body) = answer.split_once("\r\n\r\n").context("not an HTTP answer")?;
    if head.split_whitespace().nth(1) != Some("200") {
        bail!("refused");
    }
    Ok(Sample::parse(body))
}

/// Ticks of the machine's processors since its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ticks {
    idle: u64,
    all: u64,
}

/// The ticks until now; none on a system without `/proc`.
fn machine_ticks() -> Option<Ticks> {
    ticks_of(&fs::read_to_string("/proc/stat").ok()?)
}

fn ticks_of(stat: &str) -> Option<Ticks> {
    let fields: Vec<u64> =
        stat.lines().next()?.strip_prefix("cpu ")?.split_whitespace().map_while(|field| field.parse().ok()).collect();
    // Idle and waiting for the disk; the last two fields are contained in the first two.
    let idle = fields.get(3)? + fields.get(4)?;
    Some(Ticks { idle, all: fields.iter().take(8).sum() })
}

fn busy_share(before: Ticks, now: Ticks) -> Option<f64> {
    let all = now.all.checked_sub(before.all).filter(|all| *all > 0)?;
    let idle = now.idle.saturating_sub(before.idle).min(all);
    Some(1.0 - idle as f64 / all as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# HELP process_cpu_seconds_total Processor time\nprocess_cpu_seconds_total 12.5\n\
        stoa_database_connections{state=\"used\"} 3\nstoa_database_connections{state=\"idle\"} 7\n\
        stoa_http_request_seconds_sum{route=\"page\",status=\"200\"} 1.5\n\
        stoa_http_request_seconds_sum{route=\"/api/x y\",status=\"500\"} 0.5\nstoa_lock_wait_seconds_sum NaN\n";

    #[test]
    fn text_of_a_server() {
        let sample = Sample::parse(TEXT);
        assert_eq!(sample.processor_seconds, Some(12.5));
        assert_eq!(sample.connections_used, Some(3.0));
        assert_eq!(sample.request_seconds, Some(2.0));
        assert_eq!((sample.lock_wait_seconds, sample.jobs_due), (None, None));
    }

    #[test]
    fn rates_survive_restarts_and_gaps() {
        let sample = |seconds: f64| Some(Sample { processor_seconds: Some(seconds), ..Sample::default() });
        let seconds = [sample(10.0), sample(11.5), None, sample(12.0), sample(0.5)].map(|sample| vec![sample]);
        let said = ServerMetrics { nodes: vec!["a".to_owned()], seconds: seconds.to_vec(), machine: Vec::new() };
        assert_eq!(said.figure(0, Figure::Processors), [None, Some(1.5), None, None, Some(0.5)]);
        assert_eq!(said.figure(1, Figure::Processors), [None; 5]);
        assert_eq!(mean(&said.figure(0, Figure::Processors)), Some(1.0));
        assert_eq!(most(&said.figure(0, Figure::Memory)), None);
    }

    #[test]
    fn share_of_busy_processors() {
        let before = ticks_of("cpu  100 0 50 800 50 0 0 0 0 0\ncpu0 1 2 3").unwrap();
        let now = ticks_of("cpu  160 0 70 810 60 0 0 0 0 0\n").unwrap();
        assert_eq!(before, Ticks { idle: 850, all: 1_000 });
        assert_eq!(busy_share(before, now), Some(0.8));
        assert_eq!(busy_share(now, now), None);
    }
}
