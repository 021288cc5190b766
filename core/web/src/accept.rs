//! What browsers accept: the forms of a picture, and packed bodies. Entries are only compared, for which the crate
//! `headers` is not needed.

use axum::http::{HeaderMap, header};

/// Whether `Accept` names this media type itself; `*/*` does not count.
pub fn names(accept: &str, mime_type: &str) -> bool {
    accept.split(',').any(|entry| {
        let mut parts = entry.split(';').map(str::trim);
        parts.next() == Some(mime_type) && !parts.any(|parameter| matches!(parameter, "q=0" | "q=0.0"))
    })
}

/// Whether the browser accepts gzip: named, and not with `q=0`.
pub fn accepts_gzip(headers: &HeaderMap) -> bool {
    let offers = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    offers.flat_map(|offer| offer.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let refused = weight.trim().strip_prefix("q=").and_then(|weight| weight.parse().ok()) == Some(0.0_f32);
        name.trim().eq_ignore_ascii_case("gzip") && !refused
    })
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn accept_header_formats() {
        let browser = "image/avif,image/webp;q=0.9,image/png,*/*;q=0.5";
        assert!(names(browser, "image/avif") && names(browser, "image/webp"));
        assert!(!names("*/*", "image/webp") && !names("image/webp;q=0", "image/webp"));
    }

    #[test]
    fn gzip_needs_accept_encoding() {
        let takes = |offer: &'static str| {
            accepts_gzip(&HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(offer))]))
        };
        assert!(takes("gzip"));
        assert!(takes("br;q=1.0, GZIP;q=0.5"));
        assert!(!takes("gzip;q=0"));
        assert!(!takes("identity, br"));
        assert!(!accepts_gzip(&HeaderMap::new()));
    }
}
