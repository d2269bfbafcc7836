/** The parts of a SKILL.md's body, as its headings divide it. */

export interface Section {
  /** Original heading text; '' for the text before the first heading. */
  readonly title: string;
  /** 0 for the text before the first heading. */
  readonly depth: number;
  /** 1-based, in the body. */
  readonly line: number;
  /** Includes its heading; ends at the next one of any depth. */
  readonly text: string;
}

const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const LINE = /[^\r\n]*(?:\r\n|\n|\r|$)/g;

/** Splits the body into sections in order, with nothing left out. Ignores headings in fenced code. */
export function sectionsOf(body: string): Section[] {
  const sections: Section[] = [];
  let open = { title: '', depth: 0, line: 1, from: 0 };
  let fence: string | undefined;
  const close = (to: number): void => {
    const { title, depth, line, from } = open;
    const text = body.slice(from, to);
    if (depth > 0 || text.trim() !== '') sections.push({ title, depth, line, text });
  };
  let number = 0;
  for (const { 0: whole, index } of body.matchAll(LINE)) {
    number += 1;
    const line = whole.replace(/[\r\n]+$/, '');
    const mark = FENCE.exec(line);
    if (fence !== undefined) {
      const isClosing = mark?.[1]?.startsWith(fence) === true && mark[2]?.trim() === '';
      if (isClosing) fence = undefined;
      continue;
    }
    // Backticks in what follows make it a line of text with code in it.
    if (mark?.[1] !== undefined && !(mark[1].startsWith('`') && mark[2]?.includes('`'))) {
      fence = mark[1];
      continue;
    }
    const heading = HEADING.exec(line);
    if (heading?.[1] === undefined) continue;
    close(index);
    open = { title: heading[2]?.trim() ?? '', depth: heading[1].length, line: number, from: index };
  }
  close(body.length);
  return sections;
}
