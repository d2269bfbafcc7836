/** `skilldeck trust [DIR]`: uses the skills of a project's folder as they are now, or with `--remove` no longer. */

import path from 'node:path';
import { command } from '../command.ts';
import { type CommandContext, type CoreClient, withCore } from '../context.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { told } from '../text/answer.ts';
import { oneLine } from '../text/visible.ts';

async function trust(
  context: CommandContext,
  dir: string | undefined,
  flags: GlobalOptions & { readonly remove?: boolean },
): Promise<number> {
  const { words } = context;
  const folder = path.resolve(dir ?? '.');
  const trusted = flags.remove === true ? null : true;
  const view = await withCore(context, 'read', flags, (client) => client.trust.set({ dir: folder, trusted }));
  return told(
    context,
    flags,
    { folder, trusted: trusted === true, folders: view.folders },
    trusted === true ? words.trust.trusted(folder) : words.trust.withdrawn(folder),
  );
}

/** One line where skills of the current folder are left out: all of them, or those that are not as they were trusted. */
export async function noteUntrusted({ note, words }: CommandContext, client: CoreClient): Promise<void> {
  const { folder, trusted, skills } = await client.trust.get({});
  const left = skills.filter(({ heldBack }) => heldBack !== undefined);
  if (left.length === 0) return;
  const named = left.map(({ id, heldBack, replaces }) =>
    words.trust.named(id, heldBack === 'untrusted' ? undefined : heldBack, replaces === true),
  );
  const line = trusted ? words.trust.changed : words.trust.leftOut;
  note(oneLine(line(folder, named.join(', '))));
}

export const trustCommand = command({
  name: 'trust',
  help: ({ trust }) => trust.help.trust,
  args: { '[DIR]': ({ trust }) => trust.help.dir },
  options: {
    '--remove': ({ trust }) => trust.help.remove,
  },
  run: (context, [dir], flags) => trust(context, dir, flags),
});
