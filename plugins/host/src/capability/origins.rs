//! Where a plugin may send requests.

use url::Url;

/// The origin of an address that an owner has entered.
pub(super) fn origin_of(address: &str) -> Option<String> {
    let url = Url::parse(address.trim()).ok()?;
    Some(url.origin().ascii_serialization())
}

/// Whether the exact origin is listed in the manifest, and in the site's grant if there is one.
pub(super) fn is_allowed(url: &Url, manifest: &[String], granted: Option<&[String]>) -> bool {
    let origin = url.origin().ascii_serialization();
    url.scheme() == "https"
        && url.username().is_empty()
        && url.password().is_none()
        && manifest.contains(&origin)
        && granted.is_none_or(|granted| granted.contains(&origin))
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::{is_allowed, origin_of};

    #[test]
    fn an_entered_address_grants_its_origin_alone() {
        let entered: Vec<String> = origin_of(" https://hooks.acme.example/a?token=1 ").into_iter().collect();
        let allowed = |url: &str| is_allowed(&Url::parse(url).expect("url"), &entered, None);
        assert!(allowed("https://hooks.acme.example/another"));
        assert!(!allowed("https://acme.example/") && !allowed("http://hooks.acme.example/a"));
        let plain: Vec<String> = origin_of("http://hooks.acme.example/").into_iter().collect();
        assert!(!is_allowed(&Url::parse("http://hooks.acme.example/").expect("url"), &plain, None), "https only");
        assert_eq!(origin_of("hooks"), None);
    }

    #[test]
    fn only_granted_origins_allowed() {
        let manifest = ["https://api.acme.example".to_owned(), "https://sandbox.acme.example:8443".to_owned()];
        let allowed =
            |url: &str, granted: Option<&[String]>| is_allowed(&Url::parse(url).expect("url"), &manifest, granted);
        assert!(allowed("https://api.acme.example/v1/pay?x=1", None));
        assert!(allowed("https://sandbox.acme.example:8443/", None));
        for refused in [
            "http://api.acme.example/",
            "https://api.acme.example:444/",
            "https://api.acme.example.evil.example/",
            "https://evil.example/?https://api.acme.example",
            "https://user@api.acme.example/",
            "https://sandbox.acme.example/",
        ] {
            assert!(!allowed(refused, None), "{refused}");
        }
        assert!(!allowed("https://api.acme.example/", Some(&[])), "the site granted nothing");
    }
}
