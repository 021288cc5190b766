//! Values in templates: borrowed JSON, and values made by instructions and formatters.

mod amount;

use std::borrow::Cow;

use indexmap::IndexMap;
use serde_json::{Map, Value};

pub(crate) use self::amount::{Amount, amount_text, saturating_integer};
use crate::parse::pattern::PositionHint;

/// A value in scope. Copying it never copies data.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Node<'r> {
    /// A name that was not found. Different from JSON null.
    Missing,
    /// Data of the host, or a value in the arena of the run.
    Json(&'r Value),
    /// Text made by a formatter or a block.
    Text(&'r String),
    Integer(i64),
    Float(f64),
    Bool(bool),
    /// An object made by `ctx`, `key-by` or an argument list; its members are not copied.
    Bindings(&'r Bindings<'r>),
}

/// Copied often, so kept small.
const _: () = assert!(size_of::<Node<'static>>() <= 16);

/// Members of an object made by instructions, in order.
pub(crate) type Bindings<'r> = IndexMap<String, Node<'r>>;

/// The data types of the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A path that was not found.
    Missing,
    /// JSON null.
    Null,
    /// true or false.
    Boolean,
    /// An integer or a fractional number.
    Number,
    /// Text.
    String,
    /// A list.
    Array,
    /// A map.
    Object,
}

impl Kind {
    /// The type of a value, or of an absent path.
    #[must_use]
    pub fn of(value: Option<&Value>) -> Self {
        match value {
            None => Self::Missing,
            Some(Value::Null) => Self::Null,
            Some(Value::Bool(_)) => Self::Boolean,
            Some(Value::Number(_)) => Self::Number,
            Some(Value::String(_)) => Self::String,
            Some(Value::Array(_)) => Self::Array,
            Some(Value::Object(_)) => Self::Object,
        }
    }
}

/// Objects with at most this many members are searched linearly: comparing a few names is cheaper than hashing one.
const FEW_MEMBERS: usize = 16;
/// Objects with at least this many members are too large for remembering positions to pay off.
const MANY_MEMBERS: usize = 256;

/// Whether two names are equal. Most are short: a call of `memcmp` costs more than comparing them here.
#[inline]
fn is_same(key: &str, name: &str) -> bool {
    let (key, name) = (key.as_bytes(), name.as_bytes());
    if key.len() != name.len() {
        return false;
    }
    // The rest after whole words is compared together with bytes before it.
    if let (Some(a), Some(b)) = (key.last_chunk::<8>(), name.last_chunk()) {
        let mut words = key.as_chunks::<8>().0.iter().zip(name.as_chunks().0);
        return a == b && words.all(|(a, b)| a == b);
    }
    match (key.first_chunk::<4>(), name.first_chunk(), key.last_chunk::<4>(), name.last_chunk()) {
        (Some(a), Some(b), Some(c), Some(d)) => a == b && c == d,
        _ => key.iter().eq(name),
    }
}

fn find_member<'r>(members: &'r Map<String, Value>, name: &str) -> Option<&'r Value> {
    if members.len() <= FEW_MEMBERS {
        return members.iter().find(|(key, _)| is_same(key, name)).map(|(_, value)| value);
    }
    members.get(name)
}

/// A member at the position where it was last found.
#[inline]
fn member_at_hint<'r>(members: &'r Map<String, Value>, name: &str, place: &PositionHint) -> Option<&'r Value> {
    match members.iter().nth(place.guess()) {
        Some((key, value)) if is_same(key, name) => Some(value),
        _ => None,
    }
}

/// Like [`find_member`], starting at the position where the member was last found.
#[inline]
fn find_member_at<'r>(members: &'r Map<String, Value>, name: &str, place: &PositionHint) -> Option<&'r Value> {
    member_at_hint(members, name, place).or_else(|| find_by_scan(members, name, place))
}

#[inline(never)]
fn find_by_scan<'r>(members: &'r Map<String, Value>, name: &str, place: &PositionHint) -> Option<&'r Value> {
    if members.len() > FEW_MEMBERS {
        let value = members.get(name)?;
        if members.len() < MANY_MEMBERS {
            place.remember(members.keys().take_while(|key| *key != name).count());
        }
        return Some(value);
    }
    let (found, (_, value)) = members.iter().enumerate().find(|(_, (key, _))| is_same(key, name))?;
    place.remember(found);
    Some(value)
}

