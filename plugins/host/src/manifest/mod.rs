//! The manifest of a plugin, `plugin.toml`, read without running the plugin.

mod background;
mod block;
mod checks;
mod client;
mod faults;
mod format;
mod panel;
mod permissions;
mod provision;
mod rules;
mod secret_use;
mod sizes;
mod unknown_keys;

use serde::{Deserialize, Serialize};

use crate::limits::PluginClass;
pub use background::{Cadence, EVENT_TOPICS, data_of_topic};
pub use checks::compare_versions;
use checks::{is_name, parse_bytes};
pub use client::ClientScript;
pub(crate) use client::check_sizes;
pub use permissions::Permissions;
pub use provision::{FormatterOutput, PaymentForm, Provision};
pub use secret_use::{SecretPlace, SecretUse};
pub(crate) use unknown_keys::UnknownKey;

/// Versions of the contract that this host serves.
pub(crate) const CONTRACT_LINES: [&str; 2] = ["0.1", "0.2"];

/// The kind of data that blocks and formats get of products.
const PRODUCTS: &str = "products";
/// The interface by which the settings of blocks are made of those of earlier versions.
pub(crate) const BLOCK_MIGRATION: &str = "block-migration";
/// The interface by which whole products come in.
pub(crate) const PRODUCT_FILES: &str = "product-files";
/// Kinds of data that a plugin can read.
pub(crate) const READS: [&str; 4] = ["products", "orders", "customers", "pages"];

