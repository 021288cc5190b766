import type { Answer } from "@/shared/api/types";

export type StockLevel = Answer<"/api/v1/websites/{websiteId}/inventory/{variantId}", "get">;
export type StockChange = Answer<"/api/v1/websites/{websiteId}/stock-changes", "get">["changes"][number];
type SignUp = Answer<"/api/site-users/account/notifications/restock", "get">["signUps"][number];

export function sampleSignUps(): SignUp[] {
  const plain = { productId: "p-1", isJoinMailingList: false, language: null, notifiedOn: null };
  return [
    { id: "rsu-1", ...plain, variantId: "v-gone", email: "ada@example.com", signedUpOn: 1_700_000_000_000 },
    { id: "rsu-2", ...plain, variantId: "v-gone", email: "bob@example.com", signedUpOn: 1_700_000_100_000 },
    { id: "rsu-3", ...plain, variantId: "v-few", email: "ada@example.com", signedUpOn: 1_700_000_200_000 },
  ];
}

function level(variantId: string, sku: string, size: string, qtyInStock: number): StockLevel {
  return {
    variantId,
    productId: "p-1",
    collectionId: "c-shop",
    productName: "Hearth Mug",
    sku,
    attributes: { Size: size },
    unlimited: false,
    qtyInStock,
    isLow: qtyInStock <= 5,
    waiting: 0,
    revision: qtyInStock,
  };
}

export function sampleLevels(): StockLevel[] {
  return [
    level("v-few", "MUG-10", "10 oz", 3),
    level("v-many", "MUG-14", "14 oz", 40),
    level("v-gone", "MUG-20", "20 oz", 0),
  ];
}
