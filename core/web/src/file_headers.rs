//! Headers of files that are sent: their names, and values that are made for each of them.

use axum::http::{HeaderName, HeaderValue};
use axum::response::Response;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use stoa_kernel::Failure;

/// Sets a header of a response.
///
/// # Errors
/// When the value is no valid header value.
pub fn put(response: &mut Response, name: HeaderName, value: &str) -> Result<(), Failure> {
    response.headers_mut().insert(name, HeaderValue::from_str(value).map_err(Failure::internal)?);
    Ok(())
}

/// `Content-Disposition` with both forms of the file name (RFC 6266); `kind` is `attachment` or `inline`.
pub fn disposition(kind: &str, filename: &str) -> String {
    let plain: String =
        filename.chars().map(|letter| if letter.is_ascii_graphic() || letter == ' ' { letter } else { '_' }).collect();
    let encoded = utf8_percent_encode(filename, NON_ALPHANUMERIC);
    format!("{kind}; filename=\"{plain}\"; filename*=UTF-8''{encoded}")
}

#[cfg(test)]
mod tests {
    use super::disposition;

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
