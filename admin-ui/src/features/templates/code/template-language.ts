import { StreamLanguage, type StreamParser, type StringStream } from "@codemirror/language";

/** Context of the next character: text, an HTML tag, a quoted attribute, or a comment. */
type Around = "text" | "tag" | "single-quoted" | "double-quoted" | "html-comment" | "template-comment";

interface State {
  around: Around;
  /** Whether the next character is in a template tag. */
  inTemplateTag: boolean;
  /** What the next word of the template tag is. */
  next: "name" | "formatter" | "argument";
}

/** Characters that make a brace start a tag; any other brace is text, as in CSS and scripts. */
const templateTag = /^\{(?=[.@\w$])/;

function templateToken(stream: StringStream, state: State): string | null {
  if (stream.eatSpace()) return null;
  if (stream.eat("}")) {
    state.inTemplateTag = false;
    return "brace";
  }
  if (stream.eat("|")) {
    state.next = "formatter";
    return "operator";
  }
  if (stream.match(/^"(?:[^"\\]|\\.)*"?|^'(?:[^'\\]|\\.)*'?/)) return "string";
  if (stream.match(/^(?:&&|\|\||[=!<>]=?|[-+*/])/)) return "operator";
  if (stream.match(/^\d+(?:\.\d+)?/)) return "number";
  if (state.next === "formatter" && stream.match(/^[\w-]+/)) {
    state.next = "argument";
    return "variableName.function";
  }
  if (state.next === "name" && stream.match(/^\.[\w-]+\??/)) {
    state.next = "argument";
    return "keyword";
  }
  if (stream.match(/^[\w$@][\w$@.-]*\??/)) return "variableName";
  stream.next();
  return null;
}

function startTemplate(stream: StringStream, state: State): string | null {
  if (stream.match("{##")) {
    state.around = "template-comment";
    return "comment";
  }
  if (stream.match(/^\{#[^}]*\}?/)) return "comment";
  if (!stream.match(templateTag)) return null;
  state.inTemplateTag = true;
  state.next = "name";
  return "brace";
}

function quoted(stream: StringStream, state: State, quote: string): string {
  if (stream.eat(quote)) state.around = "tag";
  else if (!stream.match(new RegExp(`^[^${quote}{]+`))) stream.next();
  return "string";
}

function tagToken(stream: StringStream, state: State): string | null {
  if (stream.eatSpace()) return null;
  if (stream.match(/^\/?>/)) {
    state.around = "text";
    return "angleBracket";
  }
  if (stream.eat('"')) state.around = "double-quoted";
  else if (stream.eat("'")) state.around = "single-quoted";
  if (state.around !== "tag") return "string";
  if (stream.match(/^[^\s"'<>=/{]+/)) return "attributeName";
  stream.next();
  return null;
}

function textToken(stream: StringStream, state: State): string | null {
  if (stream.match("<!--")) {
    state.around = "html-comment";
    return "comment";
  }
  if (stream.match(/^<[/!]?[\w-]+/)) {
    state.around = "tag";
    return "tagName";
  }
  if (!stream.match(/^[^<{]+/)) stream.next();
  return null;
}

const parser: StreamParser<State> = {
  name: "stoa-template",
  startState: () => ({ around: "text", inTemplateTag: false, next: "name" }),
  copyState: (state) => ({ ...state }),
  token(stream, state) {
    if (state.around === "template-comment") {
      if (stream.skipTo("##}")) {
        stream.match("##}");
        state.around = "text";
      } else stream.skipToEnd();
      return "comment";
    }
    if (state.inTemplateTag) return templateToken(stream, state);
    const started = stream.peek() === "{" ? startTemplate(stream, state) : null;
    if (started !== null) return started;
    switch (state.around) {
      case "html-comment":
        if (stream.match("-->")) state.around = "text";
        else if (!stream.match(/^[^-{]+/)) stream.next();
        return "comment";
      case "double-quoted":
        return quoted(stream, state, '"');
      case "single-quoted":
        return quoted(stream, state, "'");
      case "tag":
        return tagToken(stream, state);
      default:
        return textToken(stream, state);
    }
  },
  languageData: { commentTokens: { block: { open: "{##", close: "##}" } } },
};

/** Template language within HTML. */
export const templateLanguage = StreamLanguage.define(parser);
