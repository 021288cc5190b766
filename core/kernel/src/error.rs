//! The closed, public list of error codes, and the one form in which domain errors reach the web layer.

use std::collections::BTreeMap;

use crate::contributor_texts;
use crate::problem_text::{ProblemText, Said, SaidTexts};
use crate::shared_problem_texts::DATA_UNREACHABLE;
use crate::storage::WriteProblem;

/// Field name to a message that the person can act on.
pub type FieldErrors = BTreeMap<String, String>;

macro_rules! error_codes {
    ($($variant:ident, $code:literal, $status:literal, $title:literal;)*) => {
        /// Every error that a client can get. The code is part of the public API: texts may be translated, codes do not
        /// change.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ErrorCode {
            $(#[doc = $title] $variant,)*
        }

        impl ErrorCode {
            /// All codes, for the documentation and for tests.
            pub const ALL: &'static [ErrorCode] = &[$(ErrorCode::$variant,)*];

            /// The stable code in responses.
            pub fn code(self) -> &'static str {
                match self { $(ErrorCode::$variant => $code,)* }
            }

            /// The HTTP status of the response.
            pub fn status(self) -> u16 {
                match self { $(ErrorCode::$variant => $status,)* }
            }

            /// A short phrase for the kind of error.
            pub fn title(self) -> &'static str {
                match self { $(ErrorCode::$variant => $title,)* }
            }

            /// The title as a sentence for visitors.
            pub fn text(self) -> ProblemText {
                ProblemText::new(self.code(), self.title())
            }
        }
    };
}

error_codes! {
    BadRequest, "bad-request", 400, "The request could not be read";
    ValidationFailed, "validation-failed", 400, "Some values are invalid";
    LoadTestRealAddress, "load-test-real-address", 400, "The address could belong to someone";
    SignInRequired, "sign-in-required", 401, "Sign in first";
    PasswordRequired, "password-required", 401, "A password is required";
    SignInFailed, "sign-in-failed", 401, "The e-mail address or password is incorrect";
    SecondFactorRequired, "second-factor-required", 401, "A code is required";
    SecondFactorFailed, "second-factor-failed", 401, "The code is incorrect";
    CrumbInvalid, "crumb-invalid", 403, "The session has expired";
    SecondFactorMissing, "second-factor-missing", 403, "This site requires two-step sign-in";
    PermissionDenied, "permission-denied", 403, "Your role does not allow this";
    LoadTestNotAllowed, "load-test-not-allowed", 403, "Load tests are not allowed here";
    LoadTestsOff, "load-tests-off", 403, "This installation does not allow load tests";
    LoadTestEnded, "load-test-ended", 403, "The load test has ended";
    NotFound, "not-found", 404, "Not found";
    UnknownHost, "unknown-host", 404, "No site has this address";
    SiteClosed, "site-closed", 404, "This site is closed";
    SiteGone, "site-gone", 410, "This site no longer exists";
    MethodNotAllowed, "method-not-allowed", 405, "This address does not allow that method";
    Conflict, "conflict", 409, "It conflicts with the current state";
    UrlTaken, "url-taken", 409, "The address is already in use";
    OutOfStock, "out-of-stock", 409, "There is not enough stock left";
    StockMoved, "stock-moved", 409, "The stock has changed in the meantime";
    CartChanged, "cart-changed", 409, "The cart has changed";
    AlreadyPurchased, "already-purchased", 409, "The cart has already been bought";
    OrderNotFulfillable, "order-not-fulfillable", 409, "The order cannot be fulfilled";
    CheckoutBlocked, "checkout-blocked", 409, "The order cannot be placed yet";
    LoadTestRealPayments, "load-test-real-payments", 409, "No payment method is in test mode";
    LoadTestRealMethod, "load-test-real-method", 409, "The payment method takes real money";
    LoadTestSiteClosed, "load-test-site-closed", 409, "Visitors cannot open this site";
    LoadTestNameUsed, "load-test-name-used", 409, "Another run has this name";
    PluginConsent, "plugin-consent", 409, "The plugin asks for more than was agreed to";
    TemplateErrors, "template-errors", 422, "Templates with errors cannot be published";
    LinkExpired, "link-expired", 410, "The link no longer works";
    RevisionStale, "revision-stale", 412, "Someone saved a newer version";
    PreconditionMissing, "precondition-missing", 428, "The version being changed must be sent";
    TooSlow, "too-slow", 408, "The request was sent too slowly";
    BodyTooLarge, "body-too-large", 413, "The request is too large";
    UnsupportedMedia, "unsupported-media", 415, "This content type is not accepted";
    RateLimited, "rate-limited", 429, "Too many requests";
    PaymentFailed, "payment-failed", 502, "The payment provider did not respond as expected";
    Internal, "internal", 500, "Something went wrong on our side";
    Unavailable, "unavailable", 503, "Not ready";
    StorageFull, "storage-full", 507, "The server has no disk space left";
}

/// Seconds until a retry is worthwhile when data cannot be reached (`Retry-After`).
const UNREACHABLE_RETRY_SECONDS: u64 = 5;
/// Seconds until a retry when the data of a site has to be restored (`Retry-After`).
const DAMAGED_RETRY_SECONDS: u64 = 120;

