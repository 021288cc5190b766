//! Checks the imports and exports of a component against its manifest.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use wasmtime::Engine;
use wasmtime::component::Component;

use crate::convert::invalid;
use crate::error::PluginErrorKind;
use crate::manifest::{CONTRACT_LINES, Manifest, Permissions, Provision};

const PACKAGE: &str = "stoa:plugin/";
/// Kinds whose results may be cached, so that they are made of their input alone.
const PURE: [&str; 2] = ["formatters", "predicates"];

/// Interfaces of 0.2 that may still change, each with the feature by which the WIT marks it as `@unstable`.
const UNSTABLE: [Unstable; 4] = [
    Unstable { interface: "http-streams", feature: "streams" },
    Unstable { interface: "product-files", feature: "streams" },
    Unstable { interface: "product-rows", feature: "streams" },
    Unstable { interface: "streams", feature: "streams" },
];

struct Unstable {
    interface: &'static str,
    feature: &'static str,
}

/// The features of the contract that may still change, sorted.
pub(crate) fn unstable_features() -> Vec<&'static str> {
    let mut features: Vec<&str> = UNSTABLE.iter().map(|own| own.feature).collect();
    features.sort_unstable();
    features.dedup();
    features
}

/// An interface of the contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct OwnInterface<'a> {
    name: &'a str,
    /// Line of its version, such as `0.1`.
    line: &'a str,
}

/// `stoa:plugin/log@0.1.0` gives `log` of 0.1; another package, or a version that this host does not serve, gives
/// nothing.
fn own_interface(name: &str) -> Option<OwnInterface<'_>> {
    let (interface, version) = name.strip_prefix(PACKAGE)?.split_once('@')?;
    let (line, _) = version.rsplit_once('.')?;
    CONTRACT_LINES.contains(&line).then_some(OwnInterface { name: interface, line })
}

/// What a component imports and exports, such as `stoa:plugin/log@0.1.0`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Interfaces {
    pub(crate) imports: Vec<String>,
    pub(crate) exports: Vec<String>,
}

impl Interfaces {
    pub(crate) fn of(engine: &Engine, component: &Component) -> Self {
        let kind = component.component_type();
        Self {
            imports: kind.imports(engine).map(|(name, _)| name.to_owned()).collect(),
            exports: kind.exports(engine).map(|(name, _)| name.to_owned()).collect(),
        }
    }
}

/// Checks that all imports are interfaces of the contract and permitted, and that the exports match the manifest. Those that
/// may still change have to be named by it, and allowed. Returns the exported interfaces, each as `payments` and as
/// `payments@0.1`.
pub(crate) fn check_interfaces(
    interfaces: &Interfaces,
    manifest: &Manifest,
    allows_unstable: bool,
) -> Result<BTreeSet<String>, PluginErrorKind> {
    let promised: BTreeSet<&str> =
        manifest.provides.iter().flat_map(Provision::interfaces).chain(manifest.migrations()).collect();
    for name in interfaces.imports.iter().chain(&interfaces.exports) {
        check_gate(name, &manifest.plugin.unstable, allows_unstable)?;
    }
    let mut exported = BTreeSet::new();
    for name in &interfaces.exports {
        let interface = own_interface(name)
            .ok_or_else(|| invalid(format!("exports {name}, which is not part of the plugin interface")))?;
        if !has_types_alone(interface.name) && !promised.contains(interface.name) {
            return Err(invalid(format!("exports {name}, which plugin.toml does not mention")));
        }
        exported.insert(interface.name.to_owned());
        exported.insert(format!("{}@{}", interface.name, interface.line));
    }
    if let Some(missing) = promised.iter().find(|interface| !exported.contains(**interface)) {
        return Err(invalid(format!("plugin.toml declares {missing}, which the component does not export")));
    }
    let pure = PURE.into_iter().find(|kind| exported.contains(*kind));
    for name in &interfaces.imports {
        let interface = own_interface(name)
            .ok_or_else(|| invalid(format!("imports {name}, which is not part of the plugin interface")))?;
        check_permission(name, interface, &manifest.permissions)?;
        // What 0.1.0 let such components import stays as it was.
        if let Some(kind) = pure.filter(|_| interface.line != "0.1" && !is_pure(interface.name)) {
            return Err(invalid(format!("imports {name}, which a component with {kind} cannot use")));
        }
    }
    Ok(exported)
}

/// Checks that an interface that may still change is named in the manifest, and that the operator allows such ones.
fn check_gate(name: &str, named: &[String], allows_unstable: bool) -> Result<(), PluginErrorKind> {
    let Some(interface) = own_interface(name).filter(|own| own.line == "0.2") else { return Ok(()) };
    let Some(gate) = UNSTABLE.iter().find(|own| own.interface == interface.name) else { return Ok(()) };
    let feature = gate.feature;
    if !named.iter().any(|known| known == feature) {
        return Err(invalid(format!(
            "uses {name}, which may still change: name it in [plugin] of plugin.toml, as unstable = [\"{feature}\"]"
        )));
    }
    if !allows_unstable {
        return Err(invalid(format!(
            "uses {name}, which may still change, and the operator of this server allows no such plugins \
             (plugins.unstable)"
        )));
    }
    Ok(())
}

