//! What a change demands of the version that is there, after `If-Match` and `If-None-Match` (RFC 9110, section 13).

use std::fmt::Display;

/// The revision that is told of what nobody has saved yet.
const UNSAVED: &str = "0";

/// A version as a caller names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Its name, without quotes.
    pub opaque: String,
    /// Whether it stands for versions that are only much alike.
    pub is_weak: bool,
}

/// The versions that a caller names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tags {
    /// Whichever is there.
    Any,
    /// Each of these.
    OneOf(Vec<Tag>),
}

impl Tags {
    /// Whether they name a version by strong comparison: weak ones name none.
    pub fn name_strongly(&self, current: &str) -> bool {
        match self {
            Tags::Any => true,
            Tags::OneOf(tags) => tags.iter().any(|tag| !tag.is_weak && tag.opaque == current),
        }
    }

    /// Whether they name a version by weak comparison: weak ones do as strong ones.
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

/// What must be true of the version that is there, for a change of it to be made. By default anything may be there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Precondition {
    /// It must be one of these.
    pub is: Option<Tags>,
    /// It must be none of these.
    pub is_not: Option<Tags>,
}

impl Precondition {
    /// Whether nothing is demanded.
    pub fn is_open(&self) -> bool {
        self.is.is_none() && self.is_not.is_none()
    }

    /// Whether it names single versions that must be there.
    pub fn names_versions(&self) -> bool {
        self.is.as_ref().is_some_and(|tags| *tags != Tags::Any)
    }

    /// Whether it holds for a version that is there.
    pub fn holds(&self, current: &(impl Display + ?Sized)) -> bool {
        let current = current.to_string();
        self.is.as_ref().is_none_or(|tags| tags.name_strongly(&current))
            && !self.is_not.as_ref().is_some_and(|tags| tags.name_weakly(&current))
    }

    /// Whether it holds where nothing is there yet. A caller who has read that nothing is can name it by the revision 0.
    pub fn holds_for_none(&self) -> bool {
        self.is.as_ref().is_none_or(|tags| tags.list().is_some_and(|tags| tags.name_strongly(UNSAVED)))
            && !self.is_not.as_ref().and_then(Tags::list).is_some_and(|tags| tags.name_weakly(UNSAVED))
    }

    /// Whether it holds for something that its first change makes: at the revision 0 nothing is there yet.
    pub fn holds_for_saved(&self, revision: i64) -> bool {
        if revision == 0 { self.holds_for_none() } else { self.holds(&revision) }
    }
}

/// The revision must be this one.
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
    fn conditions_hold_for_the_versions_they_name() {
        let any = || Some(Tags::Any);
        // Whether it holds at revision 3, and where nothing is there yet.
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
