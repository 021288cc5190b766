//! Benchmarks parsing and rendering of the inputs in `benches/inputs`, with the allocations of each call, compared with
//! copying the bytes of the output.
//!
//! Run with `cargo bench -p stoa-template`; it uses the allocator of the program `stoa`. It prints results and has no
//! pass or fail. With a folder in `STOA_BENCH_OUTPUTS` it first writes the rendered output of each input there.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use divan::{AllocProfiler, Bencher, black_box};
use mimalloc::MiMalloc;
use serde::Deserialize;
use serde_json::Value;
use stoa_template::{ParseOptions, Partial, PartialSet, RenderContext, Template, render as run};

#[global_allocator]
static ALLOCATOR: AllocProfiler<MiMalloc> = AllocProfiler::new(MiMalloc);

/// One entry of `inputs.json`.
#[derive(Deserialize)]
struct Entry {
    template: String,
    data: String,
    partials: Vec<String>,
}

struct Input {
    name: String,
    source: Arc<str>,
    partials: Vec<(String, Arc<str>)>,
    data: Value,
    output: String,
}

impl fmt::Display for Input {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.name)
    }
}

impl Input {
    fn read(folder: &Path, name: String, entry: &Entry) -> Self {
        let text = |path: &str| {
            std::fs::read_to_string(folder.join(path)).unwrap_or_else(|error| panic!("{path} cannot be read: {error}"))
        };
        let partials =
            entry.partials.iter().map(|file| (file.clone(), text(&format!("partials/{file}")).into())).collect();
        let data = serde_json::from_str(&text(&entry.data)).unwrap_or_else(|error| panic!("{}: {error}", entry.data));
        let mut input = Self { name, source: text(&entry.template).into(), partials, data, output: String::new() };
        let outcome = run(&input.template(), &input.data, &context(&input.partial_set()));
        assert_eq!(outcome.errors, [], "{}", input.name);
        input.output = outcome.output;
        input
    }

    fn template(&self) -> Template {
        Template::parse_lenient(Arc::clone(&self.source), &ParseOptions::default())
    }

    fn partial_set(&self) -> PartialSet {
        self.partials.iter().map(|(name, source)| (name, source)).collect()
    }
}

fn context(partials: &PartialSet) -> RenderContext<'_> {
    RenderContext { partials: Some(partials), ..RenderContext::default() }
}

static INPUTS: LazyLock<Vec<Input>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/inputs");
    let manifest = std::fs::read_to_string(folder.join("inputs.json")).unwrap_or_else(|error| panic!("{error}"));
    let entries: BTreeMap<String, Entry> = serde_json::from_str(&manifest).unwrap_or_else(|error| panic!("{error}"));
    entries.into_iter().map(|(name, entry)| Input::read(&folder, name, &entry)).collect()
});

/// Parses template and partials.
#[divan::bench(args = INPUTS.iter())]
fn parse(bencher: Bencher<'_, '_>, input: &Input) {
    let options = ParseOptions::default();
    bencher.bench_local(|| {
        let partials = input
            .partials
            .iter()
            .map(|(name, source)| Partial::new(name, Arc::clone(source)).errors(&options).len())
            .sum::<usize>();
        black_box(input.template()).errors().len() + partials
    });
}

/// Renders a parsed template.
#[divan::bench(args = INPUTS.iter())]
fn render(bencher: Bencher<'_, '_>, input: &Input) {
    let (template, partials) = (input.template(), input.partial_set());
    let context = context(&partials);
    bencher.bench_local(|| black_box(run(&template, black_box(&input.data), &context)).output.len());
}

/// Copies the bytes of the output into a new string: the lower bound for any renderer.
#[divan::bench(args = INPUTS.iter())]
fn copy(bencher: Bencher<'_, '_>, input: &Input) {
    bencher.bench_local(|| black_box(black_box(&input.output).clone()).len());
}

fn main() {
    if let Some(folder) = std::env::var_os("STOA_BENCH_OUTPUTS") {
        for input in INPUTS.iter() {
            let file = Path::new(&folder).join(format!("{}.html", input.name));
            std::fs::write(&file, &input.output).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        }
    }
    divan::main();
}
