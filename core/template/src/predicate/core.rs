//! Comparison and counting.

use std::cmp::Ordering;

use super::{Predicate, entry};
use crate::compile::call::{Arguments, Operand, Rule, read_operands};
use crate::equality::Comparison;
use crate::run::{Machine, Stop};
use crate::value::{Amount, Node};

const ONE_OR_TWO: Rule = Rule::checked(true, |arguments| read_operands(arguments, 1, 2));
const AT_MOST_ONE: Rule = Rule::checked(false, |arguments| read_operands(arguments, 0, 1));

pub(super) static PREDICATES: &[Predicate] = &[
    entry("debug?", Rule::ANY, debug),
    entry("equal?", ONE_OR_TWO, equal),
    entry("even?", AT_MOST_ONE, even),
    entry("greaterThan?", ONE_OR_TWO, greater),
    entry("greaterThanOrEqual?", ONE_OR_TWO, greater_or_equal),
    entry("lessThan?", ONE_OR_TWO, less),
    entry("lessThanOrEqual?", ONE_OR_TWO, less_or_equal),
    entry("notEqual?", ONE_OR_TWO, not_equal),
    entry("nth?", ONE_OR_TWO, nth),
    entry("odd?", AT_MOST_ONE, odd),
    entry("plural?", Rule::ANY, plural),
    entry("singular?", Rule::ANY, singular),
];

type Result = std::result::Result<bool, Stop>;

fn value<'r>(machine: &Machine<'r>, operand: &'r Operand) -> Node<'r> {
    match operand {
        Operand::Integer(integer) => Node::Integer(*integer),
        Operand::Literal(value) => Node::Json(value),
        Operand::Reference(reference) => machine.resolve(reference),
    }
}

/// The two sides of a comparison: with one argument the left side is the value in scope.
fn sides<'r>(machine: &Machine<'r>, arguments: &'r Arguments) -> (Node<'r>, Node<'r>) {
    match arguments.operands.as_slice() {
        [left, right] => (value(machine, left), value(machine, right)),
        [right] => (machine.current(), value(machine, right)),
        _ => (machine.current(), Node::Missing),
    }
}

fn debug(machine: &mut Machine<'_>, _: &Arguments) -> Result {
    Ok(machine.resolve_name("debug").is_truthy())
}

fn equal<'r>(machine: &mut Machine<'r>, arguments: &'r Arguments) -> Result {
    let (left, right) = sides(machine, arguments);
    let mut comparison = Comparison::default();
    let equal = comparison.equal(left, right);
    machine.charge(comparison.visited / 16)?;
    Ok(equal)
}

fn not_equal<'r>(machine: &mut Machine<'r>, arguments: &'r Arguments) -> Result {
    equal(machine, arguments).map(|equal| !equal)
}

fn order<'r>(machine: &mut Machine<'r>, arguments: &'r Arguments) -> std::result::Result<Ordering, Stop> {
    let (left, right) = sides(machine, arguments);
    let mut comparison = Comparison::default();
    let order = compare(left, right, &mut comparison);
    machine.charge(comparison.visited / 16)?;
    Ok(order)
}

/// Compares by the type of the left value; other types are equal or less.
fn compare(left: Node<'_>, right: Node<'_>, comparison: &mut Comparison) -> Ordering {
    match (left.as_amount(), left.as_str(), left.as_bool()) {
        (Some(Amount::Integer(a)), _, _) => a.cmp(&right.to_integer()),
        (Some(Amount::Float(a)), _, _) => a.partial_cmp(&right.to_amount().as_f64()).unwrap_or(Ordering::Equal),
        (None, Some(a), _) => a.encode_utf16().cmp(right.to_text().encode_utf16()),
        (None, None, Some(a)) => a.cmp(&right.is_truthy()),
        _ if comparison.equal(left, right) => Ordering::Equal,
        _ => Ordering::Less,
    }
}

fn greater<'r>(machine: &mut Machine<'r>, arguments: &'r Arguments) -> Result {
    order(machine, arguments).map(Ordering::is_gt)
}

fn greater_or_equal<'r>(machine: &mut Machine<'r>, arguments: &'r Arguments) -> Result {
    order(machine, arguments).map(Ordering::is_ge)
}

fn less<'r>(machine: &mut Machine<'r>, arguments: &'r Arguments) -> Result {
    order(machine, arguments).map(Ordering::is_lt)
}

fn less_or_equal<'r>(machine: &mut Machine<'r>, arguments: &'r Arguments) -> Result {
    order(machine, arguments).map(Ordering::is_le)
}

fn integer(node: Node<'_>) -> Option<i64> {
    match node.as_amount() {
        Some(Amount::Integer(integer)) => Some(integer),
        _ => None,
    }
}

fn tested<'r>(machine: &Machine<'r>, arguments: &'r Arguments) -> Node<'r> {
    match arguments.operands.first() {
        Some(operand) => value(machine, operand),
        None => machine.current(),
    }
}

fn even<'r>(machine: &mut Machine<'r>, arguments: &'r Arguments) -> Result {
    Ok(integer(tested(machine, arguments)).is_some_and(|number| number % 2 == 0))
}

fn odd<'r>(machine: &mut Machine<'r>, arguments: &'r Arguments) -> Result {
    Ok(integer(tested(machine, arguments)).is_some_and(|number| number % 2 != 0))
}

fn nth<'r>(machine: &mut Machine<'r>, arguments: &'r Arguments) -> Result {
    let (number, divisor) = sides(machine, arguments);
    Ok(match (integer(number), integer(divisor)) {
        (Some(number), Some(divisor)) => number.checked_rem(divisor) == Some(0),
        _ => false,
    })
}

fn counted(machine: &Machine<'_>) -> i64 {
    machine.current().to_integer()
}

fn plural(machine: &mut Machine<'_>, _: &Arguments) -> Result {
    Ok(counted(machine) > 1)
}

fn singular(machine: &mut Machine<'_>, _: &Arguments) -> Result {
    Ok(counted(machine) == 1)
}
