//! For which version of its schema the settings of a block were saved. Noted in the settings themselves, so that it goes
//! wherever they go: into copies, saved sections and the history. Settings of blocks whose schema has one version alone
//! note nothing.

use serde_json::{Map, Value, json};

use crate::check::BlockKinds;
use crate::devices::Device;
use crate::tree::Block;

/// Name of the note among the settings: `{"version": 2, "kept": {"1": {…}, "2": {…}}, "devices": {"1": {"phone": {…}}}}`.
/// What is kept for other versions are their settings, and for the version itself those that it began with. The devices
/// have settings that only these versions have per device.
pub const SAVED_FOR: &str = "$saved";

const VERSION: &str = "version";
const KEPT: &str = "kept";
const DEVICES: &str = "devices";

/// Where the settings for a version come from.
#[derive(Clone, Debug, PartialEq)]
pub enum SettingsSource {
    /// They are for this version already.
    Own,
    /// They were kept when another version took them over, and nothing changed since.
    Kept(Map<String, Value>),
    /// To be made of those of an earlier version.
    Earlier {
        /// That version.
        version: u32,
        /// Its settings.
        settings: Map<String, Value>,
    },
    /// Only a later version knows them.
    Later,
}

/// The version that settings were saved for; 1 if nothing is noted.
pub fn saved_version(settings: &Map<String, Value>) -> u32 {
    let noted = settings.get(SAVED_FOR).and_then(|note| note.get(VERSION)).and_then(Value::as_u64);
    noted.and_then(|version| u32::try_from(version).ok()).unwrap_or(1).max(1)
}

/// Settings without the note.
pub fn bare_settings(settings: &Map<String, Value>) -> Map<String, Value> {
    let mut bare = settings.clone();
    bare.remove(SAVED_FOR);
    bare
}

/// Notes for which version new settings are. Version 1 is not noted.
pub fn note_version(settings: &mut Map<String, Value>, version: u32) {
    if version > 1 {
        settings.insert(SAVED_FOR.to_owned(), json!({ VERSION: version }));
    }
}

/// Where the settings for a version come from, if these were saved.
pub fn settings_source(saved: &Map<String, Value>, version: u32) -> SettingsSource {
    let present = saved_version(saved);
    if present == version {
        return SettingsSource::Own;
    }
    let settings = bare_settings(saved);
    if let Some(kept) = kept_for(saved, version) {
        let is_unchanged = || kept_for(saved, present).is_some_and(|began| *began == settings);
        if version < present || is_unchanged() {
            return SettingsSource::Kept(kept.clone());
        }
    }
    if present < version {
        return SettingsSource::Earlier { version: present, settings };
    }
    let kept = kept_settings(saved).into_iter().flatten();
    let earlier = kept.filter_map(|(known, settings)| Some((known.parse::<u32>().ok()?, settings.as_object()?)));
    match earlier.filter(|(known, _)| *known < version).max_by_key(|(known, _)| *known) {
        Some((version, settings)) => SettingsSource::Earlier { version, settings: settings.clone() },
        None => SettingsSource::Later,
    }
}

/// Saved settings that a version takes over as `settings`. Those of the version before are kept.
pub fn taken_over(saved: &Map<String, Value>, version: u32, settings: Map<String, Value>) -> Map<String, Value> {
    let mut kept = kept_settings(saved).cloned().unwrap_or_default();
    kept.insert(saved_version(saved).to_string(), Value::Object(bare_settings(saved)));
    kept.insert(version.to_string(), Value::Object(settings.clone()));
    let mut noted = settings;
    noted.insert(SAVED_FOR.to_owned(), json!({ VERSION: version, KEPT: kept }));
    noted
}

fn kept_settings(saved: &Map<String, Value>) -> Option<&Map<String, Value>> {
    saved.get(SAVED_FOR)?.get(KEPT)?.as_object()
}

fn kept_for(saved: &Map<String, Value>, version: u32) -> Option<&Map<String, Value>> {
    kept_settings(saved)?.get(&version.to_string())?.as_object()
}

impl Block {
    /// Whether its settings are for another version of its schema than the site has, so that this schema says nothing
    /// about them.
    pub fn is_of_other_version(&self, kinds: &dyn BlockKinds) -> bool {
        kinds.settings_version(&self.kind).is_some_and(|version| version != saved_version(&self.settings))
    }

