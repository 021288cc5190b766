//! The options of a variant with their values, in the order of the product's options.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::order_item::ItemOptions;
use stoa_entity::tenant::variant;

/// The chosen value of each option of a product, in the product's option order. Serialises as a JSON object; columns
/// store [`Self::stored`], because databases do not preserve the order of object members.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "ItemOptions")]
pub struct ChosenOptions(Vec<(String, String)>);

impl Serialize for ChosenOptions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl From<ItemOptions> for ChosenOptions {
    fn from(written: ItemOptions) -> Self {
        match written {
            ItemOptions::InOrder(pairs) => Self(pairs),
            ItemOptions::ByName(values) => Self(values.into_iter().collect()),
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
    pub(crate) fn of(ordering: &JsonOf<Vec<String>>, variant: &variant::Model) -> Self {
        Self::in_order(&ordering.0, variant.attributes.0.clone())
    }

    /// Pairs of option name and value.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Only the values, such as `M / Blue`; empty without options.
    pub fn text(&self) -> String {
        self.0.iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(" / ")
    }

    /// As stored in columns.
    pub(crate) fn stored(self) -> ItemOptions {
        ItemOptions::InOrder(self.0)
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
        let kept = serde_json::to_value(chosen.clone().stored()).unwrap();
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
