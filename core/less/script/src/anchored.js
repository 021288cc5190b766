/**
 * Fast path for regular expressions that begin with `^`, of which the compiler's parser tries many at each position: on
 * a mismatch the engine would scan the rest of the text. A sticky expression checks only one position.
 */

/** The sticky form of expressions, by source and case sensitivity; null for those without one. */
const known = { exact: new Map(), ignoreCase: new Map() };

/** Whether each alternative of an expression begins with `^`. */
function isAnchored(source) {
  let depth = 0;
  let inClass = false;
  let begins = true;
  for (let at = 0; at < source.length; at += 1) {
    const letter = source[at];
    if (begins && letter !== "^") return false;
    begins = false;
    if (letter === "\\") at += 1;
    else if (inClass) inClass = letter !== "]";
    else if (letter === "[") inClass = true;
    else if (letter === "(") depth += 1;
    else if (letter === ")") depth -= 1;
    else if (letter === "|" && depth === 0) begins = true;
  }
  return !begins;
}

function stickyForm(expression, source) {
  const { flags } = expression;
  return /[gmy]/.test(flags) || !isAnchored(source) ? null : new RegExp(source, `${flags}y`);
}

const plain = RegExp.prototype.exec;

RegExp.prototype.exec = function (text) {
  const { source } = this;
  if (source[0] !== "^" || this.global || this.multiline || this.sticky) return plain.call(this, text);
  const forms = this.ignoreCase ? known.ignoreCase : known.exact;
  let sticky = forms.get(source);
  if (sticky === undefined) {
    sticky = stickyForm(this, source);
    forms.set(source, sticky);
  }
  if (sticky === null) return plain.call(this, text);
  sticky.lastIndex = 0;
  return plain.call(sticky, text);
};
