/** An installed skill as a version to be published. */
import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import { SkilldeckError } from '../../../shared/errors.ts';
import { findingText } from '../../../shared/messages/finding.ts';
import type { Core } from '../../core/core.ts';
import { lintCounts } from '../../core/lint-counts.ts';
import { listTree } from '../../skill-import/content-hash.ts';
import { isJunk } from '../../skill-import/names.ts';
import { readYamlFields, type YamlValue } from '../../skills/front-matter/yaml.ts';
import { lintSkills } from '../../skills/lint/lint.ts';
import type { Publication } from './repository.ts';

export interface Wanted {
  readonly id: string;
  readonly version: string;
  readonly notes: string;
}

/** @throws SkilldeckError `skill-not-found`, `skill-broken`; `bad-input` where the linter finds errors. */
export async function publicationOf(core: Core, { id, version, notes }: Wanted): Promise<Publication> {
  const { library, imports } = core;
  await library.refresh();
  const { summary, body, frontMatter = '' } = await library.read(id);
  const { findings } = await lintSkills({
    dirs: [summary.dir],
    roots: [],
    ...lintCounts(core),
  });
  const error = findings.find(({ severity }) => severity === 'error');
  if (error !== undefined)
    throw new SkilldeckError(
      'bad-input',
      `${id} has errors and was not published: ${findingText('en', error)} (${error.file}:${error.line}). See: skilldeck skills lint ${summary.dir}`,
    );
  const { base64 } = await imports.export(id);
  const files = ((await listTree(summary.dir)) ?? []).filter(
    ({ path, regular }) => regular && !isJunk(path) && !/^skill\.md$/i.test(path),
  );
  const fields = readYamlFields(frontMatter.replace(/^\uFEFF?---[^\n]*\n/, '').replace(/\r?\n---\s*$/, '')).fields;
  return {
    id,
    version,
    notes,
    description: summary.description,
    by: os.userInfo().username,
    archive: Buffer.from(base64, 'base64'),
    body,
    metadata: Object.fromEntries([...fields].map(([key, { value }]) => [key, plain(value)])),
    files: files.map(({ path, absolute }) => ({ path, content: stored(readFileSync(absolute)) })),
  };
}

/** As AgentScope stores what is no text; a text that looks like it, too. */
function stored(bytes: Buffer): string {
  const isText = isUtf8(bytes) && !bytes.includes(0) && !bytes.toString('latin1', 0, 7).startsWith('base64:');
  return isText ? bytes.toString('utf8') : `base64:${bytes.toString('base64')}`;
}

function plain(value: YamlValue): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, one]) => [String(key), plain(one)]));
  return Array.isArray(value) ? value.map(plain) : value;
}
