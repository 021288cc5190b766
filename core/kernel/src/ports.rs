//! Ports: the traits through which domains use the outside world. Each has an adapter that needs no server (folder,
//! process memory) and one for scale (object store, Redis, SMTP), chosen at start-up.

use std::collections::HashMap;
use std::ops::Range;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use futures::stream::BoxStream;
use tokio::sync::broadcast;

use crate::clock::Timestamp;
use crate::error::{Failure, FieldErrors};
use crate::id::{SiteUserId, WebsiteId};
use crate::storage::{WriteProblem, has_too_many_open_files};

/// An adapter failed.
#[derive(Debug, thiserror::Error)]
#[error("{port}: {message}")]
pub struct PortError {
    /// Which port.
    pub port: &'static str,
    /// The error message.
    pub message: String,
    /// Why writing failed, when known.
    pub problem: Option<WriteProblem>,
    /// Whether the failure is temporary: the other side cannot be reached, or too many files are open.
    pub is_away: bool,
}

impl PortError {
    /// Wraps an error of a library.
    pub fn new(port: &'static str, cause: impl std::fmt::Display) -> Self {
        Self { port, message: cause.to_string(), problem: None, is_away: false }
    }

    /// Wraps an error of a library that works on files.
    pub fn of_files(port: &'static str, cause: &(dyn std::error::Error + 'static)) -> Self {
        Self { problem: WriteProblem::behind(cause), is_away: has_too_many_open_files(cause), ..Self::new(port, cause) }
    }
}

impl From<PortError> for Failure {
    fn from(error: PortError) -> Failure {
        match error {
            PortError { problem: Some(problem), .. } => Failure::not_written(problem, error),
            PortError { is_away: true, .. } => Failure::away(error),
            other => Failure::internal(other),
        }
    }
}

/// A cache shared by all processes; losing it costs time, never data.
#[async_trait]
pub trait Cache: Send + Sync {
    /// The value of a key; none when the cache cannot be reached.
    async fn get(&self, key: &str) -> Option<Bytes>;
    /// Sets a value with a time to live.
    async fn set(&self, key: &str, value: Bytes, keep: Duration);
    /// Deletes a key.
    async fn delete(&self, key: &str);
}

/// Cache invalidation: notifies every process that data of cached pages has changed.
#[async_trait]
pub trait Invalidation: Send + Sync {
    /// Increments the generation of tags of a site and notifies all processes, including this one.
    async fn invalidate_tags(&self, website: &WebsiteId, tags: &[String]);
    /// The generation of each tag of a site that was ever incremented. None when they cannot be read: then entries of
    /// the shared cache must not be used.
    async fn generations(&self, website: &WebsiteId) -> Option<HashMap<String, u64>>;
    /// Stream of changes.
    fn subscribe(&self) -> broadcast::Receiver<Changed>;
    /// Whether changes by other processes arrive too.
    fn is_shared(&self) -> bool {
        false
    }
}

/// Tags whose generation was incremented.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Changed {
    /// These tags of this site.
    Tags {
        /// The site.
        website: WebsiteId,
        /// The tags.
        tags: Vec<String>,
    },
    /// Notifications may have been lost: invalidate everything.
    Everything,
}

/// Rate limiter: counts requests within a time window.
#[async_trait]
pub trait RateLimit: Send + Sync {
    /// Counts one request under `key`; none when it is within `limit` for this window, otherwise the time to wait.
    async fn hit(&self, key: &str, limit: u32, window: Duration) -> Option<Duration>;

    /// Takes back one request that turned out not to count.
    async fn uncount(&self, key: &str);
}

/// A stored session of a site user.
#[derive(Clone, Copy, Debug)]
pub struct SessionEntry<'a> {
    /// Its owner.
    pub owner: &'a SiteUserId,
    /// JSON text.
    pub value: &'a str,
    /// Idle time after which it expires.
    pub keep: Duration,
}

