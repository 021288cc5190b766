import { expect, it } from "vitest";
import { roleNames, roles } from "./roles";

// spec: roles.enum
it("maps role numbers to names, and grants nothing without a role", () => {
  expect(new Map(roles.map(({ id, name }) => [id, name]))).toEqual(
    new Map([
      [1, "Administrator"],
      [2, "Billing"],
      [3, "Reporting"],
      [4, "Editor"],
      [6, "Moderator"],
      [7, "Commenter"],
      [8, "Store manager"],
      [9, "Scheduling"],
      [10, "Viewer"],
      [11, "Campaigns editor"],
      [12, "Scheduling viewer"],
      [13, "Scheduling editor"],
      [15, "Website manager"],
    ]),
  );
  expect([roleNames([14]), roleNames([5])]).toEqual(["No rights", "No rights"]);
});
