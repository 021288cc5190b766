//! Scripts in `stoa plugin dev`: the component is a loader that depends on what they import from the host and export, so
//! that it is compiled once, and the scripts are texts beside it.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Stdio;

use serde_json::{Map, Value};
use stoa_plugin_build::shell;

use crate::AuthorError;
use crate::build::{Messages, run_compiler};
use crate::files::{read_text, write};
use crate::javascript::{BUILD, Tools, component_build, contract_text, write_world};
use crate::kept::{Place, Workshop};
use crate::layout::Project;

const SCRIPT: &str = "sdk/js/dev.mjs";
/// Exit code of the script for code that it leaves to the compiler.
const UNABLE: i32 = 3;
/// Gives the loader the scripts.
const TEXTS: &str = "stoa:plugin/texts@0.2.0";
/// Begins the key of a script, which ends with its path.
const KEY: &str = "stoa-dev:";
/// The texts that a plugin has in any language.
const ENGLISH: &str = "locales/en.json";
/// The plugin host reads no larger file of texts.
const MAX_TEXTS: usize = 256 * 1024;

/// What there is of the scripts of a project.
pub(crate) enum Loading {
    /// A loader, and the texts of the plugin with the scripts.
    Ready { component: Vec<u8>, texts: Texts },
    /// They have to be compiled, for this reason.
    Unable(String),
}

/// The file `locales/en.json` with the scripts.
pub(crate) struct Texts(Vec<u8>);

impl Texts {
    /// Writes them to the folder of a built plugin.
    pub(crate) fn write_to(&self, built: &Path) -> Result<(), AuthorError> {
        write(&built.join(ENGLISH), &self.0)
    }

    /// None when there are too many.
    fn with(project: &Path, scripts: BTreeMap<String, String>) -> Result<Option<Self>, AuthorError> {
        let path = project.join(ENGLISH);
        let fault = |error: serde_json::Error| AuthorError::file(&path, format!("line {}: {error}", error.line()));
        let mut texts: Map<String, Value> = match path.is_file() {
            true => serde_json::from_str(&read_text(&path)?).map_err(fault)?,
            false => Map::new(),
        };
        texts.extend(scripts.into_iter().map(|(path, code)| (format!("{KEY}{path}"), Value::String(code))));
        let bytes = serde_json::to_vec(&texts).map_err(fault)?;
        Ok((bytes.len() <= MAX_TEXTS).then_some(Self(bytes)))
    }
}

/// Reads the scripts of a project, and finds or compiles their loader.
pub(crate) fn load(project: &Project, tell: &dyn Fn(&str)) -> Result<Loading, AuthorError> {
    let folder = &project.folder;
    let tools = Tools::ready(folder, Messages::Error, tell)?;
    if !folder.join(SCRIPT).is_file() {
        let reason = "sdk/js is that of an earlier version of Stoa, copy it from a new project";
        return Ok(Loading::Unable(reason.to_owned()));
    }
    let workshop = Workshop::open(folder)?;
    let (wit, scripts, loader) = (workshop.path("wit"), workshop.path("scripts.json"), workshop.path("dev-loader.js"));
    let world = write_world(folder, &wit, &[TEXTS])?;
    let mut node = shell::command("node", folder);
    node.arg(SCRIPT).arg(&wit).arg(&scripts).arg(&loader).stdin(Stdio::null());
    let output = node.output().map_err(|error| AuthorError::Build(format!("could not start `node`: {error}")))?;
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    match output.status.code() {
        Some(0) => {}
        Some(UNABLE) => return Ok(Loading::Unable(said)),
        _ => return Err(AuthorError::Build(format!("the project does not compile:\n{said}"))),
    }
    let read = serde_json::from_str(&read_text(&scripts)?).map_err(|error| AuthorError::file(&scripts, error))?;
    let Some(texts) = Texts::with(folder, read)? else {
        return Ok(Loading::Unable(format!("the scripts have more than {} KiB", MAX_TEXTS / 1024)));
    };
    let (code, build) = (read_text(&loader)?, read_text(&folder.join(BUILD))?);
    let place = Place::made_of(folder, &[code, world, contract_text(&wit)?, build, tools.node, tools.compiler]);
    if let Some(component) = place.find() {
        return Ok(Loading::Ready { component, texts });
    }
    tell("compiling what loads the scripts, once");
    let component = workshop.path("plugin.wasm");
    let mut build = component_build(folder, &wit, &component);
    // The compiler follows no link to another place.
    build.arg(loader.canonicalize().unwrap_or(loader));
    run_compiler(&mut build, Messages::Error, "the project does not compile")?;
    Ok(Loading::Ready { component: place.keep(&component)?, texts })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_texts_beside_those_of_the_plugin() {
        let folder = tempfile::tempdir().unwrap();
        let scripts = |code: &str| BTreeMap::from([("src/plugin.js".to_owned(), code.to_owned())]);
        let read = |texts: Texts| serde_json::from_slice::<Value>(&texts.0).unwrap();
        let alone = Texts::with(folder.path(), scripts("code")).unwrap().unwrap();
        assert_eq!(read(alone), serde_json::json!({ "stoa-dev:src/plugin.js": "code" }));
        let english = folder.path().join(ENGLISH);
        write(&english, b"{ \"hello\": \"Hello\" }").unwrap();
        let both = Texts::with(folder.path(), scripts("code")).unwrap().unwrap();
        assert_eq!(read(both), serde_json::json!({ "hello": "Hello", "stoa-dev:src/plugin.js": "code" }));
        assert!(
            Texts::with(folder.path(), scripts(&"x".repeat(MAX_TEXTS))).unwrap().is_none(),
            "the host reads no more"
        );
        write(&english, b"{\n  \"hello\"\n}").unwrap();
        let refused = Texts::with(folder.path(), scripts("code")).err().unwrap();
        assert!(refused.to_string().contains("en.json: line 3"), "{refused}");
    }
}
