//! Creates fuzzing seeds from conformance cases: `cargo run --example seeds -- FOLDER`.

use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::Value;

fn cases(folder: &Path) -> Vec<Value> {
    let mut cases = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let text = fs::read_to_string(path).expect("the file can be read");
            cases.extend(serde_json::from_str::<Vec<Value>>(&text).expect("the file holds cases"));
        }
    }
    cases
}

fn main() {
    let folder = env::args().nth(1).map(PathBuf::from).expect("usage: seeds FOLDER");
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    for target in ["parse", "render"] {
        fs::create_dir_all(corpus.join(target)).expect("the corpus can be written");
    }
    let cases = cases(&folder);
    for (number, case) in cases.iter().enumerate() {
        let template = case["template"].as_str().unwrap_or_default();
        let partial = case["partials"].as_object().and_then(|partials| partials.values().next()?.as_str());
        let render = format!("{template}\0{}\0{}", case["json"], partial.unwrap_or_default());
        fs::write(corpus.join("parse").join(format!("case-{number}")), template).expect("the seed can be written");
        fs::write(corpus.join("render").join(format!("case-{number}")), render).expect("the seed can be written");
    }
    println!("{} seeds for each target in {}", cases.len(), corpus.display());
}
