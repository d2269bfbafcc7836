/**
 * `skilldeck://new?prompt=…`: a link of another program's, or of a page, that opens a new conversation with words in its
 * box; where the app is a page itself, `#/new?prompt=…` does.
 */
import { invisibleExcept } from '../text/invisible.ts';

export const DEEP_LINK_SCHEME = 'skilldeck';

/** UTF-16 units; no user writes a longer message into a link. */
const MAX_PROMPT_LENGTH = 20_000;

/** All that could hide or reorder words. */
const HIDDEN = invisibleExcept('\\n\\t');

/**
 * The words that a link asks to put into the message box; undefined for every other address. They are a stranger's: they
 * are never sent, and nothing in them is hidden from who reads them.
 */
export function promptOfLink(address: string): string | undefined {
  const url = URL.parse(address);
  if (url?.protocol !== `${DEEP_LINK_SCHEME}:` || url.host !== 'new') return undefined;
  return readable(url.searchParams);
}

const IN_PAGE = '#/new';

/** The same in the address of a page: `#/new?prompt=…`. */
export function promptOfHash(hash: string): string | undefined {
  const query = hash.slice(IN_PAGE.length);
  if (!hash.startsWith(IN_PAGE) || (query !== '' && !query.startsWith('?'))) return undefined;
  return readable(new URLSearchParams(query));
}

function readable(query: URLSearchParams): string | undefined {
  const given = query.get('prompt') ?? '';
  if (given.length > MAX_PROMPT_LENGTH) return undefined;
  return given.replaceAll('\r\n', '\n').replace(HIDDEN, '');
}
