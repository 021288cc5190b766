//! The language of a visitor.

/// The language of a tag, without country and script.
pub fn primary_language(tag: &str) -> Option<String> {
    let language = tag.split(['-', '_']).next()?;
    let is_language = (2..=3).contains(&language.len()) && language.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_language.then(|| language.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::primary_language;

    #[test]
    fn languages_have_no_countries() {
        for (tag, language) in [("de-AT", Some("de")), ("ZH_Hans", Some("zh")), ("x", None), ("", None), ("12", None)] {
            assert_eq!(primary_language(tag).as_deref(), language, "{tag}");
        }
    }
}
