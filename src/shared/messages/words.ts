/** Built as two texts, of which each is read when its language is first needed (electron.vite.config.ts). */
import { en } from './en.ts';
import { flat } from './flat.ts';
import type { Language } from './types.ts';
import { zh } from './zh.ts';

export const allWords = (language: Language): Map<string, string> => flat({ en, zh }[language]);
