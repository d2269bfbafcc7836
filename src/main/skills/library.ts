/** The skills of all roots, kept as metadata and looked at again when asked. */
import type { Stats } from 'node:fs';
import { SkilldeckError } from '../../shared/errors.ts';
import type { Diagnostic } from '../../shared/events.ts';
import { sha256 } from '../lib/sha256.ts';
import { discoverRoot, type FoundSkill } from './discover.ts';
import type { Finding } from './fields.ts';
import { listReferences, readReferenceText } from './references.ts';
import { listScripts } from './scripts.ts';
import { readSkillHead, readWholeSkill } from './skill-file.ts';
import { createTimeSlice } from './time-slice.ts';
import type { BrokenSkill, Catalog, SkillLibrary, SkillRoot, SkillSummary } from './types.ts';

/** What is remembered of one file; of the file itself nothing but its front matter's strings. */
interface Known {
  /** Same stamp, same file: it is not read again. */
  readonly stamp: string;
  readonly dir: string;
  readonly file: string;
  readonly skill: SkillSummary | BrokenSkill;
  readonly diagnostics: readonly Diagnostic[];
}

/** Line breaks and control or direction characters in an id would forge lines of the catalog. */
const UNUSABLE_ID = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const EMPTY: Catalog = { skills: [], broken: [], diagnostics: [] };

const isBroken = (skill: SkillSummary | BrokenSkill): skill is BrokenSkill => 'reason' in skill;

function stampOf(stat: Stats | undefined): string {
  return stat === undefined ? 'none' : `${stat.mtimeMs} ${stat.ctimeMs} ${stat.size} ${stat.ino}`;
}

function readFound(found: FoundSkill, source: SkillRoot['source'], root: string): Known {
  const { id, dir, file, stat } = found;
  const place = { stamp: stampOf(stat), dir, file };
  const toDiagnostic = (finding: Finding): Diagnostic => ({ ...finding, file, skill: id });
  const head = readSkillHead(root, file);
  const findings: readonly Finding[] = UNUSABLE_ID.test(id)
    ? [
        {
          severity: 'error',
          rule: 'folder-name',
          message: `The folder's name ${JSON.stringify(id)} has invisible or control characters`,
          remedy: 'Rename the folder.',
        },
        ...head.findings,
      ]
    : head.findings;
  const diagnostics = findings.map(toDiagnostic);
  const [reason] = diagnostics;
  if (reason !== undefined && (head.kind === 'broken' || UNUSABLE_ID.test(id))) {
    return { ...place, skill: { id, source, dir, file, reason }, diagnostics };
  }
  if (head.kind === 'broken') throw new Error(`A broken skill without a reason: ${file}`);
  return { ...place, skill: { id, ...head.fields, source, root, dir, file }, diagnostics };
}

/** First wins; the others are reported with both paths. A broken one hides nobody. */
function resolveNames(known: readonly Known[], others: readonly Diagnostic[]): Catalog {
  const byId = new Map<string, SkillSummary>();
  const broken: BrokenSkill[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const { skill, diagnostics: own } of known) {
    diagnostics.push(...own);
    const first = byId.get(skill.id);
    if (isBroken(skill)) broken.push(skill);
    else if (first === undefined) byId.set(skill.id, skill);
    else {
      diagnostics.push({
        severity: 'warning',
        file: skill.file,
        skill: skill.id,
        rule: 'shadowed',
        message: `Another skill named "${skill.id}" comes first: ${first.file} is used, ${skill.file} is not`,
        remedy: 'Rename or remove one of the two folders.',
      });
    }
  }
  const skills = [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  return { skills, broken, diagnostics: [...diagnostics, ...others] };
}

export function createSkillLibrary({ roots }: { readonly roots: readonly SkillRoot[] }): SkillLibrary {
  let catalog = EMPTY;
  /** By root and folder. */
  let known = new Map<string, Known>();
  let othersBefore = '[]';

  const look = async (): Promise<Catalog> => {
    const slice = createTimeSlice();
    const now = new Map<string, Known>();
    const others: Diagnostic[] = [];
    const seenRoots = new Set<string>();
    const files = new Map([...known.values()].map((entry) => [entry.dir, entry.file]));
    let changed = false;
    for (const root of roots) {
      const discovered = await discoverRoot(root, files, slice);
      if (discovered === undefined) {
        if (root.source !== 'option') continue;
        const remedy = 'Check the path given to --skills.';
        const message = `There is no folder ${root.dir}`;
        others.push({ severity: 'error', file: root.dir, rule: 'root-missing', message, remedy });
        continue;
      }
      if (seenRoots.has(discovered.dir)) continue;
      seenRoots.add(discovered.dir);
      others.push(...discovered.diagnostics);
      for (const found of discovered.found) {
        const key = `${discovered.dir}\0${found.id}\0${found.dir}`;
        const before = known.get(key);
        const same = before !== undefined && before.stamp === stampOf(found.stat) && before.file === found.file;
        if (!same) changed = true;
        now.set(key, same ? before : readFound(found, root.source, discovered.dir));
        if (slice.due()) await slice.pause();
      }
    }
    const othersNow = JSON.stringify(others);
    if (changed || now.size !== known.size || othersNow !== othersBefore) {
      catalog = resolveNames([...now.values()], others);
      known = now;
      othersBefore = othersNow;
    }
    return catalog;
  };

  let running: Promise<Catalog> | undefined;
  let queued: Promise<Catalog> | undefined;
  const start = (): Promise<Catalog> => {
    queued = undefined;
    running = look().finally(() => {
      running = undefined;
    });
    return running;
  };
  const refresh = (): Promise<Catalog> => {
    if (running === undefined) return start();
    queued ??= running.then(start, start);
    return queued;
  };

  /** The skill by its id; one that was added since the last look is found too. */
  const find = async (id: string): Promise<SkillSummary> => {
    const current = (): SkillSummary | undefined => catalog.skills.find((skill) => skill.id === id);
    const skill = current() ?? (await refresh().then(current));
    if (skill !== undefined) return skill;
    const broken = catalog.broken.find((candidate) => candidate.id === id);
    if (broken !== undefined) {
      const { file, line, message, remedy = '' } = broken.reason;
      const where = line === undefined ? file : `${file}:${line}`;
      throw new SkilldeckError('skill-broken', `The skill "${id}" cannot be loaded: ${message} (${where}). ${remedy}`);
    }
    const ids = catalog.skills.map((candidate) => candidate.id);
    const available = ids.length === 0 ? 'There are no skills.' : `Available skills: ${ids.join(', ')}.`;
    throw new SkilldeckError('skill-not-found', `There is no skill "${id}". ${available}`);
  };

  return {
    refresh,
    catalog: () => catalog,
    async read(id) {
      const skill = await find(id);
      const { root, dir, file, source } = skill;
      const whole = readWholeSkill(root, file, id);
      return {
        summary: { id, ...whole.head.fields, source, root, dir, file },
        body: whole.body,
        frontMatter: whole.frontMatter,
        sha256: sha256(whole.bytes),
        references: await listReferences(dir),
        scripts: await listScripts(dir),
      };
    },
    async readReference(id, wanted) {
      const { dir } = await find(id);
      return readReferenceText(id, dir, wanted);
    },
  };
}
