//! Postal addresses in requests and responses.

use serde::{Deserialize, Serialize};
use stoa_address::{Address, AddressPart, Country, Part, named_countries};
use stoa_commerce::customers::label_key;
use stoa_messages::Texts;
use utoipa::ToSchema;

/// Language of the admin.
pub(crate) const ADMIN_LANGUAGE: &str = "en";

/// A postal address.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = Address)]
pub struct AddressBody {
    first_name: String,
    last_name: String,
    /// Street and house.
    line1: String,
    /// Flat, floor or company.
    line2: String,
    city: String,
    /// State, province or prefecture.
    region: String,
    postal_code: String,
    /// ISO 3166 code of two letters.
    country: String,
    phone: String,
}

/// A country and the format of its addresses.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Country)]
pub struct CountryOut {
    /// ISO 3166 code of two letters.
    code: &'static str,
    name: String,
    /// Parts of its addresses except name and street, in the usual order.
    address_parts: Vec<AddressPartOut>,
    /// An example of a postal code; none where the country has no postal codes.
    postal_code_example: Option<&'static str>,
}

/// A part of the addresses of a country.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AddressPart)]
pub struct AddressPartOut {
    /// The member of an address that contains it.
    part: AddressPartName,
    /// Label of the country's own, such as `ZIP code`, in the language of the reader.
    label: String,
    /// Whether it is required.
    is_required: bool,
}

/// The member of an address that contains a part.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum AddressPartName {
    /// Town.
    City,
    /// State, province or prefecture.
    Region,
    /// Postal code.
    PostalCode,
}

impl CountryOut {
    /// Countries by their codes, with names in a language, given as BCP 47 tag, and labels in its texts.
    pub(crate) fn list(codes: impl Iterator<Item = &'static str>, language: &str, texts: Texts<'_>) -> Vec<Self> {
        named_countries(codes, language).into_iter().map(|country| Self::new(country, texts)).collect()
    }

    /// A country with the labels of its address parts.
    pub(crate) fn new(country: Country, texts: Texts<'_>) -> Self {
        Self {
            code: country.code,
            name: country.name,
            address_parts: country.parts.iter().map(|part| AddressPartOut::new(part, texts)).collect(),
            postal_code_example: country.postal_code_example,
        }
    }
}

impl AddressPartOut {
    fn new(part: &AddressPart, texts: Texts<'_>) -> Self {
        let name = match part.part {
            Part::City => AddressPartName::City,
            Part::Region => AddressPartName::Region,
            Part::PostalCode => AddressPartName::PostalCode,
        };
        Self { part: name, label: texts.text(label_key(part.name)).to_owned(), is_required: part.is_required }
    }
}

impl From<Address> for AddressBody {
    fn from(address: Address) -> Self {
        Self {
            first_name: address.first_name,
            last_name: address.last_name,
            line1: address.line1,
            line2: address.line2,
            city: address.city,
            region: address.region,
            postal_code: address.postal_code,
            country: address.country,
            phone: address.phone,
        }
    }
}

impl From<AddressBody> for Address {
    fn from(body: AddressBody) -> Self {
        Self {
            first_name: body.first_name,
            last_name: body.last_name,
            line1: body.line1,
            line2: body.line2,
            city: body.city,
            region: body.region,
            postal_code: body.postal_code,
            country: body.country,
            phone: body.phone,
        }
    }
}
