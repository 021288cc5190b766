//! SMTP client. Connecting and each response have time limits, since a server may accept a connection and never
//! respond. An error before the recipient is named concerns all e-mails; a later one concerns this e-mail.

use std::collections::VecDeque;
use std::future::Future;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use lettre::Message;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Quit, Rcpt, Rset};
use lettre::transport::smtp::extension::{ClientId, Extension, MailBodyParameter, MailParameter};
use lettre::transport::smtp::response::Severity;
use stoa_kernel::ports::{MailError, Mailer, OutgoingEmail};

use super::mail::mime_message;
use super::smtp_address::{SmtpAddress, Tls};

/// How long an idle connection stays open for the next e-mail.
const IDLE: Duration = Duration::from_secs(5);
/// Maximum number of idle connections.
const MAX_IDLE: usize = 16;
/// Time limit for accepting the contents of an e-mail as a multiple of the usual one: giving up too early sends it
/// twice (RFC 5321, 4.5.3.2.6).
const CONTENTS_FACTOR: u32 = 4;
/// Number of responses before the contents: greeting, EHLO, STARTTLS, EHLO, AUTH and its challenge, MAIL, RCPT, DATA.
const ANSWERS: u32 = 9;
/// Response codes for missing or insufficient authentication.
const NOT_SIGNED_IN: [u16; 4] = [530, 534, 535, 538];

/// Time limits of a mail server.
#[derive(Clone, Copy, Debug)]
pub struct SmtpLimits {
    /// For connecting.
    pub connect: Duration,
    /// For the response to a command.
    pub answer: Duration,
}

/// Sends e-mails through a mail server.
pub struct Smtp {
    server: Arc<Server>,
}

struct Server {
    host: String,
    port: u16,
    tls: Tls,
    hello: ClientId,
    credentials: Option<Credentials>,
    limits: SmtpLimits,
    idle: Mutex<VecDeque<(AsyncSmtpConnection, Instant)>>,
    is_swept: AtomicBool,
}

impl Smtp {
    /// The mail server of an address.
    pub fn new(address: SmtpAddress, limits: SmtpLimits) -> Self {
        let (idle, is_swept) = (Mutex::default(), AtomicBool::new(false));
        let hello = address.hello.map_or_else(ClientId::default, ClientId::Domain);
        let credentials = address.user.map(|user| Credentials::new(user.name, user.password));
        let (host, port, tls) = (address.host, address.port, address.tls);
        Self { server: Arc::new(Server { host, port, tls, hello, credentials, limits, idle, is_swept }) }
    }
}

/// Stage of an SMTP transaction, which decides what an error concerns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// Before the recipient is named.
    Greeting,
    /// From the recipient on.
    Receiver,
}

/// A missing response, or an error response.
enum ResponseError {
    TooSlow(Duration),
    Smtp(Error),
}

async fn within<T>(limit: Duration, answer: impl Future<Output = Result<T, Error>>) -> Result<T, ResponseError> {
    match tokio::time::timeout(limit, answer).await {
        Ok(answer) => answer.map_err(ResponseError::Smtp),
        Err(_) => Err(ResponseError::TooSlow(limit)),
    }
}

fn cause(error: &Error) -> String {
    use std::error::Error as _;
    error.source().map_or_else(|| error.to_string(), ToString::to_string)
}

impl ResponseError {
    fn at(self, step: Step) -> MailError {
        let error = match self {
            Self::TooSlow(limit) => {
                let text = format!("The mail server did not answer within {} seconds.", limit.as_secs_f32());
                return if step == Step::Greeting { MailError::Away(text) } else { MailError::Postponed(text) };
            }
            Self::Smtp(error) => error,
        };
        let Some(code) = error.status() else {
            let text = format!("The mail server cannot be reached: {}.", cause(&error).trim_end_matches('.'));
            return if step == Step::Greeting { MailError::Away(text) } else { MailError::Postponed(text) };
        };
        let text = format!("{code} {}", cause(&error)).trim_end().to_owned();
        let number = u16::from(code);
        let is_final = code.severity == Severity::PermanentNegativeCompletion && (number == 501 || number >= 510);
        match step {
            Step::Receiver if is_final && !NOT_SIGNED_IN.contains(&number) => MailError::Refused(text),
            Step::Receiver if number != 421 => MailError::Postponed(text),
            _ => MailError::Away(text),
        }
    }

    /// Whether the connection can be used for the next e-mail.
    fn is_answer(&self) -> bool {
        matches!(self, Self::Smtp(error) if error.status().is_some_and(|code| u16::from(code) != 421))
    }
}

