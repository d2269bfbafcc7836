/** Built as a file for each language, which is read when the first of its words is needed (electron.vite.config.ts). */
import { en } from './en.ts';
import { flat } from './flat.ts';
import type { Language } from './types.ts';
import { zh } from './zh.ts';

export const allWords = (language: Language): Map<string, string> => flat({ en, zh }[language]);
