//! Sentences about problems that visitors have with requests.

use stoa_kernel::ErrorCode;

stoa_kernel::problem_texts! {
    /// Too many requests within a minute.
    pub SLOW_DOWN = "slow-down", "Please try again in a few seconds.";
    /// Too many attempts to sign in to an account.
    pub SIGN_IN_ATTEMPTS = "sign-in-attempts", "There were too many attempts to sign in to this account. \
        Sign in with a browser you have used before, reset your password by e-mail, or try again later.";
    /// The CSRF token is missing or wrong.
    pub SESSION_EXPIRED = "session-expired", "Your session has expired. Please reload the page and try again.";
    /// A body has ended too early.
    pub BODY_INCOMPLETE = "body-incomplete", "The request body is incomplete. Please send it again.";
    /// A member of the input is missing.
    pub MEMBER_REQUIRED = "member-required", "{member} is required.";
    /// The site is not open yet.
    pub SITE_NOT_OPEN = "site-not-open", "This site is not open yet.";
    /// The site has a password.
    pub SITE_PROTECTED = "site-protected", "This site is password-protected.";
    /// There is no site yet.
    pub NO_SITE_YET = "no-site-yet", "There is no site at this address yet.";
    /// Address suggestions do not work.
    pub NO_SUGGESTIONS = "no-address-suggestions", "Address suggestions are not available right now. \
        Please enter your address.";
    /// The site has no service for address suggestions.
    pub NO_SUGGESTIONS_HERE = "no-address-suggestions-here", "Address suggestions are not available here. \
        Please enter your address.";
    /// Address suggestions are for those who buy something.
    pub SUGGESTIONS_IN_CHECKOUT = "suggestions-in-checkout", "Address suggestions are only available in the \
        checkout.";
}

/// Kinds of errors that visitors meet; their titles are sentences too.
pub const OF_VISITORS: &[ErrorCode] = &[
    ErrorCode::BadRequest,
    ErrorCode::ValidationFailed,
    ErrorCode::SignInRequired,
    ErrorCode::PasswordRequired,
    ErrorCode::PermissionDenied,
    ErrorCode::NotFound,
    ErrorCode::UnknownHost,
    ErrorCode::SiteClosed,
    ErrorCode::SiteGone,
    ErrorCode::MethodNotAllowed,
    ErrorCode::Conflict,
    ErrorCode::AlreadyPurchased,
    ErrorCode::LinkExpired,
    ErrorCode::BodyTooLarge,
    ErrorCode::PaymentFailed,
    ErrorCode::Internal,
    ErrorCode::Unavailable,
];
