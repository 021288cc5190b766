import { useLayoutEffect, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";

type Events = GlobalEventHandlersEventMap;
type Handlers = { [Name in keyof Events as `on${Capitalize<Name>}`]?: ((event: Events[Name]) => void) | undefined };
type Value = string | number | boolean | null | undefined;
type AttributeName =
  | `aria-${string}`
  | `data-${string}`
  | "autocomplete"
  | "class"
  | "disabled"
  | "hidden"
  | "href"
  | "id"
  | "maxlength"
  | "novalidate"
  | "open"
  | "required"
  | "role"
  | "src"
  | "srcset"
  | "type";
type Attributes = { [Name in AttributeName]?: Value };

/** What a component owns of an element that the server rendered: attributes and events with their names in the page. */
export interface ExistingProps extends Handlers, Attributes {
  element: Element;
  /** Shown instead of the server's content, which is put back when they are undefined. */
  children?: ReactNode;
}

/** The attribute for a value, with React's meaning of booleans; null if it is absent. */
function attributeText(name: string, value: Value): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== "boolean" || name[4] === "-") return String(value);
  return value ? "" : null;
}

/** Applies the props of a component to an element. Everything else of the element stays as it is. */
class Binding {
  readonly #element: Element;
  /** By attribute that is or was owned: the text of the server, and the one applied last. */
  readonly #attributes = new Map<string, { original: string | null; applied: string | null }>();
  #handlers: ReadonlyMap<string, (event: Event) => void> = new Map();

  constructor(element: Element) {
    this.#element = element;
  }

  apply(props: Record<string, unknown>): void {
    const wanted = new Map<string, string | null>();
    const handlers = new Map<string, (event: Event) => void>();
    for (const [prop, value] of Object.entries(props)) {
      if (typeof value === "function") handlers.set(prop.slice(2).toLowerCase(), value as (event: Event) => void);
      else if (value !== undefined) wanted.set(prop, attributeText(prop, value as Value));
    }
    this.#setAttributes(wanted);
    this.#listen(handlers);
  }

  /** Writes only what has changed, so that changes by other scripts stay. */
  #setAttributes(wanted: ReadonlyMap<string, string | null>): void {
    for (const name of wanted.keys()) {
      const original = this.#element.getAttribute(name);
      if (!this.#attributes.has(name)) this.#attributes.set(name, { original, applied: original });
    }
    for (const [name, state] of this.#attributes) {
      const text = wanted.get(name);
      const next = text === undefined ? state.original : text;
      if (next === state.applied) continue;
      state.applied = next;
      if (next === null) this.#element.removeAttribute(name);
      else this.#element.setAttribute(name, next);
    }
  }

  /** Listens once per event, however often the handler changes: no event is lost while it does. */
  #listen(handlers: ReadonlyMap<string, (event: Event) => void>): void {
    for (const type of this.#handlers.keys()) {
      if (!handlers.has(type)) this.#element.removeEventListener(type, this);
    }
    for (const type of handlers.keys()) this.#element.addEventListener(type, this);
    this.#handlers = handlers;
  }

  handleEvent(event: Event): void {
    this.#handlers.get(event.type)?.(event);
  }
}

function Content({ element, children }: { element: Element; children: ReactNode }) {
  const [original] = useState(() => [...element.childNodes]);
  useLayoutEffect(() => {
    for (const node of original) node.remove();
    return () => element.append(...original);
  }, [element, original]);
  return createPortal(children, element);
}

/**
 * An element that the server rendered, as a component. It gets the given attributes, handlers and children; its other
 * attributes, its content without children, and the element itself stay as the theme and other scripts made them.
 * An attribute that is undefined is the server's. The element of a component must not change.
 */
export function Existing({ element, children, ...props }: ExistingProps) {
  const [binding] = useState(() => new Binding(element));
  useLayoutEffect(() => binding.apply(props));
  useLayoutEffect(() => () => binding.apply({}), [binding]);
  return children === undefined ? null : <Content element={element}>{children}</Content>;
}

interface InsertedProps extends Omit<ExistingProps, "element"> {
  name: keyof HTMLElementTagNameMap;
  /** The element that it follows. */
  after: Element;
}

/** A new element after one that the server rendered. */
export function Inserted({ name, after, ...props }: InsertedProps) {
  const [element] = useState(() => document.createElement(name));
  useLayoutEffect(() => {
    after.after(element);
    return () => element.remove();
  }, [after, element]);
  return <Existing element={element} {...props} />;
}
