//! Redis adapters, so that several processes can serve the same sites. Each works without Redis too: the cache misses,
//! each process counts requests on its own, and while invalidations cannot arrive nothing cached is used. Sessions are
//! not stored in Redis: one that was ended must be invalid at once, even when Redis is unavailable.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use futures::StreamExt as _;
use redis::AsyncCommands as _;
use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use stoa_kernel::boxed;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::ports::{Cache, Changed, Invalidation, RateLimit};
use tokio::sync::broadcast;

use super::in_memory::LocalRateLimit;

const CHANNEL: &str = "stoa:changed";
const TIMEOUT: Duration = Duration::from_millis(300);
/// Heartbeat interval of each process, so that a dead connection is noticed.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(5);
/// After this long without a message the connection counts as dead, even if it was not closed.
const HEARTBEAT_TIMEOUT: Duration = Duration::from_secs(12);
/// Heartbeat message, which invalidates nothing.
const NOTHING: &str = "";

/// A connection that reconnects automatically.
#[derive(Clone)]
pub struct Redis {
    manager: ConnectionManager,
    client: redis::Client,
}

impl Redis {
    /// Connects to a URL.
    ///
    /// # Errors
    /// When the URL does not parse or the server does not respond.
    #[boxed]
    pub async fn connect(url: &str) -> anyhow::Result<Self> {
        let client = redis::Client::open(url)?;
        let config = ConnectionManagerConfig::new()
            .set_connection_timeout(Some(TIMEOUT))
            .set_response_timeout(Some(TIMEOUT))
            .set_number_of_retries(1);
        let manager = client.get_connection_manager_with_config(config).await?;
        Ok(Self { manager, client })
    }
}

/// Shows from the start on that no command has failed.
pub(crate) fn count_failures() {
    metrics::counter!("stoa_redis_failures_total", "what" => "cache").increment(0);
}

/// Runs a command whose failure is only logged.
async fn best_effort<T>(what: &'static str, command: impl Future<Output = redis::RedisResult<T>>) -> Option<T> {
    match command.await {
        Ok(value) => Some(value),
        Err(error) => {
            tracing::debug!(%error, what, "redis did not respond");
            metrics::counter!("stoa_redis_failures_total", "what" => what).increment(1);
            None
        }
    }
}

/// The shared cache.
pub struct RedisCache(pub Redis);

#[async_trait]
impl Cache for RedisCache {
    async fn get(&self, key: &str) -> Option<Bytes> {
        let mut connection = self.0.manager.clone();
        let found: Option<Vec<u8>> = best_effort("cache", connection.get(format!("stoa:cache:{key}"))).await?;
        found.map(Bytes::from)
    }

    async fn set(&self, key: &str, value: Bytes, keep: Duration) {
        let mut connection = self.0.manager.clone();
        let key = format!("stoa:cache:{key}");
        best_effort::<()>("cache", connection.set_ex(key, value.as_ref(), keep.as_secs().max(1))).await;
    }

    async fn delete(&self, key: &str) {
        let mut connection = self.0.manager.clone();
        best_effort::<()>("cache", connection.del(format!("stoa:cache:{key}"))).await;
    }
}

/// Fixed-window rate limit over all processes. While Redis does not respond each process counts on its own.
pub struct RedisRateLimit {
    redis: Redis,
    alone: LocalRateLimit,
}

impl RedisRateLimit {
    /// Rate limit with counters in this Redis.
    pub fn new(redis: Redis) -> Self {
        Self { redis, alone: LocalRateLimit::default() }
    }
}

#[async_trait]
impl RateLimit for RedisRateLimit {
    async fn hit(&self, key: &str, limit: u32, window: Duration) -> Option<Duration> {
        let mut connection = self.redis.manager.clone();
        let script = redis::Script::new(
            "local n = redis.call('INCR', KEYS[1]) \
             if n == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end \
             return {n, redis.call('PTTL', KEYS[1])}",
        );
        let mut call = script.key(format!("stoa:rate:{key}"));
        let window_ms = u64::try_from(window.as_millis()).unwrap_or(u64::MAX);
        let call = call.arg(window_ms);
        let counted: Option<(u64, i64)> = best_effort("rate", call.invoke_async(&mut connection)).await;
        let Some((count, rest)) = counted else { return self.alone.hit(key, limit, window).await };
        (count > u64::from(limit)).then(|| Duration::from_millis(u64::try_from(rest).unwrap_or(0)))
    }

