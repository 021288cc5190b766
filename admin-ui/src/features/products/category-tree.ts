import { folded } from "@/shared/text/folded";
import type { Category } from "./categories-api";

/** A category with its descendants. */
export interface TreeNode {
  category: Category;
  children: TreeNode[];
}

function childrenOf(parentId: string | null, byParent: Map<string | null, Category[]>): TreeNode[] {
  return (byParent.get(parentId) ?? []).map((category) => ({ category, children: childrenOf(category.id, byParent) }));
}

/** The categories below the root as a tree; siblings keep the order of the input. */
export function treeOf(categories: readonly Category[]): TreeNode[] {
  const root = categories.find(({ type }) => type === "ROOT");
  const byParent = new Map<string | null, Category[]>();
  for (const category of categories) {
    if (category.type === "ROOT") continue;
    const parentId = category.parentCategoryId ?? root?.id ?? null;
    const siblings = byParent.get(parentId);
    if (siblings === undefined) byParent.set(parentId, [category]);
    else siblings.push(category);
  }
  return childrenOf(root?.id ?? null, byParent);
}

/** All categories below the root with their path, such as "Clothes › Tops", in tree order. */
export function choicesOf(categories: readonly Category[]): { id: string; name: string }[] {
  const walk = (nodes: readonly TreeNode[], way: string): { id: string; name: string }[] =>
    nodes.flatMap(({ category, children }) => {
      const name = way === "" ? category.displayName : `${way} › ${category.displayName}`;
      return [{ id: category.id, name }, ...walk(children, name)];
    });
  return walk(treeOf(categories), "");
}

/** The categories whose path contains a text, ignoring case and accents; limited to a maximum, with the total count. */
export function foundIn(
  categories: readonly Category[],
  text: string,
  most: number,
): { found: { category: Category; name: string }[]; total: number } {
  const wanted = folded(text.trim());
  const byId = new Map(categories.map((category) => [category.id, category]));
  const fitting = choicesOf(categories).filter(({ name }) => folded(name).includes(wanted));
  const found = fitting.slice(0, most).flatMap(({ id, name }) => {
    const category = byId.get(id);
    return category === undefined ? [] : [{ category, name }];
  });
  return { found, total: fitting.length };
}
