/**
 * Looks for a better description: proposals are tried on one half of the sentences, and what is best there must win on
 * the other half, which the writer never sees. Changes nothing of the skill.
 */

import { randomUUID } from 'node:crypto';
import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Core } from '../../../../main/core/core.ts';
import { readSkillFile } from '../../../../main/skills/files.ts';
import { withDescription } from '../../../../main/skills/make-skill.ts';
import { parseWholeSkill, unloadable } from '../../../../main/skills/skill-file.ts';
import type { TriggerCase } from '../../../../shared/evals.ts';
import { detailed } from '../../../../shared/messages/detail.ts';
import type { SessionState } from '../../../../shared/session-state.ts';
import type { OptimiseProgress, OptimiseRequest } from '../../contract.ts';
import type { ImprovingEnd, Optimised, SentenceShare, TriedDescription } from '../../improving.ts';
import { isDemo, stateFor } from '../evaluate.ts';
import { readTriggers } from '../read-cases.ts';
import { type SkillUnderTest, skillUnderTest, withFolder } from '../runs.ts';
import { asked, requireOffered, stateAsking } from '../triggers.ts';
import { evalsFolder } from '../versions.ts';
import { skillFileName } from './propose.ts';
import { createPurse, type Purse } from './purse.ts';
import { difference, halvesOf, isBetter, LEAST_OF_A_KIND, shareOf, writeDescriptions } from './write-descriptions.ts';

/** @throws SkilldeckError `bad-input`, `skill-not-found`. */
export async function* optimise(
  core: Core,
  request: OptimiseRequest,
  signal: AbortSignal,
): AsyncGenerator<OptimiseProgress> {
  const bench = await prepare(core, request, signal);
  const { halves, original, purse } = bench;
  const sentences = { training: halves.training.length, heldOut: halves.heldOut.length };
  yield { kind: 'began', ...sentences };
  const current: TriedDescription = {
    description: original.description,
    training: await bench.measure(original.description, halves.training),
    heldOut: await bench.measure(original.description, halves.heldOut),
  };
  yield { kind: 'tried', tried: current };
  const proposals: TriedDescription[] = [];
  let leader = current;
  let ended: ImprovingEnd = current.training.of === 0 ? 'model' : 'rounds';
  for (let round = 0; round < request.rounds && ended === 'rounds' && !signal.aborted; round += 1) {
    if (bench.unpaid() !== undefined) break;
    if (leader.training.right === leader.training.of) ended = 'passed';
    else {
      const told = { ...bench, leader, tried: [current, ...proposals], outcomes: bench.outcomesOf(leader.description) };
      const written = await writeDescriptions(core, told, purse, signal);
      if ('ended' in written) ended = written.ended;
      for (const { description, reason } of 'ended' in written ? [] : written.descriptions) {
        const training = await bench.measure(description, halves.training);
        if (bench.unpaid() !== undefined || signal.aborted) break;
        const leads = isBetter(training, leader.training);
        const heldOut = leads ? await bench.measure(description, halves.heldOut) : undefined;
        if (bench.unpaid() !== undefined || signal.aborted) break;
        const tried: TriedDescription = {
          description,
          reason,
          training,
          ...(heldOut === undefined ? {} : { heldOut }),
        };
        proposals.push(tried);
        if (leads) leader = tried;
        yield { kind: 'tried', tried };
      }
    }
  }
  signal.throwIfAborted();
  const result = { current, proposals, ended: bench.unpaid() ?? ended, sentences };
  yield { kind: 'result', result: bench.document(result) };
}

interface Original {
  readonly path: string;
  readonly text: string;
  readonly description: string;
}

async function prepare(core: Core, request: OptimiseRequest, signal: AbortSignal) {
  const skill = await skillUnderTest(core, request.skill);
  const cases = readTriggers(skill.dir);
  const halves = halvesOf(cases);
  if (halves === undefined) throw detailed('bad-input', 'eval-sentences', { skill: skill.id, least: LEAST_OF_A_KIND });
  const original = originalOf(skill, request);
  const state = await stateFor(core, request.settings);
  requireOffered(state, skill.id);
  const writer =
    request.writer === undefined ? state : await stateFor(core, { ...request.settings, model: request.writer });
  if (isDemo(state) || isDemo(writer)) throw detailed('bad-input', 'demo-descriptions');
  const purse = createPurse(request);
  const errors = new Set<string>();
  const bench = createBench(core, { skill, original, request, purse, errors }, signal);
  return {
    ...bench,
    skill,
    original,
    halves,
    purse,
    writer,
    /** Without the skill. */
    others: state.catalog.filter(({ id }) => id !== skill.id),
    document: ({
      sentences,
      ...found
    }: Pick<Optimised, 'current' | 'proposals' | 'ended' | 'sentences'>): Optimised => ({
      skill_name: skill.id,
      executor_model: state.model,
      writer_model: writer.model,
      sentences,
      ...found,
      ...judged(found, original, sentences.training + sentences.heldOut),
      spent: purse.spent(),
      errors: [...errors],
    }),
  };
}

