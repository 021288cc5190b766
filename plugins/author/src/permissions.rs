//! What a plugin may do, in words for owners of sites.

use stoa_plugin_host::Permissions;

/// Interfaces that read data of the site.
const READS: [(&str, &str); 4] = [
    ("products", "It reads your products, hidden ones included."),
    ("orders", "It reads your orders, with the names, addresses and notes of your customers, but no card data."),
    ("customers", "It reads your customers, with their e-mail addresses and postal addresses."),
    ("pages", "It reads the pages that visitors can open."),
];

/// Data that event hooks are told of.
const DESCRIBED: [(&str, &str); 4] = [
    ("products", "It is told of your products and their stock, and when they change."),
    ("orders", "It is told of your orders, with the names and e-mail addresses of your customers."),
    ("customers", "It is told of your customers, and of what people enter into forms and carts."),
    ("pages", "It is told of your pages and their entries, and when they are published."),
];

/// One sentence for each interface of the host that a component imports. `imports` are names such as
/// `stoa:plugin/http@0.1.0`; the manifest says which hosts, secrets and quota.
#[must_use]
pub fn in_words(imports: &[String], permissions: &Permissions) -> Vec<String> {
    let imported = |interface: &str| {
        imports.iter().any(|name| {
            name.strip_prefix("stoa:plugin/")
                .and_then(|rest| rest.split_once('@'))
                .is_some_and(|(own, _)| own == interface)
        })
    };
    let sends = imported("http") || imported("http-streams");
    let mut sentences = vec!["It reads its own settings and writes to its own log.".to_owned()];
    if sends && !permissions.http.is_empty() {
        sentences.push(format!("It sends data to {} and reads the answers.", list(&permissions.http)));
    }
    if sends && !permissions.http_settings.is_empty() {
        let settings = list(&permissions.http_settings);
        sentences.push(format!("It sends data to the addresses that you enter ({settings}) and reads the answers."));
    }
    if sends && !permissions.secrets.is_empty() {
        sentences.push(format!("It may send the secrets that you enter to them: {}.", list(&permissions.secrets)));
    }
    if imported("crypto") {
        sentences.push(format!(
            "It signs with the secrets that you enter: {}. It cannot read them.",
            list(&permissions.secrets)
        ));
    }
    if imported("storage") {
        let quota = permissions.storage.as_deref().unwrap_or("nothing");
        sentences.push(format!("It stores up to {quota} of its own data on your site."));
    }
    sentences.extend(READS.iter().filter(|(data, _)| imported(data)).map(|(_, sentence)| (*sentence).to_owned()));
    if permissions.client {
        sentences
            .push("It runs a script in a frame of its own on your pages. The script sees its block alone.".to_owned());
    }
    let is_told = |data: &str| permissions.events.iter().any(|known| known == data);
    sentences.extend(DESCRIBED.iter().filter(|(data, _)| is_told(data)).map(|(_, sentence)| (*sentence).to_owned()));
    sentences
}

/// Permissions of the manifest that the component has no use for.
pub(crate) fn unused(imports: &[String], permissions: &Permissions) -> Vec<&'static str> {
    let imports_none =
        |interface: &str| !imports.iter().any(|name| name.starts_with(&format!("stoa:plugin/{interface}@")));
    let sends_none = imports_none("http") && imports_none("http-streams");
    let mut found = Vec::new();
    if permissions.uses_http() && sends_none {
        found.push("http");
    }
    // A secret is also used by name in a request.
    if !permissions.secrets.is_empty() && imports_none("crypto") && sends_none {
        found.push("secrets");
    }
    if permissions.storage.is_some() && imports_none("storage") {
        found.push("storage");
    }
    if permissions.reads.iter().any(|data| imports_none(data)) {
        found.push("reads");
    }
    found
}

fn list(names: &[String]) -> String {
    match names {
        [] => "nothing".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_for_what_is_imported_alone() {
        let permissions = Permissions {
            http: vec!["https://api.acme.example".to_owned(), "https://b.example".to_owned()],
            secrets: vec!["api_key".to_owned()],
            storage: Some("256KiB".to_owned()),
            ..Permissions::default()
        };
        assert_eq!(in_words(&[], &permissions).len(), 1);
        let imports = vec!["stoa:plugin/http@0.1.0".to_owned(), "stoa:plugin/log@0.1.0".to_owned()];
        let words = in_words(&imports, &permissions);
        assert_eq!(words[1], "It sends data to https://api.acme.example and https://b.example and reads the answers.");
        assert_eq!(words[2], "It may send the secrets that you enter to them: api_key.");
        assert_eq!(words.len(), 3);
        let entered = Permissions { http_settings: vec!["address".to_owned()], ..Permissions::default() };
        assert!(in_words(&imports, &entered)[1].starts_with("It sends data to the addresses that you enter (address)"));
        assert_eq!(unused(&imports, &permissions), ["storage"]);
        let reader = Permissions { reads: vec!["orders".to_owned(), "pages".to_owned()], ..Permissions::default() };
        let imports = vec!["stoa:plugin/orders@0.2.0".to_owned(), "stoa:plugin/reads@0.2.0".to_owned()];
        let words = in_words(&imports, &reader);
        assert!(words.len() == 2 && words[1].starts_with("It reads your orders"), "{words:?}");
        assert_eq!(unused(&imports, &reader), ["reads"], "pages are not read");
        let clock = Permissions { client: true, ..Permissions::default() };
        assert!(in_words(&[], &clock)[1].starts_with("It runs a script in a frame"));
    }
}
