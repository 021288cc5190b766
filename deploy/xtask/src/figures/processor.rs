//! Measures processor time, which is more meaningful than a rate when other programs run at the same time.

use std::fs;
use std::time::Duration;

use anyhow::{Context, Result};

/// Unit in which Linux reports processor time to programs.
const TICK: Duration = Duration::from_millis(10);

/// Processor time used so far by all processes of this name, including that of their ended children.
pub(super) fn used_by(name: &str) -> Result<Duration> {
    let mut ticks = 0;
    for entry in fs::read_dir("/proc").context("processes cannot be listed")? {
        // A process may end meanwhile.
        let Ok(line) = fs::read_to_string(entry?.path().join("stat")) else { continue };
        ticks += ticks_of(&line, name).unwrap_or(0);
    }
    Ok(TICK * ticks)
}

/// User and kernel mode ticks of a process and its ended children, from its `stat`; see proc(5).
fn ticks_of(stat: &str, name: &str) -> Option<u32> {
    let (before, after) = stat.rsplit_once(')')?;
    let (_, own_name) = before.split_once('(')?;
    if own_name != name {
        return None;
    }
    after.split_whitespace().skip(11).take(4).map(|field| field.parse::<u32>().ok()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_after_process_name() {
        let stat = "77 (stoa) S 1 77 77 0 -1 4194560 900 0 2 0 120 30 5 6 20 0 8 0 4711 5000 300";
        assert_eq!(ticks_of(stat, "stoa"), Some(161));
        assert_eq!(ticks_of(stat, "postgres"), None);
        assert_eq!(ticks_of("not a process", "stoa"), None);
    }
}
