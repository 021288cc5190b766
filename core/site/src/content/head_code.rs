//! Elements that owners add to the `<head>` of a page: site verification and metadata, but nothing executable.

/// Maximum length of all lines together, in characters.
const MAX_LENGTH: usize = 4_000;
const META: [&str; 5] = ["name", "property", "content", "media", "itemprop"];
const LINK: [&str; 7] = ["rel", "href", "hreflang", "sizes", "type", "title", "media"];
/// Allowed values of `rel` in `<link>`.
const RELATIONS: [&str; 8] = ["alternate", "author", "me", "license", "help", "icon", "apple-touch-icon", "manifest"];

/// Normalises the lines to the form that pages print: one element per line.
///
/// # Errors
/// A message that names the first invalid line.
pub(crate) fn checked(text: &str) -> Result<String, String> {
    if text.chars().count() > MAX_LENGTH {
        return Err(stoa_kernel::shared_problem_texts::TEXT_TOO_LONG.with("count", MAX_LENGTH).to_string());
    }
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let elements: Result<Vec<String>, String> = lines
        .map(|line| {
            element(line)
                .ok_or_else(|| format!("Write one <meta> or <link> element on each line; this line is not one: {line}"))
        })
        .collect();
    Ok(elements?.join("\n"))
}

fn element(line: &str) -> Option<String> {
    let inside = line.strip_prefix('<')?.strip_suffix('>')?.trim_end_matches('/').trim();
    let (name, rest) = inside.split_once(char::is_whitespace)?;
    let name = name.to_ascii_lowercase();
    let allowed = match name.as_str() {
        "meta" => &META[..],
        "link" => &LINK[..],
        _ => return None,
    };
    let attributes = attributes(rest)?;
    if attributes.is_empty() || !attributes.iter().all(|(key, _)| allowed.contains(&key.as_str())) {
        return None;
    }
    if name == "link" && !is_plain_link(&attributes) {
        return None;
    }
    let written = attributes.iter().map(|(key, value)| format!(" {key}=\"{}\"", value.replace('"', "&quot;")));
    Some(format!("<{name}{}>", written.collect::<String>()))
}

fn is_plain_link(attributes: &[(String, String)]) -> bool {
    let value = |name: &str| attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    let known = value("rel").is_some_and(|rel| {
        rel.split_whitespace().next().is_some()
            && rel.split_whitespace().all(|word| RELATIONS.contains(&word.to_ascii_lowercase().as_str()))
    });
    let leads = value("href").is_some_and(|href| href.starts_with("https://") || href.starts_with('/'));
    known && leads
}

/// Attributes of an element, each with its quoted value.
fn attributes(text: &str) -> Option<Vec<(String, String)>> {
    let mut found = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (key, after) = rest.split_once('=')?;
        let quote = after.chars().next().filter(|letter| matches!(letter, '"' | '\''))?;
        let (value, behind) = after.get(1..)?.split_once(quote)?;
        if value.contains(['<', '>']) || value.chars().any(char::is_control) {
            return None;
        }
        found.push((key.trim().to_ascii_lowercase(), value.to_owned()));
        rest = behind.trim_start();
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::checked;

    #[test]
    fn verification_and_meta_tags_accepted() {
        let text = "<META name='theme-color' content=\"#fff\" />\n\n <link rel=\"alternate\" hreflang=\"fr\" href=\"https://fr.domain.com/\">";
        let kept = "<meta name=\"theme-color\" content=\"#fff\">\n<link rel=\"alternate\" hreflang=\"fr\" href=\"https://fr.domain.com/\">";
        assert_eq!(checked(text).as_deref(), Ok(kept));
        assert_eq!(checked("").as_deref(), Ok(""));
    }

    #[test]
    fn scripts_and_styles_rejected() {
        for line in [
            "<script src=\"/x.js\"></script>",
            "<meta http-equiv=\"refresh\" content=\"0;url=https://domain.com\">",
            "<link rel=\"stylesheet\" href=\"https://domain.com/x.css\">",
            "<link rel=\"icon\" href=\"javascript:x()\">",
            "<meta name=\"a\" content=\"b\"><script>x()</script>",
            "<meta name=a content=b>",
            "<meta name=\"a\" onload=\"x()\">",
            "text",
        ] {
            assert!(checked(line).is_err(), "{line}");
        }
        assert!(checked(&"x".repeat(4_001)).is_err());
    }
}
