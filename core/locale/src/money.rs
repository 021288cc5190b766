//! Amounts of money.

use std::fmt;

use fixed_decimal::{Decimal, Sign};
use icu_experimental::dimension::currency::CurrencyType;
use icu_experimental::dimension::currency::formatter::CurrencyFormatterPreferences;
use icu_experimental::dimension::provider::currency::essentials::CurrencyEssentialsV1;
use icu_experimental::dimension::provider::currency::extended::CurrencyExtendedDataV1;
use icu_experimental::dimension::provider::currency::fractions::CurrencyFractionsV1;
use icu_experimental::dimension::provider::currency::patterns::CurrencyPatternsDataV1;
use icu_experimental::dimension::provider::currency::symbols::{CurrencySymbolWidth, CurrencySymbolsV1};
use icu_experimental::provider::Baked;
use icu_plurals::{PluralOperands, PluralRules};
use icu_provider::marker::DataMarkerExt as _;
use icu_provider::prelude::{DataIdentifierBorrowed, DataMarkerAttributes, DataPayload, DataProvider, DataRequest};

use crate::Locale;
use crate::number::{Number, NumberOptions, NumberStyle};

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
        let fractions: Option<DataPayload<CurrencyFractionsV1>> =
            Baked.load(DataRequest::default()).ok().map(|response| response.payload);
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

/// How an amount shows its currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum MoneyStyle {
    /// $1,234.56
    #[default]
    Symbol,
    /// As symbol; negative amounts may stand in parentheses.
    Accounting,
    /// 1,234.56 US dollars
    Name,
    /// USD 1,234.56
    Code,
    /// $1.2K
    Short,
}

/// How an amount is written. The style of the digits follows the style of the money.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct MoneyOptions {
    /// How it shows its currency.
    pub style: MoneyStyle,
    /// `$` instead of `US$` where that is common.
    pub narrow: bool,
    /// Digits and rounding.
    pub digits: NumberOptions,
}

/// Why a price cannot be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MoneyError {
    /// A price that is free at zero needs a word for free.
    #[error("a price that is free at zero needs a free label")]
    FreeLabelMissing,
}

/// How a price is shown to a buyer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PriceDisplay {
    /// How amounts are written.
    pub options: MoneyOptions,
    /// Whether zero is shown as the label.
    pub free_if_zero: bool,
    /// The word for free.
    pub free_label: Option<String>,
}

/// The symbol and where letters stand at its ends.
struct Symbol {
    text: String,
    letter_first: bool,
    letter_last: bool,
}

impl Locale {
    /// An amount as the locale writes it, half-even rounded to the digits of the currency unless
    /// the options say otherwise.
    #[must_use]
    pub fn format_money(&self, amount: &Number, currency: CurrencyCode, options: &MoneyOptions) -> String {
        let fraction = currency.fraction_digits();
        let mut value = amount.0.clone();
        let negative = amount.is_negative();
        if options.style == MoneyStyle::Short {
            let digits = NumberOptions { style: NumberStyle::Short, ..options.digits };
            let number = self.format_compact(&value.absolute, &digits);
            return self.with_symbol(&number, negative, currency, options);
        }
        options.digits.shape(&mut value, fraction, fraction);
        let negative = negative && !value.absolute.is_zero();
        let number = self.digits(&value.absolute, options.digits.grouping());
        match options.style {
            MoneyStyle::Name => {
                let shown = Decimal::new(Sign::None, value.absolute);
                let named = self.with_name(&self.signed(&number, negative), &shown, currency);
                named.unwrap_or(number)
            }
            _ => self.with_symbol(&number, negative, currency, options),
        }
    }

    /// A price as a buyer sees it.
    ///
    /// # Errors
    ///
    /// If zero is to be free but no label says so.
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

    fn symbol(&self, currency: CurrencyCode, options: &MoneyOptions) -> Symbol {
        let code = currency.code();
        let by_code = Symbol { text: code, letter_first: true, letter_last: true };
        if options.style == MoneyStyle::Code {
            return by_code;
        }
        let width = match options.narrow {
            true => CurrencySymbolWidth::Narrow,
            false => CurrencySymbolWidth::Short,
        };
        let prefs = CurrencyFormatterPreferences::from(self.icu());
        let locale = CurrencySymbolsV1::make_locale(prefs.locale_preferences);
        let mut buffer = Default::default();
        let attributes = CurrencySymbolsV1::make_attributes(currency.0, width, &mut buffer);
        let id = DataIdentifierBorrowed::for_marker_attributes_and_locale(attributes, &locale);
        let loaded: Result<icu_provider::DataResponse<CurrencySymbolsV1>, _> =
            Baked.load(DataRequest { id, ..DataRequest::default() });
        match loaded {
            Ok(response) => {
                let symbol = response.payload.get();
                Symbol {
                    text: symbol.as_str().to_owned(),
                    letter_first: symbol.starts_with_letter(),
                    letter_last: symbol.ends_with_letter(),
                }
            }
            Err(_) => by_code,
        }
    }

    fn with_symbol(&self, number: &str, negative: bool, currency: CurrencyCode, options: &MoneyOptions) -> String {
        let symbol = self.symbol(currency, options);
        let prefs = CurrencyFormatterPreferences::from(self.icu());
        let locale = CurrencyEssentialsV1::make_locale(prefs.locale_preferences);
        let id = DataIdentifierBorrowed::for_locale(&locale);
        let loaded: Result<icu_provider::DataResponse<CurrencyEssentialsV1>, _> =
            Baked.load(DataRequest { id, ..DataRequest::default() });
        let Ok(response) = loaded else {
            return self.signed(&format!("{}{number}", symbol.text), negative);
        };
        let patterns = response.payload.get();
        let (first, last) = (symbol.letter_first, symbol.letter_last);
        let accounting = options.style == MoneyStyle::Accounting;
        let (positive, explicit_negative) = match accounting {
            true => (patterns.get_positive_accounting(first, last), patterns.get_negative_accounting(first, last)),
            false => (patterns.get_positive(first, last), patterns.get_negative(first, last)),
        };
        match explicit_negative {
            Some(pattern) if negative => pattern.interpolate_to_string([number, &symbol.text]),
            _ => self.signed(&positive.interpolate_to_string([number, &symbol.text]), negative),
        }
    }

    fn with_name(&self, number: &str, value: &Decimal, currency: CurrencyCode) -> Option<String> {
        let rules = PluralRules::try_new_cardinal(self.icu().into()).ok()?;
        let prefs = CurrencyFormatterPreferences::from(self.icu());
        let operands = PluralOperands::from(&value.absolute);
        let code = currency.code();
        let locale = CurrencyExtendedDataV1::make_locale(prefs.locale_preferences);
        let attributes = DataMarkerAttributes::try_from_str(&code).ok()?;
        let id = DataIdentifierBorrowed::for_marker_attributes_and_locale(attributes, &locale);
        let names: Option<DataPayload<CurrencyExtendedDataV1>> =
            Baked.load(DataRequest { id, ..DataRequest::default() }).ok().map(|response| response.payload);
        let name = match &names {
            Some(names) => names.get().get(operands, &rules),
            None => &code,
        };
        let locale = CurrencyPatternsDataV1::make_locale(prefs.locale_preferences);
        let id = DataIdentifierBorrowed::for_locale(&locale);
        let patterns: DataPayload<CurrencyPatternsDataV1> =
            Baked.load(DataRequest { id, ..DataRequest::default() }).ok()?.payload;
        Some(patterns.get().get(operands, &rules).interpolate_to_string([number, name]))
    }
}
