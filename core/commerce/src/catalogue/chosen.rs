use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use stoa_entity::tenant::variant;

use crate::{CommerceError, columns};

/// The value that was chosen for each option of a product, in the order in which the product asks for them. As JSON an
/// object; in a column [`Self::pairs`], since databases keep no order of an object's members.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "Written")]
pub struct ChosenOptions(Vec<(String, String)>);

/// How they stand in a database: orders of earlier days have an object there.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    InOrder(Vec<(String, String)>),
    ByName(BTreeMap<String, String>),
}

impl Serialize for ChosenOptions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
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

    /// Those of a variant, in the order that the column of its product names.
    pub(crate) fn of(ordering: &Value, variant: &variant::Model) -> Result<Self, CommerceError> {
        let order: Vec<String> = columns::read("product.variant_option_ordering", ordering)?;
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

    /// Names with values as a column keeps them.
    pub(crate) fn pairs(&self) -> &[(String, String)] {
        &self.0
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
        assert_eq!(serde_json::to_string(&chosen).unwrap(), r#"{"Size":"M","Colour":"Blue","Engraving":"A"}"#);
        let kept = serde_json::to_value(chosen.pairs()).unwrap();
        assert_eq!(kept, json!([["Size", "M"], ["Colour", "Blue"], ["Engraving", "A"]]));
        assert_eq!(serde_json::from_value::<ChosenOptions>(kept).unwrap(), chosen);
    }

    #[test]
    fn objects_of_earlier_orders_are_read() {
        let chosen: ChosenOptions = serde_json::from_value(json!({"Size": "M", "Colour": "Blue"})).unwrap();
        assert_eq!(chosen.text(), "Blue / M");
        assert_eq!(serde_json::from_value::<ChosenOptions>(json!({})).unwrap(), ChosenOptions::default());
    }
}
