//! Charts: positions of bars, lines and slices in an SVG of 640 by 340.

use std::f64::consts::TAU;

use serde_json::{Map, Value, json};

use super::text;

const MAX_ROWS: usize = 100;
const MAX_COLUMNS: usize = 6;
/// The area of bars and lines within the axes.
const PLOT: Plot = Plot { left: 60.0, top: 20.0, width: 570.0, height: 260.0 };
const PIE: Circle = Circle { x: 320.0, y: 160.0, radius: 140.0 };
/// Space beside the bars of a row, as a share of the row's width.
const BAR_MARGIN: f64 = 0.1;
const GRID_LINES: usize = 5;
const MAX_LABELS: usize = 12;
const MAX_LABEL_LENGTH: usize = 14;

struct Plot {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

struct Circle {
    x: f64,
    y: f64,
    radius: f64,
}

/// The parsed table: every row has a value for each column.
struct Table {
    columns: Vec<String>,
    rows: Vec<(String, Vec<f64>)>,
}

const NO_COLUMN: &str = "Your dataset must have at least one column";
const NO_ROW: &str = "Your dataset must have at least one row";
const GAP: &str = "One or more rows was missing data";
const NO_SHARE: &str = "Slices need at least one figure above zero";

/// The chart of the table in the settings, or its error; null when there is none.
pub(super) fn chart(settings: &Map<String, Value>) -> Value {
    let Some(data) = text(settings, "data") else { return Value::Null };
    match drawn(data, text(settings, "design").unwrap_or_default()) {
        Ok(drawing) => Value::Object(drawing),
        Err(problem) => json!({"problem": problem}),
    }
}

fn drawn(data: &str, design: &str) -> Result<Map<String, Value>, &'static str> {
    let table = Table::read(data)?;
    let mut drawing = match design {
        "pie" => table.slices()?,
        "line" => table.lines(),
        _ => table.bars(),
    };
    let rows = table.rows.iter().map(|(label, figures)| {
        let values: Vec<String> = figures.iter().map(f64::to_string).collect();
        json!({"label": label, "values": values})
    });
    drawing.insert("rows".to_owned(), rows.collect());
    drawing.insert("columns".to_owned(), json!(table.columns));
    Ok(drawing)
}

