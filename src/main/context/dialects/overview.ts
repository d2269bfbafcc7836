/** The overview of trpc-agent-go, capped: with many skills, those that fit the person's words best. */
import type { CatalogEntry } from '../../../shared/events.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { singleLine } from '../../../shared/text/shorten.ts';
import { rankSkills } from './rank-skills.ts';

/** Skills that are shown. A line takes about 106 tokens, so all of 1,000 skills would fill most contexts. */
export const OVERVIEW_CAP = 20;

/** Its first line, and the line of each skill that it shows. */
export function overview(state: SessionState): [head: string, skills: [skill: string, line: string][]] {
  const { catalog } = state;
  const shown = overviewSkills(state);
  const lines = shown.map((entry): [string, string] => [entry.id, line(entry)]);
  if (shown.length === catalog.length) return ['Available skills:', lines];
  const head = `Available skills (showing ${OVERVIEW_CAP} of ${catalog.length}, best matches first; skill_load answers an unknown name with all names):`;
  return [head, lines];
}

/** Those that the overview shows. */
export function overviewSkills(state: SessionState): readonly CatalogEntry[] {
  return state.catalog.length <= OVERVIEW_CAP ? state.catalog : ranked(state).slice(0, OVERVIEW_CAP);
}

function line({ id, name, description }: CatalogEntry): string {
  return `- ${id}${name === id ? '' : ` (${name})`}: ${singleLine(description)}`;
}

/** Loaded skills first, then by the user's words; ties keep the catalog's order. */
function ranked(state: SessionState): CatalogEntry[] {
  // With placement `tool-result` the system message keeps its bytes when a skill is loaded.
  const loaded = new Set(state.placement === 'system' ? state.loadedSkills.map((skill) => skill.id) : []);
  return rankSkills(state.catalog, request(state), loaded).map(({ entry }) => entry);
}

/** The latest words of the person; the first ones where the system message is to keep its bytes. */
function request({ messages, placement }: SessionState): string {
  const said = messages.flatMap((message) => (message.role === 'user' ? [message.text] : []));
  return (placement === 'system' ? said.at(-1) : said[0]) ?? '';
}
