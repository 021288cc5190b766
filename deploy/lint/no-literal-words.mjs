/** Attributes whose text people read or hear; `label` and `help` are those of our own fields. */
const shownAttributes = new Set([
  "alt",
  "aria-description",
  "aria-label",
  "aria-roledescription",
  "aria-valuetext",
  "help",
  "label",
  "placeholder",
  "title",
]);
const word = /\p{L}{2,}/u;
/** A text of more than one word that begins as sentences and titles do. */
const phrase = /^\p{Lu}\p{Ll}*\s+\p{L}/u;

/** The constant texts of an expression: of both sides of a choice or sum, and between the values of a template. */
function textsOf(expression) {
  switch (expression?.type) {
    case "Literal":
      return typeof expression.value === "string" ? [expression.value] : [];
    case "TemplateLiteral":
      return expression.quasis.map(({ value }) => value.cooked ?? "");
    case "ConditionalExpression":
      return [...textsOf(expression.consequent), ...textsOf(expression.alternate)];
    case "LogicalExpression":
      return [...textsOf(expression.left), ...textsOf(expression.right)];
    case "BinaryExpression":
      return expression.operator === "+" ? [...textsOf(expression.left), ...textsOf(expression.right)] : [];
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
      return textsOf(expression.expression);
    default:
      return [];
  }
}

/** Whether a literal is the message of an error or written to the console, which visitors do not see. */
function isForDevelopers({ parent }) {
  if (parent.type === "NewExpression") return /Error$|^RegExp$/.test(parent.callee.name ?? "");
  return parent.type === "CallExpression" && parent.callee.object?.name === "console";
}

/** A rule that refuses texts for people in code: they belong in the message catalogues. */
export const noLiteralWords = {
  meta: {
    type: "problem",
    schema: [],
    messages: { literal: "“{{text}}” is shown in one language only. Give it a key in core/messages/catalogues." },
  },
  create(context) {
    const report = (node, text) =>
      context.report({ node, messageId: "literal", data: { text: text.replace(/\s+/g, " ").trim() } });
    const check = (node, texts) => {
      const text = texts.find((each) => word.test(each));
      if (text !== undefined) report(node, text);
    };
    const checkPhrase = (node, text) => {
      const isChecked = node.parent.type.startsWith("JSX") || isForDevelopers(node);
      if (!isChecked && phrase.test(text)) report(node, text);
    };
    return {
      JSXText: (node) => check(node, [node.value]),
      JSXExpressionContainer: (node) => {
        if (node.parent.type !== "JSXAttribute") check(node, textsOf(node.expression));
      },
      JSXAttribute: (node) => {
        if (!shownAttributes.has(node.name.name)) return;
        const { value } = node;
        check(node, textsOf(value?.type === "JSXExpressionContainer" ? value.expression : value));
      },
      Literal: (node) => {
        if (typeof node.value === "string") checkPhrase(node, node.value);
      },
      TemplateLiteral: (node) => checkPhrase(node, node.quasis[0]?.value.cooked ?? ""),
    };
  },
};
