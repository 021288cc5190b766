//! Encryption of stored e-mails: their links act on behalf of the recipient, and gift card codes are worth money.

use stoa_entity::TenantTx;
use stoa_entity::tenant::mail;
use stoa_kernel::encryption::CipherError;
use stoa_kernel::id::MailId;

/// The encrypted parts of an e-mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Contents {
    pub(super) text: String,
    pub(super) html: String,
    pub(super) unsubscribe_url: Option<String>,
}

fn owner(tx: &TenantTx, id: &MailId) -> String {
    format!("mail {} {id}", tx.website())
}

impl Contents {
    /// Encrypts them for storage.
    pub(super) fn sealed(&self, tx: &TenantTx, id: &MailId) -> Result<Self, CipherError> {
        let owner = owner(tx, id);
        let close = |text: &str| tx.seal().close(text.as_bytes(), &owner);
        Ok(Self {
            text: close(&self.text)?,
            html: close(&self.html)?,
            unsubscribe_url: self.unsubscribe_url.as_deref().map(close).transpose()?,
        })
    }

    /// Decrypts them. Older e-mails are stored unencrypted, and removed texts are empty.
    pub(super) fn opened(tx: &TenantTx, row: &mail::Model) -> Result<Self, CipherError> {
        let owner = owner(tx, &row.id);
        let open = |sealed: &str| match sealed {
            text if !row.is_sealed || text.is_empty() => Ok(text.to_owned()),
            sealed => String::from_utf8(tx.seal().open(sealed, &owner)?).map_err(|_| CipherError),
        };
        Ok(Self {
            text: open(&row.text_body)?,
            html: open(&row.html_body)?,
            unsubscribe_url: row.leave_url.as_deref().map(open).transpose()?,
        })
    }
}
