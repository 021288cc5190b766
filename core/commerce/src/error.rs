use stoa_entity::DbError;
use stoa_kernel::error::FieldErrors;
use stoa_kernel::money::MoneyError;
use stoa_kernel::ports::PortError;
use stoa_kernel::seal::SealError;
use stoa_kernel::{ErrorCode, Failure};

use crate::cart::CartView;
use crate::inventory::MovedStock;

/// Why the shop did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum CommerceError {
    /// Nothing of that name in this site, or not for this caller.
    #[error("not found")]
    NotFound,
    /// The caller may not do this.
    #[error("not allowed")]
    Denied(#[source] Failure),
    /// Values that are not right, each with its message.
    #[error("some values are not right")]
    Invalid(FieldErrors),
    /// A rule of the shop said no; the text is for the shopper.
    #[error("{0}")]
    Refused(String),
    /// The address below the root is in use.
    #[error("the address '{0}' is already in use")]
    UrlTaken(String),
    /// Somebody has saved a newer version.
    #[error("a newer version was saved")]
    RevisionStale,
    /// Stock that was to be set is no longer what the caller saw; nothing was saved.
    #[error("the stock has changed in the meantime")]
    StockMoved(Vec<MovedStock>),
    /// The cart cannot be changed while a payment for it is under way.
    #[error("a payment for this cart is under way")]
    PaymentUnderWay,
    /// The cart is no longer what the shopper saw.
    #[error("{message}")]
    CartChanged {
        /// What happened, for the shopper.
        message: String,
        /// The cart as it is now.
        cart: Box<CartView>,
    },
    /// The cart was bought before.
    #[error("the cart has already been bought")]
    AlreadyPurchased {
        /// Page that confirms the order.
        redirect_url: String,
    },
    /// The order is canceled, unpaid or already on its way.
    #[error("{0}")]
    NotFulfillable(String),
    /// What is there now does not allow it; the text says why.
    #[error("{0}")]
    Conflict(String),
    /// A payment provider's message could not be trusted or understood.
    #[error("the provider's message was refused")]
    WebhookRefused(String),
    /// A payment provider's plugin could not say whether a message is genuine.
    #[error("the provider's message could not be verified: {0}")]
    ProviderSilent(String),
    /// An amount does not fit.
    #[error("an amount is too large")]
    Amount(#[from] MoneyError),
    /// A column holds something that its table does not allow.
    #[error("the column {column} holds something unreadable")]
    Unreadable {
        /// Which column.
        column: &'static str,
        /// What the reader said.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A secret could not be sealed or opened.
    #[error("a secret could not be sealed or opened")]
    Sealed(#[from] SealError),
    /// The outside did not do its part.
    #[error("the outside did not do its part")]
    Port(#[from] PortError),
    /// The database did not do its part.
    #[error("the database did not do its part")]
    Database(#[from] DbError),
}

impl CommerceError {
    /// One field that is not right.
    pub(crate) fn field(name: &str, message: impl Into<String>) -> Self {
        CommerceError::Invalid(FieldErrors::from([(name.to_owned(), message.into())]))
    }
}

impl From<Failure> for CommerceError {
    fn from(failure: Failure) -> Self {
        if failure.code == ErrorCode::ValidationFailed {
            CommerceError::Invalid(failure.fields)
        } else {
            CommerceError::Denied(failure)
        }
    }
}

impl From<CommerceError> for Failure {
    fn from(error: CommerceError) -> Failure {
        match error {
            CommerceError::Port(error) => error.into(),
            CommerceError::NotFound => Failure::not_found(),
            CommerceError::Denied(failure) => failure,
            CommerceError::Invalid(fields) => Failure::validation(fields),
            CommerceError::Refused(message) => Failure::new(ErrorCode::ValidationFailed, message),
            CommerceError::UrlTaken(url_id) => {
                Failure::new(ErrorCode::UrlTaken, format!("The address '{url_id}' is already in use."))
            }
            CommerceError::RevisionStale => {
                Failure::new(ErrorCode::RevisionStale, "Somebody has saved a newer version. Reload it first.")
            }
            CommerceError::StockMoved(moved) => MovedStock::failure(&moved),
            CommerceError::PaymentUnderWay => Failure::new(
                ErrorCode::Conflict,
                "A payment for this cart is under way. Finish or cancel it before you change the cart.",
            ),
            CommerceError::CartChanged { message, cart } => Failure::new(ErrorCode::CartChanged, message)
                .with("cart", serde_json::to_value(cart).unwrap_or_default()),
            CommerceError::AlreadyPurchased { redirect_url } => {
                Failure::plain(ErrorCode::AlreadyPurchased).with("redirectUrl", redirect_url.into())
            }
            CommerceError::NotFulfillable(reason) => Failure::new(ErrorCode::OrderNotFulfillable, reason),
            CommerceError::Conflict(reason) => Failure::new(ErrorCode::Conflict, reason),
            CommerceError::WebhookRefused(message) => {
                Failure { source: Some(message.into()), ..Failure::plain(ErrorCode::BadRequest) }
            }
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
