//! Evaluates postfix expressions on a stack.

use std::borrow::Cow;

use super::token::hexadecimal;
use super::{Function, Operator, Token};
use crate::double::float_text;
use crate::parse::pattern::Reference;
use crate::value::{Amount, Kind, Node};

/// A value of the expression language.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value<'r> {
    Number(f64),
    Text(Cow<'r, str>),
    Bool(bool),
    Null,
}

/// An item on the stack.
enum Item<'p, 'r> {
    Value(Value<'r>),
    /// An unresolved reference, which can be assigned to.
    Reference(&'p Reference),
    Arguments,
}

/// The effects of an `eval`.
#[derive(Debug)]
pub(crate) struct Outcome<'p, 'r> {
    /// The value of the last expression; an assignment has none.
    pub(crate) value: Option<Value<'r>>,
    /// Local variables in assignment order.
    pub(crate) assigned: Vec<(&'p str, Value<'r>)>,
}

/// Resolves references.
pub(crate) trait Scope<'r> {
    fn resolve(&self, reference: &Reference) -> Node<'r>;
}

struct Evaluator<'p, 'r, 's> {
    scope: &'s dyn Scope<'r>,
    longest_text: Option<usize>,
    stack: Vec<Item<'p, 'r>>,
    assigned: Vec<(&'p str, Value<'r>)>,
}

/// Evaluates all expressions. The error is the reason without prefix.
pub(crate) fn evaluate<'p, 'r>(
    expressions: &'p [Vec<Token>],
    scope: &dyn Scope<'r>,
    longest_text: Option<usize>,
) -> Result<Outcome<'p, 'r>, String> {
    let mut evaluator = Evaluator { scope, longest_text, stack: Vec::new(), assigned: Vec::new() };
    let mut value = None;
    for expression in expressions {
        value = evaluator.expression(expression)?;
    }
    Ok(Outcome { value, assigned: evaluator.assigned })
}

