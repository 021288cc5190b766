//! Amounts of a few digits, written after specimens: what the locale made of as many ones.

use std::sync::OnceLock;

use crate::Locale;
use crate::number::{Number, NumberOptions, PlainAmount};

/// Digits before the point of the largest amount that there is a specimen for.
const MOST: usize = 9;
/// Most digits after the point; no currency has more.
const MOST_FRACTION: usize = 4;
/// Bytes of the longest specimen.
const LONGEST: usize = 32;
/// The digit that stands for all in a specimen.
const ONE: u8 = b'1';

/// For each number of digits before the point the text of ones, made when it is first needed; nothing if it is not
/// written with the usual digits.
#[derive(Debug, Default)]
pub(crate) struct Specimens {
    texts: [OnceLock<Option<String>>; MOST],
}

impl Specimens {
    /// Appends an amount as the locale writes it with so many digits after the point. Nothing is written if that needs
    /// rounding or there is no specimen.
    pub(crate) fn write(&self, locale: &Locale, amount: PlainAmount, fraction: u8, text: &mut String) -> Option<()> {
        let padding = fraction.checked_sub(amount.fraction)?;
        let mut rest = amount.units.checked_mul(10_i64.checked_pow(u32::from(padding))?)?;
        // The last digit first.
        let mut digits = [b'0'; MOST + MOST_FRACTION];
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
        let mut line = [0; LONGEST];
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