/// An error for the client. Domain errors are converted to it; the web layer serializes it.
#[derive(Debug, thiserror::Error)]
#[error("{}: {detail}", code.code())]
pub struct Failure {
    /// The public error code.
    pub code: ErrorCode,
    /// A sentence that the person can act on; for internal errors it is logged and not sent.
    pub detail: String,
    /// Messages for the fields of a form.
    pub fields: FieldErrors,
    /// The same texts for other languages, where they are known in them.
    pub said: Option<Box<SaidTexts>>,
    /// Further members of the response, such as a refreshed cart.
    pub extra: serde_json::Map<String, serde_json::Value>,
    /// The underlying error, only for the log.
    #[source]
    pub source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl Failure {
    /// An error with its own detail text.
    pub fn new(code: ErrorCode, detail: impl Into<String>) -> Self {
        Self {
            code,
            detail: detail.into(),
            fields: FieldErrors::new(),
            said: None,
            extra: serde_json::Map::new(),
            source: None,
        }
    }

    /// An error whose detail text is known in all languages.
    pub fn said(code: ErrorCode, said: impl Into<Said>) -> Self {
        let said = said.into();
        let detail = said.to_string();
        let texts = SaidTexts { detail: Some(said), fields: BTreeMap::new() };
        Self { said: Some(Box::new(texts)), ..Self::new(code, detail) }
    }

    /// An error without a detail text.
    pub fn plain(code: ErrorCode) -> Self {
        Self::said(code, code.text())
    }

    /// Does not exist, or not for this caller.
    pub fn not_found() -> Self {
        Self::plain(ErrorCode::NotFound)
    }

    /// Invalid values, each with its message.
    pub fn validation(fields: FieldErrors) -> Self {
        let detail = fields.values().next().cloned().unwrap_or_else(|| ErrorCode::ValidationFailed.title().to_owned());
        Self { fields, ..Self::new(ErrorCode::ValidationFailed, detail) }
    }

    /// An invalid value whose message is known in all languages.
    pub fn said_field(field: &str, said: impl Into<Said>) -> Self {
        let mut checks = Checks::default();
        checks.require_said(false, field, said);
        checks.failure()
    }

    /// An internal error; the cause is logged and not sent to the client.
    pub fn internal(source: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self { source: Some(Box::new(source)), ..Self::plain(ErrorCode::Internal) }
    }

    /// A change that was not saved because storage cannot be written; the cause is logged.
    pub fn not_written(problem: WriteProblem, source: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self { source: Some(Box::new(source)), ..Self::new(problem.code(), problem.detail()) }
    }

    /// Data cannot be reached at the moment; the cause is logged.
    pub fn away(source: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self { source: Some(Box::new(source)), ..Self::unreachable() }
    }

    /// Data cannot be reached at the moment; the outage is already known, so nothing is logged.
    pub fn unreachable() -> Self {
        Self::said(ErrorCode::Unavailable, DATA_UNREACHABLE).with("retryAfterSeconds", UNREACHABLE_RETRY_SECONDS.into())
    }

    /// The data of a site has to be restored by the operator; the cause is logged.
    pub fn damaged(source: impl std::error::Error + Send + Sync + 'static) -> Self {
        let detail = contributor_texts::SITE_DATA_UNREADABLE.english();
        let failure = Self { source: Some(Box::new(source)), ..Self::new(ErrorCode::Unavailable, detail) };
        failure.with("retryAfterSeconds", DAMAGED_RETRY_SECONDS.into())
    }

    /// Adds a member to the response.
    #[must_use]
    pub fn with(mut self, name: &str, value: serde_json::Value) -> Self {
        self.extra.insert(name.to_owned(), value);
        self
    }
}

/// Collects field errors while a form is validated.
#[derive(Debug, Default)]
pub struct Checks {
    fields: FieldErrors,
    said: BTreeMap<String, Said>,
}

impl Checks {
    /// Adds `message` for `field` unless `holds`; only the first message of a field is kept.
    pub fn require(&mut self, holds: bool, field: &str, message: impl Into<String>) {
        if !holds {
            self.fields.entry(field.to_owned()).or_insert_with(|| message.into());
        }
    }

    /// The same with a message that is known in all languages.
    pub fn require_said(&mut self, holds: bool, field: &str, said: impl Into<Said>) {
        if !holds && !self.fields.contains_key(field) {
            let said = said.into();
            self.fields.insert(field.to_owned(), said.to_string());
            self.said.insert(field.to_owned(), said);
        }
    }

    /// Whether there are no field errors.
    pub fn failed(&self) -> bool {
        !self.fields.is_empty()
    }

    /// # Errors
    /// A validation failure with all messages when there are any.
    pub fn finish(self) -> Result<(), Failure> {
        if self.fields.is_empty() { Ok(()) } else { Err(self.failure()) }
    }

    fn failure(self) -> Failure {
        // The detail is the message of the first field.
        let first = self.fields.keys().next().and_then(|field| self.said.get(field));
        let texts = SaidTexts { detail: first.cloned(), fields: self.said };
        let said = (!texts.fields.is_empty()).then(|| Box::new(texts));
        Failure { said, ..Failure::validation(self.fields) }
    }
}
