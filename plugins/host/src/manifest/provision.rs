//! What a plugin provides, one entry of `[[provides]]`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Cadence, PRODUCT_FILES};

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

fn yes() -> bool {
    true
}

/// The version of settings that have never changed.
pub(super) fn one() -> u32 {
    1
}

impl Provision {
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
