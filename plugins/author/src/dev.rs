//! What a demo site that shows what is saved needs: whether files of a project have changed, the script at the end of its
//! pages, and what its owner grants.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::Path;

use serde_json::{Value, json};

/// Frames of the scripts of blocks.
const FRAMES: &str = "/static/plugin-clients/";
/// Files and folders that builds write.
const BUILD_OUTPUTS: [&str; 6] = ["target", "dist", "node_modules", "Cargo.lock", "package-lock.json", "texts.js"];

/// A number that differs after a file was changed, added or removed. What cannot be read counts as absent.
#[must_use]
pub fn fingerprint(project: &Path) -> u64 {
    let mut hasher = DefaultHasher::new();
    add(project, &mut hasher);
    hasher.finish()
}

fn add(folder: &Path, hasher: &mut DefaultHasher) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // Editors write to hidden files first.
        if name.starts_with('.') || name.ends_with('~') || BUILD_OUTPUTS.contains(&name.as_str()) {
            continue;
        }
        let Ok(about) = std::fs::metadata(&path) else { continue };
        if about.is_dir() {
            add(&path, hasher);
        } else {
            (path, about.len(), about.modified().ok()).hash(hasher);
        }
    }
}

/// Whether a path is one of a site. The admin needs no script, and the frames of scripts of blocks allow none.
#[must_use]
pub fn is_of_site(path: &str) -> bool {
    !["/admin", "/api/", FRAMES].iter().any(|start| path.starts_with(start))
}

/// The page with a script at the end of its body.
#[must_use]
pub fn with_script(page: &[u8], script: &str) -> String {
    let mut page = String::from_utf8_lossy(page).into_owned();
    let end = page.rfind("</body>").unwrap_or(page.len());
    page.insert_str(end, script);
    page
}

/// The grants of everything that an uploaded package asks for; `entry` is the answer to its upload.
#[must_use]
pub fn all_grants(entry: &Value) -> Value {
    let permissions = entry.get("permissions").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let of = |kind: &'static str| {
        permissions.iter().filter(move |permission| permission.get("kind").and_then(Value::as_str) == Some(kind))
    };
    let origins: Vec<&Value> =
        of("http").filter_map(|permission| permission.get("origins")?.as_array()).flatten().collect();
    let data: Vec<&Value> = of("reads").filter_map(|permission| permission.get("data")).collect();
    json!({ "origins": origins, "data": data })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{all_grants, fingerprint, is_of_site, with_script};

    #[test]
    fn pages_of_the_site_get_the_script() {
        assert!(is_of_site("/") && is_of_site("/shop/mug"));
        for path in ["/admin/", "/api/auth/session", "/static/plugin-clients/a-b.html"] {
            assert!(!is_of_site(path), "{path}");
        }
    }

    #[test]
    fn the_script_stands_at_the_end_of_the_body() {
        let script = "<script></script>";
        assert_eq!(
            with_script(b"<body><p>a</p></body></html>", script),
            format!("<body><p>a</p>{script}</body></html>")
        );
        assert_eq!(with_script(b"a", script), format!("a{script}"));
    }

    #[test]
    fn changes_of_sources_are_seen() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        file("src/plugin.js", "one");
        let before = fingerprint(folder.path());
        file("target/plugin.wasm", "made");
        file("src/.plugin.js.swp", "being typed");
        assert_eq!(fingerprint(folder.path()), before);
        file("src/plugin.js", "another");
        let after = fingerprint(folder.path());
        assert_ne!(after, before);
        file("locales/en.json", "{}");
        assert_ne!(fingerprint(folder.path()), after);
    }

    #[test]
    fn everything_is_granted() {
        let entry = json!({ "permissions": [
            { "kind": "http", "origins": ["https://a.example"] },
            { "kind": "storage", "bytes": 1 },
            { "kind": "reads", "data": "products" },
        ]});
        assert_eq!(all_grants(&entry), json!({ "origins": ["https://a.example"], "data": ["products"] }));
    }
}
