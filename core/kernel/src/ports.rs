//! The outside world as the domains see it. Each port has an implementation without any server
//! (folder, process memory) and one for scale (object store, Redis, SMTP), chosen at start-up.

use std::collections::HashMap;
use std::ops::Range;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use futures::stream::BoxStream;
use tokio::sync::broadcast;

use crate::error::{Failure, FieldErrors};
use crate::id::{SiteUserId, WebsiteId};
use crate::storage::{WriteProblem, lacks_files};

/// The other side of a port did not do its part.
#[derive(Debug, thiserror::Error)]
#[error("{port}: {message}")]
pub struct PortError {
    /// Which port.
    pub port: &'static str,
    /// What it said.
    pub message: String,
    /// What kept it from writing, when that is known.
    pub problem: Option<WriteProblem>,
    /// Whether it cannot be reached at the moment.
    pub is_away: bool,
}

impl PortError {
    /// Wraps the words of a library.
    pub fn new(port: &'static str, cause: impl std::fmt::Display) -> Self {
        Self { port, message: cause.to_string(), problem: None, is_away: false }
    }

    /// Wraps an error of a library that works on files.
    pub fn of_files(port: &'static str, cause: &(dyn std::error::Error + 'static)) -> Self {
        Self { problem: WriteProblem::behind(cause), is_away: lacks_files(cause), ..Self::new(port, cause) }
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
    /// What lies under a key. An unreachable cache answers with nothing.
    async fn get(&self, key: &str) -> Option<Bytes>;
    /// Puts a value under a key for a while.
    async fn set(&self, key: &str, value: Bytes, keep: Duration);
    /// Forgets a key.
    async fn delete(&self, key: &str);
}

/// Tells every process that something a page was made of has changed.
#[async_trait]
pub trait Invalidation: Send + Sync {
    /// Raises the generation of the tags of a site and tells all processes, this one included.
    async fn bump(&self, website: &WebsiteId, tags: &[String]);
    /// The generation of each tag of a site that was ever raised. None when they cannot be known
    /// now: then nothing cached may be trusted beyond the moment.
    async fn generations(&self, website: &WebsiteId) -> Option<HashMap<String, u64>>;
    /// Changes as they arrive.
    fn subscribe(&self) -> broadcast::Receiver<Changed>;
    /// Whether what other processes change arrives too.
    fn is_shared(&self) -> bool {
        false
    }
}

/// Tags of a site whose generation was raised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Changed {
    /// These tags of this site.
    Tags {
        /// The site.
        website: WebsiteId,
        /// The tags.
        tags: Vec<String>,
    },
    /// Word may have been lost: forget everything.
    Everything,
}

/// Counts what a caller does within a window.
#[async_trait]
pub trait RateLimit: Send + Sync {
    /// Counts one call under `key`; none when it is within `limit` for this window, otherwise how
    /// long to wait.
    async fn hit(&self, key: &str, limit: u32, window: Duration) -> Option<Duration>;

    /// Takes back one call that turned out not to count.
    async fn give_back(&self, key: &str);
}

/// A session of a site user as it is stored.
#[derive(Clone, Copy, Debug)]
pub struct SessionEntry<'a> {
    /// Whose it is.
    pub owner: &'a SiteUserId,
    /// JSON text.
    pub value: &'a str,
    /// How long it lasts without use.
    pub keep: Duration,
}

