//! Components: encoding, and the interfaces that one imports and exports.

use anyhow::{Result, bail};
use wit_component::{ComponentEncoder, DecodedWasm};

/// Creates a component from a core module that was compiled with the plugin SDK.
///
/// # Errors
/// The module has no description of its interfaces, or imports something else.
pub fn componentize(core: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = ComponentEncoder::default().validate(true).module(core)?;
    encoder.encode()
}

/// Names such as `stoa:plugin/log@0.1.0`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Interfaces {
    /// What the component needs from the host.
    pub imports: Vec<String>,
    /// What it provides.
    pub exports: Vec<String>,
}

/// Reads the interfaces of a component, without running it.
///
/// # Errors
/// The bytes are no component.
pub fn interfaces(component: &[u8]) -> Result<Interfaces> {
    let decoded = wit_component::decode(component)?;
    let DecodedWasm::Component(resolve, world) = &decoded else { bail!("a WIT package, not a component") };
    let Some(world) = resolve.worlds.get(*world) else { bail!("the component has no world") };
    let names = |keys: Vec<String>| {
        let mut keys = keys;
        keys.sort();
        keys
    };
    Ok(Interfaces {
        imports: names(world.imports.keys().map(|key| resolve.name_world_key(key)).collect()),
        exports: names(world.exports.keys().map(|key| resolve.name_world_key(key)).collect()),
    })
}
