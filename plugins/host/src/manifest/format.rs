//! Formats of a manifest.

const MAX_TITLE_LENGTH: usize = 60;
/// Ends of names of files.
const EXTENSIONS: [&str; 5] = ["csv", "tsv", "txt", "xml", "json"];

/// Checks a format: its title, the end of its files, and that it goes out or comes in.
pub(super) fn check(title: Option<&str>, extension: &str, is_used: bool) -> Result<(), String> {
    let is_title = |title: &str| title.chars().count() <= MAX_TITLE_LENGTH && !title.chars().any(char::is_control);
    if title.is_some_and(|title| title.trim().is_empty() || !is_title(title)) {
        return Err(format!("provides.title of a catalogue-format has 1 to {MAX_TITLE_LENGTH} characters on one line"));
    }
    if !EXTENSIONS.contains(&extension) {
        return Err(format!("provides.extension `{extension}` is not one of {}", EXTENSIONS.join(", ")));
    }
    if is_used {
        return Ok(());
    }
    Err("a catalogue-format has at least one of `exports = true`, `imports = true` and `products = true`".to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::Manifest;

    fn parsed(format: &str) -> Result<Manifest, String> {
        Manifest::parse(&format!(
            "[plugin]\nid = \"acme.a\"\nversion = \"1.0.0\"\napi = \"0.2\"\nname = \"Acme\"\n\
             component = \"p.wasm\"\n[[provides]]\nkind = \"catalogue-format\"\nname = \"feed\"\n{format}\n"
        ))
    }

    #[test]
    fn a_format_goes_out_or_comes_in_and_tells_of_products_when_it_goes_out() {
        let out = parsed("extension = \"tsv\"\nexports = true").expect("sound");
        assert_eq!(out.permissions.events, ["products"]);
        let own = parsed("extension = \"csv\"\nimports = true").expect("sound");
        assert_eq!(own.permissions.events, Vec::<String>::new());
        for (format, word) in [
            ("extension = \"exe\"\nexports = true", "provides.extension"),
            ("extension = \"csv\"", "`exports = true`"),
            ("extension = \"csv\"\nexports = true\ntitle = \" \"", "provides.title"),
        ] {
            let fault = parsed(format).expect_err("refused");
            assert!(fault.contains(word), "{fault}");
        }
    }
}
