//! Amounts of money.

use std::fmt;
use std::sync::Arc;

use fixed_decimal::{Decimal, Sign};
use icu_experimental::dimension::currency::CurrencyType;
use icu_experimental::dimension::currency::formatter::CurrencyFormatterPreferences;
use icu_experimental::dimension::provider::currency::essentials::CurrencyEssentialsV1;
use icu_experimental::dimension::provider::currency::extended::CurrencyExtendedDataV1;
use icu_experimental::dimension::provider::currency::fractions::CurrencyFractionsV1;
use icu_experimental::dimension::provider::currency::patterns::CurrencyPatternsDataV1;
use icu_experimental::dimension::provider::currency::symbols::{CurrencySymbolWidth, CurrencySymbolsV1};
use icu_plurals::PluralOperands;
use icu_provider::marker::DataMarkerExt as _;
use icu_provider::prelude::{DataIdentifierBorrowed, DataMarkerAttributes, DataPayload, DataRequest};

use crate::Locale;
use crate::data::{Source, loaded};
use crate::digit_template::DigitTemplates;
use crate::number::{Number, NumberOptions, NumberStyle, SmallDecimal};
use crate::plural::PluralKind;

/// An ISO 4217 code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CurrencyCode(CurrencyType);

impl CurrencyCode {
    /// Reads three letters, in any case.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        CurrencyType::try_from_str(text).ok().map(Self)
    }

    /// Digits after the point: 2 for USD, 0 for JPY.
    #[must_use]
    pub fn fraction_digits(self) -> u8 {
        self.fraction_digits_of(&Source::usual())
    }

    fn fraction_digits_of(self, source: &Source) -> u8 {
        let fractions = loaded!(source, CurrencyFractionsV1, DataRequest::default());
        fractions.map_or(2, |payload| payload.get().resolve(self.0).digits)
    }

    fn code(self) -> String {
        self.0.iso_code().to_string().to_ascii_uppercase()
    }
}

impl fmt::Display for CurrencyCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.code())
    }
}

/// Style of the currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum MoneyStyle {
    /// $1,234.56
    #[default]
    Symbol,
    /// As symbol; negative amounts may be in parentheses (accounting style).
    Accounting,
    /// 1,234.56 US dollars
    Name,
    /// USD 1,234.56
    Code,
    /// $1.2K
    Short,
}

/// Options for formatting an amount. The style of the digits is adjusted to the style of the money.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct MoneyOptions {
    /// Style of the currency.
    pub style: MoneyStyle,
    /// Use the narrow symbol: `$` instead of `US$`.
    pub narrow: bool,
    /// Digits and rounding.
    pub digits: NumberOptions,
}

/// Why a price cannot be formatted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MoneyError {
    /// Zero is to be shown as a label, but none is given.
    #[error("a price that is free at zero needs a free label")]
    FreeLabelMissing,
}

/// Options for formatting a price.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PriceDisplay {
    /// Format of amounts.
    pub options: MoneyOptions,
    /// Whether zero is shown as the label.
    pub free_if_zero: bool,
    /// The label for zero ("free").
    pub free_label: Option<String>,
}

/// The symbol, and whether it begins or ends with letters.
struct Symbol {
    text: String,
    letter_first: bool,
    letter_last: bool,
}

impl Symbol {
    fn of_code(currency: CurrencyCode) -> Self {
        Self { text: currency.code(), letter_first: true, letter_last: true }
    }
}

/// The format shared by the amounts of one currency.
pub(crate) struct MoneyFormat {
    /// Number of decimals.
    fraction: u8,
    /// Text before and after the digits.
    positive: (String, String),
    negative: (String, String),
    /// Digits with the usual number of decimals.
    specimens: DigitTemplates,
}

/// Key of a [`MoneyFormat`]: the currency, its style, and whether the symbol is narrow.
pub(crate) type MoneyFormatKey = (CurrencyCode, MoneyStyle, bool);

/// The mark that closes a text from left to right.
const LEFT_TO_RIGHT: &str = "\u{200e}";

/// Placeholder for the digits while a [`MoneyFormat`] is built; no pattern contains it.
const DIGITS: &str = "\u{0}";

/// Position of the symbol, or of a currency name.
pub(crate) struct CurrencyPatterns {
    symbol: Option<DataPayload<CurrencyEssentialsV1>>,
    name: Option<DataPayload<CurrencyPatternsDataV1>>,
}

/// The names of a currency, by plural category; none if the locale has none.
pub(crate) type CurrencyNames = Option<DataPayload<CurrencyExtendedDataV1>>;

