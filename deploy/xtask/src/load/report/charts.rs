//! Charts over time, as SVG in the page. All have the same time axis, so that what the server said of itself can be
//! read below what people saw.

use super::super::metrics::{mean, most};
use super::super::phases::Phase;
use super::junit::escape;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 150.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 8.0;
const TOP: f64 = 8.0;
const BOTTOM: f64 = 20.0;

/// Most points of a line. In longer runs a point is for several seconds.
const POINTS: usize = 600;

/// Seconds for each point of a line over so many seconds.
pub(super) fn seconds_of_point(seconds: usize) -> usize {
    seconds.div_ceil(POINTS).max(1)
}

/// A line; its class in the style sheet is `line-` and its position.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) label: String,
    /// For each step.
    values: Vec<Option<f64>>,
    /// Seconds of a step.
    step: usize,
    /// Values of a point's steps as one.
    joined: fn(&[Option<f64>]) -> Option<f64>,
}

impl Line {
    /// A value for each second; in long runs, a point is the mean of its seconds.
    pub(super) fn new(label: impl Into<String>, values: Vec<Option<f64>>) -> Self {
        Self { label: label.into(), values, step: 1, joined: mean }
    }

    /// The same, but a point is the highest of its seconds: for what is not used up on average.
    pub(super) fn of_highest(self) -> Self {
        Self { joined: most, ..self }
    }

    /// A value for each point, which has so many seconds.
    pub(super) fn of_points(label: impl Into<String>, values: Vec<Option<f64>>, step: usize) -> Self {
        Self { step, ..Self::new(label, values) }
    }

    /// Its parts without a gap: seconds and values.
    fn parts(&self) -> Vec<Vec<(f64, f64)>> {
        let steps = seconds_of_point(self.values.len());
        let group = steps * self.step;
        let mut parts = vec![Vec::new()];
        for (index, values) in self.values.chunks(steps).enumerate() {
            let middle = (index * group) as f64 + group as f64 / 2.0;
            match ((self.joined)(values), parts.last_mut()) {
                (Some(value), Some(part)) => part.push((middle, value)),
                _ => parts.push(Vec::new()),
            }
        }
        parts.retain(|part| !part.is_empty());
        parts
    }
}

/// A part of a line; a single point is a dot.
fn drawn(position: usize, points: &[(f64, f64)]) -> String {
    if let [(x, y)] = points {
        return format!("<circle class=\"line-{position}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2\"/>");
    }
    let path: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
    format!("<path class=\"line-{position}\" d=\"M{}\"/>", path.join("L"))
}

/// A chart.
#[derive(Debug)]
pub(super) struct Chart<'a> {
    pub(super) title: String,
    pub(super) unit: &'a str,
    pub(super) lines: Vec<Line>,
    /// A horizontal line at a limit.
    pub(super) limit: Option<f64>,
    /// Length of the time axis.
    pub(super) seconds: usize,
    /// Phases in which something fails are shaded.
    pub(super) phases: &'a [Phase],
}

impl Chart<'_> {
    /// The chart with its title and legend.
    pub(super) fn html(&self) -> String {
        let mut keys = String::new();
        if self.lines.len() > 1 {
            for (position, line) in self.lines.iter().enumerate() {
                keys.push_str(&format!(" <span class=\"key line-{position}\">{}</span>", escape(&line.label)));
            }
        }
        if self.shown_limit().is_some() {
            keys.push_str(" <span class=\"key limit\">limit of p95</span>");
        }
        let (title, unit) = (escape(&self.title), escape(self.unit));
        format!("<figure><figcaption>{title} <small>{unit}</small>{keys}</figcaption>{}</figure>", self.svg())
    }

    fn most(&self) -> f64 {
        let points = self.lines.iter().flat_map(Line::parts).flatten();
        points.map(|(_, value)| value).fold(0.0, f64::max)
    }

    /// The limit, unless it is so far away that it would flatten the lines.
    fn shown_limit(&self) -> Option<f64> {
        self.limit.filter(|limit| *limit <= self.most() * 4.0)
    }

    fn svg(&self) -> String {
        let (most, shown_limit) = (self.most(), self.shown_limit());
        let top = nice(most.max(shown_limit.unwrap_or(0.0)));
        let x = |second: f64| LEFT + second / (self.seconds.max(1) as f64) * (WIDTH - LEFT - RIGHT);
        let y = |value: f64| HEIGHT - BOTTOM - value / top * (HEIGHT - TOP - BOTTOM);
        let mut svg = format!(
            "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}, {}\">",
            escape(&self.title),
            escape(self.unit)
        );
        for phase in self.phases.iter().filter(|phase| phase.fault.is_some()) {
            let (start, end) = (x(phase.seconds.start as f64), x(phase.seconds.end as f64));
            svg.push_str(&format!(
                "<rect class=\"fault\" x=\"{start:.1}\" y=\"{TOP}\" width=\"{:.1}\" height=\"{:.1}\">\
                 <title>{}</title></rect>",
                end - start,
                HEIGHT - TOP - BOTTOM,
                escape(&phase.name)
            ));
        }
        for value in [0.0, top / 2.0, top] {
            let at = y(value);
            svg.push_str(&format!(
                "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                WIDTH - RIGHT,
                LEFT - 6.0,
                at + 4.0,
                number(value)
            ));
        }
        svg.push_str(&self.time_labels(x));
        if let Some(limit) = shown_limit {
            let at = y(limit);
            svg.push_str(&format!(
                "<line class=\"limit\" x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>",
                WIDTH - RIGHT
            ));
        }
        for (position, line) in self.lines.iter().enumerate() {
            let points = line
                .parts()
                .into_iter()
                .map(|part| part.into_iter().map(|(second, value)| (x(second), y(value))).collect::<Vec<_>>());
            for part in points {
                svg.push_str(&drawn(position, &part));
            }
        }
        svg.push_str("</svg>");
        svg
    }

    /// Labels of the time axis, where `x` places a second.
    fn time_labels(&self, x: impl Fn(f64) -> f64) -> String {
        let mut labels = String::new();
        let step = time_step(self.seconds);
        for second in (0..=self.seconds).step_by(step) {
            let text = if step >= 60 { format!("{} min", second / 60) } else { format!("{second} s") };
            let anchor = if second + step > self.seconds && second > 0 { "end" } else { "middle" };
            labels.push_str(&format!(
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{text}</text>",
                x(second as f64),
                HEIGHT - 5.0
            ));
        }
        labels
    }
}

