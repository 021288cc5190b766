//! Operators and functions with their names and precedence.

/// An operator of the expression language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    Plus,
    Minus,
    Not,
    BitNot,
    Power,
    Multiply,
    Divide,
    Modulus,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    NotEqual,
    StrictEqual,
    StrictNotEqual,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
    Assign,
    Comma,
    Semicolon,
    Open,
    Close,
}

impl Operator {
    /// Precedence; higher binds more tightly.
    pub(crate) fn rank(self) -> u8 {
        match self {
            Self::Plus | Self::Minus | Self::Not | Self::BitNot => 17,
            Self::Power => 16,
            Self::Multiply | Self::Divide | Self::Modulus => 15,
            Self::Add | Self::Subtract => 14,
            Self::ShiftLeft | Self::ShiftRight => 13,
            Self::Less | Self::LessOrEqual | Self::Greater | Self::GreaterOrEqual => 12,
            Self::Equal | Self::NotEqual | Self::StrictEqual | Self::StrictNotEqual => 11,
            Self::BitAnd => 10,
            Self::BitXor => 9,
            Self::BitOr => 8,
            Self::And => 7,
            Self::Or => 6,
            Self::Assign => 3,
            Self::Comma | Self::Semicolon | Self::Open | Self::Close => 1,
        }
    }

    pub(crate) fn is_right_associative(self) -> bool {
        matches!(self.rank(), 17 | 16 | 3)
    }

    pub(crate) fn is_unary(self) -> bool {
        self.rank() == 17
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Plus => "plus",
            Self::Minus => "minus",
            Self::Not => "logical not",
            Self::BitNot => "bitwise not",
            Self::Power => "exponent",
            Self::Multiply => "multiply",
            Self::Divide => "divide",
            Self::Modulus => "modulus",
            Self::Add => "add",
            Self::Subtract => "subtract",
            Self::ShiftLeft => "left shift",
            Self::ShiftRight => "right shift",
            Self::Less => "less than",
            Self::LessOrEqual => "less than or equal",
            Self::Greater => "greater than",
            Self::GreaterOrEqual => "greater than or equal",
            Self::Equal => "equality",
            Self::NotEqual => "inequality",
            Self::StrictEqual => "strict equality",
            Self::StrictNotEqual => "strict inequality",
            Self::BitAnd => "bitwise and",
            Self::BitXor => "bitwise xor",
            Self::BitOr => "bitwise or",
            Self::And => "logical and",
            Self::Or => "logical or",
            Self::Assign => "assign",
            Self::Comma => "comma",
            Self::Semicolon => "semicolon",
            Self::Open => "left parenthesis",
            Self::Close => "right parenthesis",
        }
    }
}

/// A function of the expression language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Function {
    Max,
    Min,
    Abs,
    Num,
    Str,
    Bool,
}

impl Function {
    const ALL: [Self; 6] = [Self::Max, Self::Min, Self::Abs, Self::Num, Self::Str, Self::Bool];

    pub(crate) fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|function| function.name() == name)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Max => "max",
            Self::Min => "min",
            Self::Abs => "abs",
            Self::Num => "num",
            Self::Str => "str",
            Self::Bool => "bool",
        }
    }
}
