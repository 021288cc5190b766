//! The manifest of a plugin, `plugin.toml`, read without running the plugin.

mod background;
mod checks;
mod client;
mod faults;
mod format;
mod panel;
mod secret_use;
mod sizes;
mod unknown_keys;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::limits::PluginClass;
pub use background::{Cadence, EVENT_TOPICS, data_of_topic};
use checks::{check_file, check_origin, check_saves, is_name, is_plugin_id, is_version, parse_bytes};
pub use client::ClientScript;
pub(crate) use client::check_sizes;
pub use secret_use::{SecretPlace, SecretUse};
pub(crate) use unknown_keys::UnknownKey;

/// Versions of the contract that this host serves.
pub(crate) const CONTRACT_LINES: [&str; 2] = ["0.1", "0.2"];

/// The data that a block can get: the products or the entries of the page that its setting `collection` names, and what
/// the plugin has stored for it. Formats that go out get all products.
const BLOCK_DATA: [&str; 3] = [PRODUCTS, "pages", STORED];
const PRODUCTS: &str = "products";
const STORED: &str = "stored";
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

/// Something that a plugin provides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Provision {
    /// Template functions.
    Formatter {
        /// Names in templates.
        names: Vec<String>,
        /// Always true: the same input and settings give the same result.
        #[serde(default = "yes")]
        pure: bool,
        /// What its results are.
        #[serde(default)]
        output: FormatterOutput,
    },
    /// Template tests.
    Predicate {
        /// Names in templates.
        names: Vec<String>,
    },
    /// A block of pages.
    Block {
        /// Kind of the block in documents.
        name: String,
        /// Display name; default: the plugin's name.
        #[serde(default)]
        title: Option<String>,
        /// File with the JSON Schema of its settings.
        settings_schema: String,
        /// Incremented when existing settings need a migration.
        #[serde(default = "one")]
        settings_version: u32,
        /// Whether the component makes them of those of earlier versions. Without it, it gets those as they are.
        #[serde(default)]
        settings_migration: bool,
        /// Data that the host loads for the call: `products` or `pages`, the products or entries of the page that the
        /// setting `collection` names, and `stored`, what the plugin has stored for the block.
        #[serde(default)]
        data: Vec<String>,
        /// File with example settings for the block picker.
        #[serde(default)]
        example: Option<String>,
        /// Group in the block picker, such as `Forms`; `Plugins` unless the editor has this group.
        #[serde(default)]
        category: Option<String>,
        /// File with the script that runs in a frame in place of the block.
        #[serde(default)]
        client: Option<String>,
    },
    /// Payment methods for the checkout.
    PaymentProvider {
        /// Methods, such as `card`.
        methods: Vec<String>,
        /// Labels of the methods; a missing one is replaced by the plugin's name.
        #[serde(default)]
        labels: BTreeMap<String, String>,
        /// Form in the checkout: `card` or none.
        #[serde(default)]
        form: PaymentForm,
        /// ISO 4217 codes; empty means any.
        #[serde(default)]
        currencies: Vec<String>,
        /// ISO 3166 codes of the supported buyers' countries; empty means any.
        #[serde(default)]
        countries: Vec<String>,
        /// No real money is charged: offered in test mode only.
        #[serde(default)]
        test: bool,
        /// Days for which the provider holds an authorisation.
        #[serde(default)]
        authorisation_days: Option<u32>,
        /// Methods that are paid on delivery.
        #[serde(default)]
        on_delivery: Vec<String>,
        /// Methods that the provider can save, so that customers pay with them again. From 0.2 on.
        #[serde(default)]
        saves: Vec<String>,
        /// A capture may be less than the authorised amount.
        #[serde(default)]
        partial_capture: bool,
    },
    /// Messages about payment in installments.
    InstallmentProvider {
        /// ISO 3166 codes; empty means any.
        #[serde(default)]
        countries: Vec<String>,
        /// ISO 4217 codes; empty means any.
        #[serde(default)]
        currencies: Vec<String>,
    },
    /// Delivery options with their prices.
    ShippingProvider {},
    /// Taxes of orders.
    TaxProvider {},
    /// Discounts that apply by themselves.
    DiscountFunction {},
    /// Questions of the checkout.
    CheckoutQuestions {},
    /// Receives events of the site.
    EventHook {
        /// Their topics, such as `order.paid`.
        topics: Vec<String>,
    },
    /// Work that is done regularly.
    ScheduledJob {
        /// Name of the job.
        name: String,
        /// Interval, such as `6h`.
        #[serde(default)]
        every: Option<String>,
        /// Time of day in the time zone of the site, such as `03:30`.
        #[serde(default)]
        daily: Option<String>,
    },
    /// Files of the catalogue.
    CatalogueFormat {
        /// Name of the format.
        name: String,
        /// Display name; default: the plugin's name.
        #[serde(default)]
        title: Option<String>,
        /// End of the names of its files: `csv`, `tsv`, `txt`, `xml` or `json`.
        extension: String,
        /// Products go out in it.
        #[serde(default)]
        exports: bool,
        /// Numbers of stock come in in it.
        #[serde(default)]
        imports: bool,
        /// Whole products come in in it.
        #[serde(default)]
        products: bool,
    },
    /// A panel of the admin.
    AdminPanel {
        /// Name of the panel.
        name: String,
        /// Display name; default: the plugin's name.
        #[serde(default)]
        title: Option<String>,
        /// File with the HTML of its page, which is shown in a frame; none for a table.
        #[serde(default)]
        page: Option<String>,
        /// File with the JSON Schema of the form above a table.
        #[serde(default)]
        form: Option<String>,
        /// Kinds of data that a person has to see to open it. Without any, it is for those who see the plugins.
        #[serde(default)]
        needs: Vec<String>,
    },
}

