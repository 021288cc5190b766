//! Announces to plugins which values their formatters will get in a loop.

use std::borrow::Cow;

use serde_json::Value;

use super::block::element;
use super::machine::{Machine, Stop};
use crate::compile::call::Target;
use crate::compile::code::{Code, Operation, Slice, place};

/// Values announced at once.
const BATCH: usize = 500;

impl<'r> Machine<'r> {
    /// Announces the values of the tags in the body of a loop whose first formatter is by a plugin. Blocks within the
    /// body are left out, since they may not run. The first element is in scope, before and afterwards.
    pub(super) fn format_ahead(&mut self, items: &'r [Value], body: Slice, code: &'r Code) -> Result<(), Stop> {
        let Some(plugins) = self.context.options.plugins.as_deref().filter(|_| code.has_plugin_formatter) else {
            return Ok(());
        };
        let Some(first) = items.first().filter(|_| items.len() > 1) else { return Ok(()) };
        let mut at = body.start;
        while let Some(step) = code.steps.get(place(at)).filter(|_| at < body.end) {
            at = step.next;
            let Operation::Variable { references, calls } = step.operation else { continue };
            let ([reference], Some(call)) = (references.of(&code.references), calls.of(&code.formatters).first())
            else {
                continue;
            };
            let Target::Plugin(name) = &call.target else { continue };
            self.charge(items.len().min(BATCH))?;
            let words: Vec<&str> = call.arguments().items().collect();
            let mut values: Vec<Cow<'r, Value>> = Vec::with_capacity(items.len().min(BATCH));
            for (index, item) in items.iter().enumerate().take(BATCH) {
                self.stack.turn(element(item), index);
                let value = self.resolve(reference).to_json();
                self.charge_if_copied(&value, matches!(value, Cow::Owned(_)))?;
                values.push(value);
            }
            self.stack.turn(element(first), 0);
            let borrowed: Vec<&Value> = values.iter().map(AsRef::as_ref).collect();
            plugins.format_ahead(name, &borrowed, &words);
        }
        Ok(())
    }
}
