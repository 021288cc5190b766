//! The closed, public list of error codes, and the one shape in which a domain error leaves its
//! crate for the web.

use std::collections::BTreeMap;

use crate::storage::WriteProblem;

/// Field name to a message a person can act on.
pub type FieldErrors = BTreeMap<String, String>;

macro_rules! error_codes {
    ($($variant:ident, $code:literal, $status:literal, $title:literal;)*) => {
        /// Every error a client can meet. The code is part of the public contract: texts may be
        /// translated, codes stay.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ErrorCode {
            $(#[doc = $title] $variant,)*
        }

        impl ErrorCode {
            /// All of them, for the documentation and for tests.
            pub const ALL: &'static [ErrorCode] = &[$(ErrorCode::$variant,)*];

            /// The stable code on the wire.
            pub fn code(self) -> &'static str {
                match self { $(ErrorCode::$variant => $code,)* }
            }

            /// The HTTP status it is answered with.
            pub fn status(self) -> u16 {
                match self { $(ErrorCode::$variant => $status,)* }
            }

            /// A short phrase for the kind of error.
            pub fn title(self) -> &'static str {
                match self { $(ErrorCode::$variant => $title,)* }
            }
        }
    };
}

error_codes! {
    BadRequest, "bad-request", 400, "The request could not be read";
    ValidationFailed, "validation-failed", 400, "Some values are not right";
    SignInRequired, "sign-in-required", 401, "Sign in first";
    PasswordRequired, "password-required", 401, "A password is asked for first";
    SignInFailed, "sign-in-failed", 401, "The e-mail address or the password is not right";
    SecondFactorRequired, "second-factor-required", 401, "A code is wanted too";
    SecondFactorFailed, "second-factor-failed", 401, "The code is not right";
    CrumbInvalid, "crumb-invalid", 403, "The session has expired";
    SecondFactorMissing, "second-factor-missing", 403, "This site asks for two-step sign-in";
    PermissionDenied, "permission-denied", 403, "Your role does not allow this";
    NotFound, "not-found", 404, "Not found";
    UnknownHost, "unknown-host", 404, "No site has this address";
    SiteClosed, "site-closed", 404, "This site is closed";
    SiteGone, "site-gone", 410, "This site is gone";
    MethodNotAllowed, "method-not-allowed", 405, "This address does not take that method";
    Conflict, "conflict", 409, "It clashes with what is there";
    UrlTaken, "url-taken", 409, "The address is already in use";
    OutOfStock, "out-of-stock", 409, "There is not enough of it left";
    StockMoved, "stock-moved", 409, "The stock has changed in the meantime";
    CartChanged, "cart-changed", 409, "The cart has changed";
    AlreadyPurchased, "already-purchased", 409, "The cart has already been bought";
    OrderNotFulfillable, "order-not-fulfillable", 409, "The order cannot be fulfilled";
    CheckoutBlocked, "checkout-blocked", 409, "The order cannot be placed yet";
    TemplateErrors, "template-errors", 422, "Templates with errors cannot be published";
    LinkExpired, "link-expired", 410, "The link no longer works";
    RevisionStale, "revision-stale", 412, "Somebody has saved a newer version";
    PreconditionMissing, "precondition-missing", 428, "The version that is being changed must be named";
    TooSlow, "too-slow", 408, "The request came too slowly";
    BodyTooLarge, "body-too-large", 413, "The request is too large";
    UnsupportedMedia, "unsupported-media", 415, "This kind of content is not taken";
    RateLimited, "rate-limited", 429, "Too many requests";
    PaymentFailed, "payment-failed", 502, "The payment provider did not answer as it should";
    Internal, "internal", 500, "Something went wrong on our side";
    Unavailable, "unavailable", 503, "Not ready";
    StorageFull, "storage-full", 507, "The server has no disk space left";
}

/// After how many seconds it is worth another try when data cannot be reached.
const AWAY_SECONDS: u64 = 5;
/// After how many seconds a site is asked for again whose data has to be brought back.
const DAMAGED_SECONDS: u64 = 120;

