//! What plugins may do, what contributors agreed to, and what they grant.

use stoa_entity::tenant::plugin_installation::{AgreedPermissions, GrantedPermissions};
use stoa_http::site_plugins::{PluginGrants, PluginPermission};
use stoa_kernel::error::Checks;
use stoa_kernel::plugin::PluginData;
use stoa_kernel::{Failure, contributor_texts};
use stoa_plugin_host::Permissions;

/// What a component that imports these interfaces may do. Without imports, which are known once it was compiled, all
/// that the manifest asks for.
pub fn permissions_of(asked: &Permissions, imports: &[String]) -> Vec<PluginPermission> {
    let has = |interface: &str| {
        let is_it = |name: &String| {
            name.strip_prefix("stoa:plugin/").and_then(|rest| rest.split('@').next()) == Some(interface)
        };
        imports.is_empty() || imports.iter().any(is_it)
    };
    let sends = has("http") || has("http-streams");
    let mut permissions = Vec::new();
    if !asked.http.is_empty() && sends {
        permissions.push(PluginPermission::Http { origins: sorted(&asked.http) });
    }
    if !asked.http_settings.is_empty() && sends {
        permissions.push(PluginPermission::Addresses { settings: sorted(&asked.http_settings) });
    }
    // Events tell of the same data as it can be read.
    let data: Vec<String> = asked.reads.iter().filter(|data| has(data)).chain(&asked.events).cloned().collect();
    let reads = sorted(&data).into_iter().filter_map(|data| PluginData::named(&data));
    permissions.extend(reads.map(|data| PluginPermission::Reads { data }));
    if !asked.secrets.is_empty() {
        permissions.push(PluginPermission::Secrets { names: sorted(&asked.secrets) });
    }
    if asked.storage.is_some() && has("storage") {
        let bytes = u64::try_from(asked.storage_bytes()).unwrap_or(u64::MAX);
        permissions.push(PluginPermission::Storage { bytes });
    }
    if asked.client {
        permissions.push(PluginPermission::Script);
    }
    permissions
}

fn sorted(names: &[String]) -> Vec<String> {
    let mut names = names.to_vec();
    names.sort();
    names.dedup();
    names
}

/// The agreement to permissions.
pub fn agreement_to(permissions: &[PluginPermission]) -> AgreedPermissions {
    let mut agreed = AgreedPermissions::default();
    for permission in permissions {
        match permission {
            PluginPermission::Http { origins } => agreed.origins.clone_from(origins),
            PluginPermission::Addresses { settings } => agreed.addresses.clone_from(settings),
            PluginPermission::Reads { data } => agreed.data.push(data.to_string()),
            PluginPermission::Script => agreed.script = true,
            PluginPermission::Secrets { names } => agreed.secrets.clone_from(names),
            PluginPermission::Storage { bytes } => agreed.storage = *bytes,
        }
    }
    agreed
}

/// What permissions have beyond an agreement.
pub fn beyond(permissions: &[PluginPermission], agreed: &AgreedPermissions) -> Vec<PluginPermission> {
    let without = |names: &[String], known: &[String]| -> Vec<String> {
        names.iter().filter(|name| !known.contains(name)).cloned().collect()
    };
    let more = |permission: &PluginPermission| match permission {
        PluginPermission::Http { origins } => {
            let origins = without(origins, &agreed.origins);
            (!origins.is_empty()).then_some(PluginPermission::Http { origins })
        }
        PluginPermission::Addresses { settings } => {
            let settings = without(settings, &agreed.addresses);
            (!settings.is_empty()).then_some(PluginPermission::Addresses { settings })
        }
        PluginPermission::Reads { data } => {
            (!agreed.data.iter().any(|known| known == data.as_str())).then(|| permission.clone())
        }
        PluginPermission::Script => (!agreed.script).then_some(PluginPermission::Script),
        PluginPermission::Secrets { names } => {
            let names = without(names, &agreed.secrets);
            (!names.is_empty()).then_some(PluginPermission::Secrets { names })
        }
        PluginPermission::Storage { bytes } => (*bytes > agreed.storage).then(|| permission.clone()),
    };
    permissions.iter().filter_map(more).collect()
}

/// The grants of a site; all of the permissions where it has not narrowed them.
pub fn grants_of(permissions: &[PluginPermission], granted: Option<&GrantedPermissions>) -> PluginGrants {
    let all = agreement_to(permissions);
    let kept = |asked: Vec<String>, granted: Option<&Vec<String>>| match granted {
        Some(granted) => asked.into_iter().filter(|name| granted.contains(name)).collect(),
        None => asked,
    };
    let data: Vec<String> = kept(all.data, granted.map(|granted| &granted.data));
    PluginGrants {
        origins: kept(all.origins, granted.map(|granted| &granted.origins)),
        data: data.iter().filter_map(|data| PluginData::named(data)).collect(),
    }
}

/// Grants as they are stored.
///
/// # Errors
/// When the plugin does not ask for something that is granted.
pub fn checked_grants(permissions: &[PluginPermission], grants: PluginGrants) -> Result<GrantedPermissions, Failure> {
    let asked = agreement_to(permissions);
    let data: Vec<String> = grants.data.iter().map(ToString::to_string).collect();
    let mut checks = Checks::default();
    for (field, granted, asked) in
        [("grants.origins", &grants.origins, &asked.origins), ("grants.data", &data, &asked.data)]
    {
        let is_asked = granted.iter().all(|name| asked.contains(name));
        checks.require(is_asked, field, contributor_texts::PLUGIN_DOES_NOT_ASK_FOR_IT);
    }
    checks.finish()?;
    Ok(GrantedPermissions { origins: sorted(&grants.origins), data: sorted(&data) })
}
