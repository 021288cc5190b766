//! Closed sets: enums whose values have fixed names in columns, in the API and in scripts.

use serde::Deserialize;
use serde::de::IntoDeserializer as _;
use serde::de::value::{Error, StrDeserializer};

/// Defines an enum that columns store as text and that JSON contains as text. This is the only place that names its
/// values: columns have this type, and the OpenAPI document lists them. Where JSON has another name than columns, it
/// follows after a slash: `Approved = "approved" / "APPROVED"`.
macro_rules! closed_set {
    ($(#[$about:meta])* $set:ident { $($(#[$doc:meta])* $value:ident = $name:tt,)+ }) => {
        $crate::closed_set::closed_set! {
            $(#[$about])*
            $set { $($(#[$doc])* $value = $name / $name,)+ }
        }
    };
    ($(#[$about:meta])* $set:ident { $($(#[$doc:meta])* $value:ident = $name:tt / $json:tt,)+ }) => {
        #[derive(
            Clone,
            Copy,
            Debug,
            PartialEq,
            Eq,
            Hash,
            serde::Serialize,
            serde::Deserialize,
            sea_orm::EnumIter,
            sea_orm::DeriveActiveEnum,
            utoipa::ToSchema,
        )]
        #[sea_orm(rs_type = "String", db_type = "Text")]
        $(#[$about])*
        pub enum $set {
            $(
                $(#[$doc])*
                #[sea_orm(string_value = $name)]
                #[serde(rename = $json)]
                $value,
            )+
        }

        impl $set {
            /// All values.
            pub const ALL: &'static [Self] = &[$(Self::$value,)+];

            /// The name of the value in columns.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$value => $name,)+
                }
            }

            /// The value with a name in columns; none when no value has it.
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.as_str() == name)
            }

            /// The values for which the answer to a question is yes, for conditions of queries.
            pub fn values_where(question: impl Fn(Self) -> bool) -> impl Iterator<Item = Self> {
                Self::ALL.iter().copied().filter(move |value| question(*value))
            }
        }

        impl std::fmt::Display for $set {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(self.as_str())
            }
        }
    };
}

pub(crate) use closed_set;

/// The value of an enum that has this name in JSON; none if no value has it.
pub fn value_named<'name, T: Deserialize<'name>>(name: &'name str) -> Option<T> {
    let name: StrDeserializer<'name, Error> = name.into_deserializer();
    T::deserialize(name).ok()
}
