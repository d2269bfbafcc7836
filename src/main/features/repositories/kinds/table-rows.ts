/** A published archive as rows: what AgentScope reads of it. */
import { isUtf8 } from 'node:buffer';
import { refusedFor } from '../../../skill-import/refused.ts';
import { parseWholeSkill } from '../../../skills/front-matter/skill-file.ts';
import { readYamlFields, type YamlValue } from '../../../skills/front-matter/yaml.ts';
import type { Publication } from '../repository.ts';
import { publishedFiles } from './published-files.ts';

interface TableRows {
  readonly description: string;
  /** Text after the front matter. */
  readonly body: string;
  /** The front matter, as JSON. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** All but `SKILL.md`; what is no text as `base64:…`. */
  readonly files: readonly { readonly path: string; readonly content: string }[];
}

/** @param work absolute; the caller's to remove. @throws `import-refused`. */
export async function tableRows(given: Pick<Publication, 'id' | 'archive'>, work: string): Promise<TableRows> {
  const files = await publishedFiles(given, work);
  const isSkill = ({ path }: { readonly path: string }) => /^skill\.md$/i.test(path);
  const skill = parseWholeSkill(files.find(isSkill)?.bytes ?? Buffer.alloc(0));
  if (!('body' in skill)) throw refusedFor('damaged', 'table-no-skill', { id: given.id });
  const yaml = skill.frontMatter.replace(/^---[^\n]*\n/, '').replace(/\r?\n---\s*$/, '');
  return {
    description: skill.head.fields.description,
    body: skill.body,
    metadata: Object.fromEntries([...readYamlFields(yaml).fields].map(([key, { value }]) => [key, plain(value)])),
    files: files.filter((file) => !isSkill(file)).map(({ path, bytes }) => ({ path, content: stored(bytes) })),
  };
}

/** AgentScope's form of bytes that are no text; of a text that looks like it, too. */
function stored(bytes: Buffer): string {
  const isText = isUtf8(bytes) && !bytes.includes(0) && !bytes.toString('latin1', 0, 7).startsWith('base64:');
  return isText ? bytes.toString('utf8') : `base64:${bytes.toString('base64')}`;
}

function plain(value: YamlValue): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, one]) => [String(key), plain(one)]));
  return Array.isArray(value) ? value.map(plain) : value;
}
