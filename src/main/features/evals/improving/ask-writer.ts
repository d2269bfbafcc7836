/** Asks a model for a JSON object, and again with what was wrong with it, where it cannot be used. */
import type { z } from 'zod';
import type { ImprovingEnd } from '../../../../shared/evals/improving.ts';
import type { SessionState } from '../../../../shared/session-state.ts';
import type { Core } from '../../../core/core.ts';
import { jsonIn } from '../json-answer.ts';
import type { Purse } from './purse.ts';

/** Answers that cannot be used, in a row. */
const TRIES = 3;

export interface WriterPorts {
  readonly purse: Purse;
  readonly signal: AbortSignal;
  /** Fault of an answer, before it is asked for again. */
  onFault(why: string): void;
}

/** @param use what the answer gives, or what is wrong with it. */
export async function askWriter<Answer, Made extends object>(
  core: Pick<Core, 'models' | 'prices'>,
  writer: SessionState,
  { system, user, schema }: { readonly system: string; readonly user: string; readonly schema: z.ZodType<Answer> },
  { purse, signal, onFault }: WriterPorts,
  use: (answer: Answer) => Promise<Made | { readonly fault: string }> | Made | { readonly fault: string },
): Promise<Made | { readonly ended: ImprovingEnd }> {
  let fault = '';
  for (let attempt = 0; attempt < TRIES && !signal.aborted; attempt += 1) {
    const again = fault === '' ? '' : `\n\n# Your last answer could not be used\n\n${fault}. Answer again.`;
    const outcome = await purse.ask(core, writer, { system, user: user + again, tools: [] }, signal);
    if (outcome.kind === 'unpaid') return { ended: outcome.why };
    if (outcome.kind === 'failure') onFault(outcome.message);
    if (outcome.kind !== 'answer') return { ended: 'model' };
    const answer = jsonIn(outcome.text, schema);
    const made = answer === undefined ? { fault: 'it is not the JSON object that was asked for' } : await use(answer);
    if (!('fault' in made)) return made;
    fault = made.fault;
    onFault(fault);
  }
  return { ended: 'writer' };
}

/** Joins the parts of the writer's prompt, each under its title. */
export const titled = (parts: Readonly<Record<string, string>>): string =>
  Object.entries(parts)
    .map(([title, content]) => `# ${title}\n\n${content}`)
    .join('\n\n');