/// What the texts are that a formatter returns.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormatterOutput {
    /// Text, which is escaped before it is printed.
    #[default]
    Text,
    /// HTML, which is sanitised.
    Html,
}

/// Form of a payment method in the checkout.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PaymentForm {
    /// None: the provider has a page of its own, or needs no data.
    #[default]
    None,
    /// Card data.
    Card,
}

/// Permissions that a plugin requests.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Permissions {
    /// Origins, `https://host[:port]`.
    #[serde(default)]
    pub http: Vec<String>,
    /// Names of settings that hold an address: the owner who enters one grants its origin.
    #[serde(default)]
    pub http_settings: Vec<String>,
    /// Names of secrets.
    #[serde(default)]
    pub secrets: Vec<String>,
    /// Where secrets may stand in requests.
    #[serde(default)]
    pub secret_uses: Vec<SecretUse>,
    /// Quota of the key-value storage, such as `256KiB`.
    #[serde(default)]
    pub storage: Option<String>,
    /// Kinds of the site's data that it reads: `products`, `orders`, `customers`, `pages`.
    #[serde(default)]
    pub reads: Vec<String>,
    /// Kinds of the site's data that its event hooks are told of, and its blocks and formats get. Follows from topics and from
    /// the data of blocks; a manifest does not say it.
    #[serde(default)]
    pub events: Vec<String>,
    /// Whether a script of it runs in frames on pages. Follows from its blocks; a manifest does not say it.
    #[serde(default)]
    pub client: bool,
}

impl Permissions {
    /// Quota of the key-value storage in bytes; 0 without the permission.
    #[must_use]
    pub fn storage_bytes(&self) -> usize {
        let asked = self.storage.as_deref();
        asked.and_then(|text| parse_bytes("permissions.storage", text).ok()).unwrap_or(0)
    }

