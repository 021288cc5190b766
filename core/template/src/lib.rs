//! The template language of Stoa: sections, repeated blocks, predicates, formatters, partials.
//!
//! A source is parsed once into a list of steps ([`Template`]) and run many times on JSON data ([`render`]). The data
//! is borrowed, never copied. Errors are values with a position; every run terminates, within [`Limits`].
//!
//! ```
//! use stoa_template::{ParseOptions, RenderContext, Template, render};
//!
//! let template = Template::parse("Hi {name|html}!", &ParseOptions::default())?;
//! let data = serde_json::json!({ "name": "<Bob>" });
//! let outcome = render(&template, &data, &RenderContext::default());
//! assert_eq!(outcome.output, "Hi &lt;Bob&gt;!");
//! # Ok::<(), stoa_template::TemplateError>(())
//! ```
//!
//! The crate uses no network, file, clock, database or tenant: the host passes in partials, documents to inject, the
//! time and the locale.

pub mod check;
mod color;
mod compile;
mod context;
mod double;
mod equality;
mod error;
mod expression;
mod formatter;
mod limits;
mod names;
mod parse;
mod partial;
mod plugin;
mod predicate;
mod product;
mod run;
mod source;
mod template;
mod usage;
mod value;

pub use context::{Injectables, Mode, RenderContext};
pub use error::{ErrorKind, Position, Stage, TemplateError};
pub use limits::Limits;
pub use partial::{Partial, PartialSet, Partials};
pub use plugin::{ArgumentFault, Plugins};
pub use run::{RenderOutcome, render};
pub use stoa_locale::Locale;
pub use template::{ParseOptions, Template};
pub use usage::{PartialCall, Usage};
pub use value::Kind;

pub(crate) use source::Source;

/// Names of all built-in formatters, in alphabetical order.
#[must_use]
pub fn formatter_names() -> Vec<&'static str> {
    formatter::names()
}

/// Names of all built-in predicates, in alphabetical order, with their `?`.
#[must_use]
pub fn predicate_names() -> Vec<&'static str> {
    predicate::names()
}
