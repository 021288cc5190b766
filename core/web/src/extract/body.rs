//! Request bodies, queries and paths, parsed into the types of handlers. Invalid ones are refused with a problem that
//! names the member.

use axum::body::Bytes;
use axum::extract::multipart::Multipart;
use axum::extract::rejection::{BytesRejection, PathRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use serde::de::DeserializeOwned;
use stoa_kernel::{ErrorCode, Failure};

use super::parse_errors::{InputName, in_fields, in_json, not_json};
use crate::problem::ApiError;
use crate::problem_texts::BODY_INCOMPLETE;

const JSON: &str = "application/json";
const FORM: &str = "application/x-www-form-urlencoded";
const MULTIPART: &str = "multipart/form-data";

/// A JSON body.
#[derive(Debug, Clone, Copy)]
pub struct ApiJson<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for ApiJson<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let kind = media_type(request.headers());
        if kind != JSON && !(kind.starts_with("application/") && kind.ends_with("+json")) {
            return Err(other_media(JSON));
        }
        let ApiBytes(text) = ApiBytes::from_request(request, state).await?;
        parse_json(&text).map(Self)
    }
}

/// The fields of a form without files.
#[derive(Debug, Clone, Copy)]
pub struct ApiForm<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for ApiForm<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        if !is_form(request.headers()) {
            return Err(other_media(FORM));
        }
        let ApiBytes(text) = ApiBytes::from_request(request, state).await?;
        parse_fields(&text, InputName::FORM).map(Self)
    }
}

/// A form with files, part by part.
#[derive(Debug)]
pub struct ApiMultipart(pub Multipart);

impl<S: Send + Sync> FromRequest<S> for ApiMultipart {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        if media_type(request.headers()) != MULTIPART {
            return Err(other_media(MULTIPART));
        }
        let form = Multipart::from_request(request, state).await;
        let refusal = || Failure::new(ErrorCode::BadRequest, "Send the multipart boundary in Content-Type.");
        Ok(Self(form.map_err(|_| refusal())?))
    }
}

/// A body as bytes, of any media type.
#[derive(Debug, Clone)]
pub struct ApiBytes(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for ApiBytes {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let refusal = |rejection: BytesRejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Failure::plain(ErrorCode::BodyTooLarge),
            _ => Failure::said(ErrorCode::BadRequest, BODY_INCOMPLETE),
        };
        Ok(Self(Bytes::from_request(request, state).await.map_err(refusal)?))
    }
}

/// Path parameters. A malformed one is a 404.
#[derive(Debug, Clone, Copy)]
pub struct ApiPath<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for ApiPath<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        match Path::<T>::from_request_parts(parts, state).await {
            Ok(Path(value)) => Ok(Self(value)),
            Err(PathRejection::FailedToDeserializePathParams(_)) => Err(ApiError(Failure::not_found())),
            Err(rejection) => Err(ApiError(Failure::internal(rejection))),
        }
    }
}

/// Query parameters.
#[derive(Debug, Clone, Copy)]
pub struct ApiQuery<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for ApiQuery<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        parse_fields(parts.uri.query().unwrap_or_default().as_bytes(), InputName::QUERY).map(Self)
    }
}

/// Parses JSON.
///
/// # Errors
/// What is wrong with it, for the member concerned where there is one.
pub(super) fn parse_json<T: DeserializeOwned>(text: &[u8]) -> Result<T, ApiError> {
    let mut parser = serde_json::Deserializer::from_slice(text);
    let value = serde_path_to_error::deserialize(&mut parser).map_err(|error| in_json(text, error))?;
    parser.end().map_err(|error| not_json(&error))?;
    Ok(value)
}

/// Parses the fields of a form or a query.
///
/// # Errors
/// What is wrong, for the field concerned where there is one.
pub(super) fn parse_fields<T: DeserializeOwned>(text: &[u8], whole: InputName) -> Result<T, ApiError> {
    let parser = serde_urlencoded::Deserializer::new(form_urlencoded::parse(text));
    Ok(serde_path_to_error::deserialize(parser).map_err(|error| in_fields(error, whole))?)
}

/// Whether the content type is that of a form without files.
pub fn is_form(headers: &HeaderMap) -> bool {
    media_type(headers) == FORM
}

/// The media type of the body, in lower case and without parameters; empty without a `Content-Type`.
fn media_type(headers: &HeaderMap) -> String {
    let said = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    said.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

fn other_media(wanted: &str) -> ApiError {
    ApiError(Failure::new(ErrorCode::UnsupportedMedia, format!("Send the body as {wanted}.")))
}
