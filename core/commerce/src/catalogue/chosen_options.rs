use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use stoa_entity::tenant::variant;

use crate::CommerceError;
use stoa_entity::json_column;

/// The chosen value of each option of a product, in the product's option order. Serialises as a JSON object; columns
/// store [`Self::pairs`], because databases do not preserve the order of object members.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "StoredFormat")]
pub struct ChosenOptions(Vec<(String, String)>);

/// Formats in the database: pairs, or an object in older orders.
#[derive(Deserialize)]
#[serde(untagged)]
enum StoredFormat {
    InOrder(Vec<(String, String)>),
    ByName(BTreeMap<String, String>),
}

impl Serialize for ChosenOptions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl From<StoredFormat> for ChosenOptions {
    fn from(written: StoredFormat) -> Self {
        match written {
            StoredFormat::InOrder(pairs) => Self(pairs),
            StoredFormat::ByName(values) => Self(values.into_iter().collect()),
        }
    }
}

impl ChosenOptions {
    /// Sorts values by option order; options that the order does not contain come last.
    pub fn in_order(order: &[String], mut values: BTreeMap<String, String>) -> Self {
        let mut pairs: Vec<(String, String)> = order.iter().filter_map(|name| values.remove_entry(name)).collect();
        pairs.extend(values);
        Self(pairs)
    }

    /// The values of a variant, in the order from its product's column.
    pub(crate) fn of(ordering: &Value, variant: &variant::Model) -> Result<Self, CommerceError> {
        let order: Vec<String> = json_column::read("product.variant_option_ordering", ordering)?;
        Ok(Self::in_order(&order, json_column::read("variant.attributes", &variant.attributes)?))
    }

    /// Pairs of option name and value.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Only the values, such as `M / Blue`; empty without options.
    pub fn text(&self) -> String {
        self.0.iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(" / ")
    }

    /// Pairs of option name and value, as stored in columns.
    pub(crate) fn pairs(&self) -> &[(String, String)] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn chosen_values_in_option_order() {
        let values = json!({"Colour": "Blue", "Size": "M", "Engraving": "A"});
        let values: BTreeMap<String, String> = serde_json::from_value(values).unwrap();
        let chosen = ChosenOptions::in_order(&["Size".to_owned(), "Finish".to_owned(), "Colour".to_owned()], values);
        assert_eq!(chosen.text(), "M / Blue / A");
        assert_eq!(serde_json::to_string(&chosen).unwrap(), r#"{"Size":"M","Colour":"Blue","Engraving":"A"}"#);
        let kept = serde_json::to_value(chosen.pairs()).unwrap();
        assert_eq!(kept, json!([["Size", "M"], ["Colour", "Blue"], ["Engraving", "A"]]));
        assert_eq!(serde_json::from_value::<ChosenOptions>(kept).unwrap(), chosen);
    }

    #[test]
    fn chosen_options_read_objects_of_older_orders() {
        let chosen: ChosenOptions = serde_json::from_value(json!({"Size": "M", "Colour": "Blue"})).unwrap();
        assert_eq!(chosen.text(), "Blue / M");
        assert_eq!(serde_json::from_value::<ChosenOptions>(json!({})).unwrap(), ChosenOptions::default());
    }
}
