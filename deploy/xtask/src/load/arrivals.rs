//! How people arrive by a profile. k6 itself says it, so that what is reported is what k6 was told.

use serde_json::Value;

/// The rate over time, which changes evenly between these points.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Arrivals {
    /// Seconds since the beginning, and people per second.
    points: Vec<(f64, f64)>,
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

    /// People per second at a time; the last rate afterwards.
    pub(super) fn at(&self, second: f64) -> f64 {
        let after = self.points.iter().position(|(at, _)| *at >= second);
        match after
            .map(|after| (after.checked_sub(1).and_then(|before| self.points.get(before)), self.points.get(after)))
        {
            Some((Some((start, from)), Some((end, to)))) => from + (to - from) * (second - start) / (end - start),
            Some((None, Some((_, rate)))) => *rate,
            _ => self.points.last().map_or(0.0, |(_, rate)| *rate),
        }
    }
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

    /// From 1 to 3 people per second in 20 seconds.
    pub(in crate::load) fn rising() -> Arrivals {
        let visits =
            json!({"startRate": 3_600, "timeUnit": "1h0m0s", "stages": [{"duration": "20s", "target": 10_800}]});
        Arrivals::of(&json!({"scenarios": {"visits": visits}})).unwrap()
    }

    // spec: load-test.breakpoint
    #[test]
    fn rate_between_stages() {
        let arrivals = rising();
        assert_eq!([0.0, 5.0, 20.0, 99.0].map(|second| arrivals.at(second)), [1.0, 1.5, 3.0, 3.0]);
        assert_eq!(Arrivals::of(&json!({"scenarios": {"visits": {"rate": 1}}})), None);
    }

    #[test]
    fn durations_of_k6() {
        assert_eq!(["1h0m0s", "1m30.5s", "500ms", "soon"].map(seconds), [Some(3_600.0), Some(90.5), Some(0.5), None]);
    }
}
