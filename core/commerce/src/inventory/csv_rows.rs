//! Parser of stock CSV files, before anything is looked up.

use stoa_kernel::csv::{self, Record};

use super::doubles::{NamedRow, other_lines};
use super::model::MAX_STOCK;
use crate::{CommerceError, contributor_texts};

/// Column names.
pub(super) const HEADINGS: [&str; 5] = ["SKU", "Product", "Options", "Stock", "New stock"];
/// Cell value for untracked stock.
pub(super) const UNLIMITED: &str = "unlimited";
/// Maximum number of lines.
const MAX_ROWS: usize = 5_000;
/// Maximum number of characters of a cell that an error message repeats.
const MAX_QUOTED_LENGTH: usize = 40;

/// An invalid line with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadLine {
    /// Line number in the file, from 1.
    pub line: usize,
    /// Its SKU; empty if missing.
    pub sku: String,
    /// The reason, for the person who wrote the file.
    pub reason: String,
}

/// A stock level: a number of units, or untracked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) unlimited: bool,
    pub(super) qty_in_stock: i64,
}

/// A valid line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) line: usize,
    pub(super) sku: String,
    /// The stock when the file was exported; none if the file does not contain it.
    pub(super) seen: Option<Count>,
    /// The new stock.
    pub(super) new: Count,
}

/// A row of a file in another format than CSV.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenStock {
    /// Where it stands in the file, from 1.
    pub line: usize,
    /// SKU of the variant.
    pub sku: String,
    /// Pieces in stock; none for stock that is not to be tracked.
    pub stock: Option<i64>,
}

/// A parsed file.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Sheet {
    pub(super) rows: Vec<Row>,
    pub(super) bad: Vec<BadLine>,
    /// Number of lines that change nothing.
    pub(super) left: usize,
}

/// Parses a file. If it has a column “New stock”, that is the new level, and “Stock” is the level when the file was
/// exported; otherwise “Stock” is the new level.
pub(super) fn read(file: &[u8]) -> Result<Sheet, CommerceError> {
    let refuse = |message: String| CommerceError::field("file", message);
    let text =
        std::str::from_utf8(file).map_err(|_| refuse(contributor_texts::STOCK_FILE_NOT_UTF_8.english().to_owned()))?;
    let not_closed =
        |line: usize| refuse(contributor_texts::STOCK_FILE_QUOTE_NOT_CLOSED.with("line", line).to_string());
    let records = csv::read(text).map_err(|quote| not_closed(quote.0))?;
    let mut records = records.into_iter();
    let head = records.next().ok_or_else(|| refuse("The file is empty.".to_owned()))?;
    if records.len() > MAX_ROWS {
        return Err(refuse(contributor_texts::STOCK_FILE_TOO_LONG.english().to_owned()));
    }
    let column = |name: &str| head.cells.iter().position(|cell| cell.trim().eq_ignore_ascii_case(name));
    let (sku, stock, new) = (column("SKU"), column("Stock"), column("New stock"));
    let (Some(sku), Some(target)) = (sku, new.or(stock)) else {
        return Err(refuse(contributor_texts::STOCK_FILE_COLUMNS.english().to_owned()));
    };
    let columns = Columns { width: head.cells.len(), sku, seen: new.and(stock), target };
    let mut sheet = Sheet::default();
    for record in records {
        match columns.row(&record) {
            Ok(Some(row)) => sheet.rows.push(row),
            Ok(None) => sheet.left += 1,
            Err(reason) => {
                let sku = columns.cell(&record, sku).to_owned();
                sheet.bad.push(BadLine { line: record.line, sku, reason });
            }
        }
    }
    reject_duplicates(&mut sheet);
    Ok(sheet)
}

/// The rows of another format, by the rules of CSV files.
pub(super) fn sheet_of(rows: Vec<GivenStock>) -> Result<Sheet, CommerceError> {
    if rows.len() > MAX_ROWS {
        return Err(CommerceError::field("file", contributor_texts::STOCK_FILE_TOO_LONG.english()));
    }
    let mut sheet = Sheet::default();
    for GivenStock { line, sku, stock } in rows {
        let sku = sku.trim().to_owned();
        let new = match stock {
            None => Ok(Count { unlimited: true, qty_in_stock: 0 }),
            Some(pieces) => count(&pieces.to_string()),
        };
        match new {
            Ok(_) if sku.is_empty() => {
                let reason = contributor_texts::SKU_MISSING.english().to_owned();
                sheet.bad.push(BadLine { line, sku, reason });
            }
            Ok(new) => sheet.rows.push(Row { line, sku, seen: None, new }),
            Err(reason) => sheet.bad.push(BadLine { line, sku, reason }),
        }
    }
    reject_duplicates(&mut sheet);
    Ok(sheet)
}

/// If two lines name the same variant, it is unclear which one is meant: both are rejected.
fn reject_duplicates(sheet: &mut Sheet) {
    let others = other_lines(sheet.rows.iter().map(|row| NamedRow { sku: row.sku.clone(), line: row.line }));
    let rows = std::mem::take(&mut sheet.rows);
    for (row, other) in rows.into_iter().zip(others) {
        match other {
            None => sheet.rows.push(row),
            Some(other) => {
                let reason = contributor_texts::SKU_TWICE.with("line", other).to_string();
                sheet.bad.push(BadLine { line: row.line, sku: row.sku, reason });
            }
        }
    }
    sheet.bad.sort_by_key(|bad| bad.line);
}

struct Columns {
    width: usize,
    sku: usize,
    seen: Option<usize>,
    target: usize,
}

