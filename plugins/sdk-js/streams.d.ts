import type { CallContext, Money } from "./index.js";

type Input = import("stoa:plugin/streams@0.2.0").Input;
type Row = import("stoa:plugin/product-rows@0.2.0").ProductRow;

/** A row of a file with products. What is left out stays as it is. */
export interface ProductRow
  extends Pick<Row, "line" | "sku">, Partial<Omit<Row, "line" | "sku" | "price" | "sale" | "stock">> {
  price?: Money;
  /** What is paid now; null ends a sale. */
  sale?: Money | null;
  /** Pieces; null if stock is not tracked. */
  stock?: number | null;
  /** Why the row cannot be taken, in the language of the context. Its SKU may be empty. */
  refused?: string;
}

/** The parts of an input. */
export function parts(input: Input): Generator<Uint8Array>;
/** The lines of an input as text, without their ends. */
export function lines(input: Input): Generator<string>;

/** The interface `product-files` of 0.2.0: formats by name, which yield the rows of a file. */
export function productReader(
  put: typeof import("stoa:plugin/product-rows@0.2.0").put,
  formats: Record<string, (lines: Generator<string>, ctx: CallContext) => Iterable<ProductRow>>,
  /** For formats that yield rows with `refused`. */
  refuse?: typeof import("stoa:plugin/product-rows@0.2.0").refuse,
): typeof import("stoa:plugin/product-files@0.2.0");
