use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stoa_entity::tenant::{product, variant};

use crate::{CommerceError, columns};

/// The value that was chosen for each option of a product, in the order in which the product asks for them. As JSON a
/// list of names with values, since databases keep no order of an object's members.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Written")]
pub struct ChosenOptions(Vec<(String, String)>);

/// How they stand in a database: orders of earlier days have an object there.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    InOrder(Vec<(String, String)>),
    ByName(BTreeMap<String, String>),
}

impl From<Written> for ChosenOptions {
    fn from(written: Written) -> Self {
        match written {
            Written::InOrder(pairs) => Self(pairs),
            Written::ByName(values) => Self(values.into_iter().collect()),
        }
    }
}

impl ChosenOptions {
    /// Puts values in the order of their options; those that the order does not name come last.
    pub fn in_order(order: &[String], mut values: BTreeMap<String, String>) -> Self {
        let mut pairs: Vec<(String, String)> = order.iter().filter_map(|name| values.remove_entry(name)).collect();
        pairs.extend(values);
        Self(pairs)
    }

    /// Those of a variant.
    pub(crate) fn of(product: &product::Model, variant: &variant::Model) -> Result<Self, CommerceError> {
        let order: Vec<String> = columns::read("product.variant_option_ordering", &product.variant_option_ordering)?;
        Ok(Self::in_order(&order, columns::read("variant.attributes", &variant.attributes)?))
    }

    /// Names with values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The values alone, such as `M / Blue`; empty without options.
    pub fn text(&self) -> String {
        self.0.iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(" / ")
    }

    /// As an object, for those who look values up by name.
    pub fn into_object(self) -> Map<String, Value> {
        self.0.into_iter().map(|(name, value)| (name, Value::String(value))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_stand_in_the_order_of_their_options() {
        let values = json!({"Colour": "Blue", "Size": "M", "Engraving": "A"});
        let values: BTreeMap<String, String> = serde_json::from_value(values).unwrap();
        let chosen = ChosenOptions::in_order(&["Size".to_owned(), "Finish".to_owned(), "Colour".to_owned()], values);
        assert_eq!(chosen.text(), "M / Blue / A");
        let kept = serde_json::to_value(&chosen).unwrap();
        assert_eq!(kept, json!([["Size", "M"], ["Colour", "Blue"], ["Engraving", "A"]]));
        assert_eq!(serde_json::from_value::<ChosenOptions>(kept).unwrap(), chosen);
    }

    #[test]
    fn objects_of_earlier_orders_are_read() {
        let chosen: ChosenOptions = serde_json::from_value(json!({"Size": "M", "Colour": "Blue"})).unwrap();
        assert_eq!(chosen.text(), "Blue / M");
        assert_eq!(Value::Object(chosen.into_object()), json!({"Colour": "Blue", "Size": "M"}));
        assert_eq!(serde_json::from_value::<ChosenOptions>(json!({})).unwrap(), ChosenOptions::default());
    }
}
