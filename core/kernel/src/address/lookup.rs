//! Address autocompletion.

use async_trait::async_trait;

use crate::ports::PortError;

/// A suggested address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacePrediction {
    /// Its id at the service.
    pub place_id: String,
    /// The address on one line.
    pub description: String,
}

/// A component of an address, such as the town.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressComponent {
    /// The long name.
    pub long_name: String,
    /// The abbreviation if there is one, such as a country code.
    pub short_name: String,
    /// Its type as the service names it: `route`, `locality`, `country`…
    pub types: Vec<String>,
}

/// An address with its components.
#[derive(Clone, Debug, PartialEq)]
pub struct PlaceDetails {
    /// The formatted postal address on one line.
    pub formatted_address: String,
    /// Its components, smallest first.
    pub components: Vec<AddressComponent>,
    /// Latitude, degrees north.
    pub lat: f64,
    /// Longitude, degrees east.
    pub lng: f64,
}

/// An address lookup service. Its API key is known only to the adapter.
#[async_trait]
pub trait Places: Send + Sync {
    /// Suggestions for a partly typed address. `session` groups the requests for one address; it may be empty.
    ///
    /// # Errors
    /// When the service cannot be reached.
    async fn autocomplete(&self, input: &str, session: &str) -> Result<Vec<PlacePrediction>, PortError>;

    /// An address by its id; none when the service does not know it.
    ///
    /// # Errors
    /// When the service cannot be reached.
    async fn details(&self, place_id: &str, session: &str) -> Result<Option<PlaceDetails>, PortError>;
}
