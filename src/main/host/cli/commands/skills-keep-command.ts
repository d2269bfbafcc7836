/** `skilldeck skills export|uninstall|restore`. */

import path from 'node:path';
import { command } from '../command.ts';
import { type CommandContext, withCore } from '../context.ts';
import { EXIT } from '../exit-status.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { oneLine } from '../text/visible.ts';
import { visibleJson } from '../text/visible-json.ts';
import { writeWhole } from '../text/write-whole.ts';

/** @param given the file to write; without it `ID.skill` here. */
async function skillsExport(
  context: CommandContext,
  id: string,
  given: string | undefined,
  flags: GlobalOptions,
): Promise<number> {
  const { words, out, note } = context;
  const { base64, name, ...rest } = await withCore(context, 'read', flags, (client) => client.skills.export({ id }));
  const file = path.resolve(given ?? name);
  writeWhole(file, Buffer.from(base64, 'base64'), context);
  if (flags.json === true) await out.line(visibleJson({ file, ...rest }));
  else note(oneLine(words.importSkill.exported(id, words.number(rest.files), words.number(rest.bytes), file)));
  return EXIT.done;
}

async function skillsUninstall(context: CommandContext, id: string, flags: GlobalOptions): Promise<number> {
  const gone = await withCore(context, 'write', flags, (client) => client.skills.uninstall({ id }));
  if (flags.json === true) await context.out.line(visibleJson(gone));
  else context.note(oneLine(context.words.importSkill.uninstalled(gone.id, gone.entry)));
  return EXIT.done;
}

async function skillsRestore(context: CommandContext, what: string, flags: GlobalOptions): Promise<number> {
  const back = await withCore(context, 'write', flags, (client) => client.skills.restore({ what }));
  if (flags.json === true) await context.out.line(visibleJson(back));
  else context.note(oneLine(context.words.importSkill.restored(back.id, back.path)));
  return EXIT.done;
}

export const skillsKeepCommands = [
  command({
    name: 'skills export',
    help: ({ help }) => help.skillsExport,
    args: { '<ID>': ({ help }) => help.skillName, '[FILE]': ({ help }) => help.exportFile },
    run: (context, [id = '', file], flags) => skillsExport(context, id, file, flags),
  }),
  command({
    name: 'skills uninstall',
    help: ({ help }) => help.skillsUninstall,
    args: { '<ID>': ({ help }) => help.skillName },
    run: (context, [id = ''], flags) => skillsUninstall(context, id, flags),
  }),
  command({
    name: 'skills restore',
    help: ({ help }) => help.skillsRestore,
    args: { '<ID>': ({ help }) => help.skillName },
    run: (context, [id = ''], flags) => skillsRestore(context, id, flags),
  }),
];
