/**
 * Chooses what to compact when a request would exceed 80% of the context (CONTRACT §5): old tool results first, then
 * old turns, then unused skills. Pure: a state in, the open steps out. Applied to its own result it changes nothing.
 */
import { wordsForModel } from '../../shared/attachments.ts';
import {
  type CompactionStep,
  LOAD_THRESHOLD,
  type LoadPlan,
  RECENT_MESSAGES,
  type TurnsStep,
} from '../../shared/context-views.ts';
import type { Dialect, Limits } from '../../shared/events.ts';
import { keptWhole } from '../../shared/pinned-messages.ts';
import { applyEvent } from '../../shared/reducer.ts';
import type { LoadedSkill, Message, SessionState } from '../../shared/session-state.ts';
import { occupied } from '../../shared/skills/loaded-skills.ts';
import { SHORT_RESULT } from '../../shared/summary.ts';
import { covers, extractiveSummary, isLoadedText, latestSummary } from './compacted-messages.ts';
import { visible } from './media.ts';

// When a loaded skill was last of use: one notion for what goes first under pressure and for what has gone idle.

/**
 * `seq` of the last event that used the skill: its load or a reference's; a message that mentions it (text, arguments
 * or result contain its id, ignoring case, so that choosing among its documents counts even if it changes nothing,
 * seeds/002); a call of one of its tools; a call whose arguments contain its folder's path, as a script's run does.
 */
function lastUse(state: SessionState, skill: LoadedSkill): number {
  const { messages, catalog } = state;
  const folder = catalog.find((entry) => entry.id === skill.id)?.path;
  const words = [skill.id, ...(folder === undefined ? [] : [folder, JSON.stringify(folder).slice(1, -1)])];
  const tools = new Set(skill.tools.map((tool) => tool.name));
  const used = messages.findLast((message) => uses(message, textOf(state, message), words, tools));
  return Math.max(skill.seq, used?.seq ?? 0, ...skill.references.map((reference) => reference.seq));
}

function leastRecentFirst(state: SessionState, skills: readonly LoadedSkill[]): LoadedSkill[] {
  const last = new Map(skills.map((skill) => [skill.id, lastUse(state, skill)]));
  return [...skills].sort((a, b) => (last.get(a.id) ?? 0) - (last.get(b.id) ?? 0));
}

function uses(message: Message, text: string, words: readonly string[], tools: ReadonlySet<string>): boolean {
  if (words.some((word) => text.toLowerCase().includes(word.toLowerCase()))) return true;
  if (message.role === 'tool') return tools.has(message.name);
  return message.role === 'assistant' && message.toolCalls.some((call) => tools.has(call.name));
}

/** All that a message says, with the calls that it makes and the commands that ran for them: a script's full path. */
function textOf({ calls }: Pick<SessionState, 'calls'>, message: Message): string {
  switch (message.role) {
    case 'user':
      return message.text;
    case 'assistant':
      return [
        message.text,
        ...message.toolCalls.map(
          ({ id, name, arguments: given }) => `${name} ${given} ${calls[id]?.script?.command ?? ''}`,
        ),
      ].join('\n');
    case 'tool':
      return message.content;
  }
}

// Decides if a skill or reference fits, and what to unload for it (CONTRACT §5). Pure: figures in, a plan out.

export interface PlannedSkill {
  readonly id: string;
  /** Tokens of its section and tools. */
  readonly tokens: number;
  readonly tools: LoadedSkill['tools'];
}

/** @param total tokens of the current request. */
export function planSkillLoad(state: SessionState, skill: PlannedSkill, total: number): LoadPlan {
  const what = `Skill '${skill.id}'`;
  const overBudget = checkSkillBudget(what, skill.tokens, state.limits);
  if (overBudget !== undefined) return overBudget;
  const overCap = planCap(state, skill.id);
  return overCap.kind === 'fits' ? planRoom(state, what, skill, total, overCap.unload) : overCap;
}

