//! Colours as text, and whether they are light or dark.

/// A colour with 8 bits for each channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Color {
    red: u8,
    green: u8,
    blue: u8,
}

/// Half of the 24-bit range; colours above it are light.
const HALF: u32 = 0xff_ffff / 2;
/// Colours with a luminance below are dark.
const DARK_BELOW: f64 = 0.65;

impl Color {
    /// Reads 3 or 6 hexadecimal digits, with or without `#`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#').unwrap_or(text);
        if digits.len() > 6 {
            return None;
        }
        let values: Vec<u8> =
            digits.chars().map(|digit| u8::try_from(digit.to_digit(16)?).ok()).collect::<Option<_>>()?;
        match *values.as_slice() {
            [red, green, blue] => Some(Self { red: red * 17, green: green * 17, blue: blue * 17 }),
            [r1, r2, g1, g2, b1, b2] => Some(Self { red: r1 * 16 + r2, green: g1 * 16 + g2, blue: b1 * 16 + b2 }),
            _ => None,
        }
    }

    /// Whether its number is in the upper half of the 24-bit range.
    pub(crate) fn is_upper_half(self) -> bool {
        u32::from_be_bytes([0, self.red, self.green, self.blue]) > HALF
    }

    /// Perceived brightness, from 0 (black) to 1 (white).
    pub(crate) fn luminance(self) -> f64 {
        let weighted = 299 * u32::from(self.red) + 587 * u32::from(self.green) + 114 * u32::from(self.blue);
        f64::from(weighted) / 255_000.0
    }

    /// Whether light text is readable on it.
    pub(crate) fn is_dark(self) -> bool {
        self.luminance() < DARK_BELOW
    }
}
