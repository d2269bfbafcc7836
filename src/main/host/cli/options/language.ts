/** The person's language, as the system has it. */
import { type CliWords, cli as en } from '../../../../shared/messages/en/cli.ts';
import { cli as zh } from '../../../../shared/messages/zh/cli.ts';

/** BCP 47, by POSIX's order of variables; `C` says nothing about a person. */
export function systemLanguage(env: Readonly<Record<string, string | undefined>>): string {
  const posix = [env.LC_ALL, env.LC_MESSAGES, env.LANG].find((value) => value !== undefined && value !== '');
  const first = env.LANGUAGE?.split(':')[0];
  const name = (isNamed(posix) && first ? first : posix)?.replace(/[.@].*$/, '').replace('_', '-');
  if (isNamed(name)) return name;
  return posix === undefined ? Intl.DateTimeFormat().resolvedOptions().locale : 'en';
}

function isNamed(value: string | undefined): value is string {
  return value !== undefined && !/^(C|POSIX)?(\.|$)/i.test(value);
}

export function wordsFor(language: string): CliWords {
  return /^zh\b/i.test(language) ? zh : en;
}
