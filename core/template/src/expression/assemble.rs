//! From tokens to postfix order, one list for each expression between semicolons.

use super::{Operator, Token};

#[derive(Default)]
struct Assembler {
    finished: Vec<Vec<Token>>,
    output: Vec<Token>,
    /// Operators, opening parentheses and calls whose operands are not complete.
    waiting: Vec<Token>,
}

/// Orders tokens with the shunting-yard method.
pub(super) fn assemble(tokens: Vec<Token>) -> Result<Vec<Vec<Token>>, String> {
    let mut assembler = Assembler::default();
    for token in tokens {
        assembler.add(token)?;
    }
    assembler.finish_expression()?;
    Ok(assembler.finished)
}

fn mismatched(operator: Operator) -> String {
    format!("Mismatched operator found: {}", operator.name())
}

impl Assembler {
    fn add(&mut self, token: Token) -> Result<(), String> {
        match token {
            Token::Call(_) => {
                self.output.push(Token::Arguments);
                self.waiting.push(token);
            }
            Token::Operator(Operator::Open) => self.waiting.push(token),
            Token::Operator(Operator::Close) => self.close()?,
            Token::Operator(Operator::Comma) => self.release_to_parenthesis(),
            Token::Operator(Operator::Semicolon) => self.finish_expression()?,
            Token::Operator(operator) => {
                self.release_before(operator);
                self.waiting.push(token);
            }
            value => self.output.push(value),
        }
        Ok(())
    }

    /// Moves operators with higher precedence to the output.
    fn release_before(&mut self, operator: Operator) {
        while let Some(Token::Operator(top)) = self.waiting.last() {
            let first =
                top.rank() > operator.rank() || (top.rank() == operator.rank() && !operator.is_right_associative());
            if *top == Operator::Open || operator.is_unary() || !first {
                return;
            }
            self.output.extend(self.waiting.pop());
        }
    }

    fn release_to_parenthesis(&mut self) {
        while self.waiting.last().is_some_and(|top| *top != Token::Operator(Operator::Open)) {
            self.output.extend(self.waiting.pop());
        }
    }

    fn close(&mut self) -> Result<(), String> {
        self.release_to_parenthesis();
        if self.waiting.pop().is_none() {
            return Err(mismatched(Operator::Close));
        }
        if matches!(self.waiting.last(), Some(Token::Call(_))) {
            self.output.extend(self.waiting.pop());
        }
        Ok(())
    }

    fn finish_expression(&mut self) -> Result<(), String> {
        self.release_to_parenthesis();
        if !self.waiting.is_empty() {
            return Err(mismatched(Operator::Open));
        }
        let output = std::mem::take(&mut self.output);
        if !output.is_empty() {
            self.finished.push(output);
        }
        Ok(())
    }
}
