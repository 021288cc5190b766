//! What plugins offer to a site: payment methods, event hooks and scheduled jobs.

use std::collections::BTreeMap;

use crate::manifest::{Cadence, PaymentForm, Provision};
use crate::registry::PluginInfo;

/// A payment method that a site's checkout can offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentMethod {
    /// The plugin that serves it.
    pub plugin_id: String,
    /// The method, such as `card`.
    pub method: String,
    /// Display name.
    pub label: String,
    /// The same by language, by tags in lower case: the texts `method.<name>` of the plugin.
    pub labels: BTreeMap<String, String>,
    /// Form in the checkout.
    pub form: PaymentForm,
    /// ISO 3166 codes of the supported buyers' countries; empty means any.
    pub countries: Vec<String>,
    /// Whether no real money is charged.
    pub is_test: bool,
    /// Days for which the provider holds an authorisation.
    pub authorisation_days: Option<u32>,
    /// Whether it is paid on delivery.
    pub on_delivery: bool,
    /// Whether it can be saved, so that customers pay with it again.
    pub can_save: bool,
}

/// The topics that a plugin listens to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventHook {
    /// The plugin.
    pub plugin_id: String,
    /// The topics, such as `order.paid`.
    pub topics: Vec<String>,
}

/// A job of a plugin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScheduledJob {
    /// The plugin.
    pub plugin_id: String,
    /// Name of the job.
    pub name: String,
    /// When it runs.
    pub cadence: Cadence,
}

impl PluginInfo {
    /// Its event hook; none when it listens to nothing.
    #[must_use]
    pub fn event_hook(&self) -> Option<EventHook> {
        let topics = self.provides.iter().filter_map(|provision| match provision {
            Provision::EventHook { topics } => Some(topics.iter().cloned()),
            _ => None,
        });
        let topics: Vec<String> = topics.flatten().collect();
        (!topics.is_empty()).then(|| EventHook { plugin_id: self.id.clone(), topics })
    }

    /// Its scheduled jobs.
    pub fn scheduled_jobs(&self) -> impl Iterator<Item = ScheduledJob> + '_ {
        self.provides.iter().filter_map(|provision| match provision {
            Provision::ScheduledJob { name, .. } => provision.cadence().map(|cadence| ScheduledJob {
                plugin_id: self.id.clone(),
                name: name.clone(),
                cadence,
            }),
            _ => None,
        })
    }

    /// Its payment methods for a currency.
    pub(crate) fn payment_methods<'a>(&'a self, currency: &'a str) -> impl Iterator<Item = PaymentMethod> + 'a {
        self.all_payment_methods().filter_map(move |(currencies, method)| {
            (currencies.is_empty() || currencies.iter().any(|known| known == currency)).then_some(method)
        })
    }

    /// Its payment methods, each with the supported currencies.
    pub fn all_payment_methods(&self) -> impl Iterator<Item = (&[String], PaymentMethod)> {
        self.provides.iter().flat_map(move |provision| {
            let Provision::PaymentProvider {
                methods,
                labels,
                form,
                currencies,
                countries,
                test,
                authorisation_days,
                on_delivery,
                saves,
                ..
            } = provision
            else {
                return Vec::new();
            };
            let described = |method: &String| PaymentMethod {
                plugin_id: self.id.clone(),
                method: method.clone(),
                label: labels.get(method).unwrap_or(&self.name).clone(),
                labels: BTreeMap::new(),
                form: *form,
                countries: countries.clone(),
                is_test: *test,
                authorisation_days: *authorisation_days,
                on_delivery: on_delivery.contains(method),
                can_save: saves.contains(method),
            };
            methods.iter().map(|method| (currencies.as_slice(), described(method))).collect()
        })
    }
}
