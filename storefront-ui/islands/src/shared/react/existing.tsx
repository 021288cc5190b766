import { useLayoutEffect, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";

type Events = GlobalEventHandlersEventMap;
type Handlers = { [Name in keyof Events as `on${Capitalize<Name>}`]?: (event: Events[Name]) => void };
type Value = string | number | boolean | null | undefined;
type AttributeName = `aria-${string}` | `data-${string}` | "className" | "hidden" | "href" | "id" | "noValidate" | "src" | "srcSet";
type Attributes = { [Name in AttributeName]?: Value };

/** What a component owns of an element that the server rendered. */
export interface ExistingProps extends Handlers, Attributes {
  element: Element;
  /** Shown instead of the server's content, which is put back when they are undefined. */
  children?: ReactNode;
}

const attributeNames: Readonly<Record<string, string>> = { className: "class", noValidate: "novalidate", srcSet: "srcset" };

/** The attribute for a value, with React's meaning of booleans; null if it is absent. */
function attributeText(name: string, value: Value): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== "boolean" || /^(aria|data)-/.test(name)) return String(value);
  return value ? "" : null;
}

function setAttribute(element: Element, name: string, text: string | null): void {
  if (text === null) element.removeAttribute(name);
  else element.setAttribute(name, text);
}

/** Applies the props of a component to an element. Everything else of the element stays as it is. */
class Binding {
  readonly #element: Element;
  /** The attributes that are or were owned, as the server rendered them. */
  readonly #original = new Map<string, string | null>();
  readonly #applied = new Map<string, string | null>();
  readonly #handlers = new Map<string, (event: Event) => void>();

  constructor(element: Element) {
    this.#element = element;
  }

  apply(props: Record<string, unknown>): void {
    for (const type of this.#handlers.keys()) this.#handlers.set(type, () => undefined);
    const given = new Map<string, string | null>();
    for (const [prop, value] of Object.entries(props)) {
      if (typeof value === "function") this.#listen(prop.slice(2).toLowerCase(), value as (event: Event) => void);
      else if (value !== undefined) given.set(attributeNames[prop] ?? prop, attributeText(prop, value as Value));
    }
    for (const name of given.keys()) {
      if (!this.#original.has(name)) this.#original.set(name, this.#element.getAttribute(name));
    }
    for (const [name, original] of this.#original) {
      const text = given.has(name) ? (given.get(name) ?? null) : original;
      // Only what has changed is written, so that changes by other scripts stay.
      if (this.#applied.has(name) ? this.#applied.get(name) === text : original === text) continue;
      this.#applied.set(name, text);
      setAttribute(this.#element, name, text);
    }
  }

  /** Listens once per event, however often the handler changes: another listener must not lose the event. */
  #listen(type: string, handler: (event: Event) => void): void {
    if (!this.#handlers.has(type)) this.#element.addEventListener(type, this);
    this.#handlers.set(type, handler);
  }

  handleEvent(event: Event): void {
    this.#handlers.get(event.type)?.(event);
  }

  release(): void {
    for (const type of this.#handlers.keys()) this.#element.removeEventListener(type, this);
    this.#handlers.clear();
    this.apply({});
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
  useLayoutEffect(() => () => binding.release(), [binding]);
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
