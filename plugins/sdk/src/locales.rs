//! Texts of a plugin from the files of its folder `locales`.

/// Makes a function `text(language, key)` of the files of the folder `locales` beside `src`: the text in the language of
/// a tag such as `de-AT` or `pt_BR`, else the first file's. Use it at the top of `src/lib.rs`:
/// `locales!("en", "de", "zh-Hans");`
#[macro_export]
macro_rules! locales {
    ($($language:literal),+ $(,)?) => {
        fn text(language: &str, key: &str) -> String {
            $crate::text_of(
                &[$(($language, include_str!(concat!("../locales/", $language, ".json")))),+],
                language,
                key,
            )
        }
    };
}

#[doc(hidden)]
pub fn text_of(files: &[(&str, &str)], language: &str, key: &str) -> String {
    let read = |file: &str| {
        let texts: serde_json::Value = serde_json::from_str(file).ok()?;
        texts.get(key)?.as_str().map(str::to_owned)
    };
    let wanted = file_of(files, language);
    let found = wanted.and_then(read).or_else(|| files.first().and_then(|(_, file)| read(file)));
    found.unwrap_or_else(|| key.to_owned())
}

/// The file of the tag itself, or else one of its language.
fn file_of<'a>(files: &[(&str, &'a str)], language: &str) -> Option<&'a str> {
    let tag = language.replace('_', "-");
    let primary = |tag: &str| tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
    let same = files.iter().find(|(name, _)| name.eq_ignore_ascii_case(&tag));
    let related = || files.iter().find(|(name, _)| primary(name) == primary(&tag));
    same.or_else(related).map(|(_, file)| *file)
}

#[cfg(test)]
mod tests {
    use super::text_of;

    #[test]
    fn texts_follow_the_language() {
        let files = [
            ("en", "{\"open\": \"open\", \"closed\": \"closed\"}"),
            ("pt-BR", "{\"open\": \"aberto\"}"),
            ("zh-Hans", "{\"open\": \"营业中\"}"),
        ];
        for (language, open) in [
            ("en-US", "open"),
            ("pt_BR", "aberto"),
            ("pt", "aberto"),
            ("zh-CN", "营业中"),
            ("fi", "open"),
            ("", "open"),
        ] {
            assert_eq!(text_of(&files, language, "open"), open, "{language}");
        }
        assert_eq!(text_of(&files, "pt-BR", "closed"), "closed");
        assert_eq!(text_of(&files, "de", "nothing"), "nothing");
    }
}
