/** `skilldeck sessions search WORDS`: where something was said, in any session. */

import { SEARCH_ROLES, type SearchHit } from '../../../../shared/review.ts';
import { command } from '../command.ts';
import { withCore } from '../context.ts';
import { EXIT, UsageError } from '../exit-status.ts';
import { repeatable } from '../options/option-types.ts';
import { inJson } from '../text/answer.ts';
import { oneLine } from '../text/visible.ts';

const MAX_LIMIT = 1_000;
/** ECMA-48: bold, and back. */
const BOLD = ['\u001B[1m', '\u001B[22m'] as const;

/** Highlights the hits on a terminal; a pipe gets the bare text. */
function highlighted({ snippet, hits }: SearchHit): string {
  let line = '';
  let done = 0;
  for (const [from, to] of hits) {
    line += `${shown(snippet.slice(done, from))}${BOLD[0]}${shown(snippet.slice(from, to))}${BOLD[1]}`;
    done = to;
  }
  return line + shown(snippet.slice(done));
}

/** Does not trim: a space beside a hit stays. */
const shown = (part: string): string => oneLine(`|${part}|`).slice(1, -1);

export const searchCommand = command({
  name: 'sessions search',
  help: ({ help }) => help.sessionsSearch,
  args: { '<WORDS...>': ({ help }) => help.searchWords },
  options: {
    '--limit <N>': ({ help }) => help.limit,
    '--session <ID>': ({ review }) => review.help.ofSession,
    '--role <ROLE>': repeatable(({ review }) => review.help.role, SEARCH_ROLES),
  },
  async run(context, given, options) {
    const { words, out, note, columns } = context;
    const { limit } = options;
    if (limit !== undefined && !(/^[1-9]\d{0,3}$/.test(limit) && Number(limit) <= MAX_LIMIT)) {
      throw new UsageError(words.search.limit(limit, MAX_LIMIT));
    }
    const typed = given.join(' ').trim();
    if (typed === '') throw new UsageError(words.search.empty);
    const roles = options.role?.map((given) => {
      const role = SEARCH_ROLES.find((name) => name === given);
      if (role === undefined) throw new UsageError(words.usage.choice('--role', given, SEARCH_ROLES));
      return role;
    });
    const input = {
      words: typed,
      ...(limit === undefined ? {} : { limit: Number(limit) }),
      ...(options.session === undefined ? {} : { sessionId: options.session }),
      ...(roles === undefined ? {} : { roles }),
    };
    const found = await withCore(context, 'read', options, (client) => client.review.search(input));
    if (await inJson(context, options, found)) return EXIT.done;
    if (found.total === 0) note(words.search.none);
    for (const hit of found.results) {
      const mark = hit.rewound ? `  ${words.search.rewound}` : '';
      const title = oneLine(hit.title) || words.sessions.untitled;
      await out.line(`${hit.session}  ${title}`);
      await out.line(`  ${hit.seq}  ${words.when(hit.at)}  ${words.search.roles[hit.role]}${mark}`);
      await out.line(`  ${columns === undefined ? oneLine(hit.snippet) : highlighted(hit)}`);
    }
    if (found.total > found.results.length) {
      note(words.search.more(words.number(found.results.length), words.number(found.total)));
    }
    return EXIT.done;
  },
});
