//! Conversion between JSON columns and types.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::SiteError;

/// Reads a JSON column.
pub(crate) fn read<T: DeserializeOwned>(column: &'static str, value: &Value) -> Result<T, SiteError> {
    T::deserialize(value).map_err(|error| SiteError::Unreadable { column, reason: error.to_string() })
}

/// Writes a JSON column.
pub(crate) fn write<T: Serialize>(column: &'static str, value: &T) -> Result<Value, SiteError> {
    serde_json::to_value(value).map_err(|error| SiteError::Unreadable { column, reason: error.to_string() })
}
