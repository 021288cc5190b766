//! Files of the catalogue in formats of plugins: products that go out, numbers of stock and whole products that come in.

use std::sync::{Arc, PoisonError};

use crate::bindings::rows::interface as rows;
use crate::boxed;
use crate::breaker::Entry;
use crate::call::{WaitingCall, call_guest};
use crate::capability::streams::RowSink;
use crate::convert::call_context_in;
use crate::convert::rows::{part_in, stock_rows_out, text_out};
use crate::error::{PluginError, PluginErrorKind};
use crate::host::Inner;
use crate::model::{FormatPart, ProductRow, Site, StockRow};
use crate::registry::Plugin;

/// The formats of one plugin on one site. Each call has its own instance. Never call inside a database transaction.
#[derive(Clone)]
pub struct FormatCalls {
    inner: Arc<Inner>,
    plugin: Arc<Plugin>,
    site: Arc<Site>,
    /// Whether the person who asks may change the plugin's data.
    may_change: bool,
}

impl std::fmt::Debug for FormatCalls {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("FormatCalls")
            .field("plugin", &self.plugin.id)
            .field("site", &self.site.context.site_id)
            .finish_non_exhaustive()
    }
}

/// Makes a call of an export for a format.
macro_rules! call {
    (
        $call:expr, $calls:expr, $exports:ident, $format:expr, |$guest:ident, $store:ident| $exported:expr, $read:expr
    ) => {{
        let calls = $calls;
        let code = calls.inner.code_when_loaded(&calls.plugin).await?;
        let missing = || calls.plugin.error(PluginErrorKind::NotProvided(format!("the format {}", $format)));
        let indices = code.$exports.as_ref().ok_or_else(missing)?;
        let call: WaitingCall<'_> = $call;
        let _seat = call.seat(calls.inner.acquire_background(&call.circuit.site, &calls.plugin)).await?;
        call_guest!(call, code, indices, |$guest, $store| $exported, $read)
    }};
}

impl FormatCalls {
    pub(crate) fn new(inner: Arc<Inner>, plugin: Arc<Plugin>, site: Arc<Site>, may_change: bool) -> Self {
        Self { inner, plugin, site, may_change }
    }

    /// The text of a part of the products. Anyone who may read these may ask for it, so that it changes nothing.
    ///
    /// # Errors
    /// Any [`PluginErrorKind`]; `Invalid` when the text is too long.
    #[boxed]
    pub async fn write(&self, format: &str, part: &FormatPart) -> Result<String, PluginError> {
        let (input, context): (rows::Part, _) = (part_in(part), call_context_in(&self.site.context));
        call!(
            WaitingCall { may_change: false, ..self.admitted(format)? },
            self,
            rows,
            format,
            |guest, store| guest.call_write(store, format, &input, &context),
            text_out
        )
    }

    /// The rows of a file with numbers of stock, with the right of the person to change the plugin's data.
    ///
    /// # Errors
    /// Any [`PluginErrorKind`]; `Invalid` when there are too many rows.
    #[boxed]
    pub async fn read(&self, format: &str, file: &[u8]) -> Result<Vec<StockRow>, PluginError> {
        let context = call_context_in(&self.site.context);
        call!(
            self.admitted(format)?,
            self,
            rows,
            format,
            |guest, store| guest.call_read(store, format, file, &context),
            stock_rows_out
        )
    }

    /// The rows of a file with products, which the plugin reads part by part and for as long as a scheduled job may take.
    ///
    /// # Errors
    /// Any [`PluginErrorKind`].
    #[boxed]
    pub async fn read_products(&self, format: &str, file: Vec<u8>) -> Result<Vec<ProductRow>, PluginError> {
        let context = call_context_in(&self.site.context);
        let limits = self.inner.limits(&self.plugin, &self.site);
        let taken: RowSink = Arc::default();
        let sink = Arc::clone(&taken);
        call!(
            WaitingCall { waiting: limits.job, running: limits.job_running, ..self.admitted(format)? },
            self,
            product_files,
            format,
            |guest, store| {
                store.data_mut().rows = Some(sink);
                let input = store.data_mut().open_file(file);
                guest.call_read(store, format, input, &context)
            },
            |()| Ok(std::mem::take(&mut taken.lock().unwrap_or_else(PoisonError::into_inner).rows))
        )
    }

    fn admitted(&self, format: &str) -> Result<WaitingCall<'_>, PluginError> {
        let entry = Entry::Format(Arc::from(format));
        let admitted = WaitingCall::admitted(&self.inner, &self.plugin, &self.site, entry)?;
        Ok(WaitingCall { may_change: self.may_change, ..admitted })
    }
}
