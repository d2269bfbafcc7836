/** Characters; one Chinese character is a word, one Latin letter is none. */
const ENOUGH = /\p{Script=Han}|\S\S/u;

/** Whether it is enough to look for. */
export const usesWords = (words: string): boolean => ENOUGH.test(words.trim());
