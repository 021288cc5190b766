import { expect, test } from "vitest";
import { addedPermissions } from "./changes";
import { permissionTexts } from "./words";

// spec: plugins.blocks.client
test("a script of a block is a permission that owners are asked for once", () => {
  expect(permissionTexts({ kind: "script" }, [])).toEqual(["Runs a script in a frame of its own on your pages"]);
  expect(addedPermissions([], [{ kind: "script" }])).toEqual([{ kind: "script" }]);
  expect(addedPermissions([{ kind: "script" }], [{ kind: "script" }])).toEqual([]);
});
