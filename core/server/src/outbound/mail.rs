//! Mail: a folder of .eml files, or a mail server.

use std::path::{Path, PathBuf};

use async_trait::async_trait;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor};
use stoa_kernel::ports::{Letter, Mailer, PortError};

fn port_error(error: impl std::fmt::Display) -> PortError {
    PortError::new("mail", error)
}

fn message(letter: &Letter) -> Result<Message, PortError> {
    let from = Mailbox::new(Some(letter.from_name.clone()), letter.from.parse().map_err(port_error)?);
    let host = letter.from.rsplit_once('@').map_or("localhost", |(_, host)| host);
    let mut headers = Message::builder();
    if let Some(reply_to) = &letter.reply_to {
        headers = headers.reply_to(reply_to.parse().map_err(port_error)?);
    }
    let mut message = headers
        .message_id(Some(format!("<{}@{host}>", letter.id)))
        .from(from)
        .to(letter.to.parse().map_err(port_error)?)
        .subject(&letter.subject)
        .multipart(MultiPart::alternative_plain_html(letter.text.clone(), letter.html.clone()))
        .map_err(port_error)?;
    if let Some(leave_url) = &letter.leave_url {
        // One call leaves the list, without questions (RFC 8058).
        for (name, value) in [
            ("List-Unsubscribe", format!("<{leave_url}>")),
            ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()),
        ] {
            message.headers_mut().insert_raw(HeaderValue::new(HeaderName::new_from_ascii_str(name), value));
        }
    }
    Ok(message)
}

/// Writes each letter to a file named by its id; sending again overwrites the same file.
pub struct OutboxFolder {
    folder: PathBuf,
}

impl OutboxFolder {
    /// A folder, made when missing.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn new(folder: &Path) -> std::io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        Ok(Self { folder: folder.to_owned() })
    }
}

#[async_trait]
impl Mailer for OutboxFolder {
    async fn send(&self, letter: &Letter) -> Result<(), PortError> {
        let text = message(letter)?.formatted();
        let unfinished = self.folder.join(format!(".{}.part", letter.id));
        tokio::fs::write(&unfinished, text).await.map_err(port_error)?;
        let finished = self.folder.join(format!("{}.eml", letter.id));
        tokio::fs::rename(&unfinished, &finished).await.map_err(port_error)
    }
}

/// Hands letters to a mail server.
pub struct Smtp {
    transport: AsyncSmtpTransport<Tokio1Executor>,
}

impl Smtp {
    /// A mail server by address, `smtp://` or `smtps://`, with user and password.
    ///
    /// # Errors
    /// When the address does not parse.
    pub fn new(url: &str) -> anyhow::Result<Self> {
        Ok(Self { transport: AsyncSmtpTransport::<Tokio1Executor>::from_url(url)?.build() })
    }
}

#[async_trait]
impl Mailer for Smtp {
    async fn send(&self, letter: &Letter) -> Result<(), PortError> {
        self.transport.send(message(letter)?).await.map(|_| ()).map_err(port_error)
    }
}