impl<'r> Node<'r> {
    pub(crate) fn kind(self) -> Kind {
        match self {
            Self::Missing => Kind::Missing,
            Self::Json(value) => Kind::of(Some(value)),
            Self::Text(_) => Kind::String,
            Self::Integer(_) | Self::Float(_) => Kind::Number,
            Self::Bool(_) => Kind::Boolean,
            Self::Bindings(_) => Kind::Object,
        }
    }

    #[inline]
    pub(crate) fn is_missing(self) -> bool {
        matches!(self, Self::Missing)
    }

    /// Missing or null.
    pub(crate) fn is_absent(self) -> bool {
        matches!(self, Self::Missing | Self::Json(Value::Null))
    }

    #[inline]
    pub(crate) fn as_str(self) -> Option<&'r str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Json(Value::String(text)) => Some(text),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn as_amount(self) -> Option<Amount> {
        match self {
            Self::Integer(integer) => Some(Amount::Integer(integer)),
            Self::Float(float) => Some(Amount::Float(float)),
            Self::Json(Value::Number(number)) => Some(Amount::of(number)),
            _ => None,
        }
    }

    /// Digits of an integer too large for [`Amount::Integer`].
    pub(crate) fn large_integer(self) -> Option<u64> {
        match self {
            Self::Json(Value::Number(number)) if number.as_i64().is_none() => number.as_u64(),
            _ => None,
        }
    }

    pub(crate) fn as_bool(self) -> Option<bool> {
        match self {
            Self::Bool(flag) => Some(flag),
            Self::Json(Value::Bool(flag)) => Some(*flag),
            _ => None,
        }
    }

    pub(crate) fn is_true(self) -> bool {
        self.as_bool() == Some(true)
    }

    #[inline]
    pub(crate) fn as_array(self) -> Option<&'r [Value]> {
        match self {
            Self::Json(Value::Array(items)) => Some(items),
            _ => None,
        }
    }

    /// A member of an object; missing on anything else.
    #[inline(never)]
    pub(crate) fn member(self, name: &str) -> Self {
        match self {
            Self::Json(Value::Object(members)) => find_member(members, name).map_or(Self::Missing, Self::Json),
            Self::Bindings(members) => members.get(name).copied().unwrap_or(Self::Missing),
            _ => Self::Missing,
        }
    }

    /// Like [`Node::member`], for names that are looked up repeatedly.
    #[inline]
    pub(crate) fn member_at(self, name: &str, place: Option<&PositionHint>) -> Self {
        match (self, place) {
            (Self::Json(Value::Object(members)), Some(place)) => {
                find_member_at(members, name, place).map_or(Self::Missing, Self::Json)
            }
            (Self::Json(Value::Object(_)) | Self::Bindings(_), _) => self.member(name),
            _ => Self::Missing,
        }
    }

    /// The member, if it is at the position where it was last found.
    #[inline]
    pub(crate) fn hinted_member(self, name: &str, place: &PositionHint) -> Option<Self> {
        match self {
            Self::Json(Value::Object(members)) => member_at_hint(members, name, place).map(Self::Json),
            _ => None,
        }
    }

    /// An element of an array; missing on anything else.
    #[inline]
    pub(crate) fn element(self, index: usize) -> Self {
        self.as_array().and_then(|items| items.get(index)).map_or(Self::Missing, Self::Json)
    }

    /// Follows several member names, starting here.
    pub(crate) fn path(self, names: &[&str]) -> Self {
        names.iter().fold(self, |node, name| node.member(name))
    }

    /// Elements of an array or members of an object, else 0.
    pub(crate) fn size(self) -> usize {
        match self {
            Self::Json(Value::Array(items)) => items.len(),
            Self::Json(Value::Object(members)) => members.len(),
            Self::Bindings(members) => members.len(),
            _ => 0,
        }
    }

    /// Values of an array or object in order.
    pub(crate) fn values(self) -> Vec<Node<'r>> {
        match self {
            Self::Json(Value::Array(items)) => items.iter().map(Node::Json).collect(),
            Self::Json(Value::Object(members)) => members.values().map(Node::Json).collect(),
            Self::Bindings(members) => members.values().copied().collect(),
            _ => Vec::new(),
        }
    }

    /// Whether the value is truthy for a section, an `if` or an "is set" test.
    #[inline]
    pub(crate) fn is_truthy(self) -> bool {
        match self {
            Self::Missing => false,
            Self::Text(text) => !text.is_empty(),
            Self::Integer(integer) => integer != 0,
            Self::Float(float) => float != 0.0 && !float.is_nan(),
            Self::Bool(flag) => flag,
            Self::Bindings(members) => !members.is_empty(),
            Self::Json(value) => match value {
                Value::Null => false,
                Value::Bool(flag) => *flag,
                Value::Number(number) => number.as_f64().is_some_and(|float| float != 0.0),
                Value::String(text) => !text.is_empty(),
                Value::Array(items) => !items.is_empty(),
                Value::Object(members) => !members.is_empty(),
            },
        }
    }

    /// The value as a number of any kind: numeric text is converted, true is 1, the rest 0.
    pub(crate) fn to_amount(self) -> Amount {
        if let Some(amount) = self.as_amount() {
            return amount;
        }
        if let Some(flag) = self.as_bool() {
            return Amount::Integer(i64::from(flag));
        }
        let Some(text) = self.as_str() else { return Amount::Integer(0) };
        let text = text.trim();
        match text.parse::<i64>() {
            Ok(integer) => Amount::Integer(integer),
            Err(_) => {
                text.parse::<f64>().ok().filter(|float| float.is_finite()).map_or(Amount::Integer(0), Amount::Float)
            }
        }
    }

    /// Like [`Node::to_amount`], without a fraction.
    pub(crate) fn to_integer(self) -> i64 {
        self.to_amount().truncated()
    }

    /// Text of a scalar; objects, arrays and missing give "", null gives `null`.
    pub(crate) fn to_text(self) -> Cow<'r, str> {
        match self {
            Self::Json(Value::Null) => Cow::Borrowed("null"),
            other => other.to_plain_text(),
        }
    }

    /// Text of a scalar; everything else, including null, gives "".
    pub(crate) fn to_plain_text(self) -> Cow<'r, str> {
        if let Some(text) = self.as_str() {
            return Cow::Borrowed(text);
        }
        if let Some(flag) = self.as_bool() {
            return Cow::Borrowed(if flag { "true" } else { "false" });
        }
        match (self.large_integer(), self.as_amount()) {
            (Some(integer), _) => Cow::Owned(integer.to_string()),
            (None, Some(amount)) => Cow::Owned(amount_text(amount)),
            (None, None) => Cow::Borrowed(""),
        }
    }

    /// Appends what a variable tag prints for the value.
    pub(crate) fn print(self, out: &mut String) {
        match self {
            Self::Json(Value::Array(items)) => {
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    match item {
                        Value::Null => out.push_str("null"),
                        Value::Array(_) | Value::Object(_) => {}
                        scalar => out.push_str(&Node::Json(scalar).to_plain_text()),
                    }
                }
            }
            other => out.push_str(&other.to_plain_text()),
        }
    }

    /// The value as JSON, owned or borrowed from the data. Missing becomes null.
    pub(crate) fn to_json(self) -> Cow<'r, Value> {
        match self {
            Self::Json(value) => Cow::Borrowed(value),
            Self::Missing => Cow::Owned(Value::Null),
            Self::Text(text) => Cow::Owned(Value::String(text.clone())),
            Self::Integer(integer) => Cow::Owned(Value::from(integer)),
            Self::Float(float) => Cow::Owned(Value::from(float)),
            Self::Bool(flag) => Cow::Owned(Value::Bool(flag)),
            Self::Bindings(members) => Cow::Owned(Value::Object(
                members.iter().map(|(key, node)| (key.clone(), node.to_json().into_owned())).collect::<Map<_, _>>(),
            )),
        }
    }
}
