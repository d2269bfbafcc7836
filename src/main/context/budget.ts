/** Whether a skill or a reference fits, and what has to go for it (CONTRACT §5). Pure: figures in, a plan out. */
import type { LoadPlan } from '../../shared/context-plans.ts';
import type { Limits, ToolCall } from '../../shared/events.ts';
import type { LoadedSkill, Message, SessionState } from '../../shared/session-state.ts';

/** Share of `maxContext` that may be full after a load. Source: seeds/000, "90 %". */
export const LOAD_THRESHOLD = 0.9;
/** Messages that are looked through for a mention. Source: seeds/000, `messages[-10:]`. */
export const RECENT_MESSAGES = 10;

/** @param tokens of the section that would be added; `total`: of the request as it stands. */
export function planSkillLoad(state: SessionState, skill: string, tokens: number, total: number): LoadPlan {
  const overBudget = checkSkillBudget(`Skill '${skill}'`, tokens, state.limits);
  if (overBudget !== undefined) return overBudget;
  return planRoom(state, `Skill '${skill}'`, tokens, total, skill);
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
  return { kind: 'context-full', message: refusal(what, tokens, total, state.limits) };
}

/** Tokens up to which a load may fill the context. */
export function loadCeiling(limits: Limits): number {
  return Math.floor(limits.maxContext * LOAD_THRESHOLD);
}

/** Loaded skills that the last messages do not mention, the least recently used first. */
export function unmentionedSkills(state: SessionState): LoadedSkill[] {
  const recent = state.messages.slice(-RECENT_MESSAGES).map(textOf).join('\n').toLowerCase();
  return state.loadedSkills
    .filter((skill) => !recent.includes(skill.id.toLowerCase()))
    .sort((a, b) => lastUse(state, a) - lastUse(state, b));
}

function checkSkillBudget(what: string, tokens: number, { skillBudget }: Limits): LoadPlan | undefined {
  if (tokens <= skillBudget) return undefined;
  return {
    kind: 'over-skill-budget',
    message: `${what} was not loaded: it takes ${tokens} tokens and the budget for one is ${skillBudget}. Shorten it, or raise the skill budget.`,
  };
}

/** Only as many as needed go; where even all would not do, none does. */
function planRoom(state: SessionState, what: string, tokens: number, total: number, self: string): LoadPlan {
  const allowed = loadCeiling(state.limits);
  const unload: LoadedSkill[] = [];
  let after = total + tokens;
  for (const skill of unmentionedSkills(state)) {
    if (after <= allowed) break;
    if (skill.id === self) continue;
    unload.push(skill);
    after -= skillTokens(skill);
  }
  if (after <= allowed) return { kind: 'fits', unload };
  return { kind: 'context-full', message: refusal(what, tokens, total, state.limits) };
}

function refusal(what: string, tokens: number, total: number, limits: Limits): string {
  return `${what} was not loaded: the context holds ${total} tokens and it would add ${tokens}, over the ${loadCeiling(limits)} (90 % of ${limits.maxContext}) that a load may fill. Unload a skill that is no longer needed, then load again.`;
}

function skillTokens(skill: LoadedSkill): number {
  return skill.references.reduce((sum, reference) => sum + reference.tokens, skill.tokens);
}

/** Choosing among its documents is a use of a skill too, also where it changes nothing (seeds/002). */
function lastUse({ messages }: SessionState, skill: LoadedSkill): number {
  const chosen = messages.findLast(
    (message) => message.role === 'assistant' && message.toolCalls.some((call) => choosesDocuments(call, skill.id)),
  );
  return Math.max(skill.seq, chosen?.seq ?? 0, ...skill.references.map((reference) => reference.seq));
}

function choosesDocuments({ name, arguments: json }: ToolCall, skill: string): boolean {
  if (name !== 'skill_select_docs' && name !== 'skill_load') return false;
  return json.toLowerCase().includes(JSON.stringify(skill).toLowerCase());
}

function textOf(message: Message): string {
  switch (message.role) {
    case 'user':
      return message.text;
    case 'assistant':
      return [message.text, ...message.toolCalls.map((call) => `${call.name} ${call.arguments}`)].join('\n');
    case 'tool':
      return message.content;
  }
}
