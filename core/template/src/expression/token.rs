//! Tokenizer of expressions.

use super::{Function, Operator, Token};
use crate::parse::pattern;

pub(crate) fn is_space(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\n' | '\r' | '\u{a0}')
}

/// Longest first.
const OPERATORS: [(&str, Operator); 27] = [
    ("===", Operator::StrictEqual),
    ("!==", Operator::StrictNotEqual),
    ("**", Operator::Power),
    ("<<", Operator::ShiftLeft),
    (">>", Operator::ShiftRight),
    ("<=", Operator::LessOrEqual),
    (">=", Operator::GreaterOrEqual),
    ("==", Operator::Equal),
    ("!=", Operator::NotEqual),
    ("&&", Operator::And),
    ("||", Operator::Or),
    ("+", Operator::Add),
    ("-", Operator::Subtract),
    ("!", Operator::Not),
    ("~", Operator::BitNot),
    ("*", Operator::Multiply),
    ("/", Operator::Divide),
    ("%", Operator::Modulus),
    ("<", Operator::Less),
    (">", Operator::Greater),
    ("&", Operator::BitAnd),
    ("^", Operator::BitXor),
    ("|", Operator::BitOr),
    ("=", Operator::Assign),
    (",", Operator::Comma),
    (";", Operator::Semicolon),
    ("(", Operator::Open),
];

/// All tokens up to the end or the first error.
pub(super) fn tokens(text: &str) -> (Vec<Token>, Result<(), String>) {
    let mut found = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(is_space);
        if rest.is_empty() {
            return (found, Ok(()));
        }
        match next(rest, found.last()) {
            Ok(Some((token, after))) => {
                found.push(token);
                rest = after;
            }
            Ok(None) => {
                let at = text.len() - rest.len();
                let letter: String = rest.chars().take(1).collect();
                let why = format!("Unexpected char at {at}: {letter}");
                return (found, Err(why));
            }
            Err(why) => return (found, Err(why)),
        }
    }
}

fn next<'a>(text: &'a str, before: Option<&Token>) -> Result<Option<(Token, &'a str)>, String> {
    let Some(first) = text.chars().next() else { return Ok(None) };
    if first.is_ascii_digit() {
        return number(text).map(Some);
    }
    if let Some(body) = text.strip_prefix(['"', '\'']) {
        return string(body, first).map(Some);
    }
    if let Some(rest) = text.strip_prefix(')') {
        return Ok(Some((Token::Operator(Operator::Close), rest)));
    }
    let operator = OPERATORS.iter().find_map(|(mark, operator)| Some((*operator, text.strip_prefix(mark)?)));
    if let Some((operator, rest)) = operator {
        return Ok(Some((Token::Operator(as_unary(operator, before)), rest)));
    }
    let Some((reference, rest)) = pattern::reference(text) else { return Ok(None) };
    let Some(name) = reference.single_name() else {
        return Ok(Some((Token::Reference(reference), rest)));
    };
    if let Some(token) = constant(name) {
        return Ok(Some((token, rest)));
    }
    let calls = rest.trim_start_matches(is_space).starts_with('(') && !name.starts_with('@');
    match (calls, Function::find(name)) {
        (true, Some(function)) => Ok(Some((Token::Call(function), rest))),
        (true, None) => Err(format!("Invalid function: {name}")),
        (false, _) => Ok(Some((Token::Reference(reference), rest))),
    }
}

/// `+` and `-` are unary if nothing or an operator precedes them.
fn as_unary(operator: Operator, before: Option<&Token>) -> Operator {
    let leads = match before {
        None => true,
        Some(Token::Operator(before)) => *before != Operator::Close,
        Some(_) => false,
    };
    match operator {
        Operator::Add if leads => Operator::Plus,
        Operator::Subtract if leads => Operator::Minus,
        other => other,
    }
}

fn constant(name: &str) -> Option<Token> {
    Some(match name {
        "true" => Token::Bool(true),
        "false" => Token::Bool(false),
        "null" => Token::Null,
        "PI" => Token::Number(std::f64::consts::PI),
        "E" => Token::Number(std::f64::consts::E),
        "Infinity" => Token::Number(f64::INFINITY),
        "NaN" => Token::Number(f64::NAN),
        _ => return None,
    })
}

