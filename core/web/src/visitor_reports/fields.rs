//! Bodies of reports. Browsers send them while a page is being closed, as forms, as JSON or as plain text: the body is
//! read by what it looks like.

use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use stoa_kernel::error::Checks;
use stoa_kernel::{ErrorCode, Failure};

use crate::extract::ApiBytes;
use crate::problem::{ApiError, ApiResult};

/// Fields of a form, or members of a JSON object.
#[derive(Debug)]
pub struct Fields(pub Map<String, Value>);

impl Fields {
    /// A field with a text; none when it is empty.
    pub fn text(&self, name: &str) -> Option<String> {
        text_of(&self.0, name)
    }
}

/// A text, or the digits of a number.
pub fn text_of(members: &Map<String, Value>, name: &str) -> Option<String> {
    match members.get(name)? {
        Value::String(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The refusal of a field.
pub fn refused(field: &str, message: &str) -> ApiError {
    let mut checks = Checks::default();
    checks.require(false, field, message);
    ApiError(checks.finish().err().unwrap_or_else(|| Failure::plain(ErrorCode::BadRequest)))
}

/// JSON in a body of any media type.
///
/// # Errors
/// When it is no such JSON.
pub fn json<T: DeserializeOwned>(body: &[u8], expected: &'static str) -> ApiResult<T> {
    serde_json::from_slice(body).map_err(|_| ApiError(Failure::new(ErrorCode::BadRequest, expected)))
}

impl<S: Send + Sync> FromRequest<S> for Fields {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let ApiBytes(body) = ApiBytes::from_request(request, state).await?;
        if body.trim_ascii_start().first() == Some(&b'{') {
            return Ok(Self(json(&body, "Send a JSON object or the fields of a form.")?));
        }
        let pairs = form_urlencoded::parse(&body);
        Ok(Self(pairs.map(|(name, value)| (name.into_owned(), Value::String(value.into_owned()))).collect()))
    }
}
