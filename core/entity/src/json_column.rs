//! Typed JSON columns: those whose type is below this crate are [`JsonOf`] it; those whose type belongs to a domain are
//! JSON values, which the domain reads and writes here.

use sea_orm::sea_query::{ArrayType, ColumnType, Nullable, ValueType, ValueTypeErr};
use sea_orm::{ColIdx, DbErr, QueryResult, TryGetError, TryGetable, TryGetableFromJson};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::DbError;

/// The value of a JSON column. It is read together with its row, so a value of another shape makes the row unreadable.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct JsonOf<T>(pub T);

impl<T: DeserializeOwned> TryGetableFromJson for JsonOf<T> {
    fn try_get_from_json<I: ColIdx>(row: &QueryResult, column: I) -> Result<Self, TryGetError> {
        match Value::try_get_by(row, column)? {
            // Written where a column is nullable; the same as no value.
            Value::Null => Err(TryGetError::Null(format!("{column:?}"))),
            value => match T::deserialize(value) {
                Ok(value) => Ok(Self(value)),
                Err(error) => Err(TryGetError::DbErr(DbErr::Json(format!("{column:?}: {error}")))),
            },
        }
    }
}

impl<T: Serialize> From<JsonOf<T>> for sea_orm::Value {
    #[expect(clippy::expect_used, reason = "columns contain lists, maps with text keys and structs, which become JSON")]
    fn from(column: JsonOf<T>) -> Self {
        Self::Json(Some(Box::new(serde_json::to_value(column.0).expect("a type of a column becomes JSON"))))
    }
}

impl<T: DeserializeOwned> ValueType for JsonOf<T> {
    fn try_from(value: sea_orm::Value) -> Result<Self, ValueTypeErr> {
        match value {
            sea_orm::Value::Json(Some(json)) => T::deserialize(*json).map(Self).map_err(|_| ValueTypeErr),
            _ => Err(ValueTypeErr),
        }
    }

    fn type_name() -> String {
        "JsonOf".to_owned()
    }

    fn array_type() -> ArrayType {
        ArrayType::Json
    }

    fn column_type() -> ColumnType {
        ColumnType::Json
    }
}

impl<T> Nullable for JsonOf<T> {
    fn null() -> sea_orm::Value {
        sea_orm::Value::Json(None)
    }
}

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