impl<'p, 'r> Evaluator<'p, 'r, '_> {
    fn expression(&mut self, tokens: &'p [Token]) -> Result<Option<Value<'r>>, String> {
        self.stack.clear();
        for token in tokens {
            match token {
                Token::Number(number) => self.push(Value::Number(*number)),
                Token::Text(text) => self.push(Value::Text(Cow::Owned(text.to_string()))),
                Token::Bool(flag) => self.push(Value::Bool(*flag)),
                Token::Null => self.push(Value::Null),
                Token::Reference(reference) => self.stack.push(Item::Reference(reference)),
                Token::Arguments => self.stack.push(Item::Arguments),
                Token::Call(function) => self.call(*function)?,
                Token::Operator(Operator::Assign) => {
                    self.assign()?;
                    return Ok(None);
                }
                Token::Operator(operator) if operator.is_unary() => self.unary(*operator)?,
                Token::Operator(operator) => self.binary(*operator)?,
            }
        }
        match self.stack.pop() {
            None => Ok(None),
            Some(Item::Arguments) => Err("Reduce error: unexpected token on stack".to_owned()),
            Some(item) => {
                self.value(item).map(Some).ok_or_else(|| "Reduce error: unexpected token on stack".to_owned())
            }
        }
    }

    fn push(&mut self, value: Value<'r>) {
        self.stack.push(Item::Value(value));
    }

    /// The value of an item; none for objects, arrays and markers.
    fn value(&self, item: Item<'p, 'r>) -> Option<Value<'r>> {
        match item {
            Item::Value(value) => Some(value),
            Item::Arguments => None,
            Item::Reference(reference) => {
                if let Some(name) = reference.single_name()
                    && let Some((_, value)) = self.assigned.iter().rev().find(|(key, _)| *key == name)
                {
                    return Some(value.clone());
                }
                of_node(self.scope.resolve(reference))
            }
        }
    }

    fn operand(&mut self, operator: Operator) -> Result<Value<'r>, String> {
        self.stack
            .pop()
            .and_then(|item| self.value(item))
            .ok_or_else(|| format!("Invalid arguments to operator {}", operator.name()))
    }

    fn assign(&mut self) -> Result<(), String> {
        let value = self.operand(Operator::Assign)?;
        if let Some(Item::Reference(reference)) = self.stack.pop()
            && let Some(name) = reference.single_name()
            && name.starts_with('@')
        {
            self.assigned.push((name, value));
        }
        Ok(())
    }

    fn unary(&mut self, operator: Operator) -> Result<(), String> {
        let operand = self.operand(operator)?;
        let value = match operator {
            Operator::Not => Value::Bool(!truth(&operand)),
            Operator::BitNot => Value::Number(f64::from(!integer(&operand))),
            Operator::Minus => Value::Number(-number(&operand)),
            _ => Value::Number(number(&operand)),
        };
        self.push(value);
        Ok(())
    }

    fn binary(&mut self, operator: Operator) -> Result<(), String> {
        let right = self.operand(operator)?;
        let left = self.operand(operator)?;
        let value = match operator {
            Operator::Add => self.add(&left, &right)?,
            Operator::And => Value::Bool(truth(&left) && truth(&right)),
            Operator::Or => Value::Bool(truth(&left) || truth(&right)),
            Operator::Less
            | Operator::LessOrEqual
            | Operator::Greater
            | Operator::GreaterOrEqual
            | Operator::Equal
            | Operator::NotEqual
            | Operator::StrictEqual
            | Operator::StrictNotEqual => Value::Bool(compare(operator, &left, &right)),
            _ => Value::Number(compute(operator, &left, &right)),
        };
        self.push(value);
        Ok(())
    }

    fn add(&self, left: &Value<'r>, right: &Value<'r>) -> Result<Value<'r>, String> {
        if !matches!((left, right), (Value::Text(_), _) | (_, Value::Text(_))) {
            return Ok(Value::Number(number(left) + number(right)));
        }
        let joined = text(left).into_owned() + &text(right);
        match self.longest_text {
            Some(limit) if joined.encode_utf16().count() > limit => {
                Err(format!("Concatenation would exceed maximum string length {limit}"))
            }
            _ => Ok(Value::Text(Cow::Owned(joined))),
        }
    }

    fn call(&mut self, function: Function) -> Result<(), String> {
        let failed = || format!("Error calling function {}", function.name());
        let mut arguments = Vec::new();
        loop {
            match self.stack.pop() {
                None | Some(Item::Arguments) => break,
                Some(item) => arguments.push(self.value(item).ok_or_else(failed)?),
            }
        }
        arguments.reverse();
        let first = arguments.first().ok_or_else(failed)?;
        let value = match function {
            Function::Num => Value::Number(number(first)),
            Function::Str => Value::Text(text(first).into_owned().into()),
            Function::Bool => Value::Bool(truth(first)),
            Function::Abs => Value::Number(number(first).abs()),
            Function::Max => Value::Number(fold(&arguments, |kept, next| kept > next)),
            Function::Min => Value::Number(fold(&arguments, |kept, next| kept < next)),
        };
        self.push(value);
        Ok(())
    }
}