function originalOf(skill: SkillUnderTest, { unsaved = [] }: OptimiseRequest): Original {
  const file = skillFileName(skill.dir);
  const text = unsaved.find((one) => one.path === file)?.text ?? readSkillFile(skill.dir, file).text;
  const whole = parseWholeSkill(Buffer.from(text));
  if ('rule' in whole) throw unloadable(skill.id, file, whole);
  return { path: file, text, description: whole.head.fields.description };
}

/** The best on the half that decided nothing before; a tie keeps what is there. */
function judged({ current, proposals }: Pick<Optimised, 'current' | 'proposals'>, original: Original, all: number) {
  let best: { readonly index: number; readonly heldOut: SentenceShare } | undefined;
  for (const [index, { heldOut }] of proposals.entries()) {
    const before = best?.heldOut ?? current.heldOut;
    if (heldOut !== undefined && before !== undefined && isBetter(heldOut, before)) best = { index, heldOut };
  }
  const winner = best === undefined ? undefined : proposals[best.index];
  if (best === undefined || winner === undefined || current.heldOut === undefined) return { best: null, clear: false };
  const { path: file, text } = original;
  return {
    best: best.index,
    ...difference(best.heldOut, current.heldOut, all),
    file: { path: file, before: text, text: withDescription(text, winner.description) },
  };
}

interface BenchParts {
  readonly skill: SkillUnderTest;
  readonly original: Original;
  readonly request: OptimiseRequest;
  readonly purse: Purse;
  readonly errors: Set<string>;
}

function createBench(core: Core, { skill, original, request, purse, errors }: BenchParts, signal: AbortSignal) {
  type Outcomes = Awaited<ReturnType<typeof asked>>[];
  const trained = new Map<string, Outcomes>();
  let unpaid: ImprovingEnd | undefined;
  return {
    /** Reason why the budget let nothing more be asked. */
    unpaid: () => unpaid,
    /** Outcomes of the training half, which is measured first. */
    outcomesOf: (description: string) => trained.get(description) ?? [],
    async measure(description: string, cases: readonly TriggerCase[]): Promise<SentenceShare> {
      const text = description === original.description ? original.text : withDescription(original.text, description);
      const outcomes: Outcomes = [];
      await withTrial(core, skill, { path: original.path, text }, request.settings, async (settings, state) => {
        const open = [...cases.entries()];
        const worker = async () => {
          for (let next = open.shift(); next !== undefined && !signal.aborted; next = open.shift()) {
            const [index, one] = next;
            const asking = await stateAsking(core, settings, state, one.query);
            outcomes[index] = await asked(
              asking,
              one,
              { id: skill.id, runs: request.runs },
              errors,
              async (question) => {
                const outcome = await purse.ask(core, asking, question, signal);
                if (outcome.kind === 'unpaid') unpaid = outcome.why;
                return outcome;
              },
            );
          }
        };
        await Promise.all(Array.from({ length: request.concurrency }, worker));
      });
      if (!trained.has(description)) trained.set(description, outcomes);
      return shareOf(outcomes.filter((one) => one !== undefined));
    },
  };
}

/** A skill of the same id that is read only for its front matter, in a folder that is there in the meantime. */
async function withTrial(
  core: Core,
  { id }: SkillUnderTest,
  file: { readonly path: string; readonly text: string },
  settings: OptimiseRequest['settings'],
  work: (settings: OptimiseRequest['settings'], state: SessionState) => Promise<void>,
): Promise<void> {
  const folder = path.join(evalsFolder(core.home, id), 'trying', randomUUID());
  const dir = path.join(folder, id);
  try {
    mkdirSync(dir, { recursive: true });
    writeFileSync(path.join(dir, file.path), file.text);
    const own = withFolder(core, settings, realpathSync(dir));
    await work(own, await stateFor(core, own));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
