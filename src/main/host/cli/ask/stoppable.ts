/** Work in the core that Ctrl-C ends: what has not been done waits for the next time. */
import type { AppOptions } from '../../../api/app-handle.ts';
import { type CommandContext, type CoreClient, withCore } from '../context.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { type Interrupts, watchInterrupts } from './interrupts.ts';

/** @returns undefined where it was stopped. */
export async function stoppable<T>(
  context: CommandContext,
  access: AppOptions['access'],
  flags: GlobalOptions,
  work: (client: CoreClient, interrupts: Interrupts) => Promise<T>,
): Promise<T | undefined> {
  const { deps, note, words } = context;
  const interrupts = watchInterrupts(deps, { stopping: () => note(words.run.stopping), timeUp: () => {} });
  try {
    return await withCore(context, access, flags, (client) => work(client, interrupts));
  } catch (error) {
    if (interrupts.signal.aborted) return undefined;
    throw error;
  } finally {
    interrupts.dispose();
  }
}
