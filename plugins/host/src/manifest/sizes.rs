//! How much a manifest may say: hosts keep it in memory and lists, and anyone may upload one.

use super::{About, Manifest, Provision};

const MAX_NAME_LENGTH: usize = 200;
const MAX_TEXT_LENGTH: usize = 2_000;
/// Entries of `provides`.
const MAX_PROVISIONS: usize = 200;
/// Names of everything that is provided.
const MAX_NAMES: usize = 1_000;
/// Permissions as JSON, bytes.
const MAX_PERMISSIONS_BYTES: usize = 32 * 1024;

/// Checks that no part is larger than a plugin needs, and that texts have no control characters, which not every
/// database can store.
pub(super) fn check(manifest: &Manifest) -> Result<(), String> {
    let About { name, summary, license, homepage, .. } = &manifest.plugin;
    let homepage = homepage.as_deref().unwrap_or_default();
    for (field, text, longest) in [
        ("plugin.name", name.as_str(), MAX_NAME_LENGTH),
        ("plugin.summary", summary.as_str(), MAX_TEXT_LENGTH),
        ("plugin.license", license.as_str(), MAX_TEXT_LENGTH),
        ("plugin.homepage", homepage, MAX_TEXT_LENGTH),
    ] {
        if text.chars().count() > longest {
            return Err(format!("{field} has more than {longest} characters"));
        }
        if text.chars().any(char::is_control) {
            return Err(format!("{field} contains a control character, such as a line break"));
        }
    }
    if manifest.provides.len() > MAX_PROVISIONS {
        return Err(format!("provides has more than {MAX_PROVISIONS} entries"));
    }
    let names: usize = manifest.provides.iter().map(names_in).sum();
    if names > MAX_NAMES {
        return Err(format!("provides contains more than {MAX_NAMES} names"));
    }
    let permissions = serde_json::to_string(&manifest.permissions).map_err(|error| error.to_string())?;
    if permissions.len() > MAX_PERMISSIONS_BYTES {
        return Err(format!("permissions are larger than {MAX_PERMISSIONS_BYTES} bytes"));
    }
    if permissions.contains("\\u0000") {
        return Err("permissions contain a control character".to_owned());
    }
    Ok(())
}

fn names_in(provision: &Provision) -> usize {
    match provision {
        Provision::Formatter { names, .. } | Provision::Predicate { names } => names.len(),
        Provision::PaymentProvider { methods, currencies, countries, on_delivery, saves, .. } => {
            methods.len() + currencies.len() + countries.len() + on_delivery.len() + saves.len()
        }
        Provision::InstallmentProvider { countries, currencies } => countries.len() + currencies.len(),
        Provision::EventHook { topics } => topics.len(),
        Provision::Block { data, .. } => data.len(),
        Provision::AdminPanel { needs, .. } => 1 + needs.len(),
        Provision::ShippingProvider {}
        | Provision::TaxProvider {}
        | Provision::DiscountFunction {}
        | Provision::CheckoutQuestions {}
        | Provision::CatalogueFormat { .. }
        | Provision::ScheduledJob { .. } => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Manifest;

    fn refusal(about: &str, names: &str, permissions: &str) -> Option<String> {
        let text = format!(
            "[plugin]\nid = \"acme.a\"\nversion = \"1.0.0\"\napi = \"0.1\"\nname = \"Acme\"\ncomponent = \"p.wasm\"\n\
             {about}\n[[provides]]\nkind = \"formatter\"\nnames = [{names}]\n[permissions]\n{permissions}\n"
        );
        Manifest::parse(&text).err()
    }

    #[test]
    fn a_manifest_is_no_place_for_a_flood() {
        assert_eq!(refusal("summary = \"Fine\"", "\"a\"", "secrets = [\"key\"]"), None);
        let long = format!("summary = \"{}\"", "x".repeat(2_001));
        let names = (0..1_001).map(|number| format!("\"n{number}\"")).collect::<Vec<_>>().join(",");
        let secrets = (0..9_000).map(|number| format!("\"s{number}\"")).collect::<Vec<_>>().join(",");
        let secrets = format!("secrets = [{secrets}]");
        for (about, names, permissions, word) in [
            (long.as_str(), "\"a\"", "", "plugin.summary has more than"),
            ("summary = \"a\\u0000b\"", "\"a\"", "", "a control character"),
            ("", names.as_str(), "", "more than 1000 names"),
            ("", "\"a\"", secrets.as_str(), "permissions are larger"),
            ("", "\"a\"", "http_settings = [\"a\\u0000\"]\n[settings]\nschema = \"s.json\"", "a control character"),
        ] {
            let fault = refusal(about, names, permissions).expect("refused");
            assert!(fault.contains(word), "{fault}");
        }
    }
}
