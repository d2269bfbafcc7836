/** An installed skill as a version to be published. */
import os from 'node:os';
import type { Core } from '../../../main/core/core.ts';
import { lintCounts } from '../../../main/core/skill-source.ts';
import { triedHash } from '../../../main/skills/import/names.ts';
import { lintSkills } from '../../../main/skills/lint/lint.ts';
import { defined } from '../../../shared/defined.ts';
import { detailed, ofFinding } from '../../../shared/messages/failure.ts';
import type { Publication } from './repository.ts';

export interface PublishRequest {
  readonly id: string;
  readonly version: string;
  readonly notes: string;
}

async function errorsOf(core: Core, dir: string) {
  const { findings } = await lintSkills({ dirs: [dir], roots: [], ...lintCounts(core) });
  return findings.filter(({ severity }) => severity === 'error');
}

/** Facts of a skill before it is published. @throws SkilldeckError `skill-not-found`, `skill-broken`. */
export async function readyToPublish(core: Core, id: string) {
  const { library } = core;
  await library.refresh();
  const { dir, metadata } = (await library.read(id)).summary;
  const [errors, tried] = [await errorsOf(core, dir), await triedHash(dir)];
  return { errors: errors.length, tried: tried ?? null, ...defined({ version: metadata.version }) };
}

/** @throws SkilldeckError `skill-not-found`, `skill-broken`; `bad-input` where the linter finds errors. */
export async function publicationOf(core: Core, { id, version, notes }: PublishRequest): Promise<Publication> {
  const { library, imports } = core;
  await library.refresh();
  const { summary } = await library.read(id);
  const [error] = await errorsOf(core, summary.dir);
  if (error !== undefined)
    throw detailed('bad-input', 'publish-errors', {
      published: id,
      position: `${error.file}:${error.line}`,
      ...ofFinding(error),
    });
  const { base64 } = await imports.export(id);
  return {
    id,
    version,
    notes,
    description: summary.description,
    by: os.userInfo().username,
    archive: Buffer.from(base64, 'base64'),
  };
}
