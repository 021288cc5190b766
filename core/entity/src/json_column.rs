//! Typed JSON columns.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::DbError;

/// Reads a JSON column.
///
/// # Errors
/// [`DbError::Unreadable`] when the value does not have the shape of the type.
pub fn read<T: DeserializeOwned>(column: &'static str, value: &Value) -> Result<T, DbError> {
    T::deserialize(value).map_err(|source| DbError::Unreadable { column, source })
}

/// Reads a nullable JSON column.
///
/// # Errors
/// [`DbError::Unreadable`] when the value does not have the shape of the type.
pub fn read_optional<T: DeserializeOwned>(column: &'static str, value: Option<&Value>) -> Result<Option<T>, DbError> {
    value.filter(|value| !value.is_null()).map(|value| read(column, value)).transpose()
}

/// Writes a JSON column.
///
/// # Errors
/// [`DbError::Unreadable`] when the value does not have the shape of the type.
pub fn write<T: Serialize>(column: &'static str, value: &T) -> Result<Value, DbError> {
    serde_json::to_value(value).map_err(|source| DbError::Unreadable { column, source })
}
