//! Which rows of a file belong to one product.

use std::collections::{HashMap, HashSet};

use stoa_kernel::id::ProductId;
use stoa_kernel::money::Currency;

use super::GivenVariant;
use crate::catalogue::sku;
use crate::catalogue::variant_validation::MAX_OPTIONS;
use crate::contributor_texts;
use crate::inventory::{BadLine, NamedRow, other_lines};

/// Most letters of a foreign currency that a message repeats.
const SHOWN_CURRENCY: usize = 10;

/// The rows of one product, in the order of the file.
#[derive(Debug)]
pub(super) struct Group {
    /// The product that has one of their variants; none for a new one.
    pub(super) target: Option<ProductId>,
    pub(super) rows: Vec<GivenVariant>,
}

/// The products of a file.
#[derive(Debug, Default)]
pub(super) struct Grouping {
    pub(super) groups: Vec<Group>,
    /// Rows that could belong to several products.
    pub(super) bad: Vec<BadLine>,
}

pub(super) fn bad(row: &GivenVariant, reason: impl Into<String>) -> BadLine {
    // What is no SKU may be a whole file, of which the quotation mark of a cell is missing.
    let sku = row.sku.chars().take(sku::MAX_LENGTH).collect();
    BadLine { line: row.line, sku, reason: reason.into() }
}

/// The rows that can be used by themselves, and the others with what is wrong with them. The file may give a product several
/// rows: with one that cannot be used, none of them is.
pub(super) fn valid(rows: Vec<GivenVariant>, currency: Currency) -> (Vec<GivenVariant>, Vec<BadLine>) {
    let named = |row: &GivenVariant| NamedRow { sku: row.sku.trim().to_lowercase(), line: row.line };
    let others = other_lines(rows.iter().map(named));
    let (mut good, mut wrong, mut spoiled) = (Vec::new(), Vec::new(), HashSet::new());
    for (row, other) in rows.into_iter().zip(others) {
        let row = GivenVariant { sku: row.sku.trim().to_owned(), product: row.product.trim().to_owned(), ..row };
        match fault(&row, other, currency) {
            Some(reason) => {
                wrong.push(bad(&row, reason));
                spoiled.extend(Some(row.product).filter(|product| !product.is_empty()));
            }
            None => good.push(row),
        }
    }
    good.retain(|row| !spoiled.contains(&row.product));
    (good, wrong)
}

fn fault(row: &GivenVariant, other: Option<usize>, currency: Currency) -> Option<String> {
    if row.refused.is_some() {
        return row.refused.clone();
    }
    if row.sku.is_empty() {
        return Some(contributor_texts::SKU_MISSING.english().to_owned());
    }
    if !sku::is_valid(&row.sku) {
        return Some(contributor_texts::ENTER_A_SKU_OF_1_TO_60.english().to_owned());
    }
    if let Some(line) = other {
        return Some(contributor_texts::SKU_TWICE.with("line", line).to_string());
    }
    // Before options of all rows of a product are put together.
    if row.options.len() > MAX_OPTIONS {
        return Some(contributor_texts::PRODUCT_CAN_HAVE_OPTIONS.with("count", MAX_OPTIONS).to_string());
    }
    let mut prices = row.price.iter().chain(row.sale.iter().flatten());
    let foreign = prices.find(|price| price.currency != currency.code())?;
    let given: String = foreign.currency.chars().take(SHOWN_CURRENCY).collect();
    let said = contributor_texts::PRICE_IN_OTHER_CURRENCY.with("given", given);
    Some(said.with("currency", currency.code()).to_string())
}

