//! How people arrive by a profile. k6 itself says it, so that what is reported is what k6 was told.

use serde_json::Value;

/// A rate is judged where it is held for this long, in seconds; an inexact half of one is no matter.
const LONG_ENOUGH: f64 = 19.5;

/// The rate over time, which changes evenly between these points.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Arrivals {
    /// Seconds since the beginning, and people per second.
    points: Vec<(f64, f64)>,
}

/// A time in which people arrive at the same rate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Hold {
    /// When it ends, in whole seconds since the beginning.
    pub(super) end: usize,
    /// People per second.
    pub(super) rate: f64,
}

impl Arrivals {
    /// Reads the scenario `visits` of what `k6 inspect` prints; none if its rate does not change in stages.
    pub(super) fn of(inspected: &Value) -> Option<Self> {
        let visits = inspected.pointer("/scenarios/visits")?;
        let unit = seconds(visits.get("timeUnit")?.as_str()?)?;
        let per_second = |rate: &Value| Some(rate.as_f64()? / unit);
        let mut at = 0.0;
        let mut points = vec![(at, per_second(visits.get("startRate")?)?)];
        for stage in visits.get("stages")?.as_array()? {
            at += seconds(stage.get("duration")?.as_str()?)?;
            points.push((at, per_second(stage.get("target")?)?));
        }
        Some(Self { points })
    }

    /// The times in which the rate stays the same for long enough to be judged.
    pub(super) fn holds(&self) -> impl Iterator<Item = Hold> {
        self.points.windows(2).filter_map(|pair| match pair {
            [(start, from), (end, to)] if from == to && end - start >= LONG_ENOUGH => {
                Some(Hold { end: end.round() as usize, rate: *to })
            }
            _ => None,
        })
    }
}

/// How long k6 says that a run takes at most, in seconds: until the last visit ends.
pub(super) fn longest(inspected: &Value) -> Option<u32> {
    Some(seconds(inspected.get("totalDuration")?.as_str()?)?.ceil() as u32)
}

/// A duration as k6 prints it, such as `1h0m0s` or `500ms`.
fn seconds(text: &str) -> Option<f64> {
    let (mut sum, mut rest) = (0.0, text);
    while !rest.is_empty() {
        let (number, after) = rest.split_at(rest.find(|letter: char| letter.is_ascii_alphabetic())?);
        let (unit, after) =
            after.split_at(after.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(after.len()));
        let factor = match unit {
            "h" => 3_600.0,
            "m" => 60.0,
            "s" => 1.0,
            "ms" => 0.001,
            _ => return None,
        };
        sum += number.parse::<f64>().ok()? * factor;
        rest = after;
    }
    Some(sum)
}

#[cfg(test)]
pub(super) mod tests {
    use serde_json::json;

    use super::*;

    /// Steps of 30 seconds at these rates, in people per second; in each the rate rises for 10 seconds first.
    pub(in crate::load) fn steps(rates: &[u32]) -> Arrivals {
        let stages: Vec<Value> = rates
            .iter()
            .flat_map(|rate| ["10s", "20s"].map(|duration| json!({"duration": duration, "target": rate * 3_600})))
            .collect();
        let start = rates.first().map_or(0, |rate| rate * 3_600);
        let visits = json!({"startRate": start, "timeUnit": "1h0m0s", "stages": stages});
        Arrivals::of(&json!({"scenarios": {"visits": visits}})).unwrap()
    }

    // spec: load-test.breakpoint
    #[test]
    fn only_a_rate_that_stays_is_judged() {
        let holds: Vec<Hold> = steps(&[1, 3]).holds().collect();
        assert_eq!(holds, [Hold { end: 30, rate: 1.0 }, Hold { end: 60, rate: 3.0 }]);
        assert_eq!(Arrivals::of(&json!({"scenarios": {"visits": {"rate": 1}}})), None);
    }

    #[test]
    fn durations_of_k6() {
        assert_eq!(longest(&json!({"totalDuration": "4h0m45s", "maxVUs": 9})), Some(14_445));
        assert_eq!(longest(&json!({})), None);
        assert_eq!(["1h0m0s", "1m30.5s", "500ms", "soon"].map(seconds), [Some(3_600.0), Some(90.5), Some(0.5), None]);
    }
}
