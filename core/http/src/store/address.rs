//! A postal address on the wire.

use serde::{Deserialize, Serialize};
use stoa_commerce::address::Address;
use utoipa::ToSchema;

/// The admin speaks English.
pub(crate) const STAFF_LANGUAGE: &str = "en";

/// A postal address.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = Address)]
pub struct AddressBody {
    first_name: String,
    last_name: String,
    /// Street and house.
    line1: String,
    /// Flat, floor, company.
    line2: String,
    city: String,
    /// State, province, prefecture.
    region: String,
    postal_code: String,
    /// ISO 3166 code of two letters.
    country: String,
    phone: String,
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
