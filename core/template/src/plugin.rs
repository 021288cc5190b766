//! Interface for formatters and predicates that are not built in.

use serde_json::Value;

/// Why the arguments of a call are invalid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArgumentFault {
    /// Arguments are required but missing.
    Missing,
    /// Arguments are rejected, with the reason.
    Invalid(String),
}

/// Formatters and predicates of a host. Built-in names take precedence.
pub trait Plugins: Send + Sync {
    /// Whether a formatter of this name exists. Asked when a source is parsed.
    fn has_formatter(&self, name: &str) -> bool;

    /// Whether a predicate of this name (with its `?`) exists.
    fn has_predicate(&self, name: &str) -> bool;

    /// Validates arguments at parse time.
    ///
    /// # Errors
    ///
    /// Why they are invalid.
    fn check_formatter(&self, name: &str, arguments: &[&str]) -> Result<(), ArgumentFault> {
        let (_, _) = (name, arguments);
        Ok(())
    }

    /// Validates arguments at parse time.
    ///
    /// # Errors
    ///
    /// Why they are invalid.
    fn check_predicate(&self, name: &str, arguments: &[&str]) -> Result<(), ArgumentFault> {
        let (_, _) = (name, arguments);
        Ok(())
    }

    /// Formats values. The first is the value to format, the others are the further references of the tag; a missing
    /// one is null. A result of none means missing.
    ///
    /// # Errors
    ///
    /// Why it failed; the tag then prints nothing.
    fn format(&self, name: &str, values: &[&Value], arguments: &[&str]) -> Result<Option<Value>, String>;

    /// Announces the values that a formatter with these arguments is likely to get in a loop, so that the host can format
    /// them in one call. The results are asked for by [`Plugins::format`] as usual, perhaps not all of them.
    fn format_ahead(&self, name: &str, values: &[&Value], arguments: &[&str]) {
        let (_, _, _) = (name, values, arguments);
    }

    /// Tests the current value.
    ///
    /// # Errors
    ///
    /// Why it failed; the block then prints nothing.
    fn test(&self, name: &str, value: &Value, arguments: &[&str]) -> Result<bool, String>;
}
