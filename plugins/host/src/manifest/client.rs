//! Scripts of blocks, which run in frames without an origin.

use std::io::Write as _;
use std::sync::Arc;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::checks::check_file;
use crate::convert::invalid;
use crate::error::PluginErrorKind;
use crate::registry::PluginInfo;

/// What a script must not contain: it stands inside of an element of the frame's HTML.
const FORBIDDEN: [&str; 3] = ["</script", "<script", "<!--"];

/// The script of a block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ClientScript {
    /// Its file in the plugin.
    pub file: String,
    /// SHA-256 in hex.
    pub digest: String,
    /// Size as it is sent, in bytes: compressed with gzip.
    pub size: usize,
    /// A module for browsers.
    #[serde(skip)]
    pub code: Arc<str>,
}

impl ClientScript {
    pub(crate) fn new(file: &str, code: String) -> Result<Self, PluginErrorKind> {
        let lower = code.to_ascii_lowercase();
        if let Some(word) = FORBIDDEN.iter().find(|word| lower.contains(**word)) {
            let advice = "write `<\\` in place of `<` in texts";
            return Err(invalid(format!("{file}: contains `{word}`, which would end the script: {advice}")));
        }
        let size = packed_size(code.as_bytes()).map_err(|error| invalid(format!("{file}: {error}")))?;
        let digest = hex::encode(Sha256::digest(code.as_bytes()));
        Ok(Self { file: file.to_owned(), digest, size, code: Arc::from(code) })
    }
}

fn packed_size(bytes: &[u8]) -> std::io::Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish().map(|packed| packed.len())
}

/// Checks the sizes of a plugin's scripts.
pub(crate) fn check_sizes(info: &PluginInfo, largest: usize) -> Result<(), PluginErrorKind> {
    let too_large = info.blocks.iter().filter_map(|block| block.client.as_ref()).find(|client| client.size > largest);
    match too_large {
        None => Ok(()),
        Some(ClientScript { file, size, .. }) => {
            Err(invalid(format!("{file}: has {size} bytes compressed with gzip, {largest} are allowed")))
        }
    }
}

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
    use super::ClientScript;

    #[test]
    fn a_script_cannot_end_its_element() {
        let made =
            ClientScript::new("client/a.js", "stoa.block.then(({ root }) => root.remove());".to_owned()).unwrap();
        assert!(made.digest.len() == 64 && made.size > 20 && made.size < 100, "{made:?}");
        for code in ["const end = '</SCRIPT>';", "const comment = `<!--`;"] {
            assert!(ClientScript::new("client/a.js", code.to_owned()).is_err(), "{code}");
        }
        assert!(ClientScript::new("client/a.js", "const end = '<\\/script>';".to_owned()).is_ok());
    }

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
