//! Errors that a plugin returns.

use crate::{Error, ErrorCode};

/// An error for invalid input.
pub fn invalid_input(message: impl Into<String>) -> Error {
    error(ErrorCode::InvalidInput, message)
}

/// An error of any class, without a message for the customer.
pub fn error(code: ErrorCode, message: impl Into<String>) -> Error {
    Error { code, message: message.into(), buyer_message: None, retry_after_ms: None }
}