/// Server-side sessions of site users, found by the hash of the cookie's token.
#[async_trait]
pub trait Sessions: Send + Sync {
    /// The session's JSON text.
    async fn get(&self, website: &WebsiteId, key: &str) -> Result<Option<String>, PortError>;
    /// Writes a session, replacing the one with the same key.
    async fn put(&self, website: &WebsiteId, key: &str, session: SessionEntry<'_>) -> Result<(), PortError>;
    /// How long a session may go on, however often it is used.
    fn longest(&self) -> Duration;
    /// Writes a session anew that has not ended; false when it has, and then it stays so.
    async fn renew(&self, website: &WebsiteId, key: &str, session: SessionEntry<'_>) -> Result<bool, PortError>;
    /// Ends a session.
    async fn delete(&self, website: &WebsiteId, key: &str) -> Result<(), PortError>;
}

/// Knows which plan the operator has given a site.
#[async_trait]
pub trait SitePlans: Send + Sync {
    /// The name of the plan of a site; none when it has none.
    async fn plan_of(&self, website: &WebsiteId) -> Result<Option<String>, PortError>;
}

/// A file as it arrives, piece by piece.
pub type ByteStream = BoxStream<'static, Result<Bytes, PortError>>;

/// A file elsewhere on the web, as it arrives.
pub struct RemoteFile {
    /// The last part of its address.
    pub filename: String,
    /// Its size as the server says; 0 when it does not.
    pub bytes: u64,
    /// The file itself.
    pub file: ByteStream,
}

/// Why a file elsewhere was not fetched; the text is for the person who named its address.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct FetchError(pub String);

impl From<FetchError> for Failure {
    fn from(error: FetchError) -> Self {
        Failure::validation(FieldErrors::from([("url".to_owned(), error.0)]))
    }
}

/// Fetches files from public addresses of the web.
#[async_trait]
pub trait RemoteFiles: Send + Sync {
    /// Opens the file at an address.
    ///
    /// # Errors
    /// When the address is none of the public web, or its server does not answer with a file.
    async fn open(&self, url: &str) -> Result<RemoteFile, FetchError>;
}

/// A message for another program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookMessage {
    /// Where it goes.
    pub url: String,
    /// The same each time it is tried, so that one that comes twice can be told.
    pub id: String,
    /// When it is sent, UTC seconds.
    pub sent_on: i64,
    /// Proves who sends it.
    pub signature: String,
    /// JSON text.
    pub body: String,
}

/// Hands messages to programs at public addresses of the web.
#[async_trait]
pub trait Webhooks: Send + Sync {
    /// Sends a message and waits for the word that it was taken.
    ///
    /// # Errors
    /// When the address is none of the public web, or its server does not take the message.
    async fn deliver(&self, message: &WebhookMessage) -> Result<(), FetchError>;
}

/// Files: pictures, downloads.
#[async_trait]
pub trait BlobStore: Send + Sync {
    /// Stores bytes under a key, replacing what lay there.
    async fn put(&self, key: &str, bytes: Bytes) -> Result<(), PortError>;
    /// The bytes under a key.
    async fn get(&self, key: &str) -> Result<Option<Bytes>, PortError>;
    /// Stores a large file under a key without holding it in memory; when the stream fails, nothing
    /// lies there.
    async fn write(&self, key: &str, file: ByteStream) -> Result<(), PortError>;
    /// A part of a large file, counted in bytes.
    async fn read(&self, key: &str, part: Range<u64>) -> Result<Option<ByteStream>, PortError>;
    /// Removes what lies under a key, if anything does.
    async fn delete(&self, key: &str) -> Result<(), PortError>;
    /// Removes everything whose key begins with a site. What fails half-way is repeated.
    async fn delete_site(&self, website: &WebsiteId) -> Result<(), PortError>;
}

/// A letter to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// Unique id, also the stem of its Message-ID, so that a repeated sending can be told.
    pub id: String,
    /// Sender's address.
    pub from: String,
    /// Sender's name.
    pub from_name: String,
    /// Receiver's address.
    pub to: String,
    /// Subject line.
    pub subject: String,
    /// Plain text body.
    pub text: String,
    /// HTML body.
    pub html: String,
    /// Whom an answer goes to, where that is not the sender.
    pub reply_to: Option<String>,
    /// Where mail programs stop letters of this kind by one call; none where there is nothing to stop.
    pub leave_url: Option<String>,
}

/// Why an e-mail was not handed over; the text is for people who work on the site.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MailError {
    /// The mail server refuses this e-mail for good: it is not tried again.
    #[error("{0}")]
    Refused(String),
    /// The mail server does not take this e-mail now.
    #[error("{0}")]
    Postponed(String),
    /// The mail server cannot be reached, or takes no e-mails at all now.
    #[error("{0}")]
    Away(String),
}

/// Sends mail.
#[async_trait]
pub trait Mailer: Send + Sync {
    /// Hands a letter over.
    ///
    /// # Errors
    /// When it was not taken; the error says whether it makes sense to try again, and whether with others.
    async fn send(&self, letter: &Letter) -> Result<(), MailError>;
    /// Whether letters can be handed over now.
    ///
    /// # Errors
    /// When the mail server cannot be reached or turns everybody away.
    async fn check(&self) -> Result<(), MailError>;
    /// Longest time in which a try comes to an end.
    fn longest_try(&self) -> Duration;
}

/// The call that a captcha stands before.
#[derive(Clone, Copy, Debug)]
pub struct Guarded<'a> {
    /// The site.
    pub website: &'a WebsiteId,
    /// What the call can be made with once, such as the key of a submission; empty where there is nothing of the kind.
    pub key: &'a str,
    /// When it is made, UTC milliseconds.
    pub now_ms: i64,
}

/// Tells people from programs that fill in forms.
#[async_trait]
pub trait Captcha: Send + Sync {
    /// What a page works on before it may make the call; none where the script of a service shows a puzzle of its own.
    fn challenge(&self, _guarded: Guarded<'_>) -> Option<String> {
        None
    }

    /// Whether the token that a page sends with the call is good.
    ///
    /// # Errors
    /// When the service that made the puzzle cannot be asked.
    async fn is_solved(&self, guarded: Guarded<'_>, token: &str) -> Result<bool, PortError>;
}