/// Server-side sessions of site users, keyed by the hash of the cookie's token.
#[async_trait]
pub trait Sessions: Send + Sync {
    /// The session's JSON text.
    async fn get(&self, website: &WebsiteId, key: &str) -> Result<Option<String>, PortError>;
    /// Writes a session, replacing any with the same key.
    async fn put(&self, website: &WebsiteId, key: &str, session: SessionEntry<'_>) -> Result<(), PortError>;
    /// Maximum age of a session, however often it is used.
    fn longest(&self) -> Duration;
    /// Updates a session that has not ended; false when it has ended, and then it is not recreated.
    async fn renew(&self, website: &WebsiteId, key: &str, session: SessionEntry<'_>) -> Result<bool, PortError>;
    /// Deletes a session.
    async fn delete(&self, website: &WebsiteId, key: &str) -> Result<(), PortError>;
}

/// Looks up the plan that the operator has assigned to a site.
#[async_trait]
pub trait SitePlans: Send + Sync {
    /// The name of a site's plan; none when it has none.
    async fn plan_of(&self, website: &WebsiteId) -> Result<Option<String>, PortError>;
}

/// A file as a stream of chunks.
pub type ByteStream = BoxStream<'static, Result<Bytes, PortError>>;

/// A remote file, as a stream.
pub struct RemoteFile {
    /// Last segment of its URL.
    pub filename: String,
    /// Its size according to the server; 0 when unknown.
    pub bytes: u64,
    /// The content.
    pub file: ByteStream,
}

/// Why a remote file was not fetched; the text is for the person who entered its URL.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct FetchError(pub String);

impl From<FetchError> for Failure {
    fn from(error: FetchError) -> Self {
        Failure::validation(FieldErrors::from([("url".to_owned(), error.0)]))
    }
}

/// Fetches files from public URLs.
#[async_trait]
pub trait RemoteFiles: Send + Sync {
    /// Opens the file at a URL.
    ///
    /// # Errors
    /// When the URL is not public, or its server does not return a file.
    async fn open(&self, url: &str) -> Result<RemoteFile, FetchError>;
}

/// A webhook to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookMessage {
    /// The target URL.
    pub url: String,
    /// Id that stays the same across retries, so that duplicates can be detected.
    pub id: String,
    /// Time of sending.
    pub sent_on: Timestamp,
    /// The signature.
    pub signature: String,
    /// JSON text.
    pub body: String,
}

/// Sends webhooks to public URLs.
#[async_trait]
pub trait Webhooks: Send + Sync {
    /// Sends a webhook and waits for its acknowledgement.
    ///
    /// # Errors
    /// When the URL is not public, or its server does not accept the webhook.
    async fn deliver(&self, message: &WebhookMessage) -> Result<(), FetchError>;
}

/// Blob store: images, downloads.
#[async_trait]
pub trait BlobStore: Send + Sync {
    /// Stores bytes under a key, replacing any.
    async fn put(&self, key: &str, bytes: Bytes) -> Result<(), PortError>;
    /// The bytes of a key.
    async fn get(&self, key: &str) -> Result<Option<Bytes>, PortError>;
    /// Stores a large file without holding it in memory; when the stream fails, nothing is stored.
    async fn write(&self, key: &str, file: ByteStream) -> Result<(), PortError>;
    /// A byte range of a large file.
    async fn read(&self, key: &str, part: Range<u64>) -> Result<Option<ByteStream>, PortError>;
    /// Deletes a key if it exists.
    async fn delete(&self, key: &str) -> Result<(), PortError>;
    /// Deletes everything whose key begins with a site. Safe to repeat after a partial failure.
    async fn delete_site(&self, website: &WebsiteId) -> Result<(), PortError>;
}

/// An e-mail to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutgoingEmail {
    /// Unique id, also the local part of its Message-ID, so that duplicates can be detected.
    pub id: String,
    /// Sender's address.
    pub from: String,
    /// Sender's name.
    pub from_name: String,
    /// Recipient's address.
    pub to: String,
    /// Subject line.
    pub subject: String,
    /// Plain text body.
    pub text: String,
    /// HTML body.
    pub html: String,
    /// Reply-To address, if not the sender.
    pub reply_to: Option<String>,
    /// One-click unsubscribe URL; none for e-mails without it.
    pub unsubscribe_url: Option<String>,
}

/// Why an e-mail was not sent; the text is for contributors.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MailError {
    /// The mail server rejects this e-mail permanently: it is not retried.
    #[error("{0}")]
    Refused(String),
    /// The mail server does not accept this e-mail now.
    #[error("{0}")]
    Postponed(String),
    /// The mail server cannot be reached, or accepts no e-mails at all now.
    #[error("{0}")]
    Away(String),
}

/// Sends e-mails.
#[async_trait]
pub trait Mailer: Send + Sync {
    /// Sends an e-mail.
    ///
    /// # Errors
    /// When it was not accepted; the error says whether a retry makes sense, and whether other e-mails can be sent.
    async fn send(&self, letter: &OutgoingEmail) -> Result<(), MailError>;
    /// Checks whether e-mails can be sent now.
    ///
    /// # Errors
    /// When the mail server cannot be reached or rejects connections.
    async fn check(&self) -> Result<(), MailError>;
    /// Maximum duration of one attempt.
    fn max_attempt_duration(&self) -> Duration;
}

/// The request that a captcha protects.
#[derive(Clone, Copy, Debug)]
pub struct Guarded<'a> {
    /// The site.
    pub website: &'a WebsiteId,
    /// A single-use value of the request, such as the key of a form submission; empty if there is none.
    pub key: &'a str,
    /// Time of the request.
    pub now: Timestamp,
}

/// A captcha: tells people from bots.
#[async_trait]
pub trait Captcha: Send + Sync {
    /// The challenge for the browser; none where the service's script shows its own.
    fn challenge(&self, _guarded: Guarded<'_>) -> Option<String> {
        None
    }

    /// Whether the token sent with the request is valid.
    ///
    /// # Errors
    /// When the captcha service cannot be reached.
    async fn is_solved(&self, guarded: Guarded<'_>, token: &str) -> Result<bool, PortError>;
}