export function planReferenceLoad(
  state: SessionState,
  skill: string,
  path: string,
  tokens: number,
  total: number,
): LoadPlan {
  const what = `Reference '${path}' of skill '${skill}'`;
  const overBudget = checkSkillBudget(what, tokens, state.limits, ' Shorten it, or raise the skill budget.');
  if (overBudget !== undefined) return overBudget;
  const allowed = loadCeiling(state.limits);
  if (total + tokens <= allowed) return { kind: 'fits', unload: [] };
  return contextFull(what, tokens, total, state);
}

/** Tokens up to which a load may fill the context. */
export const loadCeiling = (limits: Limits): number => Math.floor(limits.maxContext * LOAD_THRESHOLD);

/** Loaded skills that may be unloaded for room: not pinned, not mentioned in the last messages; least recently used first. */
function unmentionedSkills(state: SessionState): LoadedSkill[] {
  const recent = state.messages
    .slice(-RECENT_MESSAGES)
    .map((one) => textOf(state, one))
    .join('\n')
    .toLowerCase();
  return leastRecentFirst(
    state,
    state.loadedSkills.filter((skill) => !skill.pinned && !recent.includes(skill.id.toLowerCase())),
  );
}

/**
 * Loaded skills that the last `idleTurns` user turns did not use (seeds/004 §2.2, "超过 N 轮未使用"), as a user message
 * is about to be added. A turn is a user message and all that follows it. Pinned ones stay, and what `text` names.
 * @param text of the message.
 */
export function idleSkills(state: SessionState, text: string): LoadedSkill[] {
  const { idleTurns = 0 } = state.limits;
  if (idleTurns === 0) return [];
  const first = state.messages.filter((message) => message.role === 'user').at(-idleTurns);
  if (first === undefined) return [];
  const named = text.toLowerCase();
  return state.loadedSkills.filter(
    (skill) => !skill.pinned && lastUse(state, skill) < first.seq && !named.includes(skill.id.toLowerCase()),
  );
}

function checkSkillBudget(what: string, tokens: number, { skillBudget }: Limits, help = ''): LoadPlan | undefined {
  if (tokens <= skillBudget) return undefined;
  return {
    kind: 'over-skill-budget',
    message: `${what} was not loaded: it takes ${tokens} tokens and the budget for one is ${skillBudget}.${help}`,
    figures: { tokens, budget: skillBudget },
  };
}

/** Skills to unload so that one more may be loaded. Only use counts for the cap: a mention does not protect. */
function planCap(state: SessionState, self: string): LoadPlan {
  const { maxLoadedSkills } = state.limits;
  const others = state.loadedSkills.filter(({ id }) => id !== self);
  const over = maxLoadedSkills === undefined || maxLoadedSkills === 0 ? 0 : others.length + 1 - maxLoadedSkills;
  if (over <= 0) return { kind: 'fits', unload: [] };
  const free = leastRecentFirst(
    state,
    others.filter(({ pinned }) => !pinned),
  );
  if (free.length >= over) return { kind: 'fits', unload: free.slice(0, over) };
  const pinned = others.length - free.length;
  return {
    kind: 'too-many-skills',
    message: `Skill '${self}' was not loaded: ${others.length} ${others.length === 1 ? 'skill is' : 'skills are'} loaded, ${pinned} of them pinned by the person, and at most ${maxLoadedSkills} may be loaded at a time. Only the person can unpin or unload one of them.`,
    figures: { loaded: others.length, pinned, most: maxLoadedSkills ?? 0 },
  };
}