/// The rows by their products. `owners` are the products of known variants, by SKU in lower case.
pub(super) fn of(rows: Vec<GivenVariant>, owners: &HashMap<String, ProductId>) -> Grouping {
    let owner = |row: &GivenVariant| owners.get(&row.sku.to_lowercase()).cloned();
    let mut named: HashMap<String, HashSet<ProductId>> = HashMap::new();
    for row in rows.iter().filter(|row| !row.product.is_empty()) {
        named.entry(row.product.clone()).or_default().extend(owner(row));
    }
    let mut grouping = Grouping::default();
    let mut places: HashMap<GroupKey, usize> = HashMap::new();
    for (index, row) in rows.into_iter().enumerate() {
        let meant = named.get(&row.product);
        let target = match (owner(&row), meant.map_or(0, HashSet::len)) {
            (Some(own), _) => Some(own),
            (None, 0) => None,
            (None, 1) => meant.and_then(|meant| meant.iter().next()).cloned(),
            (None, _) => {
                grouping.bad.push(bad(&row, contributor_texts::ROWS_OF_SEVERAL_PRODUCTS.english()));
                continue;
            }
        };
        let key = match &target {
            Some(id) => GroupKey::Known(id.clone()),
            None if row.product.is_empty() => GroupKey::Alone(index),
            None => GroupKey::New(row.product.clone()),
        };
        let place = *places.entry(key).or_insert_with(|| {
            grouping.groups.push(Group { target, rows: Vec::new() });
            grouping.groups.len() - 1
        });
        if let Some(group) = grouping.groups.get_mut(place) {
            group.rows.push(row);
        }
    }
    grouping
}

/// The groups but for those of products of which a row cannot be used, which the file need not put together.
pub(super) fn without_spoiled(
    mut groups: Vec<Group>,
    bad: &[BadLine],
    owners: &HashMap<String, ProductId>,
) -> Vec<Group> {
    let spoiled: HashSet<&ProductId> = bad.iter().filter_map(|line| owners.get(&line.sku.to_lowercase())).collect();
    groups.retain(|group| group.target.as_ref().is_none_or(|own| !spoiled.contains(own)));
    groups
}

#[derive(Debug, PartialEq, Eq, Hash)]
enum GroupKey {
    Known(ProductId),
    New(String),
    /// Place of its row: plugins may give several rows the same line.
    Alone(usize),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::import::GivenPrice;
    use stoa_kernel::money::Cents;

    fn row(line: usize, sku: &str, product: &str) -> GivenVariant {
        GivenVariant { line, sku: sku.to_owned(), product: product.to_owned(), ..GivenVariant::default() }
    }

    fn lines(grouping: &Grouping) -> Vec<Vec<usize>> {
        grouping.groups.iter().map(|group| group.rows.iter().map(|row| row.line).collect()).collect()
    }

    #[test]
    fn rows_of_a_product_stand_together() {
        let (shirt, mug) = (ProductId::generate(), ProductId::generate());
        let owners = HashMap::from([
            ("shirt-s".to_owned(), shirt.clone()),
            ("mug-1".to_owned(), mug.clone()),
            ("mug-2".to_owned(), mug.clone()),
        ]);
        let rows = vec![
            row(2, "SHIRT-S", "shirt"),
            row(3, "SHIRT-M", "shirt"),
            row(4, "MUG-1", ""),
            row(5, "MUG-2", ""),
            row(6, "NEW-1", "new"),
            row(7, "NEW-2", "new"),
            row(8, "LONE", ""),
        ];
        let found = of(rows, &owners);
        assert_eq!(lines(&found), [vec![2, 3], vec![4, 5], vec![6, 7], vec![8]]);
        let targets: Vec<Option<ProductId>> = found.groups.iter().map(|group| group.target.clone()).collect();
        assert_eq!(targets, [Some(shirt), Some(mug), None, None]);
    }

    #[test]
    fn rows_with_the_same_line_are_rows_of_their_own() {
        let rows = vec![row(0, "A", ""), row(0, "B", ""), row(0, "C", ""), row(0, "c", "")];
        let (good, wrong) = valid(rows, Currency::DEFAULT);
        assert_eq!(wrong.iter().map(|bad| bad.sku.as_str()).collect::<Vec<_>>(), ["C", "c"]);
        assert_eq!(lines(&of(good, &HashMap::new())), [vec![0], vec![0]]);
    }

