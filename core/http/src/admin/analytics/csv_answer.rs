//! Reports as JSON, or as CSV for spreadsheets.

use axum::Json;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use stoa_kernel::{Failure, csv};

use crate::problem::ApiResult;

/// A table of a report.
#[derive(Debug, Default)]
pub(super) struct Table {
    text: String,
}

impl Table {
    /// A table with these columns.
    pub(super) fn of(columns: &[&str]) -> Self {
        Self { text: format!("{}{}", csv::BYTE_ORDER_MARK, csv::line(columns)) }
    }

    /// A table with columns of names and columns of figures, which come again for the preceding period when it is
    /// compared.
    pub(super) fn of_figures(names: &[&str], figures: &[&str], is_compared: bool) -> Self {
        let before = figures.iter().filter(|_| is_compared).map(|column| format!("{column} before"));
        let columns = names.iter().chain(figures).map(|column| (*column).to_owned()).chain(before);
        Self { text: format!("{}{}", csv::BYTE_ORDER_MARK, csv::line(columns)) }
    }

    /// Adds a row.
    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.text.push_str(&csv::line(cells));
    }
}

/// A report in the wanted format. `name` is the name of the file without its ending.
pub(super) fn answer<T: Serialize>(
    is_csv: bool,
    name: &str,
    report: &T,
    table: impl FnOnce(&T) -> Table,
) -> ApiResult<Response> {
    if !is_csv {
        return Ok(([(header::VARY, HeaderValue::from_static("accept"))], Json(report)).into_response());
    }
    let named = format!("attachment; filename=\"{name}.csv\"");
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8")),
        (header::CONTENT_DISPOSITION, HeaderValue::try_from(named).map_err(Failure::internal)?),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::VARY, HeaderValue::from_static("accept")),
    ];
    Ok((headers, table(report).text).into_response())
}
