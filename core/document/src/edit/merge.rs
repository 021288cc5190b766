//! Three-way merge of two changes of one value. Not the crate `similar`: it compares two texts or lists, while three
//! JSON values are merged here, in code that browsers load.

use serde_json::{Map, Value};

/// Maximum size of the comparison table, in cells; longer differences are treated as one.
const MAX_CELLS: usize = 4_000_000;

/// Merges two changes of `base`, and returns whether they conflict: then `mine` wins in that place.
pub(crate) fn merge(base: Option<&Value>, theirs: Option<&Value>, mine: Option<&Value>) -> (Option<Value>, bool) {
    let mut merge = Merge { collided: false };
    let merged = merge.values(base, theirs, mine);
    (merged, merge.collided)
}

struct Merge {
    collided: bool,
}

impl Merge {
    fn values(&mut self, base: Option<&Value>, theirs: Option<&Value>, mine: Option<&Value>) -> Option<Value> {
        if base == theirs || theirs == mine {
            return mine.cloned();
        }
        if base == mine {
            return theirs.cloned();
        }
        match (base, theirs, mine) {
            (Some(Value::Object(base)), Some(Value::Object(theirs)), Some(Value::Object(mine))) => {
                Some(Value::Object(self.objects(base, theirs, mine)))
            }
            (Some(Value::Array(base)), Some(Value::Array(theirs)), Some(Value::Array(mine))) => {
                Some(Value::Array(self.lists(base, theirs, mine)))
            }
            (Some(Value::String(base)), Some(Value::String(theirs)), Some(Value::String(mine))) => {
                Some(Value::String(self.texts(base, theirs, mine)))
            }
            (None, Some(Value::String(theirs)), Some(Value::String(mine))) => {
                Some(Value::String(self.texts("", theirs, mine)))
            }
            // A change wins over a removal.
            (_, Some(theirs), None) => Some(theirs.clone()),
            (_, None, mine) => mine.cloned(),
            _ => {
                self.collided = true;
                mine.cloned()
            }
        }
    }

    fn objects(
        &mut self,
        base: &Map<String, Value>,
        theirs: &Map<String, Value>,
        mine: &Map<String, Value>,
    ) -> Map<String, Value> {
        let names = theirs.keys().chain(mine.keys().filter(|name| !theirs.contains_key(*name)));
        let merged = names.filter_map(|name| {
            let value = self.values(base.get(name), theirs.get(name), mine.get(name));
            value.map(|value| (name.clone(), value))
        });
        merged.collect()
    }

    fn lists(&mut self, base: &[Value], theirs: &[Value], mine: &[Value]) -> Vec<Value> {
        runs(base, theirs, mine, &mut |base, theirs, mine| {
            if base.len() == theirs.len() && base.len() == mine.len() {
                let entries = base.iter().zip(theirs).zip(mine);
                return entries
                    .filter_map(|((base, theirs), mine)| self.values(Some(base), Some(theirs), Some(mine)))
                    .collect();
            }
            self.collided = true;
            mine.to_vec()
        })
    }

    fn texts(&mut self, base: &str, theirs: &str, mine: &str) -> String {
        let merged = runs(&words(base), &words(theirs), &words(mine), &mut |base, theirs, mine| {
            if [base, theirs, mine].iter().any(|words| words.iter().any(|word| word.starts_with('<'))) {
                self.collided = true;
                return mine.to_vec();
            }
            self.letters(base, theirs, mine)
        });
        merged.concat()
    }

    fn letters<'t>(&mut self, base: &[&'t str], theirs: &[&'t str], mine: &[&'t str]) -> Vec<&'t str> {
        let letters =
            |words: &[&'t str]| words.iter().flat_map(|word| word.split_inclusive(|_| true)).collect::<Vec<_>>();
        runs(&letters(base), &letters(theirs), &letters(mine), &mut |_, _, mine| {
            self.collided = true;
            mine.to_vec()
        })
    }
}

