//! Which sessions of visitors a recorder of the operator may record.

/// What the server knows about a session. The browser knows the rest: its time zone, its cores, whether the visit is in
/// the sample, and what the visitor has decided about cookies.
#[derive(Clone, Copy, Debug)]
pub struct RecordingRule<'a> {
    /// Whether the operator has a recorder.
    pub has_recorder: bool,
    /// Whether the site allows it.
    pub is_enabled: bool,
    /// BCP 47 tag of the site.
    pub language: &'a str,
    /// IANA name of the time zone of the site.
    pub time_zone: &'a str,
}

impl RecordingRule<'_> {
    /// Sessions are recorded on sites of the United States in an American time zone only.
    pub fn allows(self) -> bool {
        let is_american = self.language.split('-').skip(1).any(|part| part.eq_ignore_ascii_case("US"));
        self.has_recorder && self.is_enabled && is_american && self.time_zone.starts_with("America/")
    }
}

#[cfg(test)]
mod tests {
    use super::RecordingRule;

    // spec: session-recording.rule
    #[test]
    fn all_conditions_are_required() {
        let all =
            RecordingRule { has_recorder: true, is_enabled: true, language: "en-US", time_zone: "America/New_York" };
        assert!(all.allows());
        for other in [
            RecordingRule { has_recorder: false, ..all },
            RecordingRule { is_enabled: false, ..all },
            RecordingRule { language: "en-GB", ..all },
            RecordingRule { language: "us", ..all },
            RecordingRule { time_zone: "Europe/Berlin", ..all },
        ] {
            assert!(!other.allows(), "{other:?}");
        }
    }
}
