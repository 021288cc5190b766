//! Postal addresses in requests and responses.

use serde::{Deserialize, Serialize};
use stoa_address::{Address, AddressPart, Country, Part};
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
    code: String,
    name: String,
    /// Parts of its addresses except name and street, in the usual order.
    address_parts: Vec<AddressPartOut>,
    /// An example of a postal code; none where the country has no postal codes.
    postal_code_example: Option<String>,
}

/// A part of the addresses of a country.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AddressPart)]
pub struct AddressPartOut {
    /// The member of an address that contains it.
    part: AddressPartName,
    /// Local label, such as `ZIP code`.
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

impl From<Country> for CountryOut {
    fn from(country: Country) -> Self {
        Self {
            code: country.code.to_owned(),
            name: country.name,
            address_parts: country.parts.iter().map(AddressPartOut::from).collect(),
            postal_code_example: country.postal_code_example.map(str::to_owned),
        }
    }
}

impl From<&AddressPart> for AddressPartOut {
    fn from(part: &AddressPart) -> Self {
        let name = match part.part {
            Part::City => AddressPartName::City,
            Part::Region => AddressPartName::Region,
            Part::PostalCode => AddressPartName::PostalCode,
        };
        Self { part: name, label: part.label(), is_required: part.is_required }
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
