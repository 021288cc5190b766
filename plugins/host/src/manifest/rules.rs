//! What has to hold for a manifest as a whole.

use std::collections::BTreeSet;

use super::checks::{check_file, check_origin, check_saves, is_name, is_plugin_id, is_version};
use super::{About, CONTRACT_LINES, Cadence, Manifest, Permissions, Provision, READS};
use super::{background, block, format, panel, sizes};

/// Checks a manifest; the error is a message for the plugin's author.
pub(super) fn check(manifest: &Manifest) -> Result<(), String> {
    sizes::check(manifest)?;
    check_about(&manifest.plugin)?;
    if let Some(settings) = &manifest.settings {
        check_file("settings.schema", &settings.schema, ".json")?;
        if settings.version == 0 {
            return Err("settings.version has to be at least 1".to_owned());
        }
    }
    if manifest.provides.is_empty() {
        return Err("provides is empty".to_owned());
    }
    check_provisions(manifest)?;
    check_permissions(&manifest.permissions, manifest.settings.is_some())?;
    manifest.storage_bytes()?;
    manifest.memory_bytes()?;
    Ok(())
}

fn check_about(about: &About) -> Result<(), String> {
    if !is_plugin_id(&about.id) {
        return Err(format!("plugin.id `{}` has to look like publisher.name, in a-z, 0-9 and -", about.id));
    }
    if !is_version(&about.version) {
        return Err(format!("plugin.version `{}` has to look like 1.2.3", about.version));
    }
    if !CONTRACT_LINES.contains(&about.api.as_str()) {
        let served = CONTRACT_LINES.join("` and `");
        return Err(format!("plugin.api is `{}`, this host serves `{served}`", about.api));
    }
    if about.name.trim().is_empty() {
        return Err("plugin.name is empty".to_owned());
    }
    check_file("plugin.component", &about.component, ".wasm")
}

fn check_permissions(permissions: &Permissions, has_settings: bool) -> Result<(), String> {
    for origin in &permissions.http {
        check_origin(origin)?;
    }
    if !permissions.http_settings.is_empty() && !has_settings {
        return Err("permissions.http_settings names settings, but there is no [settings]".to_owned());
    }
    for secret in &permissions.secrets {
        if !is_name(secret) {
            return Err(format!("permissions.secrets `{secret}` has to be made of a-z, 0-9, _ and -"));
        }
    }
    for secret_use in &permissions.secret_uses {
        secret_use.check(permissions)?;
    }
    if let Some(unknown) = permissions.reads.iter().find(|kind| !READS.contains(&kind.as_str())) {
        let known = READS.join("`, `");
        return Err(format!("permissions.reads `{unknown}` is not one of `{known}`"));
    }
    Ok(())
}

fn check_provisions(manifest: &Manifest) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    for provision in &manifest.provides {
        let Some(names) = checked_names(manifest, provision)? else { continue };
        let kind = provision.kind();
        if names.is_empty() {
            return Err(format!("provides of kind {kind} contains no names"));
        }
        for name in names {
            if !is_name(name) {
                return Err(format!("provides `{name}` has to be made of a-z, 0-9, _ and -"));
            }
            if !seen.insert((kind, name)) {
                return Err(format!("provides {kind} `{name}` twice"));
            }
        }
    }
    Ok(())
}

/// Checks what is special to the kind of a provision. Returns its names, none for kinds of which a plugin has one.
fn checked_names<'a>(manifest: &Manifest, provision: &'a Provision) -> Result<Option<Vec<&'a String>>, String> {
    Ok(Some(match provision {
        Provision::Formatter { names, pure, .. } => {
            if !pure {
                return Err("a formatter has to be pure".to_owned());
            }
            names.iter().collect()
        }
        Provision::Predicate { names } => names.iter().collect(),
        Provision::PaymentProvider { methods, labels, saves, .. } => {
            check_saves(&manifest.plugin.api, methods, saves)?;
            if let Some(unknown) = labels.keys().find(|label| !methods.contains(label)) {
                return Err(format!("provides.labels contains `{unknown}`, which is not one of its methods"));
            }
            methods.iter().collect()
        }
        Provision::InstallmentProvider { .. }
        | Provision::ShippingProvider {}
        | Provision::TaxProvider {}
        | Provision::DiscountFunction {}
        | Provision::CheckoutQuestions {} => return Ok(None),
        Provision::EventHook { topics } => {
            background::check_topics(topics)?;
            return Ok(None);
        }
        Provision::ScheduledJob { name, every, daily } => {
            Cadence::read(every.as_deref(), daily.as_deref())?;
            vec![name]
        }
        Provision::CatalogueFormat { name, title, extension, exports, imports, products } => {
            format::check(title.as_deref(), extension, *exports || *imports || *products)?;
            vec![name]
        }
        Provision::AdminPanel { name, title, page, form, needs } => {
            panel::check(title.as_deref(), page.as_deref(), form.as_deref(), needs, &manifest.permissions)?;
            vec![name]
        }
        Provision::Block { name, .. } => {
            block::check(provision)?;
            vec![name]
        }
    }))
}