/// The whole file.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Manifest {
    pub(crate) plugin: About,
    #[serde(default)]
    pub(crate) provides: Vec<Provision>,
    #[serde(default)]
    pub(crate) permissions: Permissions,
    pub(crate) settings: Option<SettingsFile>,
    #[serde(default)]
    pub(crate) limits: RequestedLimits,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct About {
    pub(crate) id: String,
    pub(crate) version: String,
    pub(crate) api: String,
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) summary: String,
    #[serde(default)]
    pub(crate) license: String,
    #[serde(default)]
    pub(crate) homepage: Option<String>,
    pub(crate) component: String,
    /// Features of the contract that may still change, and that the component uses.
    #[serde(default)]
    pub(crate) unstable: Vec<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct SettingsFile {
    pub(crate) schema: String,
    /// Incremented when the settings of earlier versions have to be changed, which the component then does.
    #[serde(default = "provision::one")]
    pub(crate) version: u32,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct RequestedLimits {
    #[serde(default)]
    pub(crate) class: PluginClass,
    #[serde(default)]
    pub(crate) memory: Option<String>,
}

impl Manifest {
    /// Parses and checks a manifest; the error is a message for the plugin's author.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut manifest: Self = toml::from_str(text).map_err(|error| faults::fault_of(text, &error))?;
        manifest.permissions.events = manifest.data_told()?;
        manifest.permissions.client =
            manifest.provides.iter().any(|provision| matches!(provision, Provision::Block { client: Some(_), .. }));
        if let Some(strange) = manifest.plugin.unstable.iter().find(|feature| !is_name(feature)) {
            return Err(format!("plugin.unstable `{strange}` has to be made of a-z, 0-9, _ and -"));
        }
        rules::check(&manifest)?;
        Ok(manifest)
    }

    /// The kinds of data of the site that events tell of, and that blocks and formats get: each once and sorted.
    fn data_told(&self) -> Result<Vec<String>, String> {
        let topics = self.provides.iter().flat_map(|provision| match provision {
            Provision::EventHook { topics } => topics.as_slice(),
            _ => &[][..],
        });
        let mut told = background::data_of_topics(topics);
        told.extend(block::data_of_blocks(self)?);
        if self.provides.iter().any(|own| matches!(own, Provision::CatalogueFormat { exports: true, .. })) {
            told.push(PRODUCTS.to_owned());
        }
        told.sort();
        told.dedup();
        Ok(told)
    }

    /// Keys of its text that this host does not know. They are no error: a plugin may use keys of a later host.
    pub(crate) fn unknown_keys(&self, text: &str) -> Vec<UnknownKey> {
        unknown_keys::of(self, text)
    }

    /// Quota of the key-value storage; zero without the permission.
    pub(crate) fn storage_bytes(&self) -> Result<usize, String> {
        self.permissions.storage.as_deref().map_or(Ok(0), |text| parse_bytes("permissions.storage", text))
    }

    /// The interfaces by which settings of earlier versions are changed, if there may be such.
    pub(crate) fn migrations(&self) -> impl Iterator<Item = &'static str> {
        let own = self.settings.as_ref().filter(|settings| settings.version > 1).map(|_| "migration");
        let migrates = |own: &Provision| matches!(own, Provision::Block { settings_migration: true, .. });
        own.into_iter().chain(self.provides.iter().any(migrates).then_some(BLOCK_MIGRATION))
    }

    /// Requested memory limit, if any.
    pub(crate) fn memory_bytes(&self) -> Result<Option<usize>, String> {
        self.limits.memory.as_deref().map(|text| parse_bytes("limits.memory", text)).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::Manifest;

    const SOUND: &str = r#"
        [plugin]
        id = "acme.pay"
        version = "1.4.0"
        api = "0.1"
        name = "Acme Pay"
        component = "plugin.wasm"
        [[provides]]
        kind = "payment-provider"
        methods = ["card"]
        [permissions]
        http = ["https://api.acme.example"]
        secrets = ["api_key"]
        storage = "256KiB"
        [limits]
        memory = "8MiB"
    "#;

    #[test]
    fn valid_manifest_accepted() {
        let manifest = Manifest::parse(SOUND).expect("sound");
        assert_eq!(manifest.storage_bytes(), Ok(256 * 1024));
        assert_eq!(manifest.memory_bytes(), Ok(Some(8 * 1024 * 1024)));
    }

    #[test]
    fn manifest_errors_named() {
        for (from, to, word) in [
            ("acme.pay", "Acme", "plugin.id"),
            ("1.4.0", "1.4", "plugin.version"),
            ("\"0.1\"", "\"9.9\"", "plugin.api"),
            ("plugin.wasm", "../plugin.wasm", "plugin.component"),
            ("name = ", "unstable = [\"No\"]\n        name = ", "plugin.unstable"),
            ("[\"card\"]", "[]", "contains no names"),
            ("[\"card\"]", "[\"card\", \"card\"]", "twice"),
            ("https://api.acme.example", "http://api.acme.example", "permissions.http"),
            ("https://api.acme.example", "https://api.acme.example/path", "permissions.http"),
            ("256KiB", "256", "permissions.storage"),
            ("8MiB", "lots", "limits.memory"),
            ("storage = ", "reads = [\"moods\"]\n        storage = ", "permissions.reads"),
            ("payment-provider", "mind-reader", "mind-reader"),
        ] {
            let fault = Manifest::parse(&SOUND.replace(from, to)).expect_err(to);
            assert!(fault.contains(word), "{to}: {fault}");
        }
    }

    #[test]
    fn settings_of_blocks_are_migrated_from_the_second_version_on() {
        let block = |line: &str| {
            let block = "kind = \"block\"\n        name = \"hours\"\n        settings_schema = \"schema/hours.json\"\n";
            Manifest::parse(
                &SOUND.replace("kind = \"payment-provider\"\n        methods = [\"card\"]", &format!("{block}{line}")),
            )
        };
        let migrations = |line: &str| block(line).map(|manifest| manifest.migrations().collect::<Vec<_>>());
        assert_eq!(migrations("settings_version = 2\nsettings_migration = true"), Ok(vec!["block-migration"]));
        assert_eq!(migrations("settings_version = 2"), Ok(Vec::new()), "it reads the settings of all its versions");
        let fault = migrations("settings_migration = true").expect_err("there is no earlier version");
        assert!(fault.contains("settings_version above 1"), "{fault}");
    }

    #[test]
    fn keys_of_a_later_host_are_no_error() {
        let later = SOUND
            .replace("[limits]", "[limits]\n        gpu = \"much\"\n        [wishes]")
            .replace("methods = [\"card\"]", "methods = [\"card\"]\n        wallet = true");
        let later = later.replace("        memory = \"8MiB\"\n", "");
        let manifest = Manifest::parse(&later).expect("read by this host");
        let unknown = manifest.unknown_keys(&later);
        let paths: Vec<&str> = unknown.iter().map(|key| key.path.as_str()).collect();
        assert_eq!(paths, ["limits.gpu", "provides.wallet", "wishes"]);
        assert!(unknown.iter().all(|key| key.meant.is_none()), "{unknown:?}");
        assert!(Manifest::parse(SOUND).expect("sound").unknown_keys(SOUND).is_empty());
        let misspelt = SOUND.replace("methods = [\"card\"]", "methods = [\"card\"]\n        labls = {}");
        let unknown = Manifest::parse(&misspelt).expect("read").unknown_keys(&misspelt);
        assert_eq!(unknown.first().and_then(|key| key.meant.as_deref()), Some("labels"));
    }
}
