//! What plugins cost: calls beside native code that does the same, a page with many of them, and many sites.

use anyhow::{Context, Result};

use super::record::{Part, record};
use super::summary::criterion_micros;
use crate::repository::Repository;
use crate::{shell, wasm};

/// Largest additional time of the first call of a page, and of further ones, µs.
const FIRST: f64 = 50.0;
const FURTHER: f64 = 3.0;
/// Largest time of a page with 20 blocks and 500 formatter calls, µs.
const PAGE: f64 = 1_500.0;
/// Largest time of a start, µs, and memory that a live instance takes, KiB.
const START: f64 = 1_000_000.0;
const INSTANCE: f64 = 64.0;

/// A line of the table.
struct Figure {
    title: &'static str,
    value: f64,
    unit: &'static str,
    most: Option<f64>,
}

/// Measures and records the table.
pub(crate) fn run(repository: &Repository) -> Result<()> {
    wasm::build_plugins(repository.root())?;
    println!("==> plugin calls");
    let calls = bench(repository, "calls")?;
    println!("==> 1,000 sites");
    let sites = bench(repository, "sites")?;
    record(repository, Part::Plugins, &table(&figures(&calls, &sites)?))
}

fn bench(repository: &Repository, name: &str) -> Result<String> {
    let mut cargo = shell::cargo(repository.root());
    let text = shell::output(cargo.args(["bench", "--package", "stoa-plugin-host", "--bench", name]))?;
    println!("{text}");
    Ok(text)
}

fn figures(calls: &str, sites: &str) -> Result<Vec<Figure>> {
    let micros = |name: &str| criterion_micros(calls, name);
    let number = |name: &str| -> Result<f64> {
        let mut lines = sites.lines().filter_map(|line| line.split_once(' '));
        let found = lines.find(|(known, _)| *known == name).with_context(|| format!("no value of {name}"))?;
        found.1.trim().parse().with_context(|| format!("{name} is no number"))
    };
    let (native_formatter, native_block) = (micros("native-formatter")?, micros("native-block")?);
    let figure = |title, value, unit, most| Figure { title, value, unit, most };
    Ok(vec![
        figure("native formatter", native_formatter, "µs", None),
        figure("first call of a formatter, above it", micros("formatter")? - native_formatter, "µs", Some(FIRST)),
        figure("further call, above it", micros("formatter-again")? - native_formatter, "µs", Some(FURTHER)),
        figure("one of 30 values in a call, above it", micros("formatter-many")? / 30.0 - native_formatter, "µs", None),
        figure("native block", native_block, "µs", None),
        figure("first block of a page, above it", micros("block")? - native_block, "µs", None),
        figure("further block, above it", micros("block-again")? - native_block, "µs", None),
        figure("20 blocks of two plugins and 500 formatter calls", micros("page")?, "µs", Some(PAGE)),
        figure("start with compiled code", number("start")?, "µs", Some(START)),
        figure("first calls of 1,000 sites with 10 plugins each", number("first-calls")?, "µs", None),
        figure("kept by these sites afterwards", number("kept-kib")?, "KiB", None),
        figure("a live instance of a plugin in Rust", number("live-kib")? / number("live")?, "KiB", Some(INSTANCE)),
        figure("address space of its memory", number("instance-bytes")? / 1_024.0, "KiB", None),
    ])
}

fn table(figures: &[Figure]) -> String {
    let mut lines = vec!["| Figure | measured | at most | |".to_owned(), "|---|---|---|---|".to_owned()];
    lines.extend(figures.iter().map(|figure| {
        let Figure { title, value, unit, most } = figure;
        let (most, verdict) = match most {
            Some(most) => (format!("{most} {unit}"), if value <= most { "met" } else { "missed" }),
            None => (String::new(), ""),
        };
        format!("| {title} | {value:.2} {unit} | {most} | {verdict} |")
    }));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fills_the_table() {
        let names = ["formatter", "formatter-again", "formatter-many", "native-formatter", "block", "block-again"];
        let names = names.into_iter().chain(["native-block", "page"]);
        let calls: String = names.map(|name| format!("{name}   time:   [1.0 µs 2.0 µs 3.0 µs]\n")).collect();
        let sites =
            "start 900\nplugins 10\nfirst-calls 70\nkept-kib 2000\ninstance-bytes 2048\nlive-kib 1600\nlive 80\n";
        let table = table(&figures(&calls, sites).unwrap());
        assert!(table.contains("| further call, above it | 0.00 µs | 3 µs | met |"), "{table}");
        assert!(table.contains("| a live instance of a plugin in Rust | 20.00 KiB | 64 KiB | met |"), "{table}");
        assert!(figures(&calls, "start 1").is_err());
    }
}
