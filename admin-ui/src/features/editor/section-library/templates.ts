import { documentIn, type Block, type Section } from "@/shared/page-document/document";
import { newId } from "../document/ids";
import written from "./templates.json?raw";

/** A section that is put onto pages ready made. */
export interface SectionTemplate {
  name: string;
  description: string;
  section: Section;
}

/** A template as it is written: without ids. */
interface WrittenTemplate {
  name: string;
  description: string;
  section: { settings: unknown; rows: { columns: { span: number; blocks: Omit<Block, "id">[] }[] }[] };
}

/** The sections that come with Stoa, each with ids of its own. */
export function sectionTemplates(): SectionTemplate[] {
  return (JSON.parse(written) as WrittenTemplate[]).flatMap(({ name, description, section }) => {
    const rows = section.rows.map((row) => ({
      id: newId(),
      columns: row.columns.map((column) => ({ ...column, blocks: column.blocks.map((block) => ({ ...block, id: newId() })) })),
    }));
    const read = documentIn({ version: 1, sections: [{ ...section, id: newId(), rows }] })?.sections[0];
    return read === undefined ? [] : [{ name, description, section: read }];
  });
}