fn fold(arguments: &[Value<'_>], keeps: fn(f64, f64) -> bool) -> f64 {
    arguments.iter().map(number).reduce(|kept, next| if keeps(kept, next) { kept } else { next }).unwrap_or(f64::NAN)
}

fn of_node(node: Node<'_>) -> Option<Value<'_>> {
    if let Some(text) = node.as_str() {
        return Some(Value::Text(Cow::Borrowed(text)));
    }
    Some(match (node.kind(), node.as_amount()) {
        (_, Some(amount)) => Value::Number(Amount::as_f64(amount)),
        (Kind::Boolean, _) => Value::Bool(node.is_true()),
        (Kind::Missing | Kind::Null, _) => Value::Null,
        _ => return None,
    })
}

fn number(value: &Value<'_>) -> f64 {
    match value {
        Value::Number(number) => *number,
        Value::Bool(flag) => f64::from(u8::from(*flag)),
        Value::Null => 0.0,
        Value::Text(text) => text_number(text),
    }
}

fn text_number(text: &str) -> f64 {
    if text.is_empty() {
        return 0.0;
    }
    let (sign, digits) = match text.as_bytes().first() {
        Some(b'-') => (-1.0, text.get(1..).unwrap_or("")),
        Some(b'+') => (1.0, text.get(1..).unwrap_or("")),
        _ => (1.0, text),
    };
    if let Some(hex) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        let valid = !hex.is_empty() && hex.bytes().all(|digit| digit.is_ascii_hexdigit());
        return if valid { sign * hexadecimal(hex) } else { f64::NAN };
    }
    if !digits.starts_with(|letter: char| letter.is_ascii_digit()) {
        return f64::NAN;
    }
    digits.parse::<f64>().map_or(f64::NAN, |value| sign * value)
}

pub(crate) fn text<'v>(value: &'v Value<'_>) -> Cow<'v, str> {
    match value {
        Value::Text(text) => Cow::Borrowed(text),
        Value::Number(number) => Cow::Owned(float_text(*number)),
        Value::Bool(flag) => Cow::Borrowed(if *flag { "true" } else { "false" }),
        Value::Null => Cow::Borrowed("null"),
    }
}

fn truth(value: &Value<'_>) -> bool {
    match value {
        Value::Number(number) => *number != 0.0 && !number.is_nan(),
        Value::Text(text) => !text.is_empty(),
        Value::Bool(flag) => *flag,
        Value::Null => false,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "bit operators work on saturated 32-bit integers")]
fn integer(value: &Value<'_>) -> i32 {
    number(value) as i32
}

fn compute(operator: Operator, left: &Value<'_>, right: &Value<'_>) -> f64 {
    let (a, b) = (number(left), number(right));
    let (x, y) = (integer(left), integer(right));
    match operator {
        Operator::Subtract => a - b,
        Operator::Multiply => a * b,
        Operator::Divide if b == 0.0 => f64::NAN,
        Operator::Divide => a / b,
        Operator::Modulus => a % b,
        Operator::Power => power(a, b),
        Operator::ShiftLeft => f64::from(x.wrapping_shl(y.cast_unsigned())),
        Operator::ShiftRight => f64::from(x.wrapping_shr(y.cast_unsigned())),
        Operator::BitAnd => f64::from(x & y),
        Operator::BitXor => f64::from(x ^ y),
        Operator::BitOr => f64::from(x | y),
        _ => f64::NAN,
    }
}

/// As in ECMAScript: NaN for an exponent of NaN, or for a base of 1 or -1 with an infinite exponent.
fn power(base: f64, exponent: f64) -> f64 {
    if exponent.is_nan() || (base.abs() == 1.0 && exponent.is_infinite()) {
        return f64::NAN;
    }
    base.powf(exponent)
}

fn compare(operator: Operator, left: &Value<'_>, right: &Value<'_>) -> bool {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let order = match (left, right) {
        (Value::Text(a), Value::Text(b)) => Some(a.encode_utf16().cmp(b.encode_utf16())),
        _ => number(left).partial_cmp(&number(right)),
    };
    let same_type = std::mem::discriminant(left) == std::mem::discriminant(right);
    match operator {
        Operator::Less => order == Some(Less),
        Operator::LessOrEqual => matches!(order, Some(Less | Equal)),
        Operator::Greater => order == Some(Greater),
        Operator::GreaterOrEqual => matches!(order, Some(Greater | Equal)),
        Operator::Equal => order == Some(Equal),
        Operator::NotEqual => order != Some(Equal),
        Operator::StrictEqual => same_type && order == Some(Equal),
        _ => !(same_type && order == Some(Equal)),
    }
}