fn count(text: &str, accepts: fn(&u8) -> bool) -> usize {
    text.bytes().take_while(accepts).count()
}

fn number(text: &str) -> Result<(Token, &str), String> {
    if let Some(digits) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        let length = count(digits, u8::is_ascii_hexdigit);
        if length == 0 {
            return Err("Expected digits after start of hex number".to_owned());
        }
        let (digits, rest) = digits.split_at(length);
        return Ok((Token::Number(hexadecimal(digits)), rest));
    }
    let mut length = count(text, u8::is_ascii_digit);
    let after = |length: usize| text.get(length..).unwrap_or("");
    if after(length).starts_with('.') {
        length += 1;
        length += count(after(length), u8::is_ascii_digit);
        if after(length).starts_with('.') {
            return Err("Duplicate decimal point in number".to_owned());
        }
    }
    if after(length).starts_with(['e', 'E']) {
        length += 1;
        if after(length).starts_with(['+', '-']) {
            length += 1;
        }
        let digits = count(after(length), u8::is_ascii_digit);
        if digits == 0 {
            return Err("Expected a digit after exponent in decimal number".to_owned());
        }
        length += digits;
        if after(length).starts_with('.') {
            return Err("Unexpected decimal point in exponent".to_owned());
        }
    }
    let (digits, rest) = text.split_at_checked(length).unwrap_or((text, ""));
    Ok((Token::Number(digits.parse().unwrap_or(f64::NAN)), rest))
}

/// The value of hexadecimal digits of any length as a double.
pub(super) fn hexadecimal(digits: &str) -> f64 {
    digits.chars().filter_map(|digit| digit.to_digit(16)).fold(0.0, |value, digit| value * 16.0 + f64::from(digit))
}

fn string(body: &str, quote: char) -> Result<(Token, &str), String> {
    let mut text = String::new();
    let mut rest = body;
    loop {
        let mut letters = rest.chars();
        let Some(letter) = letters.next() else { return Err("Unterminated string".to_owned()) };
        rest = letters.as_str();
        match letter {
            _ if letter == quote => return Ok((Token::Text(text.into()), rest)),
            '\n' => return Err("Illegal bare line feed character in string literal".to_owned()),
            '\r' => return Err("Illegal bare carriage return character in string literal".to_owned()),
            '\\' => {
                let Some(escape) = letters.next() else { return Err("Unterminated string".to_owned()) };
                rest = letters.as_str();
                let (unescaped, after) = unescape(escape, rest)?;
                text.push(unescaped);
                rest = after;
            }
            other => text.push(other),
        }
    }
}

fn unescape(escape: char, rest: &str) -> Result<(char, &str), String> {
    let digits = match escape {
        'n' => return Ok(('\n', rest)),
        't' => return Ok(('\t', rest)),
        'f' => return Ok(('\u{c}', rest)),
        'r' => return Ok(('\r', rest)),
        'x' => 2,
        'u' => 4,
        'U' => 8,
        other => return Ok((other, rest)),
    };
    let invalid = || match digits {
        2 => "Invalid 2-char hex escape found".to_owned(),
        _ => "Invalid unicode escape found".to_owned(),
    };
    let (code, after) = code_unit(rest, digits).ok_or_else(invalid)?;
    if (0xd800..0xdc00).contains(&code)
        && let Some((low, behind)) = after.strip_prefix("\\u").and_then(|low| code_unit(low, 4))
        && (0xdc00..0xe000).contains(&low)
    {
        let joined = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        return Ok((printable(joined), behind));
    }
    Ok((printable(code), after))
}

fn code_unit(text: &str, digits: usize) -> Option<(u32, &str)> {
    let (hex, after) = text.split_at_checked(digits)?;
    if !hex.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    Some((u32::from_str_radix(hex, 16).ok()?, after))
}

/// Control codes and invalid characters become a space.
fn printable(code: u32) -> char {
    match char::from_u32(code) {
        Some(letter @ ('\t' | '\n' | '\u{c}' | '\r')) => letter,
        Some(letter) if !letter.is_control() => letter,
        _ => ' ',
    }
}
