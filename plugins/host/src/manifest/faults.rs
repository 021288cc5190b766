//! Says which `[[provides]]` a mistake of a manifest is in: the parser has lost its place.

use super::Provision;

/// The message for the plugin's author.
pub(super) fn fault_of(text: &str, error: &toml::de::Error) -> String {
    in_provision(text).unwrap_or_else(|| error.message().to_owned())
}

/// The first mistake within `provides`, if there is one.
fn in_provision(text: &str) -> Option<String> {
    let table = toml::from_str::<toml::Table>(text).ok()?;
    let provides = table.get("provides")?.as_array()?;
    provides.iter().enumerate().find_map(|(index, own)| {
        let fault = own.clone().try_into::<Provision>().err()?;
        let kind = own.get("kind").and_then(toml::Value::as_str).unwrap_or("kind");
        Some(format!("provides {}, `{kind}`: {}", index + 1, fault.message()))
    })
}

#[cfg(test)]
mod tests {
    use super::super::Manifest;

    #[test]
    fn the_part_with_a_mistake_is_named() {
        let text = "[plugin]\nid = \"a.b\"\nversion = \"1.0.0\"\napi = \"0.1\"\nname = \"A\"\n\
                    component = \"a.wasm\"\n[[provides]]\nkind = \"predicate\"\nnames = [\"x\"]\n\
                    [[provides]]\nkind = \"block\"\nname = \"y\"\n";
        let fault = Manifest::parse(text).expect_err("a schema is missing");
        assert!(fault.starts_with("provides 2, `block`: missing field `settings_schema`"), "{fault}");
        let fault = Manifest::parse(&text.replace("api = \"0.1\"\n", "")).expect_err("a version is missing");
        assert!(fault.contains("settings_schema"), "{fault}");
        assert!(Manifest::parse("[plugin").is_err());
    }
}
