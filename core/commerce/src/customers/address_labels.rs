//! Labels of the parts of addresses.

/// The message with the label of an address part, by its English name.
pub fn label_key(name: &str) -> &'static str {
    match name {
        "suburb" => "addressPart.suburb",
        "post town" => "addressPart.postTown",
        "district" => "addressPart.district",
        "province" => "addressPart.province",
        "area" => "addressPart.area",
        "county" => "addressPart.county",
        "department" => "addressPart.department",
        "emirate" => "addressPart.emirate",
        "island" => "addressPart.island",
        "oblast" => "addressPart.oblast",
        "parish" => "addressPart.parish",
        "prefecture" => "addressPart.prefecture",
        "state" => "addressPart.state",
        "region" => "addressPart.region",
        "ZIP code" => "addressPart.zipCode",
        "PIN code" => "addressPart.pinCode",
        "eircode" => "addressPart.eircode",
        "postcode" => "addressPart.postcode",
        "postal code" => "addressPart.postalCode",
        _ => "addressPart.city",
    }
}

#[cfg(test)]
mod tests {
    use stoa_messages::Catalogue;

    use super::label_key;
    use crate::customers;

    const ENGLISH: &str = "en";

    #[test]
    fn each_part_has_its_own_label() {
        let texts = Catalogue::for_language(ENGLISH);
        for country in customers::countries(ENGLISH) {
            for part in country.parts {
                let label = texts.text(label_key(part.name));
                assert_eq!(label.to_lowercase(), part.name.to_lowercase(), "{}", country.code);
            }
        }
        assert_eq!(Catalogue::for_language("de").text(label_key("state")), "Bundesstaat");
        assert_eq!(Catalogue::for_language("ja").text(label_key("prefecture")), "都道府県");
    }
}
