//! Settings of a plugin, as it reads them.

use crate::bindings::imports::stoa::plugin::config::Host;
use crate::capability::GuestState;

impl Host for GuestState {
    fn all(&mut self) -> String {
        match self.activation().map(|activation| &activation.config) {
            Some(config @ serde_json::Value::Object(_)) => config.to_string(),
            _ => "{}".to_owned(),
        }
    }

    fn get(&mut self, key: String) -> Option<String> {
        self.activation()?.config.get(&key).map(serde_json::Value::to_string)
    }
}
