/** Faults of a repository in words: the same in window and terminal. */
import { detailText } from './messages/detail.ts';
import { translatorFor } from './messages/translate.ts';
import type { Language } from './messages/types.ts';
import type { RepositoryFault } from './repositories.ts';

export const repositoryFaultWords = (language: Language, { code, detail, exact }: RepositoryFault): string =>
  translatorFor(language)(`repositories.fault.${code}`, { detail: detailText(language, exact, detail).text });
