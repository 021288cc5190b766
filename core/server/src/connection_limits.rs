//! Limits of connections by the settings, and by the open files that the system allows.

use std::time::Duration;

use stoa_serving::Limits;

use crate::config::Config;

/// Files for everything else: plugins, uploads and downloads, outgoing requests, logs.
const OTHER_FILES: u64 = 128;
/// Files of a site's two databases in use, one of which is for what visitors do: database, WAL and shared memory, for two
/// connections at a time.
const OF_SITE: u64 = 12;

/// The limits of the settings.
pub fn connection_limits(config: &Config) -> Limits {
    let connections = &config.connections;
    // All clients of a load test share one address.
    let is_limited = config.server.rate_limit_factor > 0;
    Limits {
        head: Duration::from_secs(connections.head_seconds),
        idle: Duration::from_secs(connections.idle_seconds),
        send: Duration::from_secs(connections.send_seconds),
        from_one_address: if is_limited { connections.from_one_address } else { usize::MAX },
        at_once: connections.at_once,
        proxies: config.proxies(),
    }
}

/// Raises the limit of open files of this process as far as the system allows, and returns it. Many systems have a low
/// initial limit.
pub fn allow_open_files() -> u64 {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        /// More than any machine needs for connections.
        const MAX_FILES: u64 = 1_048_576;
        let mut limit = getrlimit(Resource::Nofile);
        let wanted = limit.maximum.map_or(MAX_FILES, |most| most.min(MAX_FILES));
        let Some(before) = limit.current.filter(|current| *current < wanted) else {
            return limit.current.unwrap_or(MAX_FILES);
        };
        limit.current = Some(wanted);
        match setrlimit(Resource::Nofile, limit) {
            Ok(()) => wanted,
            Err(error) => {
                tracing::warn!(%error, "the number of open files cannot be raised");
                before
            }
        }
    }
    #[cfg(not(unix))]
    {
        u64::MAX
    }
}

/// Maximum number of connections, at most the configured one: further ones wait, and requests under way do not run out
/// of files.
pub fn connections_within(allowed: u64, config: &Config) -> usize {
    let database = &config.database;
    let databases = if database.url.is_empty() {
        database.max_open_sites.saturating_mul(OF_SITE)
    } else {
        u64::from(database.max_connections)
    };
    let own = OTHER_FILES.saturating_add(databases);
    let wanted = u64::try_from(config.connections.at_once).unwrap_or(u64::MAX);
    let left = left_of(allowed, own, wanted);
    if left < wanted {
        tracing::warn!(
            files.allowed = allowed,
            files.wanted = own.saturating_add(wanted),
            connections = left,
            "the system allows fewer open files than the settings require, so fewer concurrent connections are \
             accepted: raise the limit (`LimitNOFILE` of the service, `ulimit -n`), or lower connections.at_once or \
             database.max_open_sites"
        );
    }
    usize::try_from(left).unwrap_or(usize::MAX)
}

/// Where the limit is not enough for both, connections get half.
fn left_of(allowed: u64, own: u64, wanted: u64) -> u64 {
    allowed.saturating_sub(own.min(allowed / 2)).clamp(1, wanted.max(1))
}
