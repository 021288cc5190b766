//! Address autocompletion by Google Places, or a service with the same API.

use std::time::Duration;

use async_trait::async_trait;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use stoa_kernel::address::lookup::{AddressComponent, PlaceDetails, PlacePrediction, Places};
use stoa_kernel::ports::PortError;

use crate::config::PlacesConfig;

const TIME_LIMIT: Duration = Duration::from_secs(5);
/// Maximum number of suggestions.
const MAX_SUGGESTIONS: usize = 5;

fn port_error(error: impl std::fmt::Display) -> PortError {
    PortError::new("places", error)
}

/// The URL of each request contains the key, so errors must not contain URLs.
fn without_key(error: reqwest::Error) -> PortError {
    port_error(error.without_url())
}

/// The address service of the settings.
pub struct GooglePlaces {
    client: reqwest::Client,
    url: String,
    key: String,
}

#[derive(Deserialize)]
struct Predictions {
    status: String,
    #[serde(default)]
    predictions: Vec<Prediction>,
}

#[derive(Deserialize)]
struct Prediction {
    place_id: String,
    description: String,
}

#[derive(Deserialize)]
struct Details {
    status: String,
    result: Option<Place>,
}

#[derive(Deserialize)]
struct Place {
    #[serde(default)]
    formatted_address: String,
    #[serde(default)]
    address_components: Vec<Component>,
    geometry: Geometry,
}

#[derive(Deserialize)]
struct Component {
    long_name: String,
    short_name: String,
    #[serde(default)]
    types: Vec<String>,
}

#[derive(Deserialize)]
struct Geometry {
    location: Location,
}

#[derive(Deserialize)]
struct Location {
    lat: f64,
    lng: f64,
}

impl GooglePlaces {
    /// Creates the service from the settings.
    ///
    /// # Errors
    /// When no client can be built.
    pub fn new(config: &PlacesConfig) -> anyhow::Result<Self> {
        // Whichever client is created first installs the TLS provider of the process.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder().timeout(TIME_LIMIT).build()?;
        let url = config.url.trim_end_matches('/').to_owned();
        Ok(Self { client, url, key: config.key.expose().to_owned() })
    }

    fn address(&self, call: &str, parameters: &[(&str, &str)]) -> String {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        for (name, value) in parameters.iter().filter(|(_, value)| !value.is_empty()) {
            query.append_pair(name, value);
        }
        let query = query.append_pair("key", &self.key).finish();
        format!("{}/maps/api/place/{call}/json?{query}", self.url)
    }

    async fn ask<T: DeserializeOwned>(&self, call: &str, parameters: &[(&str, &str)]) -> Result<T, PortError> {
        let answer = self.client.get(self.address(call, parameters)).send().await;
        let answer = answer.and_then(reqwest::Response::error_for_status).map_err(without_key)?;
        answer.json().await.map_err(without_key)
    }
}

#[async_trait]
impl Places for GooglePlaces {
    async fn autocomplete(&self, input: &str, session: &str) -> Result<Vec<PlacePrediction>, PortError> {
        let parameters = [("input", input), ("types", "address"), ("sessiontoken", session)];
        let found: Predictions = self.ask("autocomplete", &parameters).await?;
        if !matches!(found.status.as_str(), "OK" | "ZERO_RESULTS") {
            return Err(port_error(found.status));
        }
        let named = |found: Prediction| PlacePrediction { place_id: found.place_id, description: found.description };
        Ok(found.predictions.into_iter().take(MAX_SUGGESTIONS).map(named).collect())
    }

    async fn details(&self, place_id: &str, session: &str) -> Result<Option<PlaceDetails>, PortError> {
        let fields = "formatted_address,address_component,geometry";
        let parameters = [("place_id", place_id), ("fields", fields), ("sessiontoken", session)];
        let found: Details = self.ask("details", &parameters).await?;
        match (found.status.as_str(), found.result) {
            ("OK", Some(place)) => Ok(Some(place.into())),
            ("NOT_FOUND" | "ZERO_RESULTS" | "INVALID_REQUEST", _) => Ok(None),
            (status, _) => Err(port_error(status)),
        }
    }
}

impl From<Place> for PlaceDetails {
    fn from(place: Place) -> Self {
        let component = |part: Component| AddressComponent {
            long_name: part.long_name,
            short_name: part.short_name,
            types: part.types,
        };
        Self {
            formatted_address: place.formatted_address,
            components: place.address_components.into_iter().map(component).collect(),
            lat: place.geometry.location.lat,
            lng: place.geometry.location.lng,
        }
    }
}
