//! Parses one tag: an instruction, a predicate or a variable.

use super::pattern::{self, Reference};
use crate::compile::call;
use crate::compile::code::{Bind, Code, Index, Literal, Operation, Pair, Slice, Span, index};
use crate::error::{ErrorKind, TemplateError, escaped};
use crate::expression::Program;
use crate::limits::{IF_REFERENCES, SOURCE_ERRORS};
use crate::{ParseOptions, Source};

/// A tag, before blocks are assembled.
#[derive(Debug)]
pub(crate) enum Signal {
    /// A tag that opens no block.
    Plain(Operation),
    Section(Index),
    Repeated(Index),
    Alternates,
    Or(Option<Index>),
    If {
        references: Slice,
        or_else: u32,
    },
    Predicate(Index),
    End,
    Macro(Span),
    Struct,
}

/// Parses tags into the lists of the code.
pub(super) struct TagReader<'a> {
    source: &'a Source,
    options: &'a ParseOptions,
    code: &'a mut Code,
    errors: &'a mut Vec<TemplateError>,
    /// Position of the tag.
    start: usize,
}

impl<'a> TagReader<'a> {
    pub(super) fn new(
        source: &'a Source,
        options: &'a ParseOptions,
        code: &'a mut Code,
        errors: &'a mut Vec<TemplateError>,
        start: usize,
    ) -> Self {
        Self { source, options, code, errors, start }
    }

    /// Parses the text between the braces. A result of none means the tag is text; if that is an error, it was
    /// reported.
    pub(super) fn read(&mut self, body: &str) -> Option<Signal> {
        let (references, formatters) = (self.code.references.len(), self.code.formatters.len());
        let signal = match body.strip_prefix('.') {
            Some(rest) => self.instruction(rest),
            None => self.variable(body),
        };
        if signal.is_none() {
            self.code.references.truncate(references);
            self.code.formatters.truncate(formatters);
        }
        signal
    }

    #[cold]
    fn report(&mut self, kind: ErrorKind, message: &str) {
        let counts = !self.options.lenient_text || kind.is_unknown_name();
        if counts && self.errors.len() < SOURCE_ERRORS {
            self.errors.push(self.source.error(kind, self.start, message));
        }
    }

    /// Reports the text found instead of what is expected.
    #[cold]
    fn report_found(&mut self, kind: ErrorKind, wanted: &str, found: &str) {
        self.report(kind, &format!("{wanted}, found '{}'", escaped(found)));
    }

    /// Position of a substring in the source.
    fn span(&self, part: &str) -> Span {
        let start = part.as_ptr().addr().saturating_sub(self.source.text().as_ptr().addr());
        Span::new(start, start + part.len())
    }

    fn keep(&mut self, reference: Reference) -> Index {
        self.code.references.push(reference);
        index(self.code.references.len() - 1)
    }

    fn variable(&mut self, body: &str) -> Option<Signal> {
        let (references, rest) = self.references(body)?;
        if rest.starts_with("||") {
            return None;
        }
        if let Some(operation) = self.usual(references, rest) {
            return Some(Signal::Plain(operation));
        }
        let calls = self.formatters(rest)?;
        let operation = match (references.of(&self.code.references), calls.of(&self.code.formatters)) {
            ([_], [call]) if call.printer().is_some() => {
                Operation::PrintBy { reference: references.start, call: calls.start }
            }
            _ => Operation::Variable { references, calls },
        };
        Some(Signal::Plain(operation))
    }

    /// Fast path for the most common variable tags, without looking up formatters.
    fn usual(&self, references: Slice, rest: &str) -> Option<Operation> {
        let [_] = references.of(&self.code.references) else { return None };
        let reference = references.start;
        Some(match rest {
            "" => Operation::Print(reference),
            "|html" => Operation::Escape { reference, in_attribute: false },
            "|htmlattr" | "|htmltag" => Operation::Escape { reference, in_attribute: true },
            _ => {
                let name = rest.strip_prefix("|apply ")?;
                let plain = !name.is_empty() && !name.bytes().any(|letter| matches!(letter, b' ' | b'|'));
                return plain.then(|| Operation::Apply { reference, name: self.span(name) });
            }
        })
    }

