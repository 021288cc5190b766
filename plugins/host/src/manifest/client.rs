//! The script of a block in a manifest.

use super::checks::check_file;

/// Checks where the script is.
pub(super) fn check(path: &str) -> Result<(), String> {
    check_file("provides.client", path, ".js")?;
    match path.starts_with("client/") {
        true => Ok(()),
        false => Err(format!("provides.client `{path}` has to be in the folder client")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Manifest;

    fn parsed(line: &str) -> Result<Manifest, String> {
        let text = format!(
            "[plugin]\nid = \"acme.a\"\nversion = \"1.0.0\"\napi = \"0.1\"\nname = \"Acme\"\ncomponent = \"p.wasm\"\n\
             [[provides]]\nkind = \"block\"\nname = \"clock\"\nsettings_schema = \"schema/clock.json\"\n{line}\n"
        );
        Manifest::parse(&text)
    }

    #[test]
    fn a_script_is_in_its_folder_and_is_a_permission() {
        assert!(parsed("client = \"client/clock.js\"").unwrap().permissions.client);
        assert!(!parsed("").unwrap().permissions.client);
        assert!(!parsed("[permissions]\nclient = true").unwrap().permissions.client, "a manifest does not say it");
        for (path, word) in
            [("clock.js", "the folder client"), ("client/clock.mjs", ".js file"), ("client/../a.js", ".js")]
        {
            let fault = parsed(&format!("client = \"{path}\"")).expect_err(path);
            assert!(fault.contains(word), "{fault}");
        }
    }
}