/** Only as many as needed go; where even all would not do, none does. @param capped those that go for the cap. */
function planRoom(
  state: SessionState,
  what: string,
  skill: PlannedSkill,
  total: number,
  capped: readonly LoadedSkill[],
): LoadPlan {
  const allowed = loadCeiling(state.limits);
  const { references = [] } = state.loadedSkills.find(({ id }) => id === skill.id) ?? {};
  const planned = { ...skill, references };
  const now = occupied(state.loadedSkills);
  const unload = [...capped];
  const after = (): number => {
    const staying = state.loadedSkills.filter(({ id }) => id !== skill.id && !unload.some((gone) => gone.id === id));
    return total - now + occupied([...staying, planned]);
  };
  const alone = after();
  for (const candidate of unmentionedSkills(state)) {
    if (after() <= allowed) break;
    if (candidate.id !== skill.id && !unload.includes(candidate)) unload.push(candidate);
  }
  if (after() > allowed) return contextFull(what, skill.tokens, total, state);
  if (unload.length === 0) return { kind: 'fits', unload };
  return {
    kind: 'fits',
    unload,
    note: noteFor(state.limits, unload.slice(0, capped.length), unload.slice(capped.length), alone),
  };
}

/** Note to the agent about unloaded skills. @param filled tokens in the context once those over the cap are unloaded. */
function noteFor(
  limits: Limits,
  capped: readonly LoadedSkill[],
  forRoom: readonly LoadedSkill[],
  filled: number,
): string {
  const names = (skills: readonly LoadedSkill[]): string => {
    const list = skills.map(({ id }) => `'${id}'`).join(', ');
    return `${list} ${skills.length === 1 ? 'was' : 'were'} unloaded`;
  };
  return [
    ...(capped.length === 0
      ? []
      : [
          `${names(capped)}: at most ${limits.maxLoadedSkills} ${limits.maxLoadedSkills === 1 ? 'skill' : 'skills'} may be loaded at a time, and the least recently used goes first.`,
        ]),
    ...(forRoom.length === 0
      ? []
      : [
          `To make room, ${names(forRoom)}: the context would have held ${filled} tokens, and a load may fill ${loadCeiling(limits)}.`,
        ]),
  ].join(' ');
}

/** Advice to unload, given only where the model has a tool for it (CONTRACT §4). */
const MAKE_ROOM: Readonly<Record<Dialect, string>> = {
  omni: 'Unload a skill that is no longer needed, then load again.',
  trpc: 'Put away documents that are no longer needed (skill_select_docs with mode "replace" or "clear"), then load again; only the person can unload a skill.',
  'agent-core': 'Continue without it: only the person can unload a skill.',
  agentscope: 'Continue without it: only the person can unload a skill.',
  standard: 'Continue without it: only the person can unload a skill.',
};

function contextFull(
  what: string,
  tokens: number,
  total: number,
  { limits, dialect }: Pick<SessionState, 'limits' | 'dialect'>,
): LoadPlan {
  const allowed = loadCeiling(limits);
  return {
    kind: 'context-full',
    message: `${what} was not loaded: the context holds ${total} tokens and it would add ${tokens}, over the ${allowed} (${LOAD_THRESHOLD * 100} % of ${limits.maxContext}) that a load may fill. ${MAKE_ROOM[dialect]}`,
    figures: { tokens, total, allowed },
  };
}

/** Characters of old turns under which a summary would save nothing worth an event. */
const LEAST_TURNS = 600;
/** Share of the context; and characters that a token has in English, roughly. */
const ASKING = 0.05;
const CHARACTERS_PER_TOKEN = 4;
/** Characters by which a summary of the conversation's own words is shorter than what it takes the place of. */
const LEAST_GAIN = 200;

/** The steps that are open, in the order in which they are to be tried. */
export const compactionSteps = (state: SessionState): CompactionStep[] => [
  ...toolResultsStep(state),
  ...turnsStep(state),
  ...unusedSkills(state),
];

/** Messages before the last ten. The border moves back rather than part a call from its result. */
export function oldMessages({ messages }: Pick<SessionState, 'messages'>): readonly Message[] {
  let border = Math.max(0, messages.length - RECENT_MESSAGES);
  while (border > 0 && messages[border]?.role === 'tool') border -= 1;
  return messages.slice(0, border);
}

