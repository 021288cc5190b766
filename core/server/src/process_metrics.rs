//! Metrics of this process and of its waits for the database, read when the metrics are asked for.

use std::fmt::Write as _;
use std::fs;
use std::time::Duration;

use stoa_kernel::waits;
use stoa_tenancy::Databases;

/// Unit in which Linux reports processor time to programs; see proc(5).
const TICK: Duration = Duration::from_millis(10);

/// The metrics in Prometheus' text format. Figures that the system does not tell are left out.
pub(crate) fn text(databases: Option<&Databases>) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write(&mut text, databases);
    waits::CONNECTIONS.print("stoa_database_wait_seconds", &mut text);
    waits::LOCKS.print("stoa_lock_wait_seconds", &mut text);
    text
}

fn write(text: &mut String, databases: Option<&Databases>) -> std::fmt::Result {
    if let Some(used) = read("/proc/self/stat").and_then(|stat| processor_time(&stat)) {
        let seconds = used.as_secs_f64();
        writeln!(text, "# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total {seconds}\n")?;
    }
    if let Some(bytes) = read("/proc/self/status").and_then(|status| memory_bytes(&status, "VmRSS:")) {
        writeln!(text, "# TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes {bytes}\n")?;
    }
    if let Ok(processors) = std::thread::available_parallelism() {
        writeln!(text, "# TYPE stoa_processors gauge\nstoa_processors {processors}\n")?;
    }
    if let Some(bytes) = memory_limit() {
        writeln!(text, "# TYPE stoa_memory_limit_bytes gauge\nstoa_memory_limit_bytes {bytes}\n")?;
    }
    if let Some(pool) = databases.and_then(Databases::pool) {
        writeln!(text, "# TYPE stoa_database_connections gauge")?;
        writeln!(text, "stoa_database_connections{{state=\"used\"}} {}", pool.used)?;
        writeln!(text, "stoa_database_connections{{state=\"idle\"}} {}\n", pool.idle)?;
        writeln!(text, "# TYPE stoa_database_connections_max gauge\nstoa_database_connections_max {}\n", pool.most)?;
    }
    let (connections, locks) = (waits::CONNECTIONS.waiting(), waits::LOCKS.waiting());
    writeln!(text, "# TYPE stoa_database_waiting gauge\nstoa_database_waiting {}\n", connections + locks)
}

fn read(path: &str) -> Option<String> {
    fs::read_to_string(path).ok()
}

/// Time in user and kernel mode, from `/proc/self/stat`; none where the text is no such file.
pub fn processor_time(stat: &str) -> Option<Duration> {
    let (_, after) = stat.rsplit_once(')')?;
    let ticks =
        after.split_whitespace().skip(11).take(2).map(|field| field.parse::<u32>().ok()).sum::<Option<u32>>()?;
    TICK.checked_mul(ticks)
}

/// The figure after a name in `/proc/self/status` or `/proc/meminfo`, in bytes; none where no line has it in kilobytes.
pub fn memory_bytes(text: &str, name: &str) -> Option<u64> {
    let value = text.lines().find_map(|line| line.strip_prefix(name))?.trim().strip_suffix(" kB")?;
    value.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// Memory of the container, or of the machine where there is no limit.
fn memory_limit() -> Option<u64> {
    let container = read("/sys/fs/cgroup/memory.max").and_then(|text| text.trim().parse().ok());
    let machine = read("/proc/meminfo").and_then(|text| memory_bytes(&text, "MemTotal:"));
    [container, machine].into_iter().flatten().min()
}
