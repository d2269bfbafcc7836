/** `skilldeck skills export|uninstall|restore`. */

import path from 'node:path';
import { command } from '../command.ts';
import { withCore } from '../context.ts';
import { told } from '../text/answer.ts';
import { writeWhole } from '../text/write-whole.ts';

export const skillsKeepCommands = [
  command({
    name: 'skills export',
    help: ({ help }) => help.skillsExport,
    args: { '<ID>': ({ help }) => help.skillName, '[FILE]': ({ help }) => help.exportFile },
    /** @param given the file to write; without it `ID.skill` here. */
    async run(context, [id = '', given], flags) {
      const { words } = context;
      const { base64, name, ...rest } = await withCore(context, 'read', flags, (client) =>
        client.skills.export({ id }),
      );
      const file = path.resolve(given ?? name);
      writeWhole(file, Buffer.from(base64, 'base64'), context);
      return told(
        context,
        flags,
        { file, ...rest },
        words.importSkill.exported(id, words.number(rest.files), words.number(rest.bytes), file),
      );
    },
  }),
  command({
    name: 'skills uninstall',
    help: ({ help }) => help.skillsUninstall,
    args: { '<ID>': ({ help }) => help.skillName },
    async run(context, [id = ''], flags) {
      const gone = await withCore(context, 'write', flags, (client) => client.skills.uninstall({ id }));
      return told(context, flags, gone, context.words.importSkill.uninstalled(gone.id, gone.entry));
    },
  }),
  command({
    name: 'skills restore',
    help: ({ help }) => help.skillsRestore,
    args: { '<ID>': ({ help }) => help.skillName },
    async run(context, [what = ''], flags) {
      const back = await withCore(context, 'write', flags, (client) => client.skills.restore({ what }));
      return told(context, flags, back, context.words.importSkill.restored(back.id, back.path));
    },
  }),
];