/** Old messages that may be compacted: all but what is pinned and what the person wrote last. */
export function compactable(state: SessionState): readonly Message[] {
  const kept = keptWhole(state);
  return oldMessages(state).filter((message) => !kept.has(message.seq));
}

/** The state with a step taken, for what its request would be. */
export function afterStep(state: SessionState, step: CompactionStep): SessionState {
  const envelope = { v: 1, seq: state.lastSeq + 1, at: '', session: state.id };
  if (step.strategy === 'skills') {
    const { id, tokens } = step.unload;
    return applyEvent(state, { ...envelope, type: 'skill-unloaded', skill: id, tokens, reason: 'pressure' });
  }
  return applyEvent(state, { ...envelope, type: 'context-compacted', ...step, before: 0, after: 0 });
}

export function toolResultsStep(state: SessionState): CompactionStep[] {
  const done = state.compactions.filter((compaction) => compaction.strategy !== 'skills');
  const open = compactable(state).filter(
    (message) => isLong(state, message) && !done.some((compaction) => covers(compaction, message.seq)),
  );
  const [first, last] = [open[0], open.at(-1)];
  return first === undefined || last === undefined
    ? []
    : [{ strategy: 'tool-results', coversSeq: [first.seq, last.seq], messages: open.length }];
}

/** A result that can be shortened, or a message whose pictures and PDFs can be removed. */
function isLong(state: SessionState, message: Message): boolean {
  if (message.role === 'user') return visible(state, message.attachments).length > 0;
  return message.role === 'tool' && message.content.length > SHORT_RESULT && !isLoadedText(state, message.callId);
}

/**
 * Summary extracted from the conversation; a model's may replace it.
 * @param instruction from the user: what is already summarised is summarised again, once per instruction.
 */
export function turnsStep(state: SessionState, instruction?: string): TurnsStep[] {
  const covered = compactable(state);
  const [first, last] = [covered[0], covered.at(-1)];
  if (first === undefined || last === undefined) return [];
  const latest = latestSummary(state);
  const open = latest === undefined ? covered : covered.filter((message) => !covers(latest, message.seq));
  const again = instruction !== undefined && latest !== undefined && latest.instruction !== instruction;
  if (!again && lengthOf(state, open) < LEAST_TURNS) return [];
  const replaced = again ? lengthOf(state, covered) : lengthOf(state, open) + (latest?.summary?.length ?? 0);
  return [
    {
      strategy: 'turns',
      coversSeq: [first.seq, last.seq],
      messages: covered.length,
      summary: extractiveSummary(state, covered, replaced - LEAST_GAIN),
      writtenBy: 'extract',
      ...(instruction === undefined ? {} : { instruction }),
    },
  ];
}

/**
 * True if the model should write the next summary: the first, and again once enough new text has arrived to be worth a
 * request. Less is appended as an extract, so that a nearly full context does not ask at every step.
 */
export function isWorthAsking(state: SessionState): boolean {
  const written = state.compactions.findLast((one) => one.strategy === 'turns' && one.writtenBy === 'model');
  if (written === undefined) return true;
  const since = compactable(state).filter((message) => !covers(written, message.seq));
  return lengthOf(state, since) >= state.limits.maxContext * ASKING * CHARACTERS_PER_TOKEN;
}

/** Characters, results as short as the step before would make them. What is loaded stays wherever its result goes. */
function lengthOf(state: SessionState, messages: readonly Message[]): number {
  return messages.reduce((sum, message) => {
    if (message.role === 'user') return sum + wordsForModel(message).length;
    if (message.role === 'tool')
      return isLoadedText(state, message.callId) ? sum : sum + Math.min(message.content.length, SHORT_RESULT);
    return message.toolCalls.reduce((all, call) => all + call.arguments.length, sum + message.text.length);
  }, 0);
}

function unusedSkills(state: SessionState): CompactionStep[] {
  return unmentionedSkills(state).map((unload) => ({ strategy: 'skills', unload }));
}
