//! Panels of the admin. A call has the rights of the person who opened the panel and of the plugin, whichever are fewer.

use std::sync::Arc;

use serde_json::Value;

use crate::bindings::panels::interface as panels;
use crate::boxed;
use crate::breaker::Entry;
use crate::call::{WaitingCall, call_guest};
use crate::convert::{call_context_in, parse_json, typed_in};
use crate::error::{PluginError, PluginErrorKind};
use crate::host::Inner;
use crate::model::{Activation, Site};
use crate::registry::Plugin;

/// Longest name of a method.
const MAX_METHOD_LENGTH: usize = 64;

/// The rights of the person who opened a panel.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PanelPerson {
    /// Kinds of data that the person may see, as in `permissions.reads`.
    pub reads: Vec<String>,
    /// Whether the person manages the plugins of the site.
    pub may_change: bool,
}

/// The panels of one plugin on one site, for one person. Each call has its own instance. Never call inside a database
/// transaction.
#[derive(Clone)]
pub struct PanelCalls {
    inner: Arc<Inner>,
    plugin: Arc<Plugin>,
    /// With the data that the person may see alone.
    site: Arc<Site>,
    person: PanelPerson,
}

impl std::fmt::Debug for PanelCalls {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("PanelCalls")
            .field("plugin", &self.plugin.id)
            .field("site", &self.site.context.site_id)
            .finish_non_exhaustive()
    }
}

impl PanelCalls {
    pub(crate) fn new(inner: Arc<Inner>, plugin: Arc<Plugin>, site: &Site, mut person: PanelPerson) -> Self {
        let granted = site.activation(&plugin.id).and_then(|activation| activation.data_grant.as_ref());
        let asked = &plugin.info.permissions.reads;
        person.reads.retain(|data| asked.contains(data) && granted.is_none_or(|granted| granted.contains(data)));
        let own = |activation: &Activation| match *activation.plugin_id == *plugin.id {
            true => Activation { data_grant: Some(person.reads.clone()), ..activation.clone() },
            false => activation.clone(),
        };
        let activations = site.activations.iter().map(own).collect();
        let site = Arc::new(Site { context: site.context.clone(), activations });
        Self { inner, plugin, site, person }
    }

    /// Calls a method of a panel and returns its answer.
    ///
    /// # Errors
    /// Any [`PluginErrorKind`]; [`PluginErrorKind::Suspended`] while the panel is suspended on the site.
    #[boxed]
    pub async fn call(&self, panel: &str, method: &str, input: &Value) -> Result<Value, PluginError> {
        let missing = || self.plugin.error(PluginErrorKind::NotProvided(format!("the panel {panel}")));
        let code = self.inner.code_when_loaded(&self.plugin).await?;
        let indices = code.panels.as_ref().ok_or_else(missing)?;
        if method.len() > MAX_METHOD_LENGTH || !self.plugin.info.panels.iter().any(|known| known.name == panel) {
            return Err(missing());
        }
        let entry = Entry::Panel(Arc::from(panel));
        let admitted = WaitingCall::admitted(&self.inner, &self.plugin, &self.site, entry)?;
        let call = WaitingCall { may_change: self.person.may_change, ..admitted };
        let _seat = call.seat(self.inner.acquire_background(&call.circuit.site, &self.plugin)).await?;
        let (input, context) = (typed_in(input), call_context_in(&self.site.context));
        let person = panels::Person { reads: self.person.reads.clone(), may_change: self.person.may_change };
        call_guest!(
            call,
            code,
            indices,
            |guest, store| guest.call_call(store, panel, method, &input, &person, &context),
            |text: String| parse_json("the answer", &text)
        )
    }
}