/// An error on its way to the client. Domain errors turn into it; the web layer prints it.
#[derive(Debug, thiserror::Error)]
#[error("{}: {detail}", code.code())]
pub struct Failure {
    /// Which of the public errors it is.
    pub code: ErrorCode,
    /// A sentence a person can act on; for internal errors it is logged and not sent.
    pub detail: String,
    /// Messages beside the fields of a form.
    pub fields: FieldErrors,
    /// Further members of the answer, such as a refreshed cart.
    pub extra: serde_json::Map<String, serde_json::Value>,
    /// What lies behind it, for the log alone.
    #[source]
    pub source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl Failure {
    /// An error with a sentence of its own.
    pub fn new(code: ErrorCode, detail: impl Into<String>) -> Self {
        Self { code, detail: detail.into(), fields: FieldErrors::new(), extra: serde_json::Map::new(), source: None }
    }

    /// An error that says no more than its title.
    pub fn plain(code: ErrorCode) -> Self {
        Self::new(code, code.title())
    }

    /// Nothing of that name, here or for this caller.
    pub fn not_found() -> Self {
        Self::plain(ErrorCode::NotFound)
    }

    /// Values that are not right, each with its message.
    pub fn validation(fields: FieldErrors) -> Self {
        let detail = fields.values().next().cloned().unwrap_or_else(|| ErrorCode::ValidationFailed.title().to_owned());
        Self { fields, ..Self::new(ErrorCode::ValidationFailed, detail) }
    }

    /// An error of ours; the cause is logged, the client learns nothing of it.
    pub fn internal(source: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self { source: Some(Box::new(source)), ..Self::plain(ErrorCode::Internal) }
    }

    /// Something that was not saved because nothing can be written; the cause is logged.
    pub fn not_written(problem: WriteProblem, source: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self { source: Some(Box::new(source)), ..Self::new(problem.code(), problem.detail()) }
    }

    /// Data cannot be reached at the moment; the cause is logged.
    pub fn away(source: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self { source: Some(Box::new(source)), ..Self::unreachable() }
    }

    /// Data cannot be reached at the moment, as everybody knows.
    pub fn unreachable() -> Self {
        let detail = "The server cannot reach its data at the moment. Try again in a few seconds.";
        Self::new(ErrorCode::Unavailable, detail).with("retryAfterSeconds", AWAY_SECONDS.into())
    }

    /// The data of a site has to be brought back by whoever runs the installation; the cause is logged.
    pub fn damaged(source: impl std::error::Error + Send + Sync + 'static) -> Self {
        let detail = "The data of this site cannot be read at the moment. Try again in a few minutes; tell whoever runs this \
                      server if it goes on.";
        let failure = Self { source: Some(Box::new(source)), ..Self::new(ErrorCode::Unavailable, detail) };
        failure.with("retryAfterSeconds", DAMAGED_SECONDS.into())
    }

    /// Adds a member to the answer.
    #[must_use]
    pub fn with(mut self, name: &str, value: serde_json::Value) -> Self {
        self.extra.insert(name.to_owned(), value);
        self
    }
}

/// Collects messages beside fields while a form is checked.
#[derive(Debug, Default)]
pub struct Checks {
    fields: FieldErrors,
}

impl Checks {
    /// Notes `message` beside `field` unless `holds`; the first message of a field stays.
    pub fn require(&mut self, holds: bool, field: &str, message: impl Into<String>) {
        if !holds {
            self.fields.entry(field.to_owned()).or_insert_with(|| message.into());
        }
    }

    /// Whether anything was noted.
    pub fn failed(&self) -> bool {
        !self.fields.is_empty()
    }

    /// # Errors
    /// A validation failure with all messages when anything was noted.
    pub fn finish(self) -> Result<(), Failure> {
        if self.fields.is_empty() { Ok(()) } else { Err(Failure::validation(self.fields)) }
    }
}
