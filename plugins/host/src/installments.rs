//! Calls of installment providers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use wasmtime::Store;

use crate::bindings::imports::stoa::plugin::types;
use crate::bindings::installments::interface::Guest;
use crate::breaker::{CircuitKey, Entry};
use crate::call::{end_call, new_store, read_answer, read_fault, trap_after};
use crate::capability::GuestState;
use crate::convert::{context_in, modal_out, offer_out, request_in};
use crate::error::{PluginError, PluginErrorKind};
use crate::host::Inner;
use crate::model::{InstallmentModal, InstallmentOffer, InstallmentRequest, Site};
use crate::registry::Plugin;

/// The installment calls of one plugin on one site. Synchronous, since they wait for nothing outside.
#[derive(Clone)]
pub struct InstallmentCalls {
    inner: Arc<Inner>,
    plugin: Arc<Plugin>,
    site: Arc<Site>,
    circuit: CircuitKey,
}

impl std::fmt::Debug for InstallmentCalls {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("InstallmentCalls")
            .field("plugin", &self.plugin.id)
            .field("site", &self.circuit.site)
            .finish()
    }
}

impl InstallmentCalls {
    pub(crate) fn new(inner: Arc<Inner>, plugin: Arc<Plugin>, site: Arc<Site>) -> Self {
        let site_id = Arc::from(site.context.site_id.as_str());
        let circuit = CircuitKey { site: site_id, plugin: Arc::clone(&plugin.id), entry: Entry::Installments };
        Self { inner, plugin, site, circuit }
    }

    /// Id and version of the plugin.
    #[must_use]
    pub fn plugin(&self) -> (&str, &str) {
        (&self.plugin.id, &self.plugin.version)
    }

    /// The message for a product or a cart. On any error the shop shows none.
    ///
    /// # Errors
    /// Any [`PluginErrorKind`].
    pub fn quote(&self, request: &InstallmentRequest) -> Result<InstallmentOffer, PluginError> {
        let input = request_in(request);
        let context = context_in(&self.site.context);
        self.call(|guest, store| guest.call_quote(store, &input, &context), |offer| offer_out(offer, request))
    }

    /// The explanation page of the message; for an unknown locale the `en_US` page. Depends only on settings and
    /// locale, so it may be cached.
    ///
    /// # Errors
    /// Any [`PluginErrorKind`].
    pub fn modal(&self, locale: &str) -> Result<InstallmentModal, PluginError> {
        let limit = self.inner.limits(&self.plugin, &self.site).block_html;
        self.call(
            |guest, store| guest.call_modal(store, locale),
            |page| {
                if page.html.len() > limit {
                    return Err(PluginErrorKind::Oversize { what: "page HTML", limit });
                }
                Ok(modal_out(page))
            },
        )
    }

    /// Calls the guest and reads its answer. One that breaks the contract is a failure, like a trap.
    fn call<G, T>(
        &self,
        call: impl FnOnce(&Guest, &mut Store<GuestState>) -> wasmtime::Result<Result<G, types::Error>>,
        read: impl FnOnce(G) -> Result<T, PluginErrorKind>,
    ) -> Result<T, PluginError> {
        self.inner.admit(&self.circuit, &self.plugin)?;
        let started = Instant::now();
        let said = self.with_instance(call);
        let answer = said.and_then(|answer| read(answer).map_err(|kind| self.plugin.error(kind)));
        let failure = answer.as_ref().err().map(|error| &error.kind);
        self.inner.observe(&self.circuit, &self.plugin, started.elapsed(), failure);
        self.inner.report(&self.circuit, failure);
        answer
    }

    fn with_instance<T>(
        &self,
        call: impl FnOnce(&Guest, &mut Store<GuestState>) -> wasmtime::Result<Result<T, types::Error>>,
    ) -> Result<T, PluginError> {
        let workshop = &self.inner.workshop;
        let allowed: Duration = self.inner.limits(&self.plugin, &self.site).of(self.plugin.info.class).render;
        let code = self.inner.code(&self.plugin)?;
        let indices = code.installments.as_ref();
        let indices =
            indices.ok_or_else(|| self.plugin.error(PluginErrorKind::NotProvided("installments".to_owned())))?;
        let _seat = self.inner.acquire_blocking(&self.circuit.site, &self.plugin)?;
        let mut store = new_store(&workshop.engine, &self.plugin, &self.site, &workshop.limits, &workshop.ports);
        store.data_mut().begin_call();
        trap_after(&mut store, allowed);
        let answer = code
            .pure
            .instantiate(&mut store)
            .and_then(|instance| indices.load(&mut store, &instance))
            .and_then(|guest| call(&guest, &mut store));
        end_call(&store);
        match answer {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(error)) => Err(self.plugin.error(read_answer(error))),
            Err(error) => Err(self.plugin.error(read_fault(&error, &store, allowed))),
        }
    }
}
