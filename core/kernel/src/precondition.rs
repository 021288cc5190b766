//! Preconditions of a change on the current version, after `If-Match` and `If-None-Match` (RFC 9110, section 13).

use std::fmt::Display;

/// The revision reported for something that has not been saved yet.
const UNSAVED: &str = "0";

/// An entity tag sent by a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Its value, without quotes.
    pub opaque: String,
    /// Whether it is a weak entity tag.
    pub is_weak: bool,
}

/// The versions named by a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tags {
    /// `*`: any version.
    Any,
    /// A list of entity tags.
    OneOf(Vec<Tag>),
}

impl Tags {
    /// Whether they match a version by strong comparison: weak tags never match.
    pub fn name_strongly(&self, current: &str) -> bool {
        match self {
            Tags::Any => true,
            Tags::OneOf(tags) => tags.iter().any(|tag| !tag.is_weak && tag.opaque == current),
        }
    }

    /// Whether they match a version by weak comparison: weak tags match like strong ones.
    pub fn name_weakly(&self, current: &str) -> bool {
        match self {
            Tags::Any => true,
            Tags::OneOf(tags) => tags.iter().any(|tag| tag.opaque == current),
        }
    }

    fn list(&self) -> Option<&Self> {
        (*self != Tags::Any).then_some(self)
    }
}

/// Preconditions of a change. The default has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Precondition {
    /// `If-Match`: the version must be one of these.
    pub is: Option<Tags>,
    /// `If-None-Match`: the version must be none of these.
    pub is_not: Option<Tags>,
}

impl Precondition {
    /// Whether there are no preconditions.
    pub fn is_open(&self) -> bool {
        self.is.is_none() && self.is_not.is_none()
    }

    /// Whether `If-Match` names specific versions.
    pub fn names_versions(&self) -> bool {
        self.is.as_ref().is_some_and(|tags| *tags != Tags::Any)
    }

    /// Whether they hold for the current version.
    pub fn holds(&self, current: &(impl Display + ?Sized)) -> bool {
        let current = current.to_string();
        self.is.as_ref().is_none_or(|tags| tags.name_strongly(&current))
            && !self.is_not.as_ref().is_some_and(|tags| tags.name_weakly(&current))
    }

    /// Whether they hold where nothing exists yet. A client that has read this state can name it by the revision 0.
    pub fn holds_for_none(&self) -> bool {
        self.is.as_ref().is_none_or(|tags| tags.list().is_some_and(|tags| tags.name_strongly(UNSAVED)))
            && !self.is_not.as_ref().and_then(Tags::list).is_some_and(|tags| tags.name_weakly(UNSAVED))
    }

    /// Whether they hold for something that its first change creates: at revision 0 nothing exists yet.
    pub fn holds_for_saved(&self, revision: i64) -> bool {
        if revision == 0 { self.holds_for_none() } else { self.holds(&revision) }
    }
}

/// Requires exactly this revision.
impl From<i64> for Precondition {
    fn from(revision: i64) -> Self {
        let tag = Tag { opaque: revision.to_string(), is_weak: false };
        Self { is: Some(Tags::OneOf(vec![tag])), is_not: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(opaque: &[&str], is_weak: bool) -> Option<Tags> {
        let tag = |opaque: &&str| Tag { opaque: (*opaque).to_owned(), is_weak };
        Some(Tags::OneOf(opaque.iter().map(tag).collect()))
    }

    #[test]
    fn preconditions_match_named_versions() {
        let any = || Some(Tags::Any);
        // Whether it holds at revision 3, and where nothing exists yet.
        for (is, is_not, at_three, for_none) in [
            (None, None, true, true),
            (any(), None, true, false),
            (None, any(), false, true),
            (any(), any(), false, false),
            (list(&["3"], false), None, true, false),
            (list(&["2", "3"], false), None, true, false),
            (list(&["2"], false), None, false, false),
            (list(&["0"], false), None, false, true),
            (list(&["3", "0"], true), None, false, false),
            (list(&[], false), None, false, false),
            (None, list(&["3"], false), false, true),
            (None, list(&["3"], true), false, true),
            (None, list(&["0"], false), true, false),
            (None, list(&["2"], false), true, true),
            (list(&["3"], false), list(&["2"], false), true, false),
            (list(&["3"], false), list(&["3"], true), false, false),
        ] {
            let condition = Precondition { is, is_not };
            assert_eq!(condition.holds(&3), at_three, "{condition:?}");
            assert_eq!(condition.holds("3"), at_three, "{condition:?}");
            assert_eq!(condition.holds_for_saved(3), at_three, "{condition:?}");
            assert_eq!(condition.holds_for_none(), for_none, "{condition:?}");
            assert_eq!(condition.holds_for_saved(0), for_none, "{condition:?}");
        }
        assert!(Precondition::from(3_i64).holds(&3_i64) && !Precondition::from(3_i64).holds(&4_i64));
    }
}
