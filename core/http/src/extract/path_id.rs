//! Typed ids in paths.

use std::fmt::Display;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, de};

/// Parses an id of a path, for `#[serde(deserialize_with = "path_id")]`. Nothing is at a path with a malformed one:
/// [`super::ApiPath`] answers 404.
///
/// # Errors
/// When it is not an id of this kind.
pub(crate) fn path_id<'de, D, Id>(deserializer: D) -> Result<Id, D::Error>
where
    D: Deserializer<'de>,
    Id: FromStr,
    Id::Err: Display,
{
    String::deserialize(deserializer)?.parse::<Id>().map_err(de::Error::custom)
}
