/** The lines of the list of skills, each with its tokens: what knowing of one skill costs, loaded or not. */
import type { ManifestPart } from '../../../shared/context-views.ts';
import type { CatalogEntry } from '../../../shared/events.ts';
import type { TokenCounter } from '../tokens/counter.ts';
import type { Piece } from './pieces.ts';

/** One skill of a list: on a line of its own, or an element. What follows the last is not of a skill. */
const ON_A_LINE = /^- (?:\[.\] )?(?:\*\*(.+?)\*\*|([^\s:]+)).*\n?/gm;
const ELEMENT = /^\s*<skill>[\s\S]*?<\/skill>\n?/gm;
const NAMED = /<(skill-id|name)>([\s\S]*?)<\/\1>/g;

/** Each line is counted alone, so that together they may be a few tokens off the whole. */
export function linesOf(
  { kind, text }: Piece,
  catalog: readonly CatalogEntry[],
  counter: TokenCounter,
): Pick<ManifestPart, 'lines'> {
  if (kind !== 'catalog') return {};
  const ids = new Map(catalog.flatMap(({ id, name }) => [[name, id] as const, [id, id] as const]));
  const found = [...text.matchAll(text.includes('<available_skills>') ? ELEMENT : ON_A_LINE)];
  const lines = found.flatMap(([block, bold, plain], index) => {
    const label = ids.get(bold ?? plain ?? namedIn(block));
    if (label === undefined) return [];
    return [{ label, tokens: counter.count(block), from: found[index]?.index ?? 0, length: block.length }];
  });
  return lines.length === 0 ? {} : { lines };
}

/** The id where the element has one, else the name. */
function namedIn(element: string): string {
  const named = new Map([...element.matchAll(NAMED)].map(([, tag = '', value = '']) => [tag, value]));
  return named.get('skill-id') ?? named.get('name') ?? '';
}
