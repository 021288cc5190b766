//! Variants of experiments that a person has chosen, in the query of a page and in a cookie.

use std::collections::BTreeMap;

/// Beginning of the query parameters that choose a variant: `experiment.<name>=<variant>`.
pub const PARAMETER: &str = "experiment.";
/// Value of the parameter that ends the choice.
const RESET: &str = "reset";
/// Most choices that a browser keeps.
const MAX_KEPT: usize = 10;

/// Reads the cookie: `<name>~<variant>`, separated by dots. Neither is in names.
pub fn read(cookie: &str) -> BTreeMap<String, String> {
    let pairs = cookie.split('.').filter_map(|pair| pair.split_once('~'));
    pairs.take(MAX_KEPT).map(|(name, variant)| (name.to_owned(), variant.to_owned())).collect()
}

/// The value of the cookie.
pub fn written(kept: &BTreeMap<String, String>) -> String {
    kept.iter().map(|(name, variant)| format!("{name}~{variant}")).collect::<Vec<_>>().join(".")
}

/// The choices after those of a query: unknown ones change nothing, `reset` removes one.
pub fn changed(
    mut kept: BTreeMap<String, String>,
    query: &str,
    is_known: impl Fn(&str, &str) -> bool,
) -> BTreeMap<String, String> {
    for (key, value) in form_urlencoded::parse(query.as_bytes()).take(1_000) {
        let Some(name) = key.strip_prefix(PARAMETER) else { continue };
        if value == RESET {
            kept.remove(name);
        } else if is_known(name, &value) && kept.len() < MAX_KEPT {
            kept.insert(name.to_owned(), value.into_owned());
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec: experiments.override, experiments.override.reset, experiments.override.param.open
    #[test]
    fn choices_are_kept_until_they_are_reset() {
        let is_known = |name: &str, variant: &str| ["a", "b"].contains(&name) && ["x", "y"].contains(&variant);
        let one = changed(BTreeMap::new(), "q=1&experiment.a=x&experiment.c=x&experiment.b=z", is_known);
        assert_eq!(written(&one), "a~x");
        assert_eq!(changed(read("a~x"), "q=1", is_known), one);
        let two = changed(one, "experiment.b=y&experiment.a=y", is_known);
        assert_eq!(written(&two), "a~y.b~y");
        assert_eq!(read(&written(&two)), two);
        assert_eq!(written(&changed(two, "experiment.a=reset", is_known)), "b~y");
        assert!(read("nonsense").is_empty());
    }
}
