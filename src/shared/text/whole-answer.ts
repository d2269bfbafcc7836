/** Enter, interrupt, end of input, quit. */
const ENDING_KEYS: ReadonlySet<string> = new Set(['\r', '\n', '\u0003', '\u0004', '\u001c']);

/** True if the input completes an answer, not just a part of one. */
export const isWholeAnswer = (typed: string): boolean => [...typed].some((key) => ENDING_KEYS.has(key));
