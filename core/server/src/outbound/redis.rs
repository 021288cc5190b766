//! Redis behind the ports, so that several processes serve the same sites. Each port goes on
//! without it: the cache misses, calls are not counted, sessions come from the database, and while
//! word of changes cannot arrive nothing cached is trusted.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use futures::StreamExt as _;
use redis::AsyncCommands as _;
use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use stoa_kernel::id::WebsiteId;
use stoa_kernel::ports::{Cache, Changed, Invalidation, PortError, RateLimit, SessionEntry, Sessions};
use tokio::sync::broadcast;

use super::local::LocalRateLimit;

const CHANNEL: &str = "stoa:changed";
const PATIENCE: Duration = Duration::from_millis(300);

/// A connection that mends itself.
#[derive(Clone)]
pub struct Redis {
    manager: ConnectionManager,
    client: redis::Client,
}

impl Redis {
    /// Connects by address.
    ///
    /// # Errors
    /// When the address does not parse or nobody answers.
    pub async fn connect(url: &str) -> anyhow::Result<Self> {
        let client = redis::Client::open(url)?;
        let config = ConnectionManagerConfig::new()
            .set_connection_timeout(Some(PATIENCE))
            .set_response_timeout(Some(PATIENCE))
            .set_number_of_retries(1);
        let manager = client.get_connection_manager_with_config(config).await?;
        Ok(Self { manager, client })
    }
}

/// Runs a command that may fail without harm.
async fn best_effort<T>(what: &'static str, command: impl Future<Output = redis::RedisResult<T>>) -> Option<T> {
    match command.await {
        Ok(value) => Some(value),
        Err(error) => {
            tracing::debug!(%error, what, "redis did not answer");
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

/// Counts within fixed windows, over all processes. While Redis does not answer each process counts for itself.
pub struct RedisRateLimit {
    redis: Redis,
    alone: LocalRateLimit,
}

impl RedisRateLimit {
    /// Counts that lie in this Redis.
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

    async fn give_back(&self, key: &str) {
        let mut connection = self.redis.manager.clone();
        let script = redis::Script::new("if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('DECR', KEYS[1]) end");
        let call = script.key(format!("stoa:rate:{key}"));
        let given = best_effort::<()>("rate", call.invoke_async(&mut connection)).await;
        if given.is_none() {
            self.alone.give_back(key).await;
        }
    }
}

/// Sessions are kept in the database; Redis spares most calls the way there.
pub struct RedisSessions {
    redis: Redis,
    stored: Arc<dyn Sessions>,
}

/// A copy of a session is dropped after so long, so that one that was ended is soon gone everywhere.
const SESSION_COPY_SECONDS: u64 = 60;
/// Stands in the place of the copy of a session that was ended: a call that has read the session before does not copy
/// it again.
const ENDED: &str = "";

impl RedisSessions {
    /// Copies of what is `stored`.
    pub fn new(redis: Redis, stored: Arc<dyn Sessions>) -> Self {
        Self { redis, stored }
    }

    /// Copies a session unless it was ended.
    async fn copy(&self, name: &str, value: &str, keep: Duration) {
        let mut connection = self.redis.manager.clone();
        let script = redis::Script::new(
            "if redis.call('GET', KEYS[1]) ~= ARGV[3] then redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2]) end",
        );
        let mut call = script.key(name);
        let seconds = keep.as_secs().clamp(1, SESSION_COPY_SECONDS);
        let call = call.arg(value).arg(seconds).arg(ENDED);
        best_effort::<()>("session", call.invoke_async(&mut connection)).await;
    }

    async fn note_ended(&self, name: &str) {
        let mut connection = self.redis.manager.clone();
        best_effort::<()>("session", connection.set_ex(name, ENDED, SESSION_COPY_SECONDS)).await;
    }
}

fn session_name(website: &WebsiteId, key: &str) -> String {
    format!("stoa:session:{website}:{key}")
}

#[async_trait]
impl Sessions for RedisSessions {
    async fn get(&self, website: &WebsiteId, key: &str) -> Result<Option<String>, PortError> {
        let mut connection = self.redis.manager.clone();
        let name = session_name(website, key);
        let copy: Option<Option<String>> = best_effort("session", connection.get(&name)).await;
        if let Some(Some(copy)) = copy {
            return Ok(Some(copy).filter(|copy| copy != ENDED));
        }
        let found = self.stored.get(website, key).await?;
        if let Some(value) = &found {
            self.copy(&name, value, Duration::from_secs(SESSION_COPY_SECONDS)).await;
        }
        Ok(found)
    }

    async fn put(&self, website: &WebsiteId, key: &str, session: SessionEntry<'_>) -> Result<(), PortError> {
        self.stored.put(website, key, session).await?;
        self.copy(&session_name(website, key), session.value, session.keep).await;
        Ok(())
    }

    fn longest(&self) -> Duration {
        self.stored.longest()
    }

    async fn renew(&self, website: &WebsiteId, key: &str, session: SessionEntry<'_>) -> Result<bool, PortError> {
        let is_renewed = self.stored.renew(website, key, session).await?;
        let name = session_name(website, key);
        if is_renewed {
            self.copy(&name, session.value, session.keep).await;
        } else {
            self.note_ended(&name).await;
        }
        Ok(is_renewed)
    }

    async fn delete(&self, website: &WebsiteId, key: &str) -> Result<(), PortError> {
        // Noted first: who has read the session before it is gone does not copy it again.
        self.note_ended(&session_name(website, key)).await;
        self.stored.delete(website, key).await
    }
}

/// Word of changes to all processes, and the generation of every tag.
pub struct RedisInvalidation {
    redis: Redis,
    sender: broadcast::Sender<Changed>,
}

impl RedisInvalidation {
    /// Begins to listen. Whenever the line was down, everything is forgotten once.
    pub fn start(redis: Redis) -> Arc<Self> {
        let sender = broadcast::channel(4096).0;
        let listener = sender.clone();
        let client = redis.client.clone();
        tokio::spawn(async move {
            loop {
                if let Err(error) = listen(&client, &listener).await {
                    tracing::warn!(%error, "word of changes cannot arrive; trying again");
                }
                let _ = listener.send(Changed::Everything);
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
        });
        Arc::new(Self { redis, sender })
    }
}

async fn listen(client: &redis::Client, sender: &broadcast::Sender<Changed>) -> redis::RedisResult<()> {
    let mut subscription = client.get_async_pubsub().await?;
    subscription.subscribe(CHANNEL).await?;
    let _ = sender.send(Changed::Everything);
    let mut messages = subscription.on_message();
    while let Some(message) = messages.next().await {
        let text: String = message.get_payload()?;
        if let Ok((website, tags)) = serde_json::from_str::<(WebsiteId, Vec<String>)>(&text) {
            let _ = sender.send(Changed::Tags { website, tags });
        }
    }
    Ok(())
}

#[async_trait]
impl Invalidation for RedisInvalidation {
    async fn bump(&self, website: &WebsiteId, tags: &[String]) {
        // This process must not wait for the round trip, nor depend on it.
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
}
