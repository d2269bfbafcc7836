/**
 * A conversation as a draft of a skill: a model writes it, the conversation's own case tries it, and edits improve it.
 * The draft lies in `HOME/evals/NAME/draft/NAME` until a person has read it and imports it.
 */

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DraftProgress, DraftRequest } from '../../../../shared/contract/evals.ts';
import { defined } from '../../../../shared/defined.ts';
import {
  filesOf,
  type ImprovingEnd,
  type Loop,
  type SkillDraft,
  type Spent,
} from '../../../../shared/evals/improving.ts';
import { detailed } from '../../../../shared/messages/detail.ts';
import { findingText } from '../../../../shared/messages/finding.ts';
import type { Core } from '../../../core/core.ts';
import { lintCounts } from '../../../core/lint-counts.ts';
import { listTree } from '../../../skill-import/content-hash.ts';
import { checkNewName } from '../../../skills/author/skill-name.ts';
import { scalar } from '../../../skills/author/templates.ts';
import { lintSkills } from '../../../skills/lint/lint.ts';
import { keepFile } from '../capture.ts';
import { isDemo, stateFor } from '../evaluate.ts';
import { sumOf } from '../improving/history.ts';
import { improve } from '../improving/improve.ts';
import { createPurse, type Purse } from '../improving/purse.ts';
import { evalsFolder } from '../versions.ts';
import { type Conversation, conversationOf } from './conversation.ts';
import { faultIn, type WrittenSkill, writeSkill } from './write-skill.ts';

/** @throws SkilldeckError `session-not-found`, `skill-exists`, `bad-input`. */
export async function* draftSkill(
  core: Core,
  request: DraftRequest,
  signal: AbortSignal,
): AsyncGenerator<DraftProgress> {
  const { name, words, settings } = request;
  const { library } = core;
  const root = path.join(core.home, 'skills');
  if (name !== undefined) checkNewName(name, root, await library.refresh());
  const writer = await stateFor(core, request.writer === undefined ? settings : { ...settings, model: request.writer });
  if (isDemo(writer)) throw detailed('bad-input', 'demo-skills');
  const conversation = await conversationOf(core, request.sessionId);
  const purse = createPurse(request);
  const faults: string[] = [];
  let folder = '';
  const written = await writeSkill(
    core,
    writer,
    { conversation, words, name },
    {
      purse,
      signal,
      onFault: (why) => faults.push(why),
      async keep(skill) {
        const catalog = await library.refresh();
        const fault = faultIn(() => checkNewName(skill.name, root, catalog));
        if (fault !== undefined) return fault;
        folder = writeDraft(core.home, skill, conversation);
        const error = await errorOf(core, folder);
        if (error !== undefined) rmSync(path.dirname(folder), { recursive: true, force: true });
        return error;
      },
    },
  );
  for (const why of faults) yield { kind: 'unusable', why };
  if (signal.aborted) return;
  if ('ended' in written) {
    yield { kind: 'none', ended: written.ended, spent: purse.spent() };
    return;
  }
  yield { kind: 'written', skill: written.name };
  const tries = yield* tried(core, request, folder, purse, signal);
  if (signal.aborted) return;
  if (tries.loop !== undefined) takeBest(folder, tries.loop, conversation);
  yield { kind: 'result', draft: await draftOf(folder, written, { conversation, purse, ...tries }) };
}

interface Tries {
  readonly loop?: Loop;
  /** Reason why there is no further version. */
  readonly ended?: ImprovingEnd;
}

/** By the loop of every skill. */
async function* tried(
  core: Core,
  { rounds, runs, judge, writer, words, concurrency, settings }: DraftRequest,
  folder: string,
  purse: Purse,
  signal: AbortSignal,
): AsyncGenerator<DraftProgress, Tries> {
  if (rounds === 0) return {};
  const ended = purse.refuses({ tokens: 1, cost: Number.EPSILON });
  if (ended !== undefined) return { ended };
  const given = defined({ judge, writer, words });
  let loop: Loop | undefined;
  for await (const item of improve(
    core,
    { skill: folder, runs, rounds, concurrency, settings, ...given, ...purse.left() },
    signal,
  )) {
    if (item.kind === 'ran') yield { kind: 'ran', number: item.number, done: item.done, of: item.of };
    if (item.kind === 'unusable') yield item;
    if (item.kind === 'result') loop = item.loop;
  }
  return loop === undefined ? {} : { loop, ...defined({ ended: loop.ended }) };
}

/** @returns the folder; what a former draft of this name left is gone. */
function writeDraft(home: string, skill: WrittenSkill, { fields, files }: Conversation): string {
  const place = path.join(evalsFolder(home, skill.name), 'draft');
  const half = path.join(place, '.new');
  rmSync(place, { recursive: true, force: true });
  const put = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(half, file)), { recursive: true });
    writeFileSync(path.join(half, file), text);
  };
  const { name, description, instructions, references, expectations } = skill;
  put('SKILL.md', `---\nname: ${scalar(name)}\ndescription: ${scalar(description)}\n---\n${instructions}\n`);
  for (const { path: file, text } of references) put(file, text.endsWith('\n') ? text : `${text}\n`);
  const kept = files.map((file) => keepFile(half, file));
  const one = {
    id: 'conversation',
    ...fields,
    loads: [name],
    ...(kept.length === 0 ? {} : { files: kept }),
    ...(expectations.length === 0 ? {} : { expectations }),
  };
  put('evals/evals.json', `${JSON.stringify({ skill_name: name, evals: [one] }, undefined, 2)}\n`);
  const folder = path.join(place, name);
  renameSync(half, folder);
  return folder;
}

async function errorOf(core: Core, folder: string): Promise<string | undefined> {
  const { findings } = await lintSkills({ dirs: [folder], roots: [], ...lintCounts(core) });
  const error = findings.find(({ severity }) => severity === 'error');
  return error === undefined ? undefined : `${path.relative(folder, error.file)}: ${findingText('en', error)}`;
}

function takeBest(folder: string, { versions, best }: Loop, { clean }: Conversation): void {
  const version = versions.find(({ number }) => number === best);
  if (version === undefined) return;
  for (const { path: file, text } of filesOf({ versions }, version)) {
    if (text === null) continue;
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), clean(text));
  }
}

async function draftOf(
  folder: string,
  { name, reason }: WrittenSkill,
  { conversation, purse, loop, ended }: Tries & { readonly conversation: Conversation; readonly purse: Purse },
): Promise<SkillDraft> {
  const files = (await listTree(folder)) ?? [];
  const figures = loop?.versions.find(({ number }) => number === loop.best)?.figures;
  const spent: Spent[] = [purse.spent(), ...(loop === undefined ? [] : [loop.spent])];
  return {
    skill: name,
    folder,
    reason,
    files: files
      .filter(({ path: file }) => !file.startsWith('evals/files/'))
      .map(({ path: file, absolute }) => ({ path: file, text: readFileSync(absolute, 'utf8') })),
    redacted: conversation.redacted,
    leftOut: [...conversation.leftOut],
    ...defined({ figures, ended }),
    spent: sumOf(spent),
  };
}
