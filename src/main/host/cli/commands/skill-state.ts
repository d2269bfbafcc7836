/** State of a skill in a few words: turned off, unable to work here, loaded, changed on disk. */
import type { SkillView } from '../../../../shared/contract.ts';
import type { DiskState } from '../../../../shared/events.ts';
import type { CliWords } from '../../../../shared/messages/en/cli.ts';

export interface LoadedView {
  readonly id: string;
  readonly tokens: number;
  readonly onDisk: { readonly state: DiskState; readonly tokens?: number | undefined };
}

/** Empty where there is nothing to say. */
export function skillState(
  { use, tokens }: Partial<Pick<SkillView, 'use' | 'tokens'>>,
  loaded: LoadedView | undefined,
  words: CliWords,
  budget = Number.POSITIVE_INFINITY,
): string {
  const { state } = words.skills;
  const parts = [
    ...(use?.enabled === false ? [state.off[use.by ?? 'everywhere']] : []),
    ...((tokens?.instructions ?? 0) > budget ? [state.tooLarge(words.number(budget))] : []),
    ...(loaded === undefined ? [] : [state.loaded, ...diskState(loaded, words)]),
  ];
  return parts.join(', ');
}

function diskState({ onDisk }: LoadedView, { skills, number }: CliWords): string[] {
  if (onDisk.state === 'current') return [];
  const { tokens = 0 } = onDisk;
  const change = `${tokens < 0 ? '−' : '+'}${number(Math.abs(tokens))}`;
  return [onDisk.state === 'changed' ? skills.state.changed(change) : skills.state[onDisk.state]];
}
