//! Expressions that both databases understand.

use sea_orm::sea_query::{CaseStatement, Expr, ExprTrait as _, Func, LikeExpr};
use sea_orm::{ColumnTrait, IntoSimpleExpr as _, Value};

/// The sum of an integer column, 0 without rows. Postgres sums integers as decimal numbers, so it is cast back.
pub fn sum(column: impl ColumnTrait) -> Expr {
    let sum = column.into_simple_expr().sum().cast_as("bigint");
    Expr::expr(Func::coalesce([sum, Expr::value(0_i64)]))
}

/// A value for each key, for updates of many rows by one statement; null for other keys.
pub fn by_key<K, V>(key: impl ColumnTrait, values: impl IntoIterator<Item = (K, V)>) -> Expr
where
    K: Into<Value>,
    V: Into<Expr>,
{
    let cases = values.into_iter().fold(CaseStatement::new(), |cases, (own, value)| cases.case(key.eq(own), value));
    cases.into()
}

/// An escaped `LIKE` pattern that matches a text anywhere.
pub fn containing(text: &str) -> LikeExpr {
    let escaped = text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    LikeExpr::new(format!("%{escaped}%")).escape('\\')
}
