/** Characters; one Chinese character is a word, one Latin letter is none. */
const ENOUGH = /\p{Script=Han}|\S\S/u;

/** True if the text is long enough to search for. */
export const usesWords = (words: string): boolean => ENOUGH.test(words.trim());
