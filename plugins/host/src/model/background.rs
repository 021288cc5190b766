//! Events as hooks get them.

use serde_json::Value;

/// An event of a site, as passed to a hook.
#[derive(Debug, Clone, PartialEq)]
pub struct HookEvent {
    /// Its id; the same for each attempt.
    pub id: String,
    /// What happened, such as `order.paid`.
    pub topic: String,
    /// The object it happened to.
    pub object_id: String,
    /// Grows with the events of the object.
    pub sequence: u64,
    /// When it happened, UTC epoch milliseconds.
    pub occurred_ms: u64,
    /// Number of the attempt, from 1.
    pub attempt: u32,
    /// What the topic tells.
    pub payload: Value,
}

impl HookEvent {
    /// What an event of a site tells a plugin: all but the answers to questions of other plugins.
    #[must_use]
    pub fn payload_for(plugin: &str, payload: &Value) -> Value {
        let mut payload = payload.clone();
        if let Some(answers) = payload.get_mut("answers").and_then(Value::as_array_mut) {
            answers.retain(|answer| {
                let asked_by = answer.get("id").and_then(Value::as_str).and_then(|id| id.split_once(':'));
                asked_by.is_none_or(|(own, _)| own == plugin)
            });
        }
        payload
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::HookEvent;

    #[test]
    fn a_plugin_is_told_the_answers_to_its_own_questions_and_to_those_of_the_shop() {
        let answers = |ids: &[&str]| -> Value { ids.iter().map(|id| json!({"id": id})).collect() };
        let payload = json!({"total": 1, "answers": answers(&["gift", "acme.gift:card", "other.one:day"])});
        let expected = json!({"total": 1, "answers": answers(&["gift", "acme.gift:card"])});
        assert_eq!(HookEvent::payload_for("acme.gift", &payload), expected);
        let form = json!({"answers": [{"field": "a:b", "value": "c"}]});
        assert_eq!(HookEvent::payload_for("acme.gift", &form), form);
    }
}
