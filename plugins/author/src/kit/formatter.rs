//! Formatters and predicates: pure functions that take any value.

use std::time::{Duration, Instant};

use stoa_plugin_host::PluginError;
use stoa_plugin_host::model::Value;

use super::values::{texts, values};
use super::workbench::Shop;
use super::{TestReport, Workbench, shorten, without_faults};

/// A quarter of what one call may take.
const MAX_TIME: Duration = Duration::from_millis(5);
const RUNS: usize = 15;

pub(super) fn run(bench: &Workbench, name: &str, report: &mut TestReport) {
    let apply = |input: &Value, arguments: &[Value]| bench.session(&Shop::default()).format(name, input, arguments);
    let title = |test: &str| format!("formatter {name}: {test}");
    report.add(title("any value"), without_faults(any_value(&apply)));
    let differing = values().into_iter().find(|value| !same(&apply(value, &[]), &apply(value, &[])));
    let pure = differing.map_or(Ok(()), |value| Err(format!("{} gives different results", shown(&value))));
    report.add(title("the same input gives the same result"), pure);
    report.add(title("many values at once"), many(bench, name, &apply));
    let times = (0..RUNS).map(|_| timed(|| apply(&Value::Text("A short text.".to_owned()), &[])));
    report.add_time(&format!("formatter {name}"), times.collect(), bench.allowance(MAX_TIME));
}

pub(super) fn run_predicate(bench: &Workbench, name: &str, report: &mut TestReport) {
    let test = |input: &Value, arguments: &[Value]| bench.session(&Shop::default()).test(name, input, arguments);
    let title = |test: &str| format!("predicate {name}: {test}");
    report.add(title("any value"), without_faults(any_value(&test)));
    let differing = values().into_iter().find(|value| test(value, &[]) != test(value, &[]));
    let pure = differing.map_or(Ok(()), |value| Err(format!("{} gives different results", shown(&value))));
    report.add(title("the same input gives the same result"), pure);
    let times = (0..RUNS).map(|_| timed(|| test(&Value::Text("A short text.".to_owned()), &[])));
    report.add_time(&format!("predicate {name}"), times.collect(), bench.allowance(MAX_TIME));
}

/// Every value as the input, and as an argument.
fn any_value<T>(
    call: &impl Fn(&Value, &[Value]) -> Result<T, PluginError>,
) -> impl Iterator<Item = (String, Result<T, PluginError>)> {
    values().into_iter().flat_map(move |value| {
        let text = Value::Text("A short text.".to_owned());
        let arguments = [value.clone(), value.clone()];
        [
            (format!("the input {}", shown(&value)), call(&value, &[])),
            (format!("the argument {}", shown(&value)), call(&text, &arguments)),
        ]
    })
}

/// `apply-many` gives what `apply` gives for each.
fn many(
    bench: &Workbench,
    name: &str,
    apply: &impl Fn(&Value, &[Value]) -> Result<Value, PluginError>,
) -> Result<(), String> {
    let inputs: Vec<Value> = texts().into_iter().filter(|text| text.len() < 1000).map(Value::Text).collect();
    let Ok(single) = inputs.iter().map(|input| apply(input, &[])).collect::<Result<Vec<_>, _>>() else {
        // Some text is refused, so all of them are.
        return Ok(());
    };
    let together = bench.session(&Shop::default()).format_many(name, &inputs, &[]);
    let together = together.map_err(|error| format!("`apply_many` fails: {}", error.kind))?;
    let differing = inputs.iter().zip(single.iter().zip(&together)).find(|(_, (one, other))| one != other);
    differing.map_or(Ok(()), |(input, _)| Err(format!("`apply_many` differs from `apply` for {}", shown(input))))
}

/// Not a number is equal to itself here.
fn same(one: &Result<Value, PluginError>, other: &Result<Value, PluginError>) -> bool {
    format!("{one:?}") == format!("{other:?}")
}

fn timed<T>(call: impl FnOnce() -> T) -> Duration {
    let begin = Instant::now();
    call();
    begin.elapsed()
}

fn shown(value: &Value) -> String {
    shorten(&format!("{value:?}"))
}