/// Splits a text into words, runs of white space, tags and single characters; joined, they are the text again.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '<' => rest.find('>').map(|end| end + 1),
            letter if letter.is_alphanumeric() => rest.find(|letter: char| !letter.is_alphanumeric()),
            letter if letter.is_whitespace() => rest.find(|letter: char| !letter.is_whitespace()),
            sign => Some(sign.len_utf8()),
        };
        let (word, after) = rest.split_at_checked(end.unwrap_or(rest.len())).unwrap_or((rest, ""));
        words.push(word);
        rest = after;
    }
    words
}

/// Resolves a part that both sides changed, from base, theirs and mine.
type Resolve<'r, T> = dyn FnMut(&[T], &[T], &[T]) -> Vec<T> + 'r;

/// Merges two changes of a sequence. Between parts that all three share, a change of one side is taken; additions of
/// both sides are concatenated, theirs first; `resolve` decides about parts that both changed.
fn runs<T: PartialEq + Clone>(base: &[T], theirs: &[T], mine: &[T], resolve: &mut Resolve<'_, T>) -> Vec<T> {
    let (in_theirs, in_mine) = (matches(base, theirs), matches(base, mine));
    let mut merged = Vec::with_capacity(theirs.len().max(mine.len()));
    let (mut base_at, mut theirs_at, mut mine_at) = (0, 0, 0);
    let anchors = in_theirs.iter().zip(&in_mine).zip(base).enumerate();
    let shared = anchors.filter_map(|(at, ((theirs, mine), entry))| Some((at, (*theirs)?, (*mine)?, Some(entry))));
    let end = (base.len(), theirs.len(), mine.len(), None);
    for (base_end, theirs_end, mine_end, entry) in shared.chain([end]) {
        merged.extend(merge_run(
            base.get(base_at..base_end).unwrap_or_default(),
            theirs.get(theirs_at..theirs_end).unwrap_or_default(),
            mine.get(mine_at..mine_end).unwrap_or_default(),
            resolve,
        ));
        merged.extend(entry.cloned());
        (base_at, theirs_at, mine_at) = (base_end + 1, theirs_end + 1, mine_end + 1);
    }
    merged
}

fn merge_run<T: PartialEq + Clone>(base: &[T], theirs: &[T], mine: &[T], resolve: &mut Resolve<'_, T>) -> Vec<T> {
    if base == theirs || theirs == mine || theirs.is_empty() {
        return mine.to_vec();
    }
    if base == mine || mine.is_empty() {
        return theirs.to_vec();
    }
    if base.is_empty() {
        return [theirs, mine].concat();
    }
    // One side only added entries around the part that the other changed.
    if let Some((before, after)) = around(theirs, base) {
        return [before, mine, after].concat();
    }
    if let Some((before, after)) = around(mine, base) {
        return [before, theirs, after].concat();
    }
    resolve(base, theirs, mine)
}

/// The entries before and after a part of a sequence.
fn around<'t, T: PartialEq>(whole: &'t [T], part: &[T]) -> Option<(&'t [T], &'t [T])> {
    let start = whole.windows(part.len()).position(|window| window == part)?;
    Some((whole.get(..start)?, whole.get(start + part.len()..)?))
}

/// The position in `to` of each entry of `from`, matching as many as possible in order.
fn matches<T: PartialEq>(from: &[T], to: &[T]) -> Vec<Option<usize>> {
    let same_start = from.iter().zip(to).take_while(|(left, right)| left == right).count();
    let rest = from.len().min(to.len()) - same_start;
    let same_end = from.iter().rev().zip(to.iter().rev()).take(rest).take_while(|(left, right)| left == right).count();
    let middle_from = from.get(same_start..from.len() - same_end).unwrap_or_default();
    let middle_to = to.get(same_start..to.len() - same_end).unwrap_or_default();
    let mut found: Vec<Option<usize>> = (0..same_start).map(Some).collect();
    found.extend(longest(middle_from, middle_to).into_iter().map(|place| place.map(|place| place + same_start)));
    found.extend((to.len() - same_end..to.len()).map(Some));
    found
}

