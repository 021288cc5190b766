//! What a component imports and exports, and what its faults mean.

use stoa_plugin_build::component::{Interfaces, interfaces};
use stoa_plugin_host::Provision;

use super::Report;
use crate::files::read as read_file;
use crate::layout::Project;
use crate::{AuthorError, Built};

/// The interfaces of the component, with a finding for what is not of the contract.
pub(super) fn read(built: &Built, project: &Project, report: &mut Report) -> Result<Interfaces, AuthorError> {
    let bytes = read_file(&built.folder.join(&project.component))?;
    match interfaces(&bytes) {
        Ok(found) => Ok(found),
        Err(error) => {
            report.error(&project.component, None, format!("is no component: {error:#}. Run `stoa plugin build`"));
            Ok(Interfaces::default())
        }
    }
}

/// The reason of the host, with what to do.
pub(super) fn advice(reason: &str) -> String {
    let advice = if reason.contains("wasi:") {
        "a library uses files, clock, network or environment, which a plugin has not"
    } else if reason.contains("without the permission") {
        "add it to [permissions] in plugin.toml, or do not call it"
    } else if reason.contains("which plugin.toml does not mention") {
        "add a [[provides]] of this kind, or leave it out of `plugin!(…)` or the exports of src/plugin.js"
    } else if reason.contains("which the component does not export") {
        "add the kind to `plugin!(…)` in src/lib.rs or to the exports of src/plugin.js, or remove its [[provides]]"
    } else if reason.starts_with("example of ") {
        "the example has to be shown without a failure"
    } else {
        return reason.to_owned();
    };
    format!("{reason}: {advice}")
}

/// A provision as a line of a report.
pub(super) fn provision(provision: &Provision) -> String {
    let names = match provision {
        Provision::Formatter { names, .. } | Provision::Predicate { names } => names.join(", "),
        Provision::Block { name, .. }
        | Provision::ScheduledJob { name, .. }
        | Provision::AdminPanel { name, .. }
        | Provision::CatalogueFormat { name, .. } => name.clone(),
        Provision::EventHook { topics } => topics.join(", "),
        Provision::PaymentProvider { methods, .. } => methods.join(", "),
        Provision::InstallmentProvider { countries, .. } => {
            if countries.is_empty() {
                "for any country".to_owned()
            } else {
                format!("for {}", countries.join(", "))
            }
        }
        Provision::ShippingProvider {} => "for the zones that name it".to_owned(),
        Provision::TaxProvider {} => "for shops that choose it".to_owned(),
        Provision::DiscountFunction {} | Provision::CheckoutQuestions {} => "for shops that turn it on".to_owned(),
    };
    format!("{} {names}", provision.kind())
}
