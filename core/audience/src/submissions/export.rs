//! CSV export of form submissions, read page by page, so that memory use does not depend on their number, up to a
//! hundred thousand.

use std::collections::HashMap;

use sea_orm::ColumnTrait;
use sea_orm::sea_query::Expr;
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::tenant::submission;
use stoa_entity::{TenantDb, load_run_removal};
use stoa_kernel::csv::{BYTE_ORDER_MARK, line};
use stoa_kernel::id::SubmissionId;
use stoa_kernel::load_run::LoadRunItemKind;
use stoa_kernel::{Action, Resource, TenantCtx, boxed};

use super::answer::Answer;
use super::inbox::{Submission, SubmissionFilter, is_known, wanted};
use crate::AudienceError;

/// Number of submissions read at once.
const PAGE: u64 = 500;

/// A running export.
#[derive(Debug)]
pub struct Export {
    db: TenantDb,
    form_id: String,
    filter: SubmissionFilter,
    columns: Columns,
    place: ExportPosition,
}

#[derive(Debug)]
enum ExportPosition {
    /// Before the header row; the data rows start with this one.
    Start(Option<SubmissionId>),
    Behind(SubmissionId),
    End,
}

/// Starts an export of the submissions that match a filter, newest first. There is a column per field, in the order in
/// which the fields first occur, including fields that were removed from the form. Passwords are excluded. Written to
/// the audit log.
///
/// # Errors
/// [`AudienceError::NotFound`] when no page contains the form and it has no submissions, or when the caller may not
/// read submissions.
#[boxed]
pub async fn export(
    ctx: &TenantCtx,
    db: &TenantDb,
    form_id: &str,
    filter: SubmissionFilter,
) -> Result<Export, AudienceError> {
    ctx.authorise(Resource::Submissions, Action::Read)?;
    let tx = db.write().await?;
    let latest = wanted(&tx, form_id, &filter).one().await?.map(|row| row.id);
    if latest.is_none() && !is_known(&tx, form_id).await? {
        return Err(AudienceError::NotFound);
    }
    audit::note(ctx, &tx, AuditAction::SubmissionExport, form_id).await?;
    tx.commit().await?;
    let mut export = Export {
        db: db.clone(),
        form_id: form_id.to_owned(),
        filter,
        columns: Columns::default(),
        place: ExportPosition::Start(latest.clone()),
    };
    let mut from = latest.map(Begin::Row);
    while let Some(start) = from {
        let (page, behind) = export.page(&start).await?;
        page.iter().for_each(|row| export.columns.take(&row.values));
        from = behind.map(Begin::Behind);
    }
    Ok(export)
}

/// Start of a page.
enum Begin {
    Row(SubmissionId),
    Behind(SubmissionId),
}

impl Export {
    /// The next part of the CSV file; none after the last.
    ///
    /// # Errors
    /// When the database fails.
    #[boxed]
    pub async fn part(&mut self) -> Result<Option<String>, AudienceError> {
        let (mut part, from) = match std::mem::replace(&mut self.place, ExportPosition::End) {
            ExportPosition::Start(latest) => (self.columns.headings(), latest.map(Begin::Row)),
            ExportPosition::Behind(id) => (String::new(), Some(Begin::Behind(id))),
            ExportPosition::End => return Ok(None),
        };
        let Some(from) = from else { return Ok(Some(part)) };
        let (page, behind) = self.page(&from).await?;
        for row in &page {
            self.columns.write(&mut part, row);
        }
        if let Some(id) = behind {
            self.place = ExportPosition::Behind(id);
        }
        Ok(Some(part))
    }

    /// A page of rows, and the id of its last row when more may follow.
    async fn page(&self, from: &Begin) -> Result<(Vec<Submission>, Option<SubmissionId>), AudienceError> {
        let tx = self.db.read().await?;
        let place = match from {
            Begin::Row(id) => submission::Column::Id.lte(id.clone()),
            Begin::Behind(id) => submission::Column::Id.lt(id.clone()),
        };
        // Not what load tests sent.
        let id = Expr::col((submission::Entity, submission::Column::Id));
        let of_no_run = load_run_removal::is_not_noted(&tx, LoadRunItemKind::Submission, id);
        let rows = wanted(&tx, &self.form_id, &self.filter).filter(place).filter(of_no_run).limit(PAGE).all().await?;
        let is_full = u64::try_from(rows.len()) == Ok(PAGE);
        let behind = rows.last().filter(|_| is_full).map(|row| row.id.clone());
        let page = rows.into_iter().map(Submission::from).collect();
        Ok((page, behind))
    }
}

/// The columns of the file: one per field, whatever its label.
#[derive(Debug, Default)]
struct Columns {
    places: HashMap<String, usize>,
    labels: Vec<String>,
}

/// The exported values of a row with their column keys: the field key or, for rows from before it was stored, the label
/// and the number of equal labels before it.
fn keyed(answers: &[Answer]) -> impl Iterator<Item = (String, &Answer)> {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    answers.iter().filter(|answer| answer.kind != "password").map(move |answer| {
        if !answer.field.is_empty() {
            return (format!("field {}", answer.field), answer);
        }
        let before = seen.entry(&answer.label).or_insert(0);
        *before += 1;
        (format!("label {before} {}", answer.label), answer)
    })
}

impl Columns {
    fn take(&mut self, answers: &[Answer]) {
        for (key, answer) in keyed(answers) {
            let next = self.labels.len();
            if *self.places.entry(key).or_insert(next) == next {
                self.labels.push(answer.label.clone());
            }
        }
    }

    /// The UTF-8 byte order mark for spreadsheets and the header row: equal labels are numbered.
    fn headings(&self) -> String {
        let mut seen: HashMap<&str, usize> = HashMap::new();
        let numbered = self.labels.iter().map(|label| {
            let count = seen.entry(label).or_insert(0);
            *count += 1;
            if *count == 1 { label.clone() } else { format!("{label} ({count})") }
        });
        let headings: Vec<String> = numbered.collect();
        let headings = line(["Sent (UTC)", "Page"].into_iter().chain(headings.iter().map(String::as_str)));
        format!("{BYTE_ORDER_MARK}{headings}")
    }

    fn write(&self, csv: &mut String, row: &Submission) {
        let mut cells = vec![""; self.labels.len()];
        for (key, answer) in keyed(&row.values) {
            if let Some(cell) = self.places.get(&key).and_then(|place| cells.get_mut(*place)) {
                *cell = &answer.value;
            }
        }
        let sent =
            jiff::Timestamp::from_millisecond(row.created_on.ms()).map(|time| time.to_string()).unwrap_or_default();
        csv.push_str(&line([sent.as_str(), row.page_title.as_str()].into_iter().chain(cells)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_labels_have_separate_columns() {
        let answer = |field: &str, kind: &str, label: &str| Answer {
            field: field.to_owned(),
            kind: kind.to_owned(),
            label: label.to_owned(),
            value: "x".to_owned(),
            choices: Vec::new(),
        };
        let mut columns = Columns::default();
        columns.take(&[answer("a", "text", "Label"), answer("b", "text", "Label"), answer("c", "password", "Word")]);
        columns.take(&[answer("b", "text", "Label"), answer("", "", "Old"), answer("", "", "Old")]);
        let expected = "\u{feff}\"Sent (UTC)\",\"Page\",\"Label\",\"Label (2)\",\"Old\",\"Old (2)\"\r\n";
        assert_eq!(columns.headings(), expected);
    }
}
