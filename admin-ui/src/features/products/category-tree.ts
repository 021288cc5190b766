import type { Category } from "./categories-api";

/** A category with those below it. */
export interface TreeNode {
  category: Category;
  children: TreeNode[];
}

function childrenOf(parentId: string | null, byParent: Map<string | null, Category[]>): TreeNode[] {
  return (byParent.get(parentId) ?? []).map((category) => ({ category, children: childrenOf(category.id, byParent) }));
}

/** The categories below the root as a tree, siblings in the order in which they came. */
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

/** Every category below the root with its way down, such as "Clothes › Tops", in the order of the tree. */
export function choicesOf(categories: readonly Category[]): { id: string; name: string }[] {
  const walk = (nodes: readonly TreeNode[], way: string): { id: string; name: string }[] =>
    nodes.flatMap(({ category, children }) => {
      const name = way === "" ? category.displayName : `${way} › ${category.displayName}`;
      return [{ id: category.id, name }, ...walk(children, name)];
    });
  return walk(treeOf(categories), "");
}

/** The categories whose way down holds a text, whatever the case of its letters; at most so many, and how many there are. */
export function foundIn(categories: readonly Category[], text: string, most: number): { found: { category: Category; name: string }[]; total: number } {
  const wanted = text.trim().toLowerCase();
  const byId = new Map(categories.map((category) => [category.id, category]));
  const fitting = choicesOf(categories).filter(({ name }) => name.toLowerCase().includes(wanted));
  const found = fitting.slice(0, most).flatMap(({ id, name }) => {
    const category = byId.get(id);
    return category === undefined ? [] : [{ category, name }];
  });
  return { found, total: fitting.length };
}
