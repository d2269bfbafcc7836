/** The overview of trpc-agent-go, capped: with many skills, those that fit the person's words best. */
import type { CatalogEntry } from '../../../shared/events.ts';
import type { SessionState } from '../../../shared/session-state.ts';
import { oneLine } from '../catalog-line.ts';

/** Skills that are shown. A line takes about 106 tokens, so all of 1,000 skills would fill most contexts. */
export const OVERVIEW_CAP = 20;
/** A word of the id or name says more than one of the description. */
const NAME_WEIGHT = 3;

export function overview(state: SessionState): string {
  const { catalog } = state;
  if (catalog.length <= OVERVIEW_CAP) return ['Available skills:', ...catalog.map(line)].join('\n');
  const shown = ranked(state).slice(0, OVERVIEW_CAP);
  const header = `Available skills (showing ${OVERVIEW_CAP} of ${catalog.length}, best matches first; skill_load answers an unknown name with all names):`;
  return [header, ...shown.map(line)].join('\n');
}

function line({ id, name, description }: CatalogEntry): string {
  return `- ${id}${name === id ? '' : ` (${name})`}: ${oneLine(description)}`;
}

/** What is loaded comes first, then by the person's words; equals keep the catalog's order. */
function ranked(state: SessionState): CatalogEntry[] {
  const words = wordsOf(request(state));
  // With placement `tool-result` the system message keeps its bytes when a skill is loaded.
  const loaded = new Set(state.placement === 'system' ? state.loadedSkills.map((skill) => skill.id) : []);
  const score = (entry: CatalogEntry): number => {
    if (loaded.has(entry.id)) return Number.POSITIVE_INFINITY;
    const title = `${entry.id} ${entry.name}`.toLowerCase();
    const description = entry.description.toLowerCase();
    return words.reduce(
      (sum, word) => sum + (title.includes(word) ? NAME_WEIGHT : 0) + (description.includes(word) ? 1 : 0),
      0,
    );
  };
  const scored = state.catalog.map((entry, index) => ({ entry, index, score: score(entry) }));
  return scored.sort((a, b) => (a.score === b.score ? a.index - b.index : b.score - a.score)).map(({ entry }) => entry);
}

/** The latest words of the person; the first ones where the system message is to keep its bytes. */
function request({ messages, placement }: SessionState): string {
  const said = messages.flatMap((message) => (message.role === 'user' ? [message.text] : []));
  return (placement === 'system' ? said.at(-1) : said[0]) ?? '';
}

/** Words of three letters and more; of scripts that are written without spaces, each pair of characters. */
function wordsOf(text: string): string[] {
  const lower = text.slice(0, 10_000).toLowerCase();
  const unspaced = [...lower.matchAll(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu)].flatMap(([run]) => {
    const characters = [...run];
    return characters.length === 1
      ? [run]
      : characters.slice(1).map((character, index) => `${characters[index]}${character}`);
  });
  const spaced = [...lower.matchAll(/[\p{L}\p{N}]{3,}/gu)].map(([word]) => word);
  return [...new Set([...spaced, ...unspaced])];
}