    fn instruction(&mut self, text: &str) -> Option<Signal> {
        let (word, rest) = pattern::word(text)?;
        if let Some((name, rest)) = pattern::predicate_of(text, word, rest) {
            return self.predicate(name, rest).map(Signal::Predicate);
        }
        match word {
            "end" => self.bare(Signal::End, "END", rest),
            "space" => self.literal(Literal::Space, "SPACE", rest),
            "tab" => self.literal(Literal::Tab, "TAB", rest),
            "newline" => self.literal(Literal::Newline, "NEWLINE", rest),
            "meta-left" => self.literal(Literal::MetaLeft, "META_LEFT", rest),
            "meta-right" => self.literal(Literal::MetaRight, "META_RIGHT", rest),
            "section" => self.section(rest, "SECTION").map(Signal::Section),
            "repeated" => self.repeated(rest),
            "alternates" => self.alternates(rest),
            "or" => self.or(rest),
            "if" => self.condition(rest),
            "var" => self.bind(rest),
            "ctx" => self.bindings(rest),
            "macro" => self.macro_head(rest),
            "struct" => self.structure(rest),
            "include" => self.include(rest),
            "inject" => self.inject(rest),
            "eval" => {
                let text = self.spaces(rest)?;
                self.code.programs.push(Program::parse(text));
                Some(Signal::Plain(Operation::Eval(index(self.code.programs.len() - 1))))
            }
            _ => {
                self.report(ErrorKind::InvalidInstruction, &format!("Invalid instruction '{}'", escaped(text)));
                None
            }
        }
    }

    fn literal(&mut self, literal: Literal, name: &str, rest: &str) -> Option<Signal> {
        self.bare(Signal::Plain(Operation::Literal(literal)), name, rest)
    }

    fn bare(&mut self, signal: Signal, name: &str, rest: &str) -> Option<Signal> {
        self.no_more(name, rest)?;
        Some(signal)
    }

    fn no_more(&mut self, name: &str, rest: &str) -> Option<()> {
        if rest.is_empty() {
            return Some(());
        }
        let message = format!("Extra characters found after {name} instruction: '{}'", escaped(rest));
        self.report(ErrorKind::ExtraChars, &message);
        None
    }

