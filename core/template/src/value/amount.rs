//! Numbers of the language.

use serde_json::Number;

use crate::double::float_text;

/// A number that keeps its notation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Amount {
    Integer(i64),
    Float(f64),
}

impl Amount {
    pub(crate) fn of(number: &Number) -> Self {
        match number.as_i64() {
            Some(integer) => Self::Integer(integer),
            None => Self::Float(number.as_f64().unwrap_or(0.0)),
        }
    }

    pub(crate) fn as_f64(self) -> f64 {
        match self {
            #[expect(clippy::cast_precision_loss, reason = "the language computes in doubles")]
            Self::Integer(integer) => integer as f64,
            Self::Float(float) => float,
        }
    }

    /// The integer part, saturating.
    pub(crate) fn truncated(self) -> i64 {
        match self {
            Self::Integer(integer) => integer,
            Self::Float(float) => saturating_integer(float),
        }
    }
}

/// The integer part of a double, saturating; NaN is 0.
#[expect(clippy::cast_possible_truncation, reason = "saturation is the wanted behaviour")]
pub(crate) fn saturating_integer(float: f64) -> i64 {
    float as i64
}

/// Digits of a number as the language prints them.
pub(crate) fn amount_text(amount: Amount) -> String {
    match amount {
        Amount::Integer(integer) => itoa::Buffer::new().format(integer).to_owned(),
        Amount::Float(float) => float_text(float),
    }
}