    async fn uncount(&self, key: &str) {
        let mut connection = self.redis.manager.clone();
        let script = redis::Script::new("if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('DECR', KEYS[1]) end");
        let call = script.key(format!("stoa:rate:{key}"));
        let given = best_effort::<()>("rate", call.invoke_async(&mut connection)).await;
        if given.is_none() {
            self.alone.uncount(key).await;
        }
    }
}

/// Invalidation across all processes, and the generation of every cache tag.
pub struct RedisInvalidation {
    redis: Redis,
    sender: broadcast::Sender<Changed>,
}

impl RedisInvalidation {
    /// Subscribes to invalidations. After each interruption of the connection everything is invalidated once.
    pub fn start(redis: Redis) -> Arc<Self> {
        let sender = broadcast::channel(4096).0;
        let listener = sender.clone();
        let client = redis.client.clone();
        tokio::spawn(async move {
            loop {
                if let Err(error) = listen(&client, &listener).await {
                    tracing::warn!(%error, "cache invalidations cannot be received; trying again");
                }
                let _ = listener.send(Changed::Everything);
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
        });
        tokio::spawn(beat(redis.clone()));
        Arc::new(Self { redis, sender })
    }
}

async fn listen(client: &redis::Client, sender: &broadcast::Sender<Changed>) -> redis::RedisResult<()> {
    let mut subscription = client.get_async_pubsub().await?;
    subscription.subscribe(CHANNEL).await?;
    let _ = sender.send(Changed::Everything);
    let mut messages = subscription.on_message();
    loop {
        let heard = tokio::time::timeout(HEARTBEAT_TIMEOUT, messages.next()).await;
        let Some(message) = heard.map_err(|_| (redis::ErrorKind::Io, "no message within the heartbeat timeout"))?
        else {
            return Ok(());
        };
        let text: String = message.get_payload()?;
        if let Ok((website, tags)) = serde_json::from_str::<(WebsiteId, Vec<String>)>(&text) {
            let _ = sender.send(Changed::Tags { website, tags });
        }
    }
}

/// Sends heartbeats as long as the program runs.
async fn beat(redis: Redis) {
    let mut pause = tokio::time::interval(HEARTBEAT_INTERVAL);
    loop {
        pause.tick().await;
        let mut connection = redis.manager.clone();
        best_effort::<()>("beat", connection.publish(CHANNEL, NOTHING)).await;
    }
}

#[async_trait]
impl Invalidation for RedisInvalidation {
    async fn invalidate_tags(&self, website: &WebsiteId, tags: &[String]) {
        // Invalidates in this process without waiting for the round trip or depending on it.
        let _ = self.sender.send(Changed::Tags { website: website.clone(), tags: tags.to_vec() });
        let mut connection = self.redis.manager.clone();
        let mut pipe = redis::pipe();
        for tag in tags {
            pipe.hincr(format!("stoa:generation:{website}"), tag, 1).ignore();
        }
        if let Ok(text) = serde_json::to_string(&(website, tags)) {
            pipe.publish(CHANNEL, text).ignore();
        }
        best_effort::<()>("invalidation", pipe.query_async(&mut connection)).await;
    }

    async fn generations(&self, website: &WebsiteId) -> Option<HashMap<String, u64>> {
        let mut connection = self.redis.manager.clone();
        best_effort("generations", connection.hgetall(format!("stoa:generation:{website}"))).await
    }

    fn subscribe(&self) -> broadcast::Receiver<Changed> {
        self.sender.subscribe()
    }

    fn is_shared(&self) -> bool {
        true
    }
}
