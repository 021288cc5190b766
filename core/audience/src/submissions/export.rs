//! Answers as a table for other programs.

use std::fmt::Write as _;

use stoa_entity::TenantDb;
use stoa_entity::tenant::submission;
use stoa_kernel::{Action, Resource, TenantCtx};

use super::inbox::{Submission, SubmissionFilter, is_known, wanted};
use crate::AudienceError;

/// Most answers in one file, the latest.
const MOST_ROWS: u64 = 10_000;

/// The answers that a filter lets through as CSV, the latest first. Each label is a column, in the order in which labels
/// come up; answers of fields that a form no longer has stay in it.
///
/// # Errors
/// [`AudienceError::NotFound`] when no page holds the form and nobody ever answered it, or when the caller may not see
/// submissions.
pub async fn export(
    ctx: &TenantCtx,
    db: &TenantDb,
    form_id: &str,
    filter: &SubmissionFilter,
) -> Result<String, AudienceError> {
    ctx.authorise(Resource::Submissions, Action::Read)?;
    let tx = db.read().await?;
    let rows: Vec<submission::Model> = wanted(&tx, form_id, filter).limit(MOST_ROWS).all().await?;
    if rows.is_empty() && !is_known(&tx, form_id).await? {
        return Err(AudienceError::NotFound);
    }
    let submissions = rows.into_iter().map(Submission::from_row).collect::<Result<Vec<_>, _>>()?;
    Ok(table(&submissions))
}

fn table(submissions: &[Submission]) -> String {
    let mut labels: Vec<&str> = Vec::new();
    for label in submissions.iter().flat_map(|row| row.values.iter().map(|answer| answer.label.as_str())) {
        if !labels.contains(&label) {
            labels.push(label);
        }
    }
    // The mark at the beginning tells spreadsheets that the file is UTF-8.
    let mut csv = String::from("\u{feff}");
    line(&mut csv, ["Sent (UTC)", "Page"].into_iter().chain(labels.iter().copied()));
    for row in submissions {
        let sent = jiff::Timestamp::from_millisecond(row.created_on).map(|time| time.to_string()).unwrap_or_default();
        let answers = labels.iter().map(|label| {
            row.values.iter().find(|answer| answer.label == *label).map_or("", |answer| answer.value.as_str())
        });
        line(&mut csv, [sent.as_str(), row.page_title.as_str()].into_iter().chain(answers));
    }
    csv
}

fn line<'a>(csv: &mut String, cells: impl Iterator<Item = &'a str>) {
    for (position, cell) in cells.enumerate() {
        let separator = if position == 0 { "" } else { "," };
        // What begins like a formula would be computed by the spreadsheet that opens the file.
        let guard = if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
        // Writing into a string cannot fail.
        let _ = write!(csv, "{separator}\"{guard}{}\"", cell.replace('"', "\"\""));
    }
    csv.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_and_formulas_stay_text() {
        let mut csv = String::new();
        line(&mut csv, ["a \"b\"", "=1+1", "x,\ny"].into_iter());
        assert_eq!(csv, "\"a \"\"b\"\"\",\"'=1+1\",\"x,\ny\"\r\n");
    }
}
