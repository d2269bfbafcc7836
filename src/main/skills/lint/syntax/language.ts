import type { SkillFile } from '../types.ts';

export type Language = 'python' | 'javascript' | 'shell';

const BY_ENDING: Readonly<Record<string, Language>> = {
  py: 'python',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  sh: 'shell',
  bash: 'shell',
};

/** The program that a `#!` line names: `zsh`; '' where there is none. */
export function interpreterOf({ content }: SkillFile): string {
  const first = content.kind === 'text' ? /^#![ \t]{0,10}([^\r\n]{1,200})/.exec(content.text)?.[1] : undefined;
  const words = (first ?? '').split(/[ \t]+/).filter((word) => !word.startsWith('-') && !/\/env$/.test(word));
  return words[0]?.replace(/^.*\//, '') ?? '';
}

/** Determined by the file extension, else by its first line. Shells other than bash's kind are a separate language. */
export function languageOf(file: SkillFile): Language | undefined {
  if (file.content.kind !== 'text') return undefined;
  const interpreter = interpreterOf(file);
  if (/^(?:zsh|fish|pwsh|csh|tcsh|nu)$/.test(interpreter)) return undefined;
  const ending = /\.([a-z0-9]+)$/i.exec(file.path)?.[1]?.toLowerCase();
  if (ending !== undefined) return BY_ENDING[ending];
  if (/^python[\d.]*$/.test(interpreter)) return 'python';
  if (interpreter === 'node') return 'javascript';
  return /^(?:ba|da|k)?sh$/.test(interpreter) ? 'shell' : undefined;
}
