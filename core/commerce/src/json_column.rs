//! Typed JSON columns.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::CommerceError;

/// Reads a JSON column.
pub(crate) fn read<T: DeserializeOwned>(column: &'static str, value: &Value) -> Result<T, CommerceError> {
    T::deserialize(value).map_err(|source| CommerceError::Unreadable { column, source: Box::new(source) })
}

/// Reads a nullable JSON column.
pub(crate) fn read_optional<T: DeserializeOwned>(
    column: &'static str,
    value: Option<&Value>,
) -> Result<Option<T>, CommerceError> {
    value.filter(|value| !value.is_null()).map(|value| read(column, value)).transpose()
}

/// Writes a JSON column.
pub(crate) fn write<T: Serialize>(column: &'static str, value: &T) -> Result<Value, CommerceError> {
    serde_json::to_value(value).map_err(|source| CommerceError::Unreadable { column, source: Box::new(source) })
}
