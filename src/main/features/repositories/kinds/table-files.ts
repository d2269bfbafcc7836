/** Files from columns. */
import type { Row } from '../../../databases/database.ts';
import type { SourceEntry } from '../../../skill-import/entry.ts';

export const fileOf = (name: string, bytes: Buffer): SourceEntry => ({
  path: name,
  kind: 'file',
  executable: false,
  bytes: bytes.length,
  async *content() {
    yield bytes;
  },
});

/** A `SKILL.md` that somebody stored whole. */
const WHOLE = /^\uFEFF?---\r?\n(?:(?!---).*\r?\n)*?name\s*:/;

/** `skill_content` is what follows the front matter. JSON values are YAML. */
export function frontMatterOf({ name, description, skill_content, metadata_json }: Row): string {
  const content = String(skill_content);
  if (WHOLE.test(content)) return content;
  const fields = { ...parsed(metadata_json), name, description };
  const { name: first, description: second, ...others } = fields;
  const lines = Object.entries({ name: first, description: second, ...others })
    .filter(([key]) => /^[A-Za-z][\w-]*$/.test(key))
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n${content}`;
}

/** Follows AgentScope: where it cannot be read, the columns count. */
function parsed(json: unknown): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(String(json ?? '{}'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}
