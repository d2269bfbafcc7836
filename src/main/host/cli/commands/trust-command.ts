/** `skilldeck trust [DIR]`: the skills of a project's folder are used from now on, or with `--remove` no longer. */

import path from 'node:path';
import { command } from '../command.ts';
import { type CommandContext, type CoreClient, printJson, withCore } from '../context.ts';
import { EXIT } from '../exit-status.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { oneLine } from '../text/visible.ts';

async function trust(
  context: CommandContext,
  dir: string | undefined,
  flags: GlobalOptions & { readonly remove?: boolean },
): Promise<number> {
  const { out, note, words } = context;
  const folder = path.resolve(dir ?? '.');
  const trusted = flags.remove === true ? null : true;
  const view = await withCore(context, 'read', flags, (client) => client.trust.set({ dir: folder, trusted }));
  if (flags.json === true) await printJson(out, { folder, trusted: trusted === true, folders: view.folders });
  else note(oneLine(trusted === true ? words.trust.trusted(folder) : words.trust.withdrawn(folder)));
  return EXIT.done;
}

/** One line where skills of the current folder are left out. */
export async function noteUntrusted({ note, words }: CommandContext, client: CoreClient): Promise<void> {
  const { folder, trusted, skills } = await client.trust.get({});
  if (!trusted && skills.length > 0) note(oneLine(words.trust.leftOut(folder, skills.map(({ id }) => id).join(', '))));
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
