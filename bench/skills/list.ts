/**
 * `npm run bench:skills -- --list`: what the list of skills costs a request at 100, 1,000 and 10,000 generated skills. With
 * `--real DIR`, a folder of real skills, also how often it has the right one, and how often a message changes it:
 * `requests.tsv` has requests in other words, each with the skills of public collections (sickn33/antigravity-awesome-skills,
 * alirezarezvani/claude-skills, K-Dense-AI/claude-scientific-skills, wshobson/agents) that would do.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { assembleRequest } from '../../src/main/context/build-request.ts';
import { chooseList } from '../../src/main/context/choose-list.ts';
import { countTokens, tableOf } from '../../src/main/context/engine.ts';
import { createSkillLibrary } from '../../src/main/skills/discovery/library.ts';
import { indexSkills } from '../../src/main/skills/search.ts';
import type { CatalogEntry, EventBody } from '../../src/shared/events.ts';
import { foldEvents } from '../../src/shared/reducer.ts';
import type { SessionState } from '../../src/shared/session-state.ts';
import { CREATED, logOf } from '../logs.ts';
import { round } from '../table.ts';
import { generateSkills } from './generate.ts';

/** Limits: milliseconds of a search, share of requests whose skill is listed. */
const BOUNDS = { rankMs: 5, recall: 0.9 } as const;
const ROUNDS = 50;
const BUDGETS = [1_000, 2_000, 4_000, 8_000];

interface Request {
  readonly text: string;
  readonly wanted: readonly string[];
}

const requests: readonly Request[] = readFileSync(path.join(import.meta.dirname, 'requests.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [text = '', wanted = ''] = line.split('\t');
    return { text, wanted: wanted.split(',') };
  });

/** Skills of a folder as a catalog lists them, descriptions cut to what most hosts show. */
async function skillsIn(dir: string): Promise<CatalogEntry[]> {
  const { skills } = await createSkillLibrary({ roots: [{ dir, source: 'user' }] }).refresh();
  return skills.map(({ id, name, description }) => ({
    id,
    name,
    description: description.slice(0, 200),
    source: 'user',
    path: path.join(dir, id),
  }));
}

