//! Errors of the shop, and the failures that requests get from them.

use stoa_email::EmailError;
use stoa_entity::DbError;
use stoa_entity::keyset::KeysetError;
use stoa_kernel::encryption::CipherError;
use stoa_kernel::error::FieldErrors;
use stoa_kernel::money::MoneyError;
use stoa_kernel::ports::PortError;
use stoa_kernel::{ErrorCode, Failure, Said};

use crate::cart::CartView;
use crate::inventory::StockConflict;
use crate::problem_texts::PAYMENT_UNDER_WAY;

/// Errors of the shop.
#[derive(Debug, thiserror::Error)]
pub enum CommerceError {
    /// It does not exist in this site, or the caller may not see it.
    #[error("not found")]
    NotFound,
    /// The caller lacks the permission.
    #[error("not allowed")]
    Denied(#[source] Failure),
    /// The request is refused with texts that are known in all languages.
    #[error("{}", .0.detail)]
    Said(Failure),
    /// Invalid values, with one message per field.
    #[error("some values are invalid")]
    Invalid(FieldErrors),
    /// A rule of the shop refuses the request; the text is for the customer.
    #[error("{0}")]
    Refused(String),
    /// The URL path is already in use.
    #[error("the address '{0}' is already in use")]
    UrlTaken(String),
    /// A newer revision was saved.
    #[error("a newer version was saved")]
    RevisionStale,
    /// Stock to be set is no longer what the caller has seen; nothing was saved.
    #[error("the stock has changed in the meantime")]
    StockMoved(Vec<StockConflict>),
    /// The cart cannot be changed while a payment for it is in progress.
    #[error("a payment for this cart is in progress")]
    PaymentUnderWay,
    /// The cart has changed since the customer saw it.
    #[error("{said}")]
    CartChanged {
        /// What changed, for the customer.
        said: Said,
        /// The current cart.
        cart: Box<CartView>,
    },
    /// The cart has already been bought.
    #[error("the cart has already been bought")]
    AlreadyPurchased {
        /// URL of the order confirmation page.
        redirect_url: String,
    },
    /// The order is canceled, unpaid or already shipped.
    #[error("{0}")]
    NotFulfillable(String),
    /// The current state does not allow it; the text says why.
    #[error("{0}")]
    Conflict(String),
    /// A webhook of a payment provider is invalid or not authentic.
    #[error("the provider's webhook was rejected")]
    WebhookRefused(String),
    /// A webhook was refused by the first one that was asked, and others would know more, but its sender has sent too many
    /// that were not authentic. It can be sent again.
    #[error("the provider's webhook was put off")]
    WebhookPutOff,
    /// The plugin of a payment provider could not verify a webhook.
    #[error("the provider's webhook could not be verified: {0}")]
    ProviderSilent(String),
    /// An amount overflows.
    #[error("an amount is too large")]
    Amount(#[from] MoneyError),
    /// A database column holds an invalid value.
    #[error("the column {column} has an invalid value")]
    Unreadable {
        /// Which column.
        column: &'static str,
        /// Error of the parser.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A secret could not be encrypted or decrypted.
    #[error("a secret could not be encrypted or decrypted")]
    Sealed(#[from] CipherError),
    /// An external service failed.
    #[error("an adapter failed")]
    Port(#[from] PortError),
    /// The database failed.
    #[error("the database failed")]
    Database(#[from] DbError),
}

impl CommerceError {
    /// An error for a single field.
    pub(crate) fn field(name: &str, message: impl Into<String>) -> Self {
        CommerceError::Invalid(FieldErrors::from([(name.to_owned(), message.into())]))
    }

    /// An error for a single field, in all languages.
    pub(crate) fn said_field(name: &str, said: impl Into<Said>) -> Self {
        CommerceError::Said(Failure::said_field(name, said))
    }

    /// The present state does not allow it, in all languages.
    pub(crate) fn said_conflict(said: impl Into<Said>) -> Self {
        CommerceError::Said(Failure::said(ErrorCode::Conflict, said))
    }

    /// A rule of the shop refuses the request, in all languages.
    pub(crate) fn said(said: impl Into<Said>) -> Self {
        CommerceError::Said(Failure::said(ErrorCode::ValidationFailed, said))
    }
}

impl From<EmailError> for CommerceError {
    fn from(error: EmailError) -> Self {
        match error {
            EmailError::NotFound => CommerceError::NotFound,
            EmailError::RevisionStale => CommerceError::RevisionStale,
            EmailError::Database(error) => CommerceError::Database(error),
            other => Failure::from(other).into(),
        }
    }
}

impl From<Failure> for CommerceError {
    fn from(failure: Failure) -> Self {
        match failure.code {
            ErrorCode::PermissionDenied | ErrorCode::SignInRequired => CommerceError::Denied(failure),
            _ if failure.said.is_some() => CommerceError::Said(failure),
            ErrorCode::ValidationFailed => CommerceError::Invalid(failure.fields),
            _ => CommerceError::Denied(failure),
        }
    }
}

impl From<KeysetError> for CommerceError {
    fn from(error: KeysetError) -> Self {
        match error {
            KeysetError::Database(error) => Self::Database(error),
            cursor @ KeysetError::Cursor => Failure::from(cursor).into(),
        }
    }
}

impl From<CommerceError> for Failure {
    fn from(error: CommerceError) -> Failure {
        match error {
            CommerceError::Port(error) => error.into(),
            CommerceError::NotFound => Failure::not_found(),
            CommerceError::Denied(failure) | CommerceError::Said(failure) => failure,
            CommerceError::Invalid(fields) => Failure::validation(fields),
            CommerceError::Refused(message) => Failure::new(ErrorCode::ValidationFailed, message),
            CommerceError::UrlTaken(url_id) => Failure::new(
                ErrorCode::UrlTaken,
                stoa_kernel::contributor_texts::ADDRESS_IN_USE.with("path", url_id).to_string(),
            ),
            CommerceError::RevisionStale => {
                Failure::new(ErrorCode::RevisionStale, stoa_kernel::contributor_texts::NEWER_VERSION_SAVED.english())
            }
            CommerceError::StockMoved(moved) => StockConflict::failure(&moved),
            CommerceError::PaymentUnderWay => Failure::said(ErrorCode::Conflict, PAYMENT_UNDER_WAY),
            CommerceError::CartChanged { said, cart } => {
                Failure::said(ErrorCode::CartChanged, said).with("cart", serde_json::to_value(cart).unwrap_or_default())
            }
            CommerceError::AlreadyPurchased { redirect_url } => {
                Failure::plain(ErrorCode::AlreadyPurchased).with("redirectUrl", redirect_url.into())
            }
            CommerceError::NotFulfillable(reason) => Failure::new(ErrorCode::OrderNotFulfillable, reason),
            CommerceError::Conflict(reason) => Failure::new(ErrorCode::Conflict, reason),
            CommerceError::WebhookRefused(message) => {
                Failure { source: Some(message.into()), ..Failure::plain(ErrorCode::BadRequest) }
            }
            CommerceError::WebhookPutOff => Failure::plain(ErrorCode::RateLimited),
            CommerceError::ProviderSilent(message) => {
                Failure { source: Some(message.into()), ..Failure::plain(ErrorCode::Unavailable) }
            }
            CommerceError::Database(error) => error.into(),
            other @ (CommerceError::Amount(_) | CommerceError::Unreadable { .. } | CommerceError::Sealed(_)) => {
                Failure::internal(other)
            }
        }
    }
}
