//! Fast formatting of amounts with few digits, based on specimens: the locale's format of a number with the same number
//! of digits, all of them ones.

use std::sync::OnceLock;

use crate::Locale;
use crate::number::{Number, NumberOptions, SmallDecimal};

/// Maximum number of integer digits with a specimen.
const MAX_INTEGER_DIGITS: usize = 9;
/// Maximum number of decimals; no currency has more.
const MAX_FRACTION: usize = 4;
/// Maximum length of a specimen, bytes.
const MAX_SPECIMEN_BYTES: usize = 32;
/// The placeholder digit in a specimen.
const ONE: u8 = b'1';

/// For each number of integer digits the formatted number of ones, created when first needed; none if it is not written
/// with ASCII digits.
#[derive(Debug, Default)]
pub(crate) struct DigitTemplates {
    texts: [OnceLock<Option<String>>; MAX_INTEGER_DIGITS],
}

impl DigitTemplates {
    /// Appends an amount in the locale's format with this number of decimals. Returns none and writes nothing if that
    /// needs rounding or there is no specimen.
    pub(crate) fn write(&self, locale: &Locale, amount: SmallDecimal, fraction: u8, text: &mut String) -> Option<()> {
        let padding = fraction.checked_sub(amount.fraction)?;
        let mut rest = amount.units.checked_mul(10_i64.checked_pow(u32::from(padding))?)?;
        // In reverse order.
        let mut digits = [b'0'; MAX_INTEGER_DIGITS + MAX_FRACTION];
        let mut count = 0;
        while rest != 0 || count <= usize::from(fraction) {
            *digits.get_mut(count)? = b'0' + u8::try_from(rest % 10).ok()?;
            rest /= 10;
            count += 1;
        }
        let integer = count - usize::from(fraction);
        let slot = self.texts.get(integer - 1)?;
        let specimen = slot.get_or_init(|| specimen(locale, integer, fraction)).as_deref()?;
        let mut next = digits.get(..count)?.iter().rev();
        let mut line = [0; MAX_SPECIMEN_BYTES];
        let line = line.get_mut(..specimen.len())?;
        for (slot, letter) in line.iter_mut().zip(specimen.bytes()) {
            *slot = if letter == ONE { *next.next()? } else { letter };
        }
        text.push_str(std::str::from_utf8(line).ok()?);
        Some(())
    }
}

fn specimen(locale: &Locale, integer: usize, fraction: u8) -> Option<String> {
    let digits = integer + usize::from(fraction);
    let units = "1".repeat(digits).parse().ok()?;
    let Number(value) = Number::from_minor(units, fraction);
    let mut text = String::new();
    locale.write_digits(&value, NumberOptions::default().grouping(), &mut text);
    let ones = text.bytes().filter(|letter| *letter == ONE).count();
    let has_others = text.chars().any(|letter| letter.is_numeric() && letter != char::from(ONE));
    (ones == digits && !has_others).then_some(text)
}