impl Table {
    /// Parses rows with tabs, semicolons or commas as separators, the first row with the column names.
    fn read(text: &str) -> Result<Self, &'static str> {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).take(MAX_ROWS + 1);
        let names = lines.next().ok_or(NO_COLUMN)?;
        let mark = ['\t', ';', ','].into_iter().find(|mark| names.contains(*mark)).ok_or(NO_COLUMN)?;
        let columns: Vec<String> = names.split(mark).take(MAX_COLUMNS + 1).map(|name| name.trim().to_owned()).collect();
        let rows: Option<Vec<(String, Vec<f64>)>> = lines
            .map(|line| {
                let mut cells = line.split(mark).map(str::trim);
                let label = cells.next()?.to_owned();
                let figures: Vec<f64> = cells.take(columns.len() - 1).map_while(figure).collect();
                (figures.len() == columns.len() - 1).then_some((label, figures))
            })
            .collect();
        let rows = rows.ok_or(GAP)?;
        if rows.is_empty() { Err(NO_ROW) } else { Ok(Self { columns, rows }) }
    }

    fn figures(&self) -> impl Iterator<Item = f64> {
        self.rows.iter().flat_map(|(_, figures)| figures.iter().copied())
    }

    /// Minimum and maximum of the scale; zero is always included.
    fn scale(&self) -> (f64, f64) {
        let least = self.figures().fold(0.0, f64::min);
        let most = self.figures().fold(0.0, f64::max);
        if least < most { (least, most) } else { (0.0, 1.0) }
    }

    fn height_of(&self, figure: f64) -> f64 {
        let (least, most) = self.scale();
        PLOT.top + PLOT.height * (most - figure) / (most - least)
    }

    fn step(&self) -> f64 {
        PLOT.width / as_number(self.rows.len())
    }

    fn name(&self, column: usize) -> &str {
        self.columns.get(column + 1).map_or("", String::as_str)
    }

    fn value_label(&self, row: &str, column: usize, figure: f64) -> String {
        if self.columns.len() > 2 {
            format!("{row}, {}: {figure}", self.name(column))
        } else {
            format!("{row}: {figure}")
        }
    }

    /// Grid lines, axis labels and the legend.
    fn frame(&self) -> Map<String, Value> {
        let (least, most) = self.scale();
        let grid = (0..GRID_LINES).map(|line| {
            let figure = least + (most - least) * as_number(line) / as_number(GRID_LINES - 1);
            json!({"y": rounded(self.height_of(figure)), "text": rounded(figure).to_string()})
        });
        let every = self.rows.len().div_ceil(MAX_LABELS).max(1);
        let labels = self.rows.iter().enumerate().step_by(every).map(|(index, (label, _))| {
            json!({"x": rounded(PLOT.left + self.step() * (as_number(index) + 0.5)), "text": shortened(label)})
        });
        let legend = (0..self.columns.len() - 1).map(|column| json!({"series": column + 1, "text": self.name(column)}));
        Map::from_iter([
            ("grid".to_owned(), grid.collect()),
            ("labels".to_owned(), labels.collect()),
            ("legend".to_owned(), legend.collect()),
        ])
    }

    fn bars(&self) -> Map<String, Value> {
        let mut drawing = self.frame();
        let columns = as_number(self.columns.len() - 1);
        let width = self.step() * (1.0 - 2.0 * BAR_MARGIN) / columns;
        let zero = self.height_of(0.0);
        let mut bars = Vec::new();
        for (index, (label, figures)) in self.rows.iter().enumerate() {
            for (column, figure) in figures.iter().enumerate() {
                let top = self.height_of(*figure);
                let left = PLOT.left + self.step() * (as_number(index) + BAR_MARGIN) + width * as_number(column);
                bars.push(json!({
                    "x": rounded(left), "y": rounded(top.min(zero)), "width": rounded(width),
                    "height": rounded((zero - top).abs()), "series": column + 1,
                    "label": self.value_label(label, column, *figure),
                }));
            }
        }
        drawing.insert("bars".to_owned(), bars.into());
        drawing
    }

    fn lines(&self) -> Map<String, Value> {
        let mut drawing = self.frame();
        let (mut lines, mut dots) = (Vec::new(), Vec::new());
        for column in 0..self.columns.len() - 1 {
            let mut points = Vec::new();
            for (index, (label, figures)) in self.rows.iter().enumerate() {
                let Some(figure) = figures.get(column) else { continue };
                let x = rounded(PLOT.left + self.step() * (as_number(index) + 0.5));
                let y = rounded(self.height_of(*figure));
                points.push(format!("{x},{y}"));
                dots.push(
                    json!({"x": x, "y": y, "series": column + 1, "label": self.value_label(label, column, *figure)}),
                );
            }
            lines.push(json!({"series": column + 1, "points": points.join(" ")}));
        }
        drawing.insert("lines".to_owned(), lines.into());
        drawing.insert("dots".to_owned(), dots.into());
        drawing
    }

    /// Slices of the first column, clockwise from the top.
    fn slices(&self) -> Result<Map<String, Value>, &'static str> {
        let shares: Vec<(&str, f64)> = self
            .rows
            .iter()
            .map(|(label, figures)| (label.as_str(), figures.first().map_or(0.0, |share| share.max(0.0))))
            .collect();
        let whole: f64 = shares.iter().map(|(_, share)| share).sum();
        if whole <= 0.0 {
            return Err(NO_SHARE);
        }
        let (mut slices, mut legend, mut before) = (Vec::new(), Vec::new(), 0.0);
        for (index, (label, share)) in shares.into_iter().enumerate() {
            let series = index % MAX_COLUMNS + 1;
            let value_label = format!("{label}: {}%", rounded(share / whole * 100.0));
            slices.push(json!({"series": series, "d": slice(before / whole, share / whole), "label": value_label}));
            legend.push(json!({"series": series, "text": value_label}));
            before += share;
        }
        Ok(Map::from_iter([("slices".to_owned(), slices.into()), ("legend".to_owned(), legend.into())]))
    }
}

