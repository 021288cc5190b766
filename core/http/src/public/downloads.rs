//! Files of digital products that buyers download from their order page, completely or resumed.

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use stoa_commerce::downloads::{self, DownloadRequest};
use stoa_kernel::Failure;
use stoa_kernel::id::ProductFileId;

use crate::extract::{ApiPath, Visitor, path_id};
use crate::policy_router::PolicyRouter;
use crate::problem::ApiResult;
use crate::route_policy::opened_by_url;
use crate::state::AppState;

/// Path of a file of an order.
#[derive(Debug, Deserialize)]
struct DownloadPath {
    token: String,
    #[serde(deserialize_with = "path_id")]
    file_id: ProductFileId,
}

/// The routes of this module.
pub fn routes() -> PolicyRouter {
    PolicyRouter::new().get("/checkout/downloads/{token}/{file_id}", file, opened_by_url())
}

async fn file(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(path): ApiPath<DownloadPath>,
    method: Method,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let range = headers.get(header::RANGE).and_then(|value| value.to_str().ok());
    let from = range.and_then(resume_offset).unwrap_or(0);
    let wanted = DownloadRequest {
        order_token: &path.token,
        file_id: &path.file_id,
        from,
        head_alone: method == Method::HEAD,
        pass: visitor.tester_pass(),
    };
    let opened = downloads::open(&visitor.ctx, &visitor.db, state.blobs.as_ref(), &wanted).await?;
    let (from, bytes) = (opened.from, opened.bytes);
    let mut response = Body::from_stream(opened.part).into_response();
    if from > 0 {
        *response.status_mut() = StatusCode::PARTIAL_CONTENT;
        put(&mut response, header::CONTENT_RANGE, &format!("bytes {from}-{}/{bytes}", bytes.saturating_sub(1)))?;
    }
    put(&mut response, header::CONTENT_LENGTH, &bytes.saturating_sub(from).to_string())?;
    put(&mut response, header::CONTENT_DISPOSITION, &disposition("attachment", &opened.filename))?;
    for (name, value) in [
        (header::CONTENT_TYPE, "application/octet-stream"),
        (header::ACCEPT_RANGES, "bytes"),
        (header::CACHE_CONTROL, "private, no-store"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    Ok(response)
}

pub(crate) fn put(response: &mut Response, name: header::HeaderName, value: &str) -> Result<(), Failure> {
    response.headers_mut().insert(name, HeaderValue::from_str(value).map_err(Failure::internal)?);
    Ok(())
}

/// Offset at which a download resumes: only the form `bytes=N-`, which browsers send for it. Any other range gets the
/// whole file (RFC 9110, section 14.2).
fn resume_offset(range: &str) -> Option<u64> {
    range.strip_prefix("bytes=")?.strip_suffix('-')?.parse().ok()
}

/// `Content-Disposition` with both forms of the file name (RFC 6266); `kind` is `attachment` or `inline`.
pub(crate) fn disposition(kind: &str, filename: &str) -> String {
    let plain: String =
        filename.chars().map(|letter| if letter.is_ascii_graphic() || letter == ' ' { letter } else { '_' }).collect();
    let encoded = utf8_percent_encode(filename, NON_ALPHANUMERIC);
    format!("{kind}; filename=\"{plain}\"; filename*=UTF-8''{encoded}")
}

#[cfg(test)]
mod tests {
    use super::{disposition, resume_offset};

    #[test]
    fn range_must_be_within_file() {
        assert_eq!(resume_offset("bytes=100-"), Some(100));
        for other in ["bytes=0-99", "bytes=-5", "bytes=1-,5-", "lines=1-", "bytes=x-"] {
            assert_eq!(resume_offset(other), None, "{other}");
        }
    }

    #[test]
    fn file_names_in_content_disposition() {
        assert_eq!(
            disposition("attachment", "A b.pdf"),
            "attachment; filename=\"A b.pdf\"; filename*=UTF-8''A%20b%2Epdf"
        );
        assert!(
            disposition("attachment", "図.pdf")
                .starts_with("attachment; filename=\"_.pdf\"; filename*=UTF-8''%E5%9B%B3")
        );
    }
}