    fn spaces<'t>(&mut self, rest: &'t str) -> Option<&'t str> {
        let after = pattern::spaces(rest);
        if after.is_none() {
            self.report_missing_space(rest);
        }
        after
    }

    fn report_missing_space(&mut self, rest: &str) {
        self.report_found(ErrorKind::WhitespaceExpected, "Whitespace expected", rest);
    }

    fn section(&mut self, rest: &str, name: &str) -> Option<Index> {
        let rest = self.spaces(rest)?;
        let Some((reference, rest)) = pattern::reference(rest) else {
            self.report_found(ErrorKind::VariableExpected, "Variable expected", rest);
            return None;
        };
        self.no_more(name, rest)?;
        Some(self.keep(reference))
    }

    fn repeated(&mut self, rest: &str) -> Option<Signal> {
        let rest = self.spaces(rest)?;
        let Some(after) = rest.strip_prefix("section") else {
            self.report_found(ErrorKind::MissingSectionKeyword, "Missing 'section' keyword", rest);
            return None;
        };
        self.section(after, "REPEATED").map(Signal::Repeated)
    }

    fn alternates(&mut self, rest: &str) -> Option<Signal> {
        let Some(rest) = rest.strip_prefix(' ') else {
            self.report_missing_space(rest);
            return None;
        };
        let Some(after) = rest.strip_prefix("with") else {
            self.report_found(ErrorKind::MissingWithKeyword, "Missing 'with' keyword", rest);
            return None;
        };
        self.bare(Signal::Alternates, "ALTERNATES_WITH", after)
    }

    fn or(&mut self, rest: &str) -> Option<Signal> {
        if rest.is_empty() {
            return Some(Signal::Or(None));
        }
        let Some(text) = rest.strip_prefix(' ') else {
            self.no_more("OR_PREDICATE", rest)?;
            return None;
        };
        let Some((name, after)) = pattern::predicate(text) else {
            self.report_found(ErrorKind::OrExpectedPredicate, "Expected a predicate to follow OR_PREDICATE", text);
            return None;
        };
        self.predicate(name, after).map(|call| Signal::Or(Some(call)))
    }

    fn condition(&mut self, rest: &str) -> Option<Signal> {
        let mut rest = self.spaces(rest)?;
        if let Some((name, after)) = pattern::predicate(rest) {
            return self.predicate(name, after).map(Signal::Predicate);
        }
        if rest.is_empty() {
            self.report(ErrorKind::IfEmpty, "IF instruction requires at least one variable to test.");
            return None;
        }
        let start = self.code.references.len();
        let (mut count, mut or_else) = (0, 0u32);
        let mut wants_operator = false;
        loop {
            rest = rest.trim_start_matches(pattern::is_space);
            if rest.is_empty() && wants_operator {
                break;
            }
            if rest.is_empty() {
                self.report(ErrorKind::IfTooManyOperators, "Too many operators in IF instruction.");
                return None;
            }
            let operator = rest.get(..2).filter(|mark| matches!(*mark, "||" | "&&"));
            match (wants_operator, operator, pattern::reference(rest)) {
                (true, Some(mark), _) => {
                    // Beyond the maximum number of references the bits are irrelevant.
                    or_else |= u32::from(mark == "||").checked_shl(count).unwrap_or(0);
                    rest = rest.get(2..).unwrap_or("");
                }
                (false, None, Some((reference, after))) => {
                    self.keep(reference);
                    count += 1;
                    rest = after;
                }
                _ => {
                    self.report_found(ErrorKind::IfExpectedVarop, "Expected an operator or a variable", rest);
                    return None;
                }
            }
            wants_operator = !wants_operator;
        }
        let references = Slice::since(start, &self.code.references);
        if self.code.references.len() - start > IF_REFERENCES {
            let message = format!("Too many variables in IF instruction. Limit is {IF_REFERENCES}.");
            self.report(ErrorKind::IfTooManyVars, &message);
            return None;
        }
        Some(Signal::If { references, or_else })
    }

    fn bind(&mut self, rest: &str) -> Option<Signal> {
        let rest = self.spaces(rest)?;
        let Some((name, rest)) = pattern::definition(rest) else {
            let wanted = "{.var} expects a local variable name (e.g. @foo)";
            self.report_found(ErrorKind::BindvarExpectsName, wanted, rest);
            return None;
        };
        let rest = self.spaces(rest)?;
        let Some((references, rest)) = self.references(rest) else {
            self.report_found(ErrorKind::MissingVariableName, "Missing variable name", rest);
            return None;
        };
        let calls = self.formatters(rest)?;
        self.code.binds.push(Bind { name: self.span(name), references, calls });
        Some(Signal::Plain(Operation::Bind(index(self.code.binds.len() - 1))))
    }

    fn bindings(&mut self, rest: &str) -> Option<Signal> {
        let rest = self.spaces(rest)?;
        let Some((name, rest)) = pattern::definition(rest) else {
            let wanted = "{.ctx} expects a local variable name (e.g. @foo)";
            self.report_found(ErrorKind::CtxvarExpectsName, wanted, rest);
            return None;
        };
        let mut rest = self.spaces(rest)?;
        let start = self.code.pairs.len();
        let mut next = Some(rest);
        while let Some(text) = next {
            let Some((key, after)) = pattern::word(text) else { break };
            let Some((reference, after)) = after.strip_prefix('=').and_then(pattern::reference) else { break };
            let key = self.span(key);
            self.code.pairs.push(Pair { key, reference });
            rest = after;
            next = pattern::spaces(after);
        }
        let pairs = Slice::since(start, &self.code.pairs);
        if pairs.is_empty() {
            let wanted = "{.ctx} expects one or more bindings (e.g. foo=bar.baz)";
            self.report_found(ErrorKind::CtxvarExpectsBindings, wanted, rest);
            return None;
        }
        Some(Signal::Plain(Operation::Bindings { name: self.span(name), pairs }))
    }

    fn macro_head(&mut self, rest: &str) -> Option<Signal> {
        let rest = self.spaces(rest)?;
        let Some((name, rest)) = pattern::path(rest) else {
            self.report(ErrorKind::MacroExpectsName, "{.macro} expects a name");
            return None;
        };
        self.no_more("MACRO", rest)?;
        Some(Signal::Macro(self.span(name)))
    }

    /// The text after `struct` documents it for readers of the template, and has no effect.
    fn structure(&mut self, rest: &str) -> Option<Signal> {
        if !rest.is_empty() {
            self.spaces(rest)?;
        }
        Some(Signal::Struct)
    }

    fn include(&mut self, rest: &str) -> Option<Signal> {
        let (name, rest) = pattern::path(rest.strip_prefix(' ')?)?;
        let arguments = match rest {
            "" => "",
            more => pattern::spaces(more)?,
        };
        let output = arguments.split(pattern::is_space).any(|word| word == "output");
        Some(Signal::Plain(Operation::Include { name: self.span(name), output }))
    }

    fn inject(&mut self, rest: &str) -> Option<Signal> {
        let rest = self.spaces(rest)?;
        let Some((name, rest)) = pattern::definition(rest) else {
            let wanted = "{.inject} expects a variable name (e.g. @foo)";
            self.report_found(ErrorKind::InjectExpectsName, wanted, rest);
            return None;
        };
        let rest = self.spaces(rest)?;
        let Some((path, _)) = pattern::path(rest) else {
            let wanted = "{.inject} expects the path for a JSON injectable";
            self.report_found(ErrorKind::InjectExpectsPath, wanted, rest);
            return None;
        };
        Some(Signal::Plain(Operation::Inject { name: self.span(name), path: self.span(path) }))
    }

    fn references<'t>(&mut self, text: &'t str) -> Option<(Slice, &'t str)> {
        let references = &mut self.code.references;
        let start = references.len();
        let rest = pattern::references(text, |reference| references.push(reference))?;
        Some((Slice::since(start, references), rest))
    }

    fn predicate(&mut self, name: &str, arguments: &str) -> Option<Index> {
        let options = self.options;
        let call = call::predicate(name, arguments, options, &mut |kind, message| self.report(kind, message))?;
        self.code.predicates.push(call);
        Some(index(self.code.predicates.len() - 1))
    }

    /// Parses the `|name args` calls after references. A result of none means the tag is text.
    fn formatters(&mut self, text: &str) -> Option<Slice> {
        let start = self.code.formatters.len();
        let mut rest = text;
        while !rest.is_empty() {
            let after = rest.strip_prefix('|')?;
            let Some((name, behind)) = pattern::word(after) else {
                self.report(
                    ErrorKind::FormatterInvalid,
                    &format!("Invalid formatter name '{}' found.", escaped(after)),
                );
                return None;
            };
            let length = behind.bytes().position(|byte| byte == b'|').unwrap_or(behind.len());
            let (arguments, remaining) = behind.split_at_checked(length)?;
            let options = self.options;
            let call = call::formatter(name, arguments, options, &mut |kind, message| self.report(kind, message))?;
            self.code.formatters.push(call);
            rest = remaining;
        }
        Some(Slice::since(start, &self.code.formatters))
    }
}
