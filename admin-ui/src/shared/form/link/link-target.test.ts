import { expect, it } from "vitest";
import { isTaken, linkWarning, linkProblem } from "./link-target";

it("accepts safe URLs", () => {
  for (const address of ["", "/shop", "#top", "?page=2", "https://domain.com", "mailto:a@b.c", "tel:+1"])
    expect(linkProblem(address)).toBeNull();
  for (const address of ["shop", "javascript:alert(1)", "data:text/html,x", "https://", "/a b"])
    expect(linkProblem(address)).not.toBeNull();
});

it("warns about URLs within the site without a page", () => {
  const targets = [
    { title: "Home", address: "/" },
    { title: "Shop", address: "/shop" },
  ];
  for (const address of [
    "/shop",
    "/shop/",
    "/shop/blue-mug",
    "/shop?tag=a",
    "/",
    "/assets/a-1/price-list.pdf",
    "/cart",
    "/account?next=/shop",
    "/search",
    "https://domain.com",
  ])
    expect(linkWarning(address, targets)).toBeNull();
  for (const address of ["/shopping", "/cartoons"]) expect(linkWarning(address, targets)).toContain("No page");
});

it("distinguishes the URL of a page from those below it", () => {
  const targets = [{ title: "Shop", address: "/shop" }];
  expect(
    ["/shop", "/shop/", "/shop?tag=a", "/shop/blue-mug", "/shop/*", "/"].map((address) => isTaken(address, targets)),
  ).toEqual([true, true, true, false, false, false]);
});
