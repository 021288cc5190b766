//! The door for formatters and predicates that are not built in.

use serde_json::Value;

/// What is wrong with the arguments of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArgumentFault {
    /// None were given, but some are needed.
    Missing,
    /// They are refused, with the reason.
    Invalid(String),
}

/// Formatters and predicates of a host. Built-in names win over these.
pub trait Plugins: Send + Sync {
    /// Whether a formatter of this name exists. Asked when a source is parsed.
    fn has_formatter(&self, name: &str) -> bool;

    /// Whether a predicate of this name (with its `?`) exists.
    fn has_predicate(&self, name: &str) -> bool;

    /// Checks arguments when a source is parsed.
    ///
    /// # Errors
    ///
    /// What is wrong with them.
    fn check_formatter(&self, name: &str, arguments: &[&str]) -> Result<(), ArgumentFault> {
        let (_, _) = (name, arguments);
        Ok(())
    }

    /// Checks arguments when a source is parsed.
    ///
    /// # Errors
    ///
    /// What is wrong with them.
    fn check_predicate(&self, name: &str, arguments: &[&str]) -> Result<(), ArgumentFault> {
        let (_, _) = (name, arguments);
        Ok(())
    }

    /// Formats values. The first is the one to format, the others are the further references of
    /// the tag; a missing one is null. Nothing as result means missing.
    ///
    /// # Errors
    ///
    /// Why it failed; the tag then prints nothing.
    fn format(&self, name: &str, values: &[&Value], arguments: &[&str]) -> Result<Option<Value>, String>;

    /// Tests the current value.
    ///
    /// # Errors
    ///
    /// Why it failed; the block then prints nothing.
    fn test(&self, name: &str, value: &Value, arguments: &[&str]) -> Result<bool, String>;
}
