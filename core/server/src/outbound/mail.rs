//! E-mail messages, and a folder of .eml files for installations without a mail server.

use std::path::{Path, PathBuf};
use std::time::Duration;

use async_trait::async_trait;
use lettre::Message;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use stoa_kernel::ports::{MailError, Mailer, OutgoingEmail};
use tokio::io::AsyncWriteExt as _;

/// Time limit for writing a file.
const MAX_WRITE: Duration = Duration::from_secs(10);

/// Builds the message. Its Message-ID is the same each time.
pub(super) fn mime_message(email: &OutgoingEmail) -> Result<Message, MailError> {
    let sender =
        email.from.parse().map_err(|error| MailError::Away(format!("mail.from is not a valid address: {error}.")))?;
    let from = Mailbox::new(Some(email.from_name.clone()), sender);
    let host = email.from.rsplit_once('@').map_or("localhost", |(_, host)| host);
    let mut headers = Message::builder();
    if let Some(reply_to) = &email.reply_to {
        headers = headers.reply_to(reply_to.parse().map_err(invalid_address)?);
    }
    let mut message = headers
        .message_id(Some(format!("<{}@{host}>", email.id)))
        .from(from)
        .to(email.to.parse().map_err(invalid_address)?)
        .subject(&email.subject)
        .multipart(MultiPart::alternative_plain_html(email.text.clone(), email.html.clone()))
        .map_err(|error| MailError::Refused(format!("The e-mail cannot be written: {error}.")))?;
    if let Some(unsubscribe_url) = &email.unsubscribe_url {
        // One-click unsubscribe (RFC 8058).
        for (name, value) in [
            ("List-Unsubscribe", format!("<{unsubscribe_url}>")),
            ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()),
        ] {
            message.headers_mut().insert_raw(HeaderValue::new(HeaderName::new_from_ascii_str(name), value));
        }
    }
    Ok(message)
}

fn invalid_address(error: impl std::fmt::Display) -> MailError {
    MailError::Refused(format!("The recipient's address is not valid: {error}."))
}

/// Writes each e-mail to a file named by its id; sending it again overwrites the file.
pub struct MailFileSink {
    folder: PathBuf,
}

impl MailFileSink {
    /// A folder, created when missing.
    ///
    /// # Errors
    /// When it cannot be created.
    pub fn new(folder: &Path) -> std::io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        Ok(Self { folder: folder.to_owned() })
    }

    /// Written under another name, synced, then renamed: the folder contains complete e-mails only, even after a power
    /// failure.
    async fn write(&self, id: &str, text: &[u8]) -> std::io::Result<()> {
        let unfinished = self.folder.join(format!(".{id}.part"));
        let mut file = tokio::fs::File::create(&unfinished).await?;
        file.write_all(text).await?;
        file.sync_all().await?;
        drop(file);
        tokio::fs::rename(&unfinished, self.folder.join(format!("{id}.eml"))).await?;
        tokio::fs::File::open(&self.folder).await?.sync_all().await
    }
}

fn no_room(error: impl std::fmt::Display) -> MailError {
    MailError::Away(format!("The e-mail folder cannot be written to: {error}."))
}

#[async_trait]
impl Mailer for MailFileSink {
    async fn send(&self, email: &OutgoingEmail) -> Result<(), MailError> {
        let text = mime_message(email)?.formatted();
        match tokio::time::timeout(MAX_WRITE, self.write(&email.id, &text)).await {
            Ok(written) => written.map_err(no_room),
            Err(_) => Err(no_room("it takes too long")),
        }
    }

    async fn check(&self) -> Result<(), MailError> {
        let probe = self.folder.join(".probe.part");
        tokio::fs::write(&probe, b"").await.map_err(no_room)?;
        tokio::fs::remove_file(&probe).await.map_err(no_room)
    }

    fn max_attempt_duration(&self) -> Duration {
        MAX_WRITE
    }
}
