//! Addresses that are proposed while somebody types one.

use async_trait::async_trait;

use crate::ports::PortError;

/// An address that could be meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacePrediction {
    /// Names it to the service.
    pub place_id: String,
    /// The address on one line.
    pub description: String,
}

/// A part of an address, such as the town.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressComponent {
    /// The whole name.
    pub long_name: String,
    /// The abbreviation where there is one, such as a country's code.
    pub short_name: String,
    /// What it is, in the words of the service: `route`, `locality`, `country`…
    pub types: Vec<String>,
}

/// An address with its parts.
#[derive(Clone, Debug, PartialEq)]
pub struct PlaceDetails {
    /// As it is written on a letter, on one line.
    pub formatted_address: String,
    /// Its parts, the smallest first.
    pub components: Vec<AddressComponent>,
    /// Degrees north.
    pub lat: f64,
    /// Degrees east.
    pub lng: f64,
}

/// A service that knows addresses. Its key stays with the adapter.
#[async_trait]
pub trait Places: Send + Sync {
    /// What could be meant by the beginning of an address. `session` groups what is asked for one address; it may be
    /// empty.
    ///
    /// # Errors
    /// When the service cannot be asked.
    async fn autocomplete(&self, input: &str, session: &str) -> Result<Vec<PlacePrediction>, PortError>;

    /// An address by its id; none when the service does not know it.
    ///
    /// # Errors
    /// When the service cannot be asked.
    async fn details(&self, place_id: &str, session: &str) -> Result<Option<PlaceDetails>, PortError>;
}
