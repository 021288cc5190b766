//! Axum's extractors with their refusals turned into problems.

use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use stoa_kernel::{ErrorCode, Failure};

use crate::problem::ApiError;

/// A JSON body.
#[derive(Debug, Clone, Copy)]
pub struct ApiJson<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for ApiJson<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        match axum::Json::<T>::from_request(request, state).await {
            Ok(axum::Json(value)) => Ok(Self(value)),
            Err(rejection) => Err(json_refusal(&rejection)),
        }
    }
}

fn json_refusal(rejection: &JsonRejection) -> ApiError {
    let failure = match rejection {
        JsonRejection::MissingJsonContentType(_) => {
            Failure::new(ErrorCode::UnsupportedMedia, "Send the body as application/json.")
        }
        other if other.status() == StatusCode::PAYLOAD_TOO_LARGE => Failure::plain(ErrorCode::BodyTooLarge),
        other => Failure::new(ErrorCode::BadRequest, other.body_text()),
    };
    ApiError(failure)
}

/// Parameters of the path. A malformed one names nothing: 404.
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

/// Parameters of the query.
#[derive(Debug, Clone, Copy)]
pub struct ApiQuery<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for ApiQuery<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        match Query::<T>::from_request_parts(parts, state).await {
            Ok(Query(value)) => Ok(Self(value)),
            Err(QueryRejection::FailedToDeserializeQueryString(rejection)) => {
                Err(ApiError(Failure::new(ErrorCode::BadRequest, rejection.body_text())))
            }
            Err(rejection) => Err(ApiError(Failure::internal(rejection))),
        }
    }
}