impl MoneyFormat {
    fn write_around(&self, negative: bool, text: &mut String, digits: impl FnOnce(&mut String)) {
        let (before, behind) = if negative { &self.negative } else { &self.positive };
        text.push_str(before);
        digits(text);
        text.push_str(behind);
    }
}

impl Locale {
    /// Formats an amount, rounded half to even to the decimals of the currency unless the options say otherwise.
    #[must_use]
    pub fn format_money(&self, amount: &Number, currency: CurrencyCode, options: &MoneyOptions) -> String {
        let mut text = String::new();
        self.write_money(amount, currency, options, &mut text);
        text
    }

    /// Like [`Locale::format_money`], but appends to a text.
    pub fn write_money(&self, amount: &Number, currency: CurrencyCode, options: &MoneyOptions, text: &mut String) {
        let format = self.money_format(currency, options);
        let mut value = amount.0.clone();
        if options.style == MoneyStyle::Short {
            let digits = NumberOptions { style: NumberStyle::Short, ..options.digits };
            let number = self.format_compact(&value.absolute, &digits);
            return format.write_around(amount.is_negative(), text, |text| text.push_str(&number));
        }
        options.digits.shape(&mut value, format.fraction, format.fraction);
        let negative = value.sign == Sign::Negative && !value.absolute.is_zero();
        value.sign = Sign::None;
        let start = text.len();
        format.write_around(negative, text, |text| self.write_digits(&value, options.digits.grouping(), text));
        if options.style == MoneyStyle::Name
            && let Some(named) = text.get(start..).and_then(|number| self.with_name(number, &value, currency))
        {
            text.truncate(start);
            text.push_str(&named);
        }
    }

    /// Like [`Locale::write_money`], for an amount as text. Writes nothing if it is not a number.
    pub fn write_money_text(&self, amount: &str, currency: CurrencyCode, options: &MoneyOptions, text: &mut String) {
        let is_usual = options.digits == NumberOptions::default()
            && !matches!(options.style, MoneyStyle::Name | MoneyStyle::Short);
        if is_usual && let Some(plain) = SmallDecimal::parse(amount) {
            let format = self.money_format(currency, options);
            let start = text.len();
            text.push_str(&format.positive.0);
            if format.specimens.write(self, plain, format.fraction, text).is_some() {
                return text.push_str(&format.positive.1);
            }
            text.truncate(start);
        }
        if let Some(amount) = Number::parse(amount) {
            self.write_money(&amount, currency, options, text);
        }
    }

    /// Formats a price.
    ///
    /// # Errors
    ///
    /// If zero is to be shown as a label but none is given.
    pub fn format_price(
        &self,
        amount: &Number,
        currency: CurrencyCode,
        display: &PriceDisplay,
    ) -> Result<String, MoneyError> {
        match (&display.free_label, display.free_if_zero) {
            (None, true) => Err(MoneyError::FreeLabelMissing),
            (Some(label), true) if amount.is_zero() => Ok(label.clone()),
            _ => Ok(self.format_money(amount, currency, &display.options)),
        }
    }

    fn symbol(&self, currency: CurrencyCode, style: MoneyStyle, narrow: bool) -> Option<Symbol> {
        if style == MoneyStyle::Code {
            return None;
        }
        let width = if narrow { CurrencySymbolWidth::Narrow } else { CurrencySymbolWidth::Short };
        let locale = CurrencySymbolsV1::make_locale(self.currency_preferences().locale_preferences);
        let mut buffer = Default::default();
        let attributes = CurrencySymbolsV1::make_attributes(currency.0, width, &mut buffer);
        let id = DataIdentifierBorrowed::for_marker_attributes_and_locale(attributes, &locale);
        let request = DataRequest { id, ..DataRequest::default() };
        let symbol = loaded!(self.source(), CurrencySymbolsV1, request)?;
        let symbol = symbol.get();
        Some(Symbol {
            text: symbol.as_str().to_owned(),
            letter_first: symbol.starts_with_letter(),
            letter_last: symbol.ends_with_letter(),
        })
    }

    fn currency_preferences(&self) -> CurrencyFormatterPreferences {
        CurrencyFormatterPreferences::from(self.icu())
    }

