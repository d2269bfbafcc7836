/** What is wrong with a repository, in words: the same in window and terminal. */
import type { Translate } from './messages/types.ts';
import type { RepositoryFault } from './repositories.ts';

export const repositoryFaultWords = (t: Translate, { code, detail }: RepositoryFault): string =>
  t(`repositories.fault.${code}`, { detail });
