//! Reads what a plugin says about itself, from its folder or package.

use serde_json::Value;

use crate::convert::invalid;
use crate::error::PluginErrorKind;
use crate::files::Files;
use crate::interfaces::unstable_features;
use crate::manifest::{ClientScript, Manifest, Provision, UnknownKey};
use crate::registry::{BlockInfo, PanelInfo, PluginInfo};

const MAX_FILE_BYTES: u64 = 256 * 1024;
/// Ids of the plugins that come with the host.
const OWN_PUBLISHER: &str = "stoa.";

/// A manifest, and a warning for each of its keys that this host does not know.
pub(crate) struct ReadManifest {
    pub(crate) manifest: Manifest,
    pub(crate) warnings: Vec<String>,
}

pub(crate) fn read_manifest(files: Files<'_>) -> Result<ReadManifest, PluginErrorKind> {
    let text = read_text(files, "plugin.toml")?;
    let manifest = Manifest::parse(&text).map_err(|fault| invalid(format!("plugin.toml: {fault}")))?;
    let ignored = |key: UnknownKey| {
        let path = &key.path;
        let meant = key.meant.map_or_else(String::new, |meant| format!(": did you mean `{meant}`?"));
        let version = env!("CARGO_PKG_VERSION");
        format!("plugin.toml: {path} is ignored, since this host, Stoa {version}, does not know it{meant}")
    };
    // Those in the folder of the host change together with it, so its operator has nothing to do.
    let comes_along = matches!(files, Files::Folder(_)) && manifest.plugin.id.starts_with(OWN_PUBLISHER);
    let named = |feature: &String| {
        let known = unstable_features();
        if known.contains(&feature.as_str()) {
            return (!comes_along).then(|| {
                format!("plugin.toml: uses `{feature}`, which may still change: a later version of Stoa can refuse it")
            });
        }
        let known = known.join("`, `");
        Some(format!(
            "plugin.toml: plugin.unstable names `{feature}`, which is not one of `{known}`: leave it out if it does not \
             change any more"
        ))
    };
    let ignored = manifest.unknown_keys(&text).into_iter().map(ignored);
    let warnings = ignored.chain(manifest.plugin.unstable.iter().filter_map(named)).collect();
    Ok(ReadManifest { manifest, warnings })
}

pub(crate) fn describe(files: Files<'_>, read: ReadManifest, digest: String) -> Result<PluginInfo, PluginErrorKind> {
    let ReadManifest { manifest, warnings } = read;
    let (mut blocks, mut panels) = (Vec::new(), Vec::new());
    for provision in &manifest.provides {
        blocks.extend(block_of(files, provision, &manifest.plugin.name)?);
        panels.extend(panel_of(files, provision)?);
    }
    let memory = manifest.memory_bytes().map_err(invalid)?;
    let settings_version = manifest.settings.as_ref().map_or(1, |settings| settings.version);
    let settings_schema = manifest.settings.map(|settings| read_json(files, &settings.schema)).transpose()?;
    for name in &manifest.permissions.http_settings {
        check_address(name, settings_schema.as_ref())?;
    }
    Ok(PluginInfo {
        id: manifest.plugin.id,
        version: manifest.plugin.version,
        api: manifest.plugin.api,
        name: manifest.plugin.name,
        summary: manifest.plugin.summary,
        license: manifest.plugin.license,
        homepage: manifest.plugin.homepage,
        digest,
        provides: manifest.provides,
        imports: Vec::new(),
        unstable: manifest.plugin.unstable,
        permissions: manifest.permissions,
        class: manifest.limits.class,
        memory,
        settings_schema,
        settings_version,
        blocks,
        panels,
        warnings,
    })
}

/// The block that is provided; none for other kinds.
fn block_of(files: Files<'_>, provision: &Provision, plugin: &str) -> Result<Option<BlockInfo>, PluginErrorKind> {
    let Provision::Block {
        name,
        title,
        settings_schema,
        settings_version,
        settings_migration,
        data,
        example,
        category,
        client,
    } = provision
    else {
        return Ok(None);
    };
    Ok(Some(BlockInfo {
        kind: name.clone(),
        name: name.clone(),
        title: title.clone().unwrap_or_else(|| plugin.to_owned()),
        settings_schema: read_json(files, settings_schema)?,
        settings_version: *settings_version,
        settings_migration: *settings_migration,
        data: data.clone(),
        example: example.as_ref().map(|file| read_json(files, file)).transpose()?,
        category: category.clone(),
        client: client.as_ref().map(|file| ClientScript::new(file, read_text(files, file)?)).transpose()?,
    }))
}

/// The panel that is provided; none for other kinds.
fn panel_of(files: Files<'_>, provision: &Provision) -> Result<Option<PanelInfo>, PluginErrorKind> {
    let Provision::AdminPanel { name, title, page, form, needs } = provision else { return Ok(None) };
    if let Some(page) = page {
        read_text(files, page)?;
    }
    Ok(Some(PanelInfo {
        name: name.clone(),
        title: title.clone(),
        page: page.clone(),
        form: form.as_ref().map(|file| read_json(files, file)).transpose()?,
        needs: needs.clone(),
    }))
}

/// Who enters an address grants its origin, so that a schema must not fill one in.
fn check_address(name: &str, schema: Option<&Value>) -> Result<(), PluginErrorKind> {
    let property = schema.and_then(|schema| schema.get("properties")?.get(name));
    let fault = |reason: &str| Err(invalid(format!("plugin.toml: permissions.http_settings `{name}` {reason}")));
    match property {
        None => fault("is not a property of the schema of the settings"),
        Some(property) if property.get("type").and_then(Value::as_str) != Some("string") => {
            fault("has to be of type string in the schema of the settings")
        }
        Some(property) if property.get("default").is_some() => {
            fault("must not have a default, which nobody has entered")
        }
        Some(_) => Ok(()),
    }
}

fn read_text(files: Files<'_>, name: &str) -> Result<String, PluginErrorKind> {
    String::from_utf8(files.read(name, MAX_FILE_BYTES)?).map_err(|_| invalid(format!("{name}: is not UTF-8")))
}

pub(crate) fn read_json(files: Files<'_>, name: &str) -> Result<Value, PluginErrorKind> {
    serde_json::from_str(&read_text(files, name)?).map_err(|error| invalid(format!("{name}: {error}")))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Value, check_address};

    #[test]
    fn an_address_is_entered_and_never_a_default() {
        let schema = |address: Value| json!({ "type": "object", "properties": { "address": address } });
        let check = |address: Value| check_address("address", Some(&schema(address)));
        assert_eq!(check(json!({ "type": "string" })), Ok(()));
        assert!(check(json!({ "type": "string", "default": "https://evil.example" })).is_err());
        assert!(check(json!({ "default": "https://evil.example" })).is_err());
        assert!(check_address("other", Some(&schema(json!({ "type": "string" })))).is_err());
        assert!(check_address("address", None).is_err());
    }
}