impl Columns {
    fn cell<'a>(&self, record: &'a Record, index: usize) -> &'a str {
        record.cells.get(index).map_or("", |cell| csv::without_formula_guard(cell.trim()))
    }

    /// Parses a line; none if it changes nothing.
    fn row(&self, record: &Record) -> Result<Option<Row>, String> {
        if record.cells.iter().skip(self.width).any(|cell| !cell.trim().is_empty()) {
            return Err(contributor_texts::MORE_CELLS_THAN_COLUMNS.english().to_owned());
        }
        let new = self.cell(record, self.target);
        if new.is_empty() {
            return Ok(None);
        }
        let sku = self.cell(record, self.sku);
        if sku.is_empty() {
            return Err(contributor_texts::SKU_MISSING.english().to_owned());
        }
        let new = count(new)?;
        let seen = self.seen.map(|index| self.cell(record, index)).filter(|text| !text.is_empty());
        let seen = seen.map(count).transpose()?;
        Ok(Some(Row { line: record.line, sku: sku.to_owned(), seen, new }))
    }
}

fn count(text: &str) -> Result<Count, String> {
    if text.eq_ignore_ascii_case(UNLIMITED) || text.eq_ignore_ascii_case("not counted") {
        return Ok(Count { unlimited: true, qty_in_stock: 0 });
    }
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|number| digits && *number <= MAX_STOCK);
    number.map(|qty_in_stock| Count { unlimited: false, qty_in_stock }).ok_or_else(|| {
        let shown: String = text.chars().take(MAX_QUOTED_LENGTH).collect();
        contributor_texts::NO_STOCK_NUMBER.with("name", shown).to_string()
    })
}

#[cfg(test)]
mod tests {
    use super::{Count, GivenStock, read, sheet_of};
    use crate::CommerceError;

    const fn pieces(qty_in_stock: i64) -> Count {
        Count { unlimited: false, qty_in_stock }
    }

    #[test]
    fn exported_file_has_old_and_new_stock() {
        let file = "\u{feff}\"SKU\",\"Product\",\"Options\",\"Stock\",\"New stock\"\r\n\
                    \"MUG\",\"Mug, large\",\"\",\"3\",\"9\"\r\n\
                    \"'=BOWL\",\"Bowl\",\"\",\"unlimited\",\"0\"\r\n\
                    \"JUG\",\"Jug\",\"\",\"4\",\"\"\r\n\
                    \"PDF\",\"Notes\",\"\",\"1\",\"Not counted\"\r\n";
        let sheet = read(file.as_bytes()).unwrap();
        let endless = Count { unlimited: true, qty_in_stock: 0 };
        let rows: Vec<_> = sheet.rows.iter().map(|row| (row.line, row.sku.as_str(), row.seen, row.new)).collect();
        assert_eq!(
            rows,
            [
                (2, "MUG", Some(pieces(3)), pieces(9)),
                (3, "=BOWL", Some(endless), pieces(0)),
                (5, "PDF", Some(pieces(1)), endless)
            ]
        );
        assert_eq!((sheet.bad.len(), sheet.left), (0, 1));
    }

    #[test]
    fn import_falls_back_to_stock_column() {
        let sheet = read(b"stock;sku\n7;MUG\n").unwrap();
        assert_eq!(sheet.rows.first().map(|row| (row.sku.as_str(), row.seen, row.new)), Some(("MUG", None, pieces(7))));
    }

    #[test]
    fn invalid_lines_reported_others_accepted() {
        let file = "SKU,New stock\nA,ten\n,4\nB,5\nC,1\nC,2\nD,-1\nE,1,000\nF,1000000000\nG,1.5\n";
        let sheet = read(file.as_bytes()).unwrap();
        let bad: Vec<_> = sheet.bad.iter().map(|bad| (bad.line, bad.reason.as_str())).collect();
        let no_number = |text| format!("“{text}” is neither a whole number from 0 to 999,999,999 nor “unlimited”.");
        assert_eq!(
            bad,
            [
                (2, no_number("ten").as_str()),
                (3, "The SKU is missing."),
                (5, "This SKU is also in line 6."),
                (6, "This SKU is also in line 5."),
                (7, no_number("-1").as_str()),
                (8, "The line has more cells than columns. Put values with a comma in quotation marks."),
                (9, no_number("1000000000").as_str()),
                (10, no_number("1.5").as_str()),
            ]
        );
        assert_eq!(sheet.rows.iter().map(|row| row.sku.as_str()).collect::<Vec<_>>(), ["B"]);
    }

    #[test]
    fn a_sku_twice_is_seen_whatever_the_lines_are() {
        let given = |sku: &str| GivenStock { line: 0, sku: sku.to_owned(), stock: Some(1) };
        let sheet = sheet_of(vec![given("A"), given("B"), given("A")]).unwrap();
        assert_eq!(sheet.rows.iter().map(|row| row.sku.as_str()).collect::<Vec<_>>(), ["B"]);
        assert_eq!(sheet.bad.len(), 2);
    }

    #[test]
    fn non_csv_files_rejected_with_reason() {
        let lines = |count: usize| (0..count).map(|number| format!("A{number},1\n")).collect::<String>();
        assert_eq!(read(format!("SKU,Stock\n{}", lines(5_000)).as_bytes()).unwrap().rows.len(), 5_000);
        let long = format!("SKU,Stock\n{}", lines(5_001));
        for (file, reason) in [
            (&b""[..], "empty"),
            (b"Name,Price\nMug,3\n", "must name the columns"),
            (b"SKU,Stock\n\"A,1\n", "in line 2"),
            (b"\xff\xfeS\x00K\x00U\x00", "not UTF-8"),
            (long.as_bytes(), "more than 5,000 lines"),
        ] {
            let CommerceError::Invalid(fields) = read(file).unwrap_err() else { panic!("{reason}") };
            assert!(fields["file"].contains(reason), "{fields:?}");
        }
    }
}
