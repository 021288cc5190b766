//! CLDR formatting of money, numbers, dates, plurals and messages.
//!
//! The only crate that uses ICU. It formats values for a locale and a time zone, and must not depend on templates,
//! JSON, tenants, files or the clock.

mod bounded_cache;
mod data;
mod datetime;
mod digit_template;
mod formatters;
mod icu_message;
mod interval;
mod locale;
mod message;
mod message_nodes;
mod moment;
mod money;
mod number;
mod number_format;
mod pattern;
mod period;
mod plural;
mod region;
mod relative;
mod skeleton;
mod template_syntax;
mod week;

pub use data::{DataFault, LocaleData};
pub use datetime::{Calendar, Context, DateName, DateTimeOptions, Part, Width};
pub use interval::IntervalOptions;
pub use locale::{Locale, LocaleError};
pub use message::{Message, MessageArguments, MessageError};
pub use message_nodes::{ChoiceKind, MessageNode};
pub use moment::{DEFAULT_ZONE, Moment, MomentError, Zone};
pub use money::{CurrencyCode, MoneyError, MoneyOptions, MoneyStyle, PriceDisplay};
pub use number::{Number, NumberOptions, NumberStyle, RoundingMode};
pub use plural::PluralKind;
pub use relative::{RelativeField, RelativeOptions, RelativeWidth};
