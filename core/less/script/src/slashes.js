/**
 * Distinguishes slashes that divide from those that separate CSS values. LESS in its "always" math mode knows the
 * second only for `font`; CSS has added more since.
 */

/** Divides in parentheses only. */
const PARENTHESES = 1;
/** Properties in which no slash divides: the value after it may be a number without a unit. */
const BETWEEN_NUMBERS =
  /^(aspect-ratio|border-image|border-image-.+|-webkit-mask-box-image|mask-border|grid|grid-(area|row|column|template)|animation-range|offset|place-.+)$/;
/** Properties in which lengths follow a slash: before a number without a unit it divides. */
const BETWEEN_LENGTHS =
  /^(background|(-webkit-)?mask|(-webkit-)?border-(.+-)?radius|(-webkit-)?shape-outside|clip-path)$/;
/** Colour functions in the modern syntax, with a slash before the opacity. */
const COLOURS = /^(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)$/i;

/** Evaluates something with division in parentheses only. */
function withSlashes(context, byNumbers, work) {
  const before = { math: context.math, byNumbers: context.byNumbers };
  Object.assign(context, { math: PARENTHESES, byNumbers });
  try {
    return work();
  } finally {
    Object.assign(context, before);
  }
}

export function keepSlashes({ Call, Declaration, Dimension, Operation }) {
  const ofDeclaration = Declaration.prototype.eval;
  Declaration.prototype.eval = function (context) {
    const name = typeof this.name === "string" ? this.name : this.name.length === 1 ? this.name[0].value : "";
    const lengths = BETWEEN_LENGTHS.test(name);
    if (context.math === PARENTHESES || (!lengths && !BETWEEN_NUMBERS.test(name))) {
      return ofDeclaration.call(this, context);
    }
    return withSlashes(context, lengths, () => ofDeclaration.call(this, context));
  };

  const ofCall = Call.prototype.eval;
  Call.prototype.eval = function (context) {
    // With commas it is a function of LESS, whose arguments may contain divisions.
    if (context.math === PARENTHESES || this.args.length !== 1 || !COLOURS.test(this.name)) {
      return ofCall.call(this, context);
    }
    return withSlashes(context, false, () => ofCall.call(this, context));
  };

  const ofOperation = Operation.prototype.eval;
  Operation.prototype.eval = function (context) {
    if (this.op !== "/" || !context.byNumbers || context.parensStack?.length) return ofOperation.call(this, context);
    const divisor = this.operands[1].eval(context);
    const divides = divisor instanceof Dimension && divisor.value !== 0 && divisor.unit.isEmpty();
    if (!divides) return ofOperation.call(this, context);
    const { math } = context;
    context.math = 0;
    try {
      return ofOperation.call(this, context);
    } finally {
      context.math = math;
    }
  };
}
