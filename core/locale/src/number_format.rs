//! Numbers as a locale writes them.

use std::sync::Arc;

use fixed_decimal::{Decimal, Sign, UnsignedDecimal};
use icu_decimal::options::{CompactDecimalFormatterOptions, DecimalFormatterOptions, GroupingStrategy};
use icu_decimal::{CompactDecimalFormatter, DecimalFormatter};
use icu_experimental::dimension::percent::formatter::PercentFormatter;
use icu_experimental::dimension::percent::options::PercentFormatterOptions;
use writeable::Writeable as _;

use crate::Locale;
use crate::data::made;
use crate::number::{Number, NumberOptions, NumberStyle};

impl Locale {
    fn decimal_formatter(&self, grouping: GroupingStrategy) -> Option<Arc<DecimalFormatter>> {
        self.formatters().decimals.get_or_make(grouping, |grouping| {
            let mut options = DecimalFormatterOptions::default();
            options.grouping_strategy = Some(*grouping);
            let preferences = self.icu().into();
            made!(self.source(), DecimalFormatter: try_new, try_new_unstable; preferences, options)
        })
    }

    /// Formats a number.
    #[must_use]
    pub fn format_number(&self, number: &Number, options: &NumberOptions) -> String {
        let mut value = number.0.clone();
        let negative = number.is_negative();
        let (power, sign) = match options.style {
            NumberStyle::Percent => (2, "%"),
            NumberStyle::PercentScaled => (0, "%"),
            NumberStyle::Permille => (3, "\u{2030}"),
            NumberStyle::PermilleScaled => (0, "\u{2030}"),
            NumberStyle::Short | NumberStyle::Long => {
                let digits = self.format_compact(&value.absolute, options);
                return self.signed(&digits, negative);
            }
            NumberStyle::Decimal => {
                options.shape(&mut value, 0, 3);
                let digits = self.digits(&value.absolute, options.grouping());
                return self.signed(&digits, negative && !value.absolute.is_zero());
            }
        };
        value.absolute.multiply_pow10(power);
        options.shape(&mut value, 0, 0);
        let digits = self.digits(&value.absolute, options.grouping());
        let with_sign = self.percent(&digits, sign);
        self.signed(&with_sign, negative && !value.absolute.is_zero())
    }

    /// Digits without sign.
    pub(crate) fn digits(&self, value: &UnsignedDecimal, grouping: GroupingStrategy) -> String {
        let mut text = String::new();
        self.write_digits(&Decimal::new(Sign::None, value.clone()), grouping, &mut text);
        text
    }

    /// Appends the digits of a number.
    pub(crate) fn write_digits(&self, value: &Decimal, grouping: GroupingStrategy, text: &mut String) {
        // Writing to a string cannot fail.
        let _written = match self.decimal_formatter(grouping) {
            Some(formatter) => formatter.format(value).write_to(text),
            None => value.write_to(text),
        };
    }

    /// Adds the locale's minus sign to a text.
    pub(crate) fn signed(&self, digits: &str, negative: bool) -> String {
        if !negative {
            return digits.to_owned();
        }
        match self.minus() {
            Some(ends) => format!("{}{digits}{}", ends.0, ends.1),
            None => format!("-{digits}"),
        }
    }

    /// Text before and after a negative number.
    fn minus(&self) -> Option<Arc<(String, String)>> {
        self.formatters().minus.get_or_make((), |()| {
            let formatter = self.decimal_formatter(GroupingStrategy::Never)?;
            let one = formatter.format(&Decimal::from(1)).to_string();
            let minus_one = formatter.format(&Decimal::from(-1)).to_string();
            let (prefix, suffix) = minus_one.split_once(&one)?;
            Some((prefix.to_owned(), suffix.to_owned()))
        })
    }

    fn percent(&self, digits: &str, sign: &str) -> String {
        let sample = self.formatters().percent.get_or_make((), |()| {
            let (preferences, options) = (self.icu().into(), PercentFormatterOptions::default());
            let formatter = made!(self.source(), PercentFormatter<DecimalFormatter>:
                try_new, try_new_unstable; preferences, options)?;
            let one = Decimal::from(1);
            Some((formatter.format(&one).to_string(), self.digits(&one.absolute, GroupingStrategy::Never)))
        });
        match sample {
            Some(sample) => sample.0.replacen(&sample.1, digits, 1).replacen('%', sign, 1),
            None => format!("{digits}{sign}"),
        }
    }

    fn compact_formatter(&self, options: &NumberOptions) -> Option<Arc<CompactDecimalFormatter>> {
        let key = (options.style == NumberStyle::Long, options.grouping());
        self.formatters().compacts.get_or_make(key, |(in_words, grouping)| {
            let mut options = CompactDecimalFormatterOptions::default();
            options.grouping_strategy = Some(*grouping);
            let preferences = self.icu().into();
            match in_words {
                true => made!(self.source(), CompactDecimalFormatter:
                    try_new_long, try_new_long_unstable; preferences, options),
                false => made!(self.source(), CompactDecimalFormatter:
                    try_new_short, try_new_short_unstable; preferences, options),
            }
        })
    }

    /// An abbreviated number without sign.
    pub(crate) fn format_compact(&self, value: &UnsignedDecimal, options: &NumberOptions) -> String {
        let Some(formatter) = self.compact_formatter(options) else { return value.to_string() };
        let mut top = value.nonzero_magnitude_start();
        // Rounding can reach the next power of ten, which may have a different abbreviation.
        for _ in 0..2 {
            let exponent = formatter.compact_exponent_for_magnitude(top);
            let mut significand = Decimal::new(Sign::None, value.clone());
            significand.absolute.multiply_pow10(-i16::from(exponent));
            options.shape_compact(&mut significand);
            top = significand.absolute.nonzero_magnitude_start() + i16::from(exponent);
            if let Ok(formatted) = formatter.format_with_exponent(&significand, exponent) {
                return formatted.to_string();
            }
        }
        value.to_string()
    }
}
