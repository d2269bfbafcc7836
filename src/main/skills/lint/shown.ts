/** Other people's text inside a message: every hidden character is shown, and it is short. */
import { type FindingFacts, findingText } from '../../../shared/messages/finding.ts';
import { escaped, invisibleExcept } from '../../../shared/text/invisible.ts';
import type { LintFinding } from './types.ts';

const HIDDEN = invisibleExcept('');
/** Characters. */
const QUOTE_LIMIT = 80;

/** A finding is one line: line breaks are shown too. */
export const shown = (text: string): string => text.replace(HIDDEN, escaped);

/** A quotation, cut where it is long. */
export function short(text: string): string {
  const characters = Array.from(text.slice(0, QUOTE_LIMIT * 2 + 2));
  const cut = characters.length > QUOTE_LIMIT || text.length > QUOTE_LIMIT * 2 + 2;
  return cut ? `${characters.slice(0, QUOTE_LIMIT).join('')}…` : text;
}

/** Characters of a message, and of a figure. */
const MAX_MESSAGE = 600;

/** A finding in figures and in English: other people's text among the figures is made visible and kept short. */
export function saidOf({ code, figures }: FindingFacts): Pick<LintFinding, 'message' | 'code' | 'figures'> {
  const visible =
    figures === undefined
      ? undefined
      : Object.fromEntries(
          Object.entries(figures).map(([name, value]) => [
            name,
            typeof value === 'string' ? shown(value).slice(0, MAX_MESSAGE) : value,
          ]),
        );
  const message = findingText('en', { code, figures: visible, message: code }).slice(0, MAX_MESSAGE);
  return { message, code, ...(visible === undefined ? {} : { figures: visible }) };
}