/// The longest common subsequence.
fn longest<T: PartialEq>(from: &[T], to: &[T]) -> Vec<Option<usize>> {
    let width = to.len() + 1;
    if from.is_empty() || to.is_empty() || from.len().saturating_mul(to.len()) > MAX_CELLS {
        return vec![None; from.len()];
    }
    // Filled from the end, row by row: the length of the longest common subsequence of the two remainders.
    let mut table: Vec<Vec<u32>> = vec![vec![0; width]];
    for entry in from.iter().rev() {
        let below = table.last().map_or(&[][..], Vec::as_slice);
        let mut row = vec![0_u32; width];
        let mut right = 0;
        for (at, other) in to.iter().enumerate().rev() {
            let cell = |at: usize| below.get(at).copied().unwrap_or_default();
            right = if entry == other { cell(at + 1) + 1 } else { right.max(cell(at)) };
            if let Some(place) = row.get_mut(at) {
                *place = right;
            }
        }
        table.push(row);
    }
    let shared = |from_at: usize, to_at: usize| {
        let row = table.get(from.len() - from_at);
        row.and_then(|row| row.get(to_at)).copied().unwrap_or_default()
    };
    let mut found = vec![None; from.len()];
    let (mut from_at, mut to_at) = (0, 0);
    while let (Some(entry), Some(other)) = (from.get(from_at), to.get(to_at)) {
        if entry == other {
            if let Some(place) = found.get_mut(from_at) {
                *place = Some(to_at);
            }
            (from_at, to_at) = (from_at + 1, to_at + 1);
        } else if shared(from_at + 1, to_at) >= shared(from_at, to_at + 1) {
            from_at += 1;
        } else {
            to_at += 1;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn texts(base: &str, theirs: &str, mine: &str) -> (String, bool) {
        let (merged, collided) = merge(Some(&json!(base)), Some(&json!(theirs)), Some(&json!(mine)));
        (merged.and_then(|merged| merged.as_str().map(str::to_owned)).unwrap_or_default(), collided)
    }

    fn kept(base: &str, theirs: &str, mine: &str, expected: &str) {
        assert_eq!(texts(base, theirs, mine), (expected.to_owned(), false), "{base} | {theirs} | {mine}");
    }

    #[test]
    fn merge_keeps_words_of_both() {
        kept("one two three", "one 2 three", "one two 3", "one 2 3");
        kept("a", "Xa", "ab", "Xab");
        kept("", "first", "second", "firstsecond");
        kept("the cat sat", "the big cat sat", "the dog sat", "the big dog sat");
        kept("<p>one</p><p>two</p>", "<p>one!</p><p>two</p>", "<p>one</p><p>zwei</p>", "<p>one!</p><p>zwei</p>");
        kept("<p>one</p>", "<p>one</p><p>two</p>", "<p>uno</p>", "<p>uno</p><p>two</p>");
        kept("colour", "colours", "Colour", "Colours");
    }

    #[test]
    fn change_wins_over_removal() {
        kept("one two", "one", "one two!", "one two!");
        kept("gone", "", "gone on", "gone on");
        kept("gone", "gone on", "", "gone on");
    }

    #[test]
    fn later_change_wins_on_conflict() {
        assert_eq!(texts("cat", "cut", "cot"), ("cot".to_owned(), true));
        assert_eq!(merge(Some(&json!(1)), Some(&json!(2)), Some(&json!(3))), (Some(json!(3)), true));
    }

    #[test]
    fn lists_and_groups_merge_by_member() {
        let (merged, collided) = merge(
            Some(&json!({"a": 1, "items": [{"n": "x"}, {"n": "y"}]})),
            Some(&json!({"a": 2, "items": [{"n": "x"}, {"n": "y"}, {"n": "z"}]})),
            Some(&json!({"a": 1, "items": [{"n": "X"}, {"n": "y"}], "b": true})),
        );
        assert!(!collided);
        assert_eq!(merged, Some(json!({"a": 2, "items": [{"n": "X"}, {"n": "y"}, {"n": "z"}], "b": true})));
    }

    #[test]
    fn text_diff_words_join_to_original() {
        for text in ["", "a b", "<p class=\"a\">ä – 1</p>", "<", "a<b", "  \n"] {
            assert_eq!(words(text).concat(), text);
        }
        assert_eq!(words("<b>an apple</b>!"), ["<b>", "an", " ", "apple", "</b>", "!"]);
    }
}
