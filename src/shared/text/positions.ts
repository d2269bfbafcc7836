/** Numbers by which a text means rows of a list: "the second one", "number 2", 第二个, or 2 alone. From 1, each once. */
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
const ZH = '一二三四五六七八九十';
const MONTH = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';

const NAMED = new RegExp(
  [
    `\\b(?<ordinal>${ORDINALS.join('|')})\\b(?! class)`,
    '(?:\\b(?:number|no\\.?|option)|#) ?(?<number>\\d{1,2})\\b',
    // "the 2nd" is a day where a month is beside it.
    `(?<!(?:${MONTH})[a-z]* )\\b(?<nth>\\d{1,2})(?:st|nd|rd|th)\\b(?! (?:of |${MONTH}))`,
    `第\\s*(?<zh>\\d{1,2}|[${ZH}])(?!天|次|周|月)`,
    '^\\s*(?<alone>\\d{1,2})\\s*(?:[,，.。号]|$)',
  ].join('|'),
  'gi',
);

export function positionsIn(text: string): readonly number[] {
  const found = [...text.matchAll(NAMED)].map(({ groups = {} }) => {
    const { ordinal, number, nth, zh, alone } = groups;
    if (ordinal !== undefined) return ORDINALS.indexOf(ordinal.toLowerCase()) + 1;
    const said = number ?? nth ?? zh ?? alone ?? '';
    return /^\d/.test(said) ? Number(said) : ZH.indexOf(said) + 1;
  });
  return [...new Set(found)].filter((position) => position > 0);
}
