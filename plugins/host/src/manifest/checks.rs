//! Checks of single values in a manifest, and the order of versions.

use std::cmp::Ordering;

pub(super) fn is_plugin_id(id: &str) -> bool {
    let label = |text: &str| {
        !text.is_empty()
            && text.starts_with(|first: char| first.is_ascii_lowercase())
            && text
                .chars()
                .all(|character| character.is_ascii_lowercase() || character.is_ascii_digit() || character == '-')
    };
    id.len() <= 100 && id.split_once('.').is_some_and(|(publisher, name)| label(publisher) && label(name))
}

pub(super) fn is_version(version: &str) -> bool {
    let parts: Vec<&str> = version.split('.').collect();
    parts.len() == 3
        && parts
            .iter()
            .all(|part| !part.is_empty() && part.len() <= 9 && part.chars().all(|character| character.is_ascii_digit()))
}

/// Order of two versions of plugins, which are three numbers.
#[must_use]
pub fn compare_versions(one: &str, other: &str) -> Ordering {
    let numbers = |version: &str| -> Vec<u32> { version.split('.').map(|part| part.parse().unwrap_or(0)).collect() };
    numbers(one).cmp(&numbers(other))
}

pub(super) fn is_name(name: &str) -> bool {
    let allowed = |character: char| {
        character.is_ascii_lowercase() || character.is_ascii_digit() || matches!(character, '_' | '-')
    };
    !name.is_empty() && name.len() <= 64 && name.chars().all(allowed)
}

/// Checks the path of a file within the plugin's folder.
pub(super) fn check_file(field: &str, path: &str, ending: &str) -> Result<(), String> {
    let inside = !path.is_empty()
        && path.split('/').all(|part| !part.is_empty() && part != "." && part != "..")
        && !path.contains(['\\', ':', '\0']);
    if inside && path.ends_with(ending) {
        Ok(())
    } else {
        Err(format!("{field} `{path}` has to be a {ending} file inside the plugin's folder"))
    }
}

/// Checks that methods that can be saved are among the methods, and that the plugin is of a line that knows them.
pub(super) fn check_saves(api: &str, methods: &[String], saves: &[String]) -> Result<(), String> {
    if let Some(unknown) = saves.iter().find(|name| !methods.contains(name)) {
        return Err(format!("provides.saves contains `{unknown}`, which is not one of its methods"));
    }
    if !saves.is_empty() && api == "0.1" {
        return Err("provides.saves needs plugin.api = \"0.2\"".to_owned());
    }
    Ok(())
}

/// Checks that an origin has exactly the form `https://host[:port]`.
pub(super) fn check_origin(origin: &str) -> Result<(), String> {
    let fault = || format!("permissions.http `{origin}` has to look like https://host or https://host:port");
    let url = url::Url::parse(origin).map_err(|_| fault())?;
    if url.scheme() == "https" && url.host().is_some() && url.origin().ascii_serialization() == origin {
        Ok(())
    } else {
        Err(fault())
    }
}

pub(super) fn parse_bytes(field: &str, text: &str) -> Result<usize, String> {
    let fault = || format!("{field} `{text}` has to look like 256KiB or 16MiB");
    let (digits, factor) = match (text.strip_suffix("KiB"), text.strip_suffix("MiB")) {
        (Some(digits), _) => (digits, 1024),
        (_, Some(digits)) => (digits, 1024 * 1024),
        _ => return Err(fault()),
    };
    let count: usize = digits.trim().parse().map_err(|_| fault())?;
    count.checked_mul(factor).filter(|bytes| *bytes > 0).ok_or_else(fault)
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use super::compare_versions;

    #[test]
    fn versions_are_numbers() {
        for (one, other, order) in [
            ("1.10.0", "1.9.9", Ordering::Greater),
            ("1.0.0", "1.0.0", Ordering::Equal),
            ("0.9.9", "1.0.0", Ordering::Less),
        ] {
            assert_eq!(compare_versions(one, other), order, "{one} {other}");
        }
    }
}
