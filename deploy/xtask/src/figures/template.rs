//! Compares the template engine with another one under Node: both read the inputs of core/template/benches/inputs.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::record::{Part, record};
use crate::frontend;
use crate::repository::Repository;
use crate::shell;

/// Result of our benchmarks for one input: nanoseconds of the fastest call, and allocations of one render.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct OwnResult {
    parse: f64,
    render: f64,
    copy: f64,
    allocations: f64,
}

/// Result of the other engine for one input: output size in bytes, and calls per second of the fastest run.
#[derive(Debug, Clone, PartialEq)]
struct PeerResult {
    input: String,
    bytes: f64,
    parses: f64,
    renders: f64,
    renders_to_bytes: f64,
}

/// Runs both benchmarks one after the other and records a table. Fails if an output differs.
pub(crate) fn run(repository: &Repository, seconds: u32) -> Result<()> {
    frontend::COMPARISON.install(repository)?;
    let folder = repository.target("figures/template");
    fs::create_dir_all(&folder).with_context(|| format!("could not create {}", folder.display()))?;
    println!("==> our benches");
    let mut cargo = shell::cargo(repository.root());
    cargo.args(["bench", "--package", "stoa-template", "--bench", "render", "--"]);
    cargo.args(["--min-time", &seconds.to_string(), "--max-time", &seconds.to_string()]);
    let benches = shell::output(cargo.env("STOA_BENCH_OUTPUTS", &folder))?;
    println!("{benches}\n==> the peer");
    let mut node = shell::command("node", &frontend::COMPARISON.path(repository));
    node.args(["measure.js", "--seconds", &seconds.to_string(), "--outputs"]).arg(&folder);
    let lines = shell::output(&mut node).context("the peer cannot be measured, or an output differs")?;
    println!("{lines}");
    let table = table(&read_benches(&benches)?, &read_peer(&lines)?)?;
    record(repository, Part::Template, &table)
}

/// Reads the tree printed by divan: a line for each group, below it one for each input, below that its allocations.
fn read_benches(text: &str) -> Result<BTreeMap<String, OwnResult>> {
    let mut found: BTreeMap<String, OwnResult> = BTreeMap::new();
    let (mut group, mut input, mut section) = (String::new(), String::new(), String::new());
    for line in text.lines() {
        let line = line.trim_start_matches(['│', '├', '╰', '─', ' ']);
        let cells: Vec<&str> = line.split('│').map(str::trim).collect();
        let [first, _, median, ..] = cells.as_slice() else { continue };
        let words: Vec<&str> = first.split_whitespace().collect();
        match words.as_slice() {
            [name] if median.is_empty() && name.ends_with(':') => section = (*name).to_owned(),
            [_, name] if median.is_empty() && name.ends_with(':') => section.clear(),
            [name] if median.is_empty() => group = (*name).to_owned(),
            [name, number, unit] => {
                let Some(nanoseconds) = nanoseconds(number, unit) else { continue };
                (input, section) = ((*name).to_owned(), String::new());
                let ours = found.entry(input.clone()).or_default();
                match group.as_str() {
                    "parse" => ours.parse = nanoseconds,
                    "render" => ours.render = nanoseconds,
                    "copy" => ours.copy = nanoseconds,
                    _ => bail!("a bench called {group}"),
                }
            }
            // The first line below is the number, the second one the size.
            [_] if group == "render" && matches!(section.as_str(), "alloc:" | "grow:") => {
                let count: f64 = median.parse().with_context(|| format!("`{median}` allocations"))?;
                found.entry(input.clone()).or_default().allocations += count;
                section.clear();
            }
            _ => {}
        }
    }
    Ok(found)
}

fn nanoseconds(number: &str, unit: &str) -> Option<f64> {
    let factor = match unit {
        "ns" => 1.0,
        "µs" => 1e3,
        "ms" => 1e6,
        "s" => 1e9,
        _ => return None,
    };
    Some(number.parse::<f64>().ok()? * factor)
}