impl Server {
    fn idle(&self) -> MutexGuard<'_, VecDeque<(AsyncSmtpConnection, Instant)>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, ResponseError> {
        let tls = || TlsParameters::new(self.host.clone()).map_err(ResponseError::Smtp);
        let at_once = if self.tls == Tls::FromTheStart { Some(tls()?) } else { None };
        let SmtpLimits { connect, answer } = self.limits;
        let address = (self.host.as_str(), self.port);
        // Includes the greeting and the response to EHLO.
        let greeted = AsyncSmtpConnection::connect_tokio1(address, Some(connect), &self.hello, at_once, None);
        let mut connection = within(connect + answer, greeted).await?;
        if self.tls == Tls::Required || (self.tls == Tls::IfOffered && connection.can_starttls()) {
            within(answer * 2, connection.starttls(tls()?, &self.hello)).await?;
        }
        if let Some(credentials) = &self.credentials {
            within(answer * 2, connection.auth(DEFAULT_MECHANISMS, credentials)).await?;
        }
        Ok(connection)
    }

    /// An idle connection, if there is one.
    fn used(&self) -> Option<AsyncSmtpConnection> {
        let mut idle = self.idle();
        while let Some((connection, since)) = idle.pop_back() {
            if since.elapsed() < IDLE {
                return Some(connection);
            }
        }
        None
    }

    fn keep(self: &Arc<Self>, connection: AsyncSmtpConnection) {
        let mut idle = self.idle();
        if idle.len() < MAX_IDLE {
            idle.push_back((connection, Instant::now()));
        }
        drop(idle);
        if !self.is_swept.swap(true, Ordering::AcqRel) {
            tokio::spawn(close_idle(Arc::clone(self)));
        }
    }

    /// Begins an e-mail. An idle connection may have been closed by the server, so a new one is tried then.
    async fn begin(&self, from: &Mail) -> Result<AsyncSmtpConnection, ResponseError> {
        if let Some(mut connection) = self.used()
            && within(self.limits.answer, connection.command(from.clone())).await.is_ok()
        {
            return Ok(connection);
        }
        let mut connection = self.connect().await?;
        within(self.limits.answer, connection.command(from.clone())).await?;
        Ok(connection)
    }

    async fn send(self: &Arc<Self>, message: &Message) -> Result<(), MailError> {
        let envelope = message.envelope();
        let text = message.formatted();
        let mut addresses = envelope.to().iter().chain(envelope.from());
        let is_international = addresses.any(|address| !AsRef::<str>::as_ref(address).is_ascii());
        let mut options = Vec::new();
        if is_international {
            options.push(MailParameter::SmtpUtfEight);
        }
        if !text.is_ascii() {
            options.push(MailParameter::Body(MailBodyParameter::EightBitMime));
        }
        let from = Mail::new(envelope.from().cloned(), options);
        let begun = self.begin(&from).await;
        let mut connection = match begun {
            Ok(connection) => connection,
            // Servers without SMTPUTF8 reject the command.
            Err(ResponseError::Smtp(error)) if is_international && error.is_permanent() => {
                return Err(MailError::Refused("The mail server does not accept this address.".to_owned()));
            }
            Err(trouble) => return Err(trouble.at(Step::Greeting)),
        };
        if is_international && !connection.server_info().supports_feature(Extension::SmtpUtfEight) {
            return Err(MailError::Refused("The mail server does not accept this address.".to_owned()));
        }
        match self.deliver_on_connection(&mut connection, message, &text).await {
            Ok(()) => {
                self.keep(connection);
                Ok(())
            }
            Err(trouble) => {
                if trouble.is_answer() && within(self.limits.answer, connection.command(Rset)).await.is_ok() {
                    self.keep(connection);
                }
                Err(trouble.at(Step::Receiver))
            }
        }
    }

    async fn deliver_on_connection(
        &self,
        connection: &mut AsyncSmtpConnection,
        message: &Message,
        text: &[u8],
    ) -> Result<(), ResponseError> {
        let limit = self.limits.answer;
        for to in message.envelope().to() {
            within(limit, connection.command(Rcpt::new(to.clone(), Vec::new()))).await?;
        }
        within(limit, connection.command(Data)).await?;
        within(limit * CONTENTS_FACTOR, connection.message(text)).await?;
        Ok(())
    }
}

/// Closes connections that were idle for a while, until none is left.
async fn close_idle(server: Arc<Server>) {
    loop {
        tokio::time::sleep(IDLE).await;
        let (old, are_left) = {
            let mut idle = server.idle();
            let fresh = idle.iter().position(|(_, since)| since.elapsed() < IDLE).unwrap_or(idle.len());
            let old: Vec<_> = idle.drain(..fresh).collect();
            if idle.is_empty() {
                server.is_swept.store(false, Ordering::Release);
            }
            (old, !idle.is_empty())
        };
        for (mut connection, _) in old {
            // The connection is closed whatever the server responds.
            let _ = within(Duration::from_secs(1), connection.command(Quit)).await;
        }
        if !are_left {
            return;
        }
    }
}

#[async_trait]
impl Mailer for Smtp {
    async fn send(&self, email: &OutgoingEmail) -> Result<(), MailError> {
        self.server.send(&mime_message(email)?).await
    }

    async fn check(&self) -> Result<(), MailError> {
        match self.server.connect().await {
            Ok(connection) => {
                self.server.keep(connection);
                Ok(())
            }
            Err(trouble) => Err(trouble.at(Step::Greeting)),
        }
    }

    fn max_attempt_duration(&self) -> Duration {
        let SmtpLimits { connect, answer } = self.server.limits;
        connect + answer * (ANSWERS + CONTENTS_FACTOR)
    }
}
