/**
 * trpc's list in logs written before there was a budget for it: 20 skills, those that fit the person's words best. Only
 * rebuilds their requests; the next request of such a session chooses by the budget (docs/decisions/0010).
 */
import type { CatalogEntry } from '../../../shared/events.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { skillWords } from '../../../shared/skill-list.ts';
import { inCappedOrder } from './capped-order.ts';
import type { ListText } from './types.ts';

const LIST_CAP = 20;

export function isCapped({
  dialect,
  catalog,
  listing,
}: Pick<SessionState, 'dialect' | 'catalog' | 'listing'>): boolean {
  return dialect === 'trpc' && listing === undefined && catalog.length > LIST_CAP;
}

export function cappedList(state: SessionState): ListText {
  const head = `Available skills (showing ${LIST_CAP} of ${state.catalog.length}, best matches first; skill_load answers an unknown name with all names):`;
  return { head, skills: cappedSkills(state).map((entry) => [entry.id, nameLine(entry)]) };
}

export function nameLine(skill: CatalogEntry): string {
  return `- ${skill.id}${skill.name === skill.id ? '' : ` (${skill.name})`}: ${skillWords(skill)}`;
}

/** Loaded skills first, then by the user's words; ties keep the catalog's order. */
export function cappedSkills(state: SessionState): readonly CatalogEntry[] {
  // With placement `tool-result` the system message keeps its bytes when a skill is loaded.
  const loaded = new Set(state.placement === 'system' ? state.loadedSkills.map((skill) => skill.id) : []);
  return inCappedOrder(state.catalog, request(state), loaded).slice(0, LIST_CAP);
}

/** The latest words of the person; the first ones where the system message is to keep its bytes. */
function request({ messages, placement }: SessionState): string {
  const said = messages.flatMap((message) => (message.role === 'user' ? [message.text] : []));
  return (placement === 'system' ? said.at(-1) : said[0]) ?? '';
}
