/** Checks skills on disk against every rule, and on request fixes what is mechanical. */

import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { detailed } from '../../../shared/messages/failure.ts';
import { type DiscoveryFault, discoverRoot, type FoundSkill, pluginOf } from '../discovery/read-found.ts';
import { createTimeSlice, type TimeSlice } from '../discovery/time-slice.ts';
import { readSkillHead } from '../skill-file.ts';
import type { SkillRoot } from '../types.ts';
import { saidOf, shown } from './facts.ts';
import { type Fixed, fixSkill } from './fix.ts';
import { type CountLoad, type ReadOptions, readLintSkill } from './read-skill.ts';
import { RULES } from './registry.ts';
import { withSyntax } from './syntax.ts';
import type { LintFinding, LintSkill } from './types.ts';

export interface LintOptions {
  /** Folders that hold skill folders, or are one. Undefined: `roots`. */
  readonly dirs?: readonly string[] | undefined;
  readonly roots: readonly SkillRoot[];
  readonly fix?: boolean | undefined;
  /** Keeps `fix` from writing: the findings are those of the files as they are. */
  readonly dry?: boolean | undefined;
  readonly countTokens: (text: string) => Promise<number>;
  readonly countLoad?: CountLoad | undefined;
  /** Tokens above which a load is refused. */
  readonly skillBudget: number;
}

export interface LintReport {
  readonly findings: readonly LintFinding[];
  readonly checked: number;
  readonly fixed: readonly Fixed[];
}

/** Skills held in memory, and given to one start of Python, at a time. */
const BATCH = 32;
const MAX_OF_A_RULE = 50;
interface Job {
  readonly found: FoundSkill;
  readonly options: ReadOptions;
}

/** Runs all rules on one skill; the findings of each are bounded. */
async function checkSkill(skill: LintSkill, slice: TimeSlice): Promise<LintFinding[]> {
  const all: LintFinding[] = [];
  for (const rule of RULES) {
    let count = 0;
    for (const found of rule.check(skill)) {
      if (slice.due()) await slice.pause();
      if (found === undefined) continue;
      count += 1;
      const { file, line, column, severity = rule.severity, ...facts } = found;
      const said = saidOf(count > MAX_OF_A_RULE ? { code: 'more' } : facts);
      all.push({ file, line, column, severity, rule: rule.id, ...said });
      if (count > MAX_OF_A_RULE) break;
    }
    if (slice.due()) await slice.pause();
  }
  return answered(skill, all);
}

const IGNORE = /skilldeck-lint-ignore[ \t]+([a-z][a-z-]*):[ \t]*([^\n]*?)[ \t]*(?:-->|\*\/|$)/gm;

/** A finding that the author answered in its file, or in SKILL.md for all files, is shown with the reason, as no more than a note. */
function answered({ file: own, text, files }: LintSkill, findings: readonly LintFinding[]): LintFinding[] {
  const reasons = new Map<string, string>();
  const read = (file: string, content: string): void => {
    for (const [, rule, why] of content.matchAll(IGNORE)) if (why) reasons.set(`${rule} ${file}`, why.slice(0, 300));
  };
  read(own, text);
  for (const { absolute, content } of files) if (content.kind === 'text') read(absolute, content.text);
  return findings.map((finding) => {
    const why = reasons.get(`${finding.rule} ${finding.file}`) ?? reasons.get(`${finding.rule} ${own}`);
    return why === undefined ? finding : { ...finding, severity: 'info', ignored: shown(why) };
  });
}

/** Runs every rule on one skill and lists which of the rules with findings can fix it. Writes nothing. */
export async function lintSkill(
  found: FoundSkill,
  options: ReadOptions,
): Promise<{ readonly findings: readonly LintFinding[]; readonly mendable: ReadonlySet<string> }> {
  const [skill] = await withSyntax([await readLintSkill(found, options)]);
  if (skill === undefined) return { findings: [], mendable: new Set() };
  const findings = (await checkSkill(skill, createTimeSlice())).sort(byPlace);
  const of = new Set(findings.map(({ rule }) => rule));
  const mendable = RULES.filter(({ id, fix }) => of.has(id) && (fix?.(skill).length ?? 0) > 0);
  return { findings, mendable: new Set(mendable.map(({ id }) => id)) };
}

function fromDiscovery({ file, rule, code, figures }: DiscoveryFault): LintFinding {
  const severity = rule === 'link-outside' ? 'error' : 'warning';
  const id = rule.startsWith('link-') ? 'links' : 'skill-file';
  return { file, line: 1, column: 1, severity, rule: id, ...saidOf({ code, figures }) };
}

/** @throws SkilldeckError `bad-input` where a folder is not there. */
function rootsOf({ dirs, roots }: LintOptions): readonly SkillRoot[] {
  if (dirs === undefined || dirs.length === 0) return roots;
  return dirs.map((given) => {
    const dir = path.resolve(given);
    if (statSync(dir, { throwIfNoEntry: false })?.isDirectory())
      return { dir: realpathSync(dir), source: 'option', collection: true };
    throw detailed('bad-input', 'lint-folder', { folder: dir });
  });
}

export async function lintSkills(options: LintOptions): Promise<LintReport> {
  const { countTokens, countLoad, skillBudget } = options;
  const roots = rootsOf(options);
  const isCatalog = roots === options.roots;
  const slice = createTimeSlice();
  const findings: LintFinding[] = [];
  const jobs: Job[] = [];
  const seen = new Set<string>();
  const first = new Map<string, string>();
  for (const root of roots) {
    // Catalogs are checked separately, unless they are the roots of one agent.
    if (!isCatalog) first.clear();
    const discovered = await discoverRoot(root, slice);
    if (discovered === undefined) continue;
    for (const one of discovered.diagnostics) findings.push(fromDiscovery(one));
    const dirs = discovered.found.map(({ dir }) => dir);
    for (const found of discovered.found) {
      if (seen.has(found.file)) continue;
      seen.add(found.file);
      const plugin = isCatalog ? undefined : pluginOf(discovered.dir, found.dir);
      const name = `${plugin ?? ''}:${found.id}`;
      const shadowedBy = first.get(name);
      if (shadowedBy === undefined && readSkillHead(discovered.dir, found.file).kind === 'ok') {
        first.set(name, found.file);
      }
      // Only the root itself can hold other skills: discovery stops at a skill's folder.
      const others = found.dir === discovered.dir ? dirs.filter((dir) => dir !== found.dir) : [];
      jobs.push({ found, options: { root: discovered.dir, countTokens, countLoad, skillBudget, others, shadowedBy } });
      if (slice.due()) await slice.pause();
    }
  }
  const fixed: Fixed[] = [];
  for (let at = 0; at < jobs.length; at += BATCH) {
    const skills: LintSkill[] = [];
    for (const job of jobs.slice(at, at + BATCH)) {
      const repaired = options.fix === true ? await fixSkill(job.found, job.options, { dry: options.dry }) : undefined;
      fixed.push(...(repaired?.fixed ?? []));
      findings.push(...(repaired?.failed ?? []));
      skills.push(await readLintSkill(options.dry === true ? job.found : (repaired?.found ?? job.found), job.options));
      if (slice.due()) await slice.pause();
    }
    for (const skill of await withSyntax(skills)) findings.push(...(await checkSkill(skill, slice)));
  }
  return { findings: findings.sort(byPlace), checked: jobs.length, fixed };
}

function byPlace(a: LintFinding, b: LintFinding): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column || (a.rule < b.rule ? -1 : 1);
}
