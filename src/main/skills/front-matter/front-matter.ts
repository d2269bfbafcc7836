/** Finds where a SKILL.md's front matter begins and ends. Reads bytes as Latin-1, so that offsets are byte offsets. */
import type { FindingFacts } from '../../../shared/messages/finding.ts';

export type FrontMatterSpan =
  | {
      readonly kind: 'found';
      /** Byte offsets; the fences are outside. */
      readonly yamlStart: number;
      readonly yamlEnd: number;
      /** Follows the line break that ends the closing fence. */
      readonly bodyStart: number;
      /** 1-based, of the first line of YAML in the file. */
      readonly firstLine: number;
    }
  /** `language`: named after the opening fence (`---js`). */
  | { readonly kind: 'missing'; readonly firstLine: number; readonly language?: string }
  /** No closing fence in what was given. */
  | { readonly kind: 'unclosed'; readonly firstLine: number };

const BOM = '\u00ef\u00bb\u00bf';
const BLANK_LINES = /(?:[ \t]*(?:\r\n|\n|\r))*/y;
const OPENING = /---[ \t]*(\r\n|\n|\r)/y;
/** Other programs read such front matter in that language, and run JavaScript. */
const LANGUAGE = /---[ \t]*(\w[\w.+-]{0,30})[ \t]*[\r\n]/y;
/** A fence starts at the beginning of its line: an indented `---` inside a value is not one. */
const CLOSING = /(?:\r\n|\n|\r)---[ \t]*(\r\n|\n|\r|$)/g;
const LINE_BREAK = /\r\n|\n|\r/g;

/** @param complete false if `bytes` is only the head of the file: a fence at its very end may continue. */
export function findFrontMatter(bytes: string, complete: boolean): FrontMatterSpan {
  const start = bytes.startsWith(BOM) ? BOM.length : 0;
  BLANK_LINES.lastIndex = start;
  const blank = BLANK_LINES.exec(bytes)?.[0] ?? '';
  const firstLine = (blank.match(LINE_BREAK)?.length ?? 0) + 1;
  const openingStart = start + blank.length;
  OPENING.lastIndex = openingStart;
  const opening = OPENING.exec(bytes);
  if (opening === null) {
    LANGUAGE.lastIndex = openingStart;
    const language = LANGUAGE.exec(bytes)?.[1];
    return { kind: 'missing', firstLine, ...(language === undefined ? {} : { language }) };
  }
  const yamlStart = OPENING.lastIndex;
  CLOSING.lastIndex = yamlStart - (opening[1] ?? '').length;
  const closing = CLOSING.exec(bytes);
  if (closing === null || (closing[1] === '' && !complete)) return { kind: 'unclosed', firstLine };
  return {
    kind: 'found',
    yamlStart,
    yamlEnd: Math.max(yamlStart, closing.index),
    bodyStart: CLOSING.lastIndex,
    firstLine: firstLine + 1,
  };
}

/** The finding of a file without front matter. */
export const missingFrontMatter = (language: string | undefined): FindingFacts =>
  language === undefined ? { code: 'front-matter-missing' } : { code: 'front-matter-language', figures: { language } };
