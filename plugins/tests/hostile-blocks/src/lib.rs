//! Hostile blocks. The kind of the block selects the misbehaviour.

use std::hint::black_box;

use stoa_plugin_sdk::blocks::{Blocks, Input, Output};
use stoa_plugin_sdk::{Error, SiteContext, invalid_input};

const ONE_MEBIBYTE: usize = 1024 * 1024;

/// Scripts, event handlers, a `javascript:` link and unmatched end tags between two plain paragraphs.
const MARKUP: &str = "<p class=\"hostile-words\">Before.</p><script>stolen(1)</script>\
<img src=\"/none.png\" alt=\"\" onerror=\"stolen(2)\"><a href=\"javascript:stolen(3)\">link</a>\
<div data-stoa-island=\"stolen\" id=\"stoa-context\" style=\"position:fixed\">over everything</div>\
<svg onload=\"stolen(4)\"></svg><iframe srcdoc=\"stolen(5)\"></iframe></div></section></main><p>After.</p><!-- stolen";

struct Hostile;

impl Blocks for Hostile {
    fn render(input: Input, _ctx: SiteContext) -> Result<Output, Error> {
        match input.kind.as_str() {
            "hostile-loop" => spin(),
            "hostile-trap" => panic!("told to stop in a block"),
            "hostile-memory" => allocate_endlessly(),
            "hostile-stack" => Ok(output(recurse(&[1; 64]).to_string())),
            "hostile-flood" => Ok(output("x".repeat(ONE_MEBIBYTE + 1))),
            "hostile-markup" => Ok(markup()),
            _ => Err(invalid_input("no such mischief")),
        }
    }
}

fn spin<T>() -> T {
    let mut turn = 0u64;
    loop {
        turn = black_box(turn.wrapping_add(1));
    }
}

fn allocate_endlessly<T>() -> T {
    let mut blocks: Vec<Vec<u8>> = Vec::new();
    loop {
        blocks.push(black_box(Vec::with_capacity(ONE_MEBIBYTE)));
    }
}

#[expect(unconditional_recursion, reason = "it is there to use up the stack")]
fn recurse(frame: &[i64; 64]) -> i64 {
    let mut next = *frame;
    next[0] += 1;
    black_box(recurse(black_box(&next))) + next[0]
}

fn output(html: String) -> Output {
    Output { html, head: Vec::new(), cache_seconds: 0, vary_on: Vec::new() }
}

fn markup() -> Output {
    let head = [
        "<style>.hostile-words{color:teal}</style>",
        "<style>p{}</style><script>stolen(6)</script>",
        "<script src=\"https://stolen.example/x.js\"></script>",
        "<base href=\"https://stolen.example/\">",
        "<meta http-equiv=\"refresh\" content=\"0;url=https://stolen.example/\">",
        "<style>@import 'https://stolen.example/x.css'</style>",
    ];
    Output { head: head.map(str::to_owned).to_vec(), ..output(MARKUP.to_owned()) }
}

stoa_plugin_sdk::plugin!(blocks: Hostile);