    /// Whether it may send requests: to origins of the manifest, or to addresses that the owner enters.
    #[must_use]
    pub fn uses_http(&self) -> bool {
        !self.http.is_empty() || !self.http_settings.is_empty()
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct SettingsFile {
    pub(crate) schema: String,
    /// Incremented when the settings of earlier versions have to be changed, which the component then does.
    #[serde(default = "one")]
    pub(crate) version: u32,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct RequestedLimits {
    #[serde(default)]
    pub(crate) class: PluginClass,
    #[serde(default)]
    pub(crate) memory: Option<String>,
}

fn yes() -> bool {
    true
}

fn one() -> u32 {
    1
}

impl Manifest {
    /// Parses and checks a manifest; the error is a message for the plugin's author.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut manifest: Self = toml::from_str(text).map_err(|error| faults::fault_of(text, &error))?;
        let topics = manifest.provides.iter().flat_map(|provision| match provision {
            Provision::EventHook { topics } => topics.as_slice(),
            _ => &[][..],
        });
        let mut told = background::data_of_topics(topics);
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
        if manifest.provides.iter().any(|own| matches!(own, Provision::CatalogueFormat { exports: true, .. })) {
            told.push(PRODUCTS.to_owned());
        }
        told.sort();
        told.dedup();
        manifest.permissions.events = told;
        manifest.permissions.client =
            manifest.provides.iter().any(|provision| matches!(provision, Provision::Block { client: Some(_), .. }));
        if let Some(strange) = manifest.plugin.unstable.iter().find(|feature| !is_name(feature)) {
            return Err(format!("plugin.unstable `{strange}` has to be made of a-z, 0-9, _ and -"));
        }
        manifest.check()?;
        Ok(manifest)
    }

    /// Keys of its text that this host does not know. They are no error: a plugin may use keys of a later host.
    pub(crate) fn unknown_keys(&self, text: &str) -> Vec<UnknownKey> {
        unknown_keys::of(self, text)
    }

    fn check(&self) -> Result<(), String> {
        sizes::check(self)?;
        let about = &self.plugin;
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
        check_file("plugin.component", &about.component, ".wasm")?;
        if let Some(settings) = &self.settings {
            check_file("settings.schema", &settings.schema, ".json")?;
            if settings.version == 0 {
                return Err("settings.version has to be at least 1".to_owned());
            }
        }
        if self.provides.is_empty() {
            return Err("provides is empty".to_owned());
        }
        self.check_provisions()?;
        for origin in &self.permissions.http {
            check_origin(origin)?;
        }
        if !self.permissions.http_settings.is_empty() && self.settings.is_none() {
            return Err("permissions.http_settings names settings, but there is no [settings]".to_owned());
        }
        for secret in &self.permissions.secrets {
            if !is_name(secret) {
                return Err(format!("permissions.secrets `{secret}` has to be made of a-z, 0-9, _ and -"));
            }
        }
        for secret_use in &self.permissions.secret_uses {
            secret_use.check(&self.permissions)?;
        }
        if let Some(unknown) = self.permissions.reads.iter().find(|kind| !READS.contains(&kind.as_str())) {
            let known = READS.join("`, `");
            return Err(format!("permissions.reads `{unknown}` is not one of `{known}`"));
        }
        self.storage_bytes()?;
        self.memory_bytes()?;
        Ok(())
    }

    fn check_provisions(&self) -> Result<(), String> {
        let mut seen = BTreeSet::new();
        for provision in &self.provides {
            let names: Vec<&String> = match provision {
                Provision::Formatter { names, pure, .. } => {
                    if !pure {
                        return Err("a formatter has to be pure".to_owned());
                    }
                    names.iter().collect()
                }
                Provision::Predicate { names } => names.iter().collect(),
                Provision::PaymentProvider { methods, labels, saves, .. } => {
                    check_saves(&self.plugin.api, methods, saves)?;
                    if let Some(unknown) = labels.keys().find(|label| !methods.contains(label)) {
                        return Err(format!("provides.labels contains `{unknown}`, which is not one of its methods"));
                    }
                    methods.iter().collect()
                }
                Provision::InstallmentProvider { .. }
                | Provision::ShippingProvider {}
                | Provision::TaxProvider {}
                | Provision::DiscountFunction {}
                | Provision::CheckoutQuestions {} => continue,
                Provision::EventHook { topics } => {
                    background::check_topics(topics)?;
                    continue;
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
                    panel::check(title.as_deref(), page.as_deref(), form.as_deref(), needs, &self.permissions)?;
                    vec![name]
                }
                Provision::Block { name, .. } => {
                    provision.check_block()?;
                    vec![name]
                }
            };
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

impl Provision {
    /// Checks a block; others pass.
    fn check_block(&self) -> Result<(), String> {
        let Self::Block { name, settings_schema, settings_version, settings_migration, example, client, .. } = self
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

    /// Name in the manifest.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Formatter { .. } => "formatter",
            Self::Predicate { .. } => "predicate",
            Self::Block { .. } => "block",
            Self::PaymentProvider { .. } => "payment-provider",
            Self::InstallmentProvider { .. } => "installment-provider",
            Self::ShippingProvider {} => "shipping-provider",
            Self::TaxProvider {} => "tax-provider",
            Self::DiscountFunction {} => "discount-function",
            Self::CheckoutQuestions {} => "checkout-questions",
            Self::EventHook { .. } => "event-hook",
            Self::ScheduledJob { .. } => "scheduled-job",
            Self::AdminPanel { .. } => "admin-panel",
            Self::CatalogueFormat { .. } => "catalogue-format",
        }
    }

    /// When a scheduled job runs; none for other kinds.
    #[must_use]
    pub fn cadence(&self) -> Option<Cadence> {
        match self {
            Self::ScheduledJob { every, daily, .. } => Cadence::read(every.as_deref(), daily.as_deref()).ok(),
            _ => None,
        }
    }

    /// The interfaces that the component has to export.
    pub(crate) fn interfaces(&self) -> impl Iterator<Item = &'static str> {
        let second = matches!(self, Self::CatalogueFormat { products: true, .. }).then_some(PRODUCT_FILES);
        self.interface().into_iter().chain(second)
    }

    fn interface(&self) -> Option<&'static str> {
        Some(match self {
            Self::Formatter { .. } => "formatters",
            Self::Predicate { .. } => "predicates",
            Self::Block { .. } => "blocks",
            Self::PaymentProvider { .. } => "payments",
            Self::InstallmentProvider { .. } => "installments",
            Self::ShippingProvider {} => "shipping",
            Self::TaxProvider {} => "taxes",
            Self::DiscountFunction {} => "discounts",
            Self::CheckoutQuestions {} => "questions",
            Self::EventHook { .. } => "events",
            Self::ScheduledJob { .. } => "jobs",
            Self::AdminPanel { .. } => "panels",
            Self::CatalogueFormat { exports: false, imports: false, .. } => return None,
            Self::CatalogueFormat { .. } => "rows",
        })
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
