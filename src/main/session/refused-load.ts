/** A skill that is not loaded as asked: the reason, and the sections that can be loaded instead. */
import type { LoadPlan } from '../../shared/context-views.ts';
import { isSkilldeckError } from '../../shared/errors.ts';
import type { LoadedSkill, SessionState } from '../../shared/session-state.ts';
import type { ToolResult } from '../agent/ports.ts';
import { countTokens } from '../context/engine.ts';
import { loadSections, type SkillSection } from '../skills/sections.ts';

interface LoadRequest {
  readonly root: SkillSection;
  /** The section that was asked for. */
  readonly within?: SkillSection | undefined;
  /** The skill, as much of it as is loaded. */
  readonly before?: LoadedSkill | undefined;
  /** Sections with a title like the one that was asked for. */
  readonly near?: readonly SkillSection[];
}

/** @param plan why it does not fit, or a title that no section or more than one has. */
export async function refusedLoad(
  state: SessionState,
  plan: Exclude<LoadPlan, { kind: 'fits' }> | string,
  { root, within = root, before, near = [] }: LoadRequest,
): Promise<ToolResult> {
  if (typeof plan === 'string') {
    const sections = await listed(state, near.length === 0 ? root : { ...root, inside: near });
    const content = `There is ${near.length === 0 ? 'no' : 'more than one'} section "${plan}". ${listText(sections)}`;
    return { ok: false, content, data: { code: 'bad-input', sections } };
  }
  const data = { code: plan.kind, figures: plan.figures };
  if (plan.kind !== 'over-skill-budget') return { ok: false, content: plan.message, data };
  const sections = await listed(state, within);
  const stays = `What is loaded of it stays: ${before?.sections?.join(', ') || 'its beginning'}. Unload it to load others.`;
  const whole = before === undefined ? ['Shorten it, or raise the skill budget.'] : [];
  const parts = sections.length === 0 ? whole : [loadSections(state.dialect), listText(sections)];
  const content = [plan.message, ...(before === undefined ? [] : [stays]), ...parts].join(' ');
  return { ok: false, content, data: { ...data, sections } };
}

/** @throws what is no expected failure. */
export function refusalOf(error: unknown): ToolResult {
  if (!isSkilldeckError(error)) throw error;
  return { ok: false, content: error.message, data: { code: error.code } };
}

type ListedSections = readonly { readonly title: string; readonly tokens: number }[];

const listText = (sections: ListedSections): string =>
  ['Sections:', ...sections.map(({ title, tokens }) => `- ${title} (${tokens} tokens)`)].join('\n');

/** The outermost that fit. One that does not, and has nothing inside, cannot be loaded. */
async function listed(state: SessionState, { inside }: SkillSection): Promise<ListedSections> {
  const sections: ListedSections[] = [];
  for (const section of inside) {
    const tokens = await countTokens(state.model, section.text);
    const fits = tokens <= state.limits.skillBudget;
    sections.push(fits ? [{ title: section.title, tokens }] : await listed(state, section));
  }
  return sections.flat();
}