    /// Takes over settings for another version. Settings per device that the schema does not have per device are kept
    /// for the version before, and those that were kept for the new one return.
    pub fn take_over(&mut self, settings: Map<String, Value>, kinds: &dyn BlockKinds) {
        let before = std::mem::replace(&mut self.settings, settings);
        let Some(schema) = kinds.schema(&self.kind) else { return };
        let noted = before.get(SAVED_FOR).and_then(|note| note.get(DEVICES)).and_then(Value::as_object);
        let mut kept = noted.cloned().unwrap_or_default();
        let returning = kept.remove(&saved_version(&self.settings).to_string());
        let mut left = Map::new();
        for device in Device::ALL {
            let own = &mut self.devices.on_mut(device).settings;
            let (mut stay, gone): (Map<String, Value>, Map<String, Value>) =
                std::mem::take(own).into_iter().partition(|(name, _)| schema.is_per_device(name));
            let known = returning.as_ref().and_then(|known| known.get(device.name())).and_then(Value::as_object);
            for (name, value) in known.into_iter().flatten() {
                if schema.is_per_device(name) && !stay.contains_key(name) {
                    stay.insert(name.clone(), value.clone());
                }
            }
            *own = stay;
            if !gone.is_empty() {
                left.insert(device.name().to_owned(), Value::Object(gone));
            }
        }
        if !left.is_empty() {
            kept.insert(saved_version(&before).to_string(), Value::Object(left));
        }
        if let Some(note) = self.settings.get_mut(SAVED_FOR).and_then(Value::as_object_mut)
            && !kept.is_empty()
        {
            note.insert(DEVICES.to_owned(), Value::Object(kept));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::Schema;
    use crate::tree::Document;

    fn map(value: Value) -> Map<String, Value> {
        value.as_object().unwrap().clone()
    }

    fn earlier(version: u32, settings: Value) -> SettingsSource {
        SettingsSource::Earlier { version, settings: map(settings) }
    }

    // spec: plugins.blocks.migration
    #[test]
    fn settings_of_another_version_are_made_of_those_that_were_saved() {
        let first = map(json!({"text": "9 to 5"}));
        assert_eq!(settings_source(&first, 1), SettingsSource::Own);
        assert_eq!(settings_source(&first, 3), earlier(1, json!({"text": "9 to 5"})));
        let mut new = map(json!({"days": []}));
        note_version(&mut new, 2);
        assert_eq!((saved_version(&new), settings_source(&new, 2)), (2, SettingsSource::Own));
        assert_eq!(settings_source(&new, 1), SettingsSource::Later, "nothing was saved for it");
        assert_eq!(settings_source(&new, 3), earlier(2, json!({"days": []})));
    }

    // spec: plugins.blocks.migration
    #[test]
    fn nothing_is_lost_on_the_way_back_and_forth() {
        let first = map(json!({"text": "9 to 5"}));
        let mut second = taken_over(&first, 2, map(json!({"days": ["9 to 5"]})));
        assert_eq!(saved_version(&second), 2);
        assert_eq!(settings_source(&second, 1), SettingsSource::Kept(first.clone()));
        second.insert("days".to_owned(), json!(["9 to 6"]));
        assert_eq!(settings_source(&second, 1), SettingsSource::Kept(first.clone()), "with what it had");
        let back = taken_over(&second, 1, first.clone());
        assert_eq!(bare_settings(&back), first);
        let again = map(json!({"days": ["9 to 6"]}));
        assert_eq!(settings_source(&back, 2), SettingsSource::Kept(again), "nothing was changed meanwhile");
        let mut changed = back;
        changed.insert("text".to_owned(), json!("10 to 4"));
        assert_eq!(settings_source(&changed, 2), earlier(1, json!({"text": "10 to 4"})));
    }

    struct Columns(Schema, u32);

    impl BlockKinds for Columns {
        fn schema(&self, _kind: &str) -> Option<&Schema> {
            Some(&self.0)
        }

        fn settings_version(&self, _kind: &str) -> Option<u32> {
            Some(self.1)
        }
    }

    /// The second version calls the number of columns otherwise; the gap is one of both.
    fn columns(version: u32, name: &str) -> Columns {
        let number = json!({"type": "integer", "x-perDevice": true});
        let schema = json!({"type": "object", "properties": {name: number, "gap": number}});
        Columns(Schema::from_json(&schema).unwrap(), version)
    }

    // spec: plugins.blocks.migration
    #[test]
    fn settings_per_device_of_another_version_stop_no_page_and_return_with_it() {
        let devices = json!({"phone": {"hidden": true, "settings": {"columns": 2, "gap": 1}}});
        let block = json!({"id": "b", "kind": "grid", "settings": {"columns": 4}, "devices": devices});
        let columns_of = json!([{"span": 12, "blocks": [block]}]);
        let section = json!({"id": "s", "rows": [{"id": "r", "columns": columns_of}]});
        let mut document = Document::from_json(&json!({"version": 1, "sections": [section]})).unwrap();
        let first = document.block("b").unwrap().clone();
        let mut take_over = |kinds: &Columns, settings: Value| {
            for block in document.blocks_mut() {
                let taken = taken_over(&block.settings, kinds.1, map(settings.clone()));
                block.take_over(taken, kinds);
            }
            assert!(document.check(kinds).is_empty(), "{:?}", document.check(kinds));
            document.block("b").unwrap().clone()
        };

        let second = take_over(&columns(2, "count"), json!({"count": 4}));
        let phone = second.devices.on(Device::Phone);
        assert_eq!((phone.hidden, &phone.settings), (true, &map(json!({"gap": 1}))));
        assert_eq!(second.settings[SAVED_FOR]["devices"], json!({"1": {"phone": {"columns": 2}}}));
        let back = take_over(&columns(1, "columns"), json!({"columns": 4}));
        assert_eq!(back.devices, first.devices);
        assert_eq!(back.settings[SAVED_FOR].get("devices"), None);
    }

    #[test]
    fn a_version_between_is_made_of_the_nearest_earlier_one() {
        let third = taken_over(&map(json!({"a": 1})), 3, map(json!({"c": 1})));
        assert_eq!(settings_source(&third, 2), earlier(1, json!({"a": 1})));
    }

    #[test]
    fn a_strange_note_is_version_1() {
        for note in [json!(null), json!("2"), json!({"version": -1}), json!({"version": 0}), json!({"kept": []})] {
            let settings = map(json!({ "a": 1, SAVED_FOR: note }));
            assert_eq!(saved_version(&settings), 1);
            assert_eq!(settings_source(&settings, 2), earlier(1, json!({"a": 1})));
        }
    }
}