    #[test]
    fn a_row_has_no_more_options_than_a_product() {
        let with = |count: usize| {
            let options = (0..count).map(|number| (number.to_string(), "x".to_owned())).collect();
            GivenVariant { options, ..row(count, &format!("A-{count}"), "") }
        };
        let (good, wrong) = valid(vec![with(MAX_OPTIONS), with(MAX_OPTIONS + 1)], Currency::DEFAULT);
        assert_eq!((good.len(), wrong.len()), (1, 1));
        let reason = wrong.first().map(|bad| bad.reason.as_str()).unwrap_or_default();
        assert!(reason.contains("at most 6 options"), "{reason}");
    }

    #[test]
    fn a_new_variant_of_two_products_is_refused() {
        let owners = HashMap::from([("a".to_owned(), ProductId::generate()), ("b".to_owned(), ProductId::generate())]);
        let found = of(vec![row(2, "A", "x"), row(3, "B", "x"), row(4, "C", "x")], &owners);
        assert_eq!(lines(&found), [vec![2], vec![3]]);
        assert_eq!(found.bad.iter().map(|bad| bad.line).collect::<Vec<_>>(), [4]);
    }

    #[test]
    fn a_product_with_a_row_that_cannot_be_used_is_left_as_a_whole() {
        let refused = GivenVariant { refused: Some("It is not a price.".to_owned()), ..row(3, "", "shirt") };
        let rows =
            vec![row(2, "SHIRT-S", "shirt"), refused, row(4, "SHIRT-M", "shirt"), row(5, "MUG", ""), row(6, "", "")];
        let (good, wrong) = valid(rows, Currency::DEFAULT);
        assert_eq!(good.iter().map(|row| row.sku.as_str()).collect::<Vec<_>>(), ["MUG"]);
        assert_eq!(wrong.iter().map(|bad| bad.line).collect::<Vec<_>>(), [3, 6]);
        assert_eq!(wrong.first().map(|bad| bad.reason.as_str()), Some("It is not a price."));
    }

    #[test]
    fn a_known_product_is_left_as_a_whole_without_a_name_in_the_file() {
        let (shirt, mug) = (ProductId::generate(), ProductId::generate());
        let owners =
            HashMap::from([("s-1".to_owned(), shirt.clone()), ("s-2".to_owned(), shirt), ("mug".to_owned(), mug)]);
        let refused = GivenVariant { refused: Some("It is not a price.".to_owned()), ..row(3, "S-2", "") };
        let (good, wrong) =
            valid(vec![row(2, "S-1", ""), refused, row(4, "MUG", ""), row(5, "NEW", "")], Currency::DEFAULT);
        let found = of(good, &owners);
        let groups = without_spoiled(found.groups, &wrong, &owners);
        assert_eq!(lines(&Grouping { groups, bad: Vec::new() }), [vec![4], vec![5]]);
    }

    #[test]
    fn what_is_no_sku_is_not_repeated_as_a_whole() {
        let long = GivenVariant { refused: Some("It is not a price.".to_owned()), ..row(3, &"x".repeat(9_999), "") };
        let (_, wrong) = valid(vec![row(2, &"y".repeat(9_999), ""), long], Currency::DEFAULT);
        let shown: Vec<usize> = wrong.iter().map(|bad| bad.sku.len()).collect();
        assert_eq!(shown, [sku::MAX_LENGTH, sku::MAX_LENGTH]);
    }

    #[test]
    fn rows_that_cannot_be_used_are_named() {
        let foreign = GivenPrice { cents: Cents(100), currency: "EUR".to_owned() };
        let rows = vec![
            row(2, " A ", ""),
            row(3, "", ""),
            row(4, "B", ""),
            row(5, "b", ""),
            GivenVariant { price: Some(foreign), ..row(6, "C", "") },
        ];
        let (good, wrong) = valid(rows, Currency::DEFAULT);
        assert_eq!(good.iter().map(|row| row.sku.as_str()).collect::<Vec<_>>(), ["A"]);
        assert_eq!(wrong.iter().map(|bad| bad.line).collect::<Vec<_>>(), [3, 4, 5, 6]);
        let reason = wrong.last().map(|bad| bad.reason.as_str()).unwrap_or_default();
        assert!(reason.contains("EUR") && reason.contains("USD"), "{reason}");
    }
}
