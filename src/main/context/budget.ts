/** Decides if a skill or reference fits, and what to unload for it (CONTRACT §5). Pure: figures in, a plan out. */
import { LOAD_THRESHOLD, type LoadPlan, RECENT_MESSAGES } from '../../shared/context-views.ts';
import type { Dialect, Limits } from '../../shared/events.ts';
import type { LoadedSkill, SessionState } from '../../shared/session-state.ts';
import { occupied } from '../../shared/skills/loaded-skills.ts';
import { lastUse, leastRecentFirst, textOf } from './last-use.ts';

/** A skill as it would be loaded. */
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
  const overBudget = checkSkillBudget(what, tokens, state.limits);
  if (overBudget !== undefined) return overBudget;
  const allowed = loadCeiling(state.limits);
  if (total + tokens <= allowed) return { kind: 'fits', unload: [] };
  return contextFull(what, tokens, total, state);
}

/** Tokens up to which a load may fill the context. */
export const loadCeiling = (limits: Limits): number => Math.floor(limits.maxContext * LOAD_THRESHOLD);

/** Loaded skills that may be unloaded for room: not pinned, not mentioned in the last messages; least recently used first. */
export function unmentionedSkills(state: SessionState): LoadedSkill[] {
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

function checkSkillBudget(what: string, tokens: number, { skillBudget }: Limits): LoadPlan | undefined {
  if (tokens <= skillBudget) return undefined;
  return {
    kind: 'over-skill-budget',
    message: `${what} was not loaded: it takes ${tokens} tokens and the budget for one is ${skillBudget}. Shorten it, or raise the skill budget.`,
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
  const planned = { ...skill, references: [] };
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