/// The next number that reads well: 1, 2 or 5 times a power of ten.
fn nice(most: f64) -> f64 {
    if most <= 0.0 {
        return 1.0;
    }
    let power = 10_f64.powf(most.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
    steps.into_iter().find(|step| *step >= most).unwrap_or(most)
}

/// Seconds between the labels of the time axis: at most ten labels.
fn time_step(seconds: usize) -> usize {
    const STEPS: [usize; 11] = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600];
    STEPS.into_iter().find(|step| seconds / step <= 10).unwrap_or_else(|| seconds.div_ceil(10).max(1))
}

/// A number of an axis or table.
pub(super) fn number(value: f64) -> String {
    match value.abs() {
        size if size >= 100.0 || value == 0.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 0.1 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(values: Vec<Option<f64>>, phases: &[Phase]) -> Chart<'_> {
        let seconds = values.len();
        let lines = vec![Line::new("p95", values)];
        Chart { title: "a < b".to_owned(), unit: "ms", lines, limit: Some(20.0), seconds, phases }
    }

    #[test]
    fn lines_have_gaps_and_text_is_escaped() {
        let fault = Some("disk-full@1s+1s".parse().unwrap());
        let phases = [Phase { name: "during disk-full".to_owned(), seconds: 1..2, fault }];
        let html = chart(vec![Some(10.0), Some(12.0), None, Some(8.0)], &phases).html();
        assert_eq!((html.matches("<path").count(), html.matches("<circle").count()), (1, 1), "two parts: {html}");
        assert!(html.contains("a &lt; b") && html.contains("class=\"fault\"") && html.contains("class=\"limit\""));
        assert!(roxmltree::Document::parse(&html).is_ok(), "{html}");
    }

    #[test]
    fn long_runs_have_few_points() {
        let values = (0..7_000).map(|second| Some(f64::from(second))).collect();
        let html = chart(values, &[]).html();
        assert!(html.matches('L').count() < POINTS);
        assert!(html.contains(">100 min<") || html.contains(">90 min<"), "{html}");
    }

    // spec: load-test.report
    #[test]
    fn a_point_of_a_long_run_is_the_mean_of_its_seconds() {
        let values: Vec<Option<f64>> = (0..2 * POINTS).map(|second| Some((second % 2) as f64)).collect();
        let line = Line::new("present", values);
        let values_of = |line: &Line| line.parts().concat().iter().map(|(_, value)| *value).collect::<Vec<_>>();
        assert_eq!(values_of(&line), [0.5; POINTS]);
        assert_eq!(values_of(&line.of_highest()), [1.0; POINTS]);
        let points = Line::of_points("p95", vec![Some(7.0), Some(9.0)], 4);
        assert_eq!(points.parts(), [[(2.0, 7.0), (6.0, 9.0)]]);
    }

    #[test]
    fn axes() {
        assert_eq!([0.0, 0.3, 12.0, 70.0, 100.0].map(nice), [1.0, 0.5, 20.0, 100.0, 100.0]);
        assert_eq!([8, 60, 600, 7_200].map(time_step), [1, 10, 60, 1_800]);
        assert_eq!([0.0, 0.05, 1.5, 12.34, 1_234.5].map(number), ["0", "0.050", "1.50", "12.3", "1234"]);
    }
}