/// The SVG path of a slice, with its start and size as fractions of the circle.
fn slice(begins: f64, share: f64) -> String {
    let Circle { x, y, radius } = PIE;
    let at = |part: f64| (rounded(x + radius * (part * TAU).sin()), rounded(y - radius * (part * TAU).cos()));
    if share > 0.9999 {
        let (top, bottom) = (y - radius, y + radius);
        return format!("M{x} {top}A{radius} {radius} 0 1 1 {x} {bottom}A{radius} {radius} 0 1 1 {x} {top}Z");
    }
    let ((from_x, from_y), (to_x, to_y)) = (at(begins), at(begins + share));
    let large = u8::from(share > 0.5);
    format!("M{x} {y}L{from_x} {from_y}A{radius} {radius} 0 {large} 1 {to_x} {to_y}Z")
}

fn figure(cell: &str) -> Option<f64> {
    cell.parse().ok().filter(|figure: &f64| figure.is_finite() && figure.abs() < 1e12)
}

/// Shortens a label to the width of a bar.
fn shortened(label: &str) -> String {
    if label.chars().count() <= MAX_LABEL_LENGTH {
        return label.to_owned();
    }
    let begin: String = label.chars().take(MAX_LABEL_LENGTH - 1).collect();
    format!("{}…", begin.trim_end())
}

fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

fn as_number(count: usize) -> f64 {
    u32::try_from(count).map_or(0.0, f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(design: &str, data: &str) -> Value {
        chart(&Map::from_iter([("design".to_owned(), json!(design)), ("data".to_owned(), json!(data))]))
    }

    #[test]
    fn chart_bars_start_at_zero() {
        let made = of("bar", "Month, Cups\nMay, 10\nJune, -10");
        let bars = made.get("bars").and_then(Value::as_array).unwrap();
        assert_eq!(bars.first().unwrap()["y"], 20.0);
        assert_eq!(bars.first().unwrap()["height"], 130.0);
        assert_eq!(bars.last().unwrap()["y"], 150.0);
        assert_eq!(made.pointer("/rows/1/values/0"), Some(&json!("-10")));
        assert_eq!(made.pointer("/bars/0/label"), Some(&json!("May: 10")));
    }

    #[test]
    fn chart_line_dots_per_value() {
        let made = of("line", "Month\tCups\tBowls\nMay\t1\t2\nJune\t3\t4");
        assert_eq!(made.get("lines").and_then(Value::as_array).unwrap().len(), 2);
        assert_eq!(made.get("dots").and_then(Value::as_array).unwrap().len(), 4);
        assert_eq!(made.pointer("/dots/2/label"), Some(&json!("May, Bowls: 2")));
    }

    #[test]
    fn long_chart_labels_truncated() {
        let made = of("bar", "Day, Cups\nWednesday the third, 10\nFourteen signs, 3");
        assert_eq!(made.pointer("/labels/0/text"), Some(&json!("Wednesday the…")));
        assert_eq!(made.pointer("/labels/1/text"), Some(&json!("Fourteen signs")));
    }

    #[test]
    fn pie_slices_fill_circle() {
        let made = of("pie", "Kind; Share\nA; 3\nB; 1");
        assert_eq!(made.pointer("/slices/1/d"), Some(&json!("M320 160L180 160A140 140 0 0 1 320 20Z")));
        assert_eq!(made.pointer("/legend/0/text"), Some(&json!("A: 75%")));
        assert!(
            of("pie", "Kind, Share\nA, 1").pointer("/slices/0/d").unwrap().as_str().unwrap().starts_with("M320 20A")
        );
    }

    #[test]
    fn incomplete_chart_data_renders_nothing() {
        for (data, problem) in [
            ("Month", NO_COLUMN),
            ("Month, Cups", NO_ROW),
            ("Month, Cups\nMay", GAP),
            ("Month, Cups\nMay, many", GAP),
            ("A, B, C\nx, 1", GAP),
        ] {
            assert_eq!(of("bar", data), json!({"problem": problem}), "{data}");
        }
        assert_eq!(of("bar", " "), Value::Null);
        assert_eq!(of("pie", "Kind, Share\nA, 0"), json!({"problem": NO_SHARE}));
        assert_eq!(of("bar", "Kind, Share\nA, 0").get("problem"), None);
    }
}