async function generated(size: number): Promise<CatalogEntry[]> {
  const root = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-bench-list-'));
  try {
    generateSkills(root, size, 1);
    return await skillsIn(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function stateOf(skills: readonly CatalogEntry[], budget: number, text: string): SessionState {
  const bodies: EventBody[] = [
    { ...CREATED, limits: { ...CREATED.limits, catalogBudget: budget } },
    { type: 'catalog-changed', skills: [...skills], added: [], removed: [], changed: [], diagnostics: [] },
    { type: 'user-message-added', text },
  ];
  return foldEvents('bench', logOf(bodies));
}

async function withList(state: SessionState): Promise<SessionState> {
  const { skills, budget } = await chooseList(state);
  return { ...state, listing: { seq: state.lastSeq, skills, budget } };
}

async function msOf(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = performance.now();
    await work();
    times.push(performance.now() - from);
  }
  return times.sort((a, b) => a - b)[ROUNDS / 2] as number;
}

/** @param realDir a folder of real skills. @returns what is out of bounds. */
export async function measureLists(sizes: readonly number[], realDir?: string): Promise<string[]> {
  const missed: string[] = [];
  const rows: Record<string, unknown>[] = [];
  const text = requests.map((one) => one.text).at(0) ?? '';
  for (const size of sizes) {
    const skills = await generated(size);
    const from = performance.now();
    const index = await indexSkills(skills);
    const indexMs = performance.now() - from;
    const rankMs = await msOf(() => index.search(text, 500));
    const longMs = await msOf(() => index.search(requests.map((one) => one.text).join(' '), 500));
    const state = stateOf(skills, 4_000, text);
    const listed = await withList(state);
    const whole = size > 1_000 ? undefined : (await tableOf(await withList(stateOf(skills, 0, text)))).total;
    rows.push({
      skills: size,
      listed: listed.listing?.skills?.length ?? size,
      'tokens, budget 4,000': (await tableOf(listed)).total,
      'tokens, none':
        whole ??
        (await countTokens('gpt-4o', assembleRequest({ ...state, listing: { seq: 3, budget: 0 } }).request.system)),
      'index, ms': round(indexMs),
      'search, ms': round(rankMs),
      'search of 500 words, ms': round(longMs),
      'choice, ms': round(await msOf(() => chooseList(state))),
      'request, ms': round(await msOf(() => assembleRequest(listed))),
    });
    if (rankMs > BOUNDS.rankMs) missed.push(`search ${round(rankMs)} ms (≤ ${BOUNDS.rankMs}) at ${size} skills`);
  }
  console.log('\nThe list of skills in a request');
  console.table(rows);
  const real = realDir === undefined ? [] : await skillsIn(path.resolve(realDir));
  const ids = new Set(real.map(({ id }) => id));
  const known = requests.filter(({ wanted }) => wanted.some((id) => ids.has(id)));
  if (known.length === 0) {
    const why =
      realDir === undefined ? 'name a folder of real skills with --real' : `no request is about a skill of ${realDir}`;
    console.log(`\nNot measured: how often the right skill is listed. ${why}.`);
    return missed;
  }
  missed.push(...(await recall(real, known)));
  await stability(real, known);
  return missed;
}

async function recall(real: readonly CatalogEntry[], requests: readonly Request[]): Promise<string[]> {
  const index = await indexSkills(real);
  const rows: Record<string, unknown>[] = [];
  for (const budget of BUDGETS) {
    const lost: string[] = [];
    for (const { text, wanted } of requests) {
      const { skills } = await chooseList(stateOf(real, budget, text));
      // Undefined: all of them.
      if (skills !== undefined && !wanted.some((id) => skills.includes(id))) lost.push(text);
    }
    rows.push({ budget, 'recall@list': round(1 - lost.length / requests.length), 'not listed': lost.join(' · ') });
  }
  const found = (most: number) =>
    requests.filter(({ text, wanted }) => index.search(text, most).some(({ id }) => wanted.includes(id))).length;
  console.log(`\nThe right skill for ${requests.length} requests among ${real.length} real ones`);
  console.table(rows);
  console.log(`search_skills with the request itself: ${found(1)} first, ${found(3)} in 3, ${found(10)} in 10.`);
  const usual = rows.find((row) => row.budget === 4_000)?.['recall@list'] as number;
  return usual < BOUNDS.recall ? [`recall@list ${usual} (≥ ${BOUNDS.recall})`] : [];
}

/** Messages that go on with a topic; two after each. */
const AFTER = [
  'Yes, please go on like that',
  'Can you make it a bit shorter and explain the second step?',
  'That looks wrong, try again and show me the result',
  'Save it as a file please',
  '能不能写得更简单一点，再解释一下第二步？',
  'What does the third line mean? I do not understand it',
];

/** One conversation: each request, then two messages that go on with it. */
async function stability(real: readonly CatalogEntry[], requests: readonly Request[]): Promise<void> {
  let state = await withList(stateOf(real, 4_000, requests[0]?.text ?? ''));
  const changed = { topic: 0, after: 0 };
  const kept: number[] = [];
  const next = async (text: string): Promise<boolean> => {
    const before = state.listing?.skills ?? [];
    const said = stateOf(real, 4_000, text).messages.map((message) => ({
      ...message,
      seq: state.messages.length + 10,
    }));
    state = await withList({ ...state, messages: [...state.messages, ...said] });
    const now = new Set(state.listing?.skills);
    const same = before.filter((id) => now.has(id)).length;
    if (same < before.length) kept.push(same / before.length);
    return same < before.length;
  };
  let listed = 0;
  for (const [at, { text, wanted }] of requests.slice(1).entries()) {
    if (await next(text)) changed.topic += 1;
    const shown = state.listing?.skills;
    if (shown === undefined || wanted.some((id) => shown.includes(id))) listed += 1;
    for (const add of [0, 1]) if (await next(AFTER[(2 * at + add) % AFTER.length] ?? '')) changed.after += 1;
  }
  const share = kept.reduce((sum, one) => sum + one, 0) / Math.max(1, kept.length);
  console.log(
    `\nNew lists: ${changed.topic} of ${requests.length - 1} new topics, ${changed.after} of ${2 * (requests.length - 1)} messages that go on; a new list keeps ${Math.round(share * 100)} % of the skills. Recall in this one conversation: ${round(listed / (requests.length - 1))}.`,
  );
}
