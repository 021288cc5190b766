//! Blocks of a manifest.

use super::checks::check_file;
use super::{Manifest, PRODUCTS, Provision, client};

/// The data that a block can get: the products or the entries of the page that its setting `collection` names, and what
/// the plugin has stored for it.
const BLOCK_DATA: [&str; 3] = [PRODUCTS, "pages", STORED];
const STORED: &str = "stored";

/// The kinds of data of the site that the blocks get, some of them more than once. Refuses those that there are not.
pub(super) fn data_of_blocks(manifest: &Manifest) -> Result<Vec<String>, String> {
    let mut told = Vec::new();
    for provision in &manifest.provides {
        let Provision::Block { name, data, .. } = provision else { continue };
        if let Some(unknown) = data.iter().find(|data| !BLOCK_DATA.contains(&data.as_str())) {
            return Err(format!("block {name}: data `{unknown}` is not one of `{}`", BLOCK_DATA.join("`, `")));
        }
        if data.iter().any(|data| data == STORED) && manifest.permissions.storage.is_none() {
            return Err(format!("block {name}: data `stored` has to go with permissions.storage"));
        }
        told.extend(data.iter().filter(|data| *data != STORED).cloned());
    }
    Ok(told)
}

/// Checks a block; others pass.
pub(super) fn check(provision: &Provision) -> Result<(), String> {
    let Provision::Block { name, settings_schema, settings_version, settings_migration, example, client, .. } =
        provision
    else {
        return Ok(());
    };
    check_file("provides.settings_schema", settings_schema, ".json")?;
    if *settings_migration && *settings_version <= 1 {
        return Err(format!("block {name}: settings_migration needs a settings_version above 1"));
    }
    if let Some(client) = client {
        client::check(client)?;
    }
    if let Some(example) = example {
        check_file("provides.example", example, ".json")?;
    }
    Ok(())
}