    fn currency_patterns(&self) -> Option<Arc<CurrencyPatterns>> {
        self.formatters().currency_patterns.get_or_make((), |()| {
            let preferences = self.currency_preferences().locale_preferences;
            let locale = CurrencyEssentialsV1::make_locale(preferences);
            let id = DataIdentifierBorrowed::for_locale(&locale);
            let request = DataRequest { id, ..DataRequest::default() };
            let symbol = loaded!(self.source(), CurrencyEssentialsV1, request);
            let locale = CurrencyPatternsDataV1::make_locale(preferences);
            let id = DataIdentifierBorrowed::for_locale(&locale);
            let request = DataRequest { id, ..DataRequest::default() };
            let name = loaded!(self.source(), CurrencyPatternsDataV1, request);
            (symbol.is_some() || name.is_some()).then_some(CurrencyPatterns { symbol, name })
        })
    }

    fn money_format(&self, currency: CurrencyCode, options: &MoneyOptions) -> Arc<MoneyFormat> {
        let key = (currency, options.style, options.narrow);
        self.formatters().money.get_or_make_always(key, |(currency, style, narrow)| {
            let (positive, negative) = match style {
                MoneyStyle::Name => (DIGITS.to_owned(), self.signed(DIGITS, true)),
                _ => self.with_symbol(*currency, *style, *narrow),
            };
            let ends = |text: &str| {
                let (before, behind) = text.split_once(DIGITS).unwrap_or((text, ""));
                (before.to_owned(), behind.to_owned())
            };
            MoneyFormat {
                fraction: currency.fraction_digits_of(self.source()),
                positive: ends(&positive),
                negative: ends(&negative),
                specimens: DigitTemplates::default(),
            }
        })
    }

    /// A positive and a negative amount with their symbol around [`DIGITS`].
    fn with_symbol(&self, currency: CurrencyCode, style: MoneyStyle, narrow: bool) -> (String, String) {
        let symbol = self.symbol(currency, style, narrow).unwrap_or_else(|| Symbol::of_code(currency));
        let patterns = self.currency_patterns();
        let Some(patterns) = patterns.as_ref().and_then(|patterns| patterns.symbol.as_ref()) else {
            let positive = format!("{}{DIGITS}", symbol.text);
            let negative = self.signed(&positive, true);
            return (positive, negative);
        };
        let patterns = patterns.get();
        let (first, last) = (symbol.letter_first, symbol.letter_last);
        let (positive, negative) = match style {
            MoneyStyle::Accounting => {
                (patterns.get_positive_accounting(first, last), patterns.get_negative_accounting(first, last))
            }
            _ => (patterns.get_positive(first, last), patterns.get_negative(first, last)),
        };
        let positive = positive.interpolate_to_string([DIGITS, &symbol.text]);
        let negative = match negative {
            Some(negative) => negative.interpolate_to_string([DIGITS, &symbol.text]),
            None => self.signed(&positive, true),
        };
        (self.kept_together(positive, &symbol), self.kept_together(negative, &symbol))
    }

    /// In a line from right to left the sign at the end of `US$` would be drawn before its letters: CLDR closes Arabic
    /// symbols with a mark of direction, Latin ones are closed here.
    fn kept_together(&self, mut amount: String, symbol: &Symbol) -> String {
        let is_latin = symbol.text.starts_with(|first: char| first.is_ascii_alphabetic());
        if is_latin
            && !symbol.letter_last
            && self.is_right_to_left()
            && let (Some(digits), Some(sign)) = (amount.find(DIGITS), amount.find(symbol.text.as_str()))
            && digits < sign
        {
            amount.insert_str(sign + symbol.text.len(), LEFT_TO_RIGHT);
        }
        amount
    }

    fn currency_names(&self, currency: CurrencyCode) -> Option<Arc<CurrencyNames>> {
        self.formatters().currency_names.get_or_make(currency, |currency| {
            let locale = CurrencyExtendedDataV1::make_locale(self.currency_preferences().locale_preferences);
            let code = currency.code();
            let attributes = DataMarkerAttributes::try_from_str(&code).ok()?;
            let id = DataIdentifierBorrowed::for_marker_attributes_and_locale(attributes, &locale);
            let request = DataRequest { id, ..DataRequest::default() };
            Some(loaded!(self.source(), CurrencyExtendedDataV1, request))
        })
    }

    fn with_name(&self, number: &str, value: &Decimal, currency: CurrencyCode) -> Option<String> {
        let rules = self.plural_rules(PluralKind::Cardinal)?;
        let operands = PluralOperands::from(&value.absolute);
        let code = currency.code();
        let names = self.currency_names(currency)?;
        let name = match names.as_ref() {
            Some(names) => names.get().get(operands, &rules),
            None => &code,
        };
        let patterns = self.currency_patterns()?;
        Some(patterns.name.as_ref()?.get().get(operands, &rules).interpolate_to_string([number, name]))
    }
}
