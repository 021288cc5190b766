//! Deep equality of values.

use serde_json::Value;

use crate::value::{Amount, Kind, Node};

/// Values nested deeper than this are never equal.
const DEEPEST: usize = 256;

/// Compares values and counts the comparisons.
#[derive(Debug, Default)]
pub(crate) struct Comparison {
    /// Number of values compared so far.
    pub(crate) visited: usize,
}

impl Comparison {
    /// Whether two values are equal; an integer and a fractional number never are.
    #[inline]
    pub(crate) fn equal(&mut self, left: Node<'_>, right: Node<'_>) -> bool {
        match (left.as_amount(), right.as_amount()) {
            (Some(Amount::Integer(a)), Some(Amount::Integer(b))) => a == b,
            _ => self.nodes(left, right, 0),
        }
    }

    fn nodes(&mut self, left: Node<'_>, right: Node<'_>, depth: usize) -> bool {
        self.visited += 1;
        match (left.as_amount(), right.as_amount()) {
            (Some(Amount::Integer(a)), Some(Amount::Integer(b))) => return a == b,
            (Some(Amount::Float(a)), Some(Amount::Float(b))) => return a == b,
            (Some(_), _) | (_, Some(_)) => return false,
            (None, None) => {}
        }
        match (left.as_str(), right.as_str()) {
            (Some(a), Some(b)) => return a == b,
            (Some(_), _) | (_, Some(_)) => return false,
            (None, None) => {}
        }
        match (left.kind(), right.kind()) {
            (Kind::Missing, Kind::Missing) | (Kind::Null, Kind::Null) => true,
            (Kind::Boolean, Kind::Boolean) => left.as_bool() == right.as_bool(),
            _ if depth > DEEPEST => false,
            (Kind::Array, Kind::Array) => {
                let (a, b) = (left.as_array().unwrap_or(&[]), right.as_array().unwrap_or(&[]));
                a.len() == b.len() && a.iter().zip(b).all(|(x, y)| self.nodes(Node::Json(x), Node::Json(y), depth + 1))
            }
            (Kind::Object, Kind::Object) => self.objects(left, right, depth),
            _ => false,
        }
    }

    fn objects(&mut self, left: Node<'_>, right: Node<'_>, depth: usize) -> bool {
        if left.size() != right.size() {
            return false;
        }
        let mut same = |key: &str, value: Node<'_>| {
            let other = right.member(key);
            !other.is_missing() && self.nodes(value, other, depth + 1)
        };
        match left {
            Node::Json(Value::Object(members)) => members.iter().all(|(key, value)| same(key, Node::Json(value))),
            Node::Bindings(members) => members.iter().all(|(key, node)| same(key, *node)),
            _ => false,
        }
    }
}
