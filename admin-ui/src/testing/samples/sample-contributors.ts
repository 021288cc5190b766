import type { Answer } from "@/shared/api/types";

type Contributors = Answer<"/api/v1/websites/{websiteId}/contributors", "get">;
type AuditEntry = Answer<"/api/v1/websites/{websiteId}/audit-log", "get">["entries"][number];

export function sampleContributors(): Contributors["contributors"] {
  return [
    {
      id: "acc-owner",
      name: "Robin Hale",
      email: "owner@stoa.example",
      roles: [1],
      isOwn: true,
      hasSecondFactor: true,
    },
    {
      id: "acc-shop",
      name: "Kai Moreno",
      email: "shop@stoa.example",
      roles: [8],
      isOwn: false,
      hasSecondFactor: false,
    },
  ];
}

export function sampleAuditLog(): AuditEntry[] {
  const refund = {
    id: "aud-1",
    at: Date.now(),
    actor: "acc-shop",
    actorName: "Kai Moreno",
    action: "order.refund",
    subject: "ord-1",
  };
  return [refund];
}

/** Sessions of the test user. */
export function sampleSignIns(): Answer<"/api/v1/account/sign-ins", "get">["signIns"] {
  const times = { createdOn: 1_780_000_000_000, usedOn: 1_780_000_600_000 };
  return [
    {
      id: "sgn-here",
      userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
      isCurrent: true,
      ...times,
    },
    {
      id: "sgn-phone",
      userAgent: "Mozilla/5.0 (Linux; Android 15) Chrome/138.0 Mobile Safari/537.36",
      isCurrent: false,
      ...times,
    },
  ];
}
