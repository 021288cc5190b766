import type { Answer } from "@/shared/api/types";
import { day, now, people } from "./sample-data";

type ProductReview = Answer<"/api/v1/websites/{websiteId}/product-reviews", "get">["reviews"][number];

export function sampleProductReviews(): ProductReview[] {
  const review = (index: number, rating: number, text: string, more: Partial<ProductReview> = {}): ProductReview => ({
    id: `rev-${index}`,
    productId: "p-1",
    productName: "Hearth Mug",
    orderId: "o-1",
    rating,
    author: people[index]?.[0] ?? "",
    text,
    state: "AWAITING",
    reply: "",
    repliedOn: null,
    createdOn: now - index * day,
    decidedOn: null,
    ...more,
  });
  return [
    review(1, 5, "Good in the hand.\nI would buy it again."),
    review(2, 2, '"><img src=x onerror=alert(1)>', { productName: "Everyday Bowl" }),
    review(3, 4, "", { state: "PUBLISHED" }),
  ];
}