fn read_peer(lines: &str) -> Result<Vec<PeerResult>> {
    lines
        .lines()
        .map(|line| {
            let line: Value = serde_json::from_str(line).context("the peer's script printed no valid result")?;
            let number =
                |key: &str| line.get(key).and_then(Value::as_f64).with_context(|| format!("the peer gives no {key}"));
            let input = line.get("input").and_then(Value::as_str).context("the peer gives no input")?;
            Ok(PeerResult {
                input: input.to_owned(),
                bytes: number("bytes")?,
                parses: number("parses")?,
                renders: number("renders")?,
                renders_to_bytes: number("rendersToBytes")?,
            })
        })
        .collect()
}

fn table(ours: &BTreeMap<String, OwnResult>, peer: &[PeerResult]) -> Result<String> {
    let mut lines = vec![
        "| Input | output | parses/s | peer | ratio | renders/s | peer | ratio | peer, to bytes | ratio | of copying \
         | allocations |"
            .to_owned(),
        "|---|---|---|---|---|---|---|---|---|---|---|---|".to_owned(),
    ];
    for theirs in peer {
        let name = &theirs.input;
        let ours = ours.get(name).with_context(|| format!("no bench of {name}"))?;
        let (parses, renders) = (1e9 / ours.parse, 1e9 / ours.render);
        lines.push(format!(
            "| {name} | {:.0} kB | {parses:.0} | {:.0} | {:.1} | {renders:.0} | {:.0} | {:.1} | {:.0} | {:.1} | {:.2} | {:.0} |",
            theirs.bytes / 1e3,
            theirs.parses,
            parses / theirs.parses,
            theirs.renders,
            renders / theirs.renders,
            theirs.renders_to_bytes,
            renders / theirs.renders_to_bytes,
            ours.copy / ours.render,
            ours.allocations,
        ));
    }
    Ok(lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BENCHES: &str = "\
Timer precision: 20 ns
render           fastest       │ slowest       │ median        │ mean          │ samples │ iters
├─ copy                        │               │               │               │         │
│  ╰─ list       1.5 µs        │ 2 µs          │ 1.6 µs        │ 1.6 µs        │ 100     │ 100
├─ parse                       │               │               │               │         │
│  ╰─ list       1 µs          │ 2 µs          │ 1.1 µs        │ 1.1 µs        │ 100     │ 100
│                max alloc:    │               │               │               │         │
│                  7           │ 7             │ 7             │ 7             │         │
│                  2 KB        │ 2 KB          │ 2 KB          │ 2 KB          │         │
╰─ render                      │               │               │               │         │
   ╰─ list       0.2 ms        │ 9.1 ms        │ 0.3 ms        │ 1.3 ms        │ 100     │ 100
                 max alloc:    │               │               │               │         │
                   9           │ 9             │ 9             │ 9             │         │
                   192.2 KB    │ 192.2 KB      │ 192.2 KB      │ 192.2 KB      │         │
                 alloc:        │               │               │               │         │
                   12          │ 12            │ 12            │ 12            │         │
                   104 KB      │ 104 KB        │ 104 KB        │ 104 KB        │         │
                 grow:         │               │               │               │         │
                   3           │ 3             │ 3             │ 3             │         │
                   149.7 KB    │ 149.7 KB      │ 149.7 KB      │ 149.7 KB      │         │
";

    #[test]
    fn reads_both_and_fills_the_table() {
        let ours = read_benches(BENCHES).unwrap();
        assert_eq!(ours["list"], OwnResult { parse: 1e3, render: 2e5, copy: 1.5e3, allocations: 15.0 });
        let peer =
            read_peer(r#"{"input":"list","bytes":81183,"parses":100000,"renders":500,"rendersToBytes":400}"#).unwrap();
        let table = table(&ours, &peer).unwrap();
        assert!(
            table.ends_with("| list | 81 kB | 1000000 | 100000 | 10.0 | 5000 | 500 | 10.0 | 400 | 12.5 | 0.01 | 15 |")
        );
    }
}
