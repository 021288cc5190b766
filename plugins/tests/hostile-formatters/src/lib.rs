//! A guest that misbehaves in every way that the host has to survive. The formatter's name selects the way.

use std::hint::black_box;
use std::sync::atomic::{AtomicI64, Ordering};

use stoa_plugin_sdk::blocks::{Blocks, Input, Output};
use stoa_plugin_sdk::formatters::Formatters;
use stoa_plugin_sdk::log::{self, Level};
use stoa_plugin_sdk::predicates::Predicates;
use stoa_plugin_sdk::{Error, SiteContext, Value, config, invalid_input};

const EIGHT_MEBIBYTES: usize = 8 * 1024 * 1024;

/// Shows whether two calls reached the same instance.
static CALLS: AtomicI64 = AtomicI64::new(0);

struct Hostile;

impl Formatters for Hostile {
    fn apply(name: String, input: Value, args: Vec<Value>) -> Result<Value, Error> {
        match name.as_str() {
            "echo" => Ok(input),
            "loop" => spin(),
            "bomb" => Ok(bomb()),
            "panic" => panic!("told to stop at {}", black_box(7)),
            "recurse" => Ok(Value::Integer(recurse(&[1; 64]))),
            "flood" => Ok(Value::Text("x".repeat(EIGHT_MEBIBYTES))),
            "big" => Ok(Value::Text("x".repeat(size(&args)))),
            "log" => Ok(log_lines(size(&args))),
            "count" => Ok(Value::Integer(CALLS.fetch_add(1, Ordering::Relaxed))),
            "spend" => Ok(spend(input)),
            "config" => Ok(Value::Text(config::all())),
            "refuse" => Err(invalid_input("told to refuse")),
            _ => Err(invalid_input("no such mischief")),
        }
    }

    fn apply_many(name: String, inputs: Vec<Value>, args: Vec<Value>) -> Result<Vec<Value>, Error> {
        match name.as_str() {
            // One value too few.
            "count" => Ok(inputs.into_iter().skip(1).collect()),
            _ => inputs.into_iter().map(|input| Self::apply(name.clone(), input, args.clone())).collect(),
        }
    }
}

impl Predicates for Hostile {
    fn test(name: String, input: Value, _args: Vec<Value>) -> Result<bool, Error> {
        match name.as_str() {
            "same" => Ok(matches!(input, Value::Boolean(true))),
            _ => spin(),
        }
    }
}

impl Blocks for Hostile {
    fn render(input: Input, _ctx: SiteContext) -> Result<Output, Error> {
        let html = match input.instance_id.as_str() {
            "loop" => return spin(),
            "panic" => panic!("told to stop in a block"),
            _ if input.settings.contains("panic") => panic!("told to stop by a setting"),
            "big" => "x".repeat(1024 * 1024 + 1),
            _ => format!("<p>{}</p>", CALLS.fetch_add(1, Ordering::Relaxed)),
        };
        Ok(Output { html, head: Vec::new(), cache_seconds: 0, vary_on: Vec::new() })
    }
}

fn size(args: &[Value]) -> usize {
    match args.first() {
        Some(Value::Integer(size)) => usize::try_from(*size).unwrap_or(0),
        _ => 0,
    }
}

fn spin<T>() -> T {
    let mut turn = 0u64;
    loop {
        turn = black_box(turn.wrapping_add(1));
    }
}

/// Works for about a tenth of a millisecond.
fn spend(input: Value) -> Value {
    for turn in 0..200_000u64 {
        black_box(turn);
    }
    input
}

fn bomb() -> Value {
    let mut hoard: Vec<Vec<u8>> = Vec::new();
    loop {
        hoard.push(black_box(vec![1; 1024 * 1024]));
    }
}

#[expect(unconditional_recursion, reason = "it is there to use up the stack")]
fn recurse(frame: &[i64; 64]) -> i64 {
    let mut next = *frame;
    next[0] += 1;
    black_box(recurse(black_box(&next))) + next[0]
}

fn log_lines(count: usize) -> Value {
    for line in 0..count {
        log::write(Level::Info, &format!("line {line}"));
    }
    Value::Boolean(true)
}

stoa_plugin_sdk::plugin!(formatters: Hostile, predicates: Hostile, blocks: Hostile);
