//! CLDR money, number, date, plural and message formatting.
//!
//! The one place that knows ICU. It formats values for a locale and a time zone; it must not know
//! templates, JSON, tenants, files or the clock.

mod data;
mod datetime;
mod formatters;
mod interval;
mod locale;
mod message;
mod moment;
mod money;
mod number;
mod pattern;
mod period;
mod plural;
mod region;
mod relative;
mod shelf;
mod skeleton;
mod specimen;
mod week;

pub use data::{DataFault, LocaleData};
pub use datetime::{Calendar, Context, DateName, DateTimeOptions, Part, Width};
pub use interval::IntervalOptions;
pub use locale::{Locale, LocaleError};
pub use message::{Message, MessageArguments, MessageError};
pub use moment::{DEFAULT_ZONE, Moment, MomentError, Zone};
pub use money::{CurrencyCode, MoneyError, MoneyOptions, MoneyStyle, PriceDisplay};
pub use number::{Number, NumberOptions, NumberStyle, RoundingMode};
pub use plural::PluralKind;
pub use relative::{RelativeField, RelativeOptions, RelativeWidth};
