/** Extracts a program's question from its output. */

export interface Choice {
  /** Text typed to choose it. */
  readonly value: string;
  readonly label: string;
}

/** `1) Economy`, `[2] Business`, `3. First`, `4：头等舱`. */
const ITEM = /^\s*[([（【]?(\d{1,3})\s*[)\].:、）】：]\s*(\S.*?)\s*$/;
/** End of an unfinished line that looks like a prompt. */
const PROMPT = /([:?>$#»›❯：？]|\([^()\s]{1,12}\)|\[[^[\]]{1,24}\])\s*$|press (any key|enter|return)|按.{0,6}键/i;

/** The question: the unfinished line, else the last line that says something and is no item of a menu. */
export function promptOf(line: string, recent: string): string {
  if (line.trim() !== '') return line.trim();
  const said = recent.split('\n').filter((one) => one.trim() !== '');
  return (said.findLast((one) => !ITEM.test(one)) ?? said.at(-1) ?? '').trim();
}

/** True if an unfinished line looks like a question. */
export const looksLikePrompt = (line: string): boolean => line.trim() !== '' && PROMPT.test(line);

/** A numbered menu at the end of what was printed: at least two items, counted up from 0 or 1. */
export function choicesIn(recent: string): Choice[] {
  // `select` of a shell puts several items on a line.
  const cells = recent.split(/\n|\t+|\s{2,}(?=[([]?\d{1,3}[)\].])/);
  let choices: Choice[] = [];
  const columns = new Map<number, Choice>();
  for (const cell of cells) {
    const [, value, label] = ITEM.exec(cell) ?? [];
    if (value === undefined || label === undefined) continue;
    // A new menu begins again.
    if (columns.has(Number(value))) columns.clear();
    columns.set(Number(value), { value, label });
  }
  const numbers = [...columns.keys()].sort((a, b) => a - b);
  const [first = -1] = numbers;
  if (first === 0 || first === 1) {
    choices = numbers.flatMap((number, index) => {
      const choice = columns.get(number);
      return choice !== undefined && number === first + index ? [choice] : [];
    });
  }
  return choices.length >= 2 ? choices : [];
}
