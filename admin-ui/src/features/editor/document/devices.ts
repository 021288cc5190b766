import { createNextState } from "@reduxjs/toolkit";
import type { Block, PageDocument, Row, Section } from "@/shared/page-document/document";

type Device = "desktop" | "tablet" | "phone";

export type SectionOn = NonNullable<NonNullable<Section["devices"]>[Device]>;
export type RowOn = NonNullable<NonNullable<Row["devices"]>[Device]>;
export type BlockOn = NonNullable<NonNullable<Block["devices"]>[Device]>;

/** Device overrides of a document part. */
export type On = { [name in keyof (SectionOn & RowOn & BlockOn)]?: unknown };

interface Differing {
  id: string;
  devices?: Partial<Record<Device, object>>;
}

function isIdle(value: unknown): boolean {
  return (
    value === undefined ||
    value === false ||
    (typeof value === "object" && value !== null && Object.keys(value).length === 0)
  );
}

function withoutIdle<T extends object>(values: T): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isIdle(value))) as T;
}

/**
 * The document with changed device overrides of the section, row or block with this id. Empty overrides are removed.
 */
export function changeOnDevice(document: PageDocument, id: string, device: Device, change: On): PageDocument {
  return createNextState(document, (draft) => {
    const rows = draft.sections.flatMap((section) => section.rows);
    const nodes: Differing[] = [
      ...draft.sections,
      ...rows,
      ...rows.flatMap((row) => row.columns).flatMap((column) => column.blocks),
    ];
    const node = nodes.find((candidate) => candidate.id === id);
    if (node === undefined) return;
    const devices = withoutIdle({ ...node.devices, [device]: withoutIdle({ ...node.devices?.[device], ...change }) });
    if (isIdle(devices)) delete node.devices;
    else node.devices = devices;
  });
}

/** The devices on which a part is hidden. */
export function hiddenOn(node: { devices?: Partial<Record<Device, { hidden?: boolean }>> | undefined }): Device[] {
  return (["desktop", "tablet", "phone"] as const).filter((device) => node.devices?.[device]?.hidden === true);
}