fn has_types_alone(interface: &str) -> bool {
    matches!(interface, "types" | "context" | "reads" | "carts")
}

/// Whether its functions always give the same result for a site.
fn is_pure(interface: &str) -> bool {
    has_types_alone(interface) || matches!(interface, "texts" | "digests")
}

fn check_permission(name: &str, interface: OwnInterface<'_>, permissions: &Permissions) -> Result<(), PluginErrorKind> {
    let reads = |data: &str| permissions.reads.iter().any(|known| known == data);
    let (permitted, permission) = match (interface.line, interface.name) {
        (_, own) if has_types_alone(own) => (true, ""),
        ("0.1", "log" | "config") | ("0.2", "clock" | "texts" | "digests" | "streams" | "product-rows") => (true, ""),
        ("0.1", "crypto") => (!permissions.secrets.is_empty(), "secrets"),
        ("0.1", "http") | ("0.2", "http-streams") => (permissions.uses_http(), "http"),
        (_, "storage") => (permissions.storage.is_some(), "storage"),
        ("0.2", own @ ("products" | "orders" | "customers" | "pages")) => (reads(own), "reads"),
        _ => return Err(invalid(format!("imports {name}, which this host does not provide"))),
    };
    if permitted { Ok(()) } else { Err(invalid(format!("imports {name} without the permission `{permission}`"))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_interfaces() {
        let found = |name| own_interface(name).map(|own| (own.name, own.line));
        assert_eq!(found("stoa:plugin/log@0.1.0"), Some(("log", "0.1")));
        assert_eq!(found("stoa:plugin/payments@0.2.7"), Some(("payments", "0.2")));
        for foreign in ["stoa:plugin/log@0.3.0", "stoa:plugin/log", "wasi:io/streams@0.2.0", "log"] {
            assert_eq!(found(foreign), None, "{foreign}");
        }
    }

    // spec: plugins.unstable
    #[test]
    fn what_may_still_change_is_named_and_allowed() {
        let named = ["streams".to_owned()];
        let check = |name: &str, named: &[String], allows| {
            check_gate(name, named, allows).map_err(|error| error.to_string()).err()
        };
        for stable in ["stoa:plugin/log@0.1.0", "stoa:plugin/clock@0.2.0", "wasi:io/streams@0.2.0"] {
            assert_eq!(check(stable, &[], false), None, "{stable}");
        }
        let name = "stoa:plugin/http-streams@0.2.0";
        assert_eq!(check(name, &named, true), None);
        let unnamed = check(name, &[], true).expect("refused");
        assert!(unnamed.contains(name) && unnamed.contains("unstable = [\"streams\"]"), "{unnamed}");
        let forbidden = check(name, &named, false).expect("refused");
        assert!(forbidden.contains("plugins.unstable"), "{forbidden}");
    }

    /// The list here is what the WIT marks.
    #[test]
    fn the_wit_marks_what_may_still_change() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../wit/0.2.0");
        let mut marked = Vec::new();
        for entry in std::fs::read_dir(folder).expect("the contract") {
            let text = std::fs::read_to_string(entry.expect("a file").path()).expect("a text");
            let Some((_, rest)) = text.split_once("@unstable(feature = ") else { continue };
            let (feature, rest) = rest.split_once(')').expect("a feature");
            let interface = rest.trim_start().strip_prefix("interface ").expect("an interface");
            let interface = interface.split_whitespace().next().expect("a name");
            marked.push((interface.to_owned(), feature.to_owned()));
        }
        marked.sort();
        let listed: Vec<(String, String)> =
            UNSTABLE.iter().map(|own| (own.interface.to_owned(), own.feature.to_owned())).collect();
        assert_eq!(marked, listed);
    }

    #[test]
    fn each_kind_of_data_is_a_permission_of_its_own() {
        let permissions = Permissions { reads: vec!["orders".to_owned()], ..Permissions::default() };
        let check = |name: &'static str| {
            let interface = own_interface(name).expect("an interface of the contract");
            check_permission(name, interface, &permissions).map_err(|error| error.to_string())
        };
        assert_eq!(check("stoa:plugin/orders@0.2.0"), Ok(()));
        assert_eq!(check("stoa:plugin/reads@0.2.0"), Ok(()));
        let refused = check("stoa:plugin/customers@0.2.0").expect_err("not asked for");
        assert!(refused.contains("without the permission `reads`"), "{refused}");
        assert!(check("stoa:plugin/orders@0.1.0").is_err(), "there is none in 0.1");
    }
}
