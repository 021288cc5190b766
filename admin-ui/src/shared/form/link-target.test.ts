import { expect, it } from "vitest";
import { isTaken, linkDoubt, linkProblem } from "./link-target";

it("takes addresses that lead somewhere harmless", () => {
  for (const address of ["", "/shop", "#top", "?page=2", "https://domain.com", "mailto:a@b.c", "tel:+1"]) expect(linkProblem(address)).toBeNull();
  for (const address of ["shop", "javascript:alert(1)", "data:text/html,x", "https://", "/a b"]) expect(linkProblem(address)).not.toBeNull();
});

it("doubts addresses within the site that no page has", () => {
  const targets = [{ title: "Home", address: "/" }, { title: "Shop", address: "/shop" }];
  for (const address of ["/shop", "/shop/", "/shop/blue-mug", "/shop?tag=a", "/", "/assets/a-1/price-list.pdf", "/cart", "/account?next=/shop", "/search", "https://domain.com"]) expect(linkDoubt(address, targets)).toBeNull();
  for (const address of ["/shopping", "/cartoons"]) expect(linkDoubt(address, targets)).toContain("No page");
});

it("tells an address that a page has from those below it", () => {
  const targets = [{ title: "Shop", address: "/shop" }];
  expect(["/shop", "/shop/", "/shop?tag=a", "/shop/blue-mug", "/shop/*", "/"].map((address) => isTaken(address, targets))).toEqual([true, true, true, false, false, false]);
});
