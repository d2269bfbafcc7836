/** `skilldeck skills import SOURCE` and `skills update ID`: shows the plan, and carries it out after approval. */

import path from 'node:path';
import { approvePlan } from '../../../main/hosts/cli/approvals.ts';
import { isThereSomebody, stoppable } from '../../../main/hosts/cli/ask.ts';
import { command } from '../../../main/hosts/cli/command.ts';
import {
  absolute,
  type CommandContext,
  type CoreClient,
  printJson,
  withCore,
} from '../../../main/hosts/cli/context.ts';
import { EXIT } from '../../../main/hosts/cli/exit-status.ts';
import type { FlagsOf, GlobalOptions, Options } from '../../../main/hosts/cli/run-options.ts';
import { inJson, told } from '../../../main/hosts/cli/text/progress.ts';
import { oneLine } from '../../../main/hosts/cli/text/visible.ts';
import { writeWhole } from '../../../main/hosts/cli/text/write-whole.ts';
import type { ImportPlan, ImportSource } from '../../../shared/skills/skill-import.ts';

/** `skilldeck skills export|uninstall|restore`. */
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

// `skilldeck skills enable|disable NAME [--session ID] [--env NAME]`.

/** Switches for the session, else for the named environment, else globally. Prints the skill's new state. */
async function skillsSwitch(
  context: CommandContext,
  skill: string,
  enabled: boolean,
  flags: GlobalOptions & { readonly session?: string },
): Promise<number> {
  const { out, note, words } = context;
  const { session: sessionId, env: environment } = flags;
  // Settings may change while the app is open, because it watches them.
  const access = sessionId === undefined ? 'read' : 'write';
  const scope = sessionId === undefined ? { environment } : { sessionId };
  const use = await withCore(context, access, flags, async (client) => {
    await client.skills.setEnabled({ skill, enabled, ...scope });
    const { skills } = await client.skills.list({ sessionId, counted: false });
    return skills.find(({ id }) => id === skill)?.use;
  });
  const isOn = use?.enabled ?? enabled;
  if (flags.json === true) await printJson(out, { skill, enabled: isOn, by: use?.by ?? null });
  else if (isOn === enabled) note(oneLine(words.skills.switched[isOn ? 'on' : 'off'](skill)));
  else note(oneLine(words.skills.switched.still(skill, words.skills.state.off[use?.by ?? 'everywhere'])));
  return EXIT.done;
}

export const skillsSwitchCommands = [
  command({
    name: 'skills enable',
    help: ({ help }) => help.skillsEnable,
    args: { '<ID>': ({ help }) => help.skillName },
    options: { '--session <ID>': ({ help }) => help.inSession },
    run: (context, [id = ''], flags) => skillsSwitch(context, id, true, flags),
  }),
  command({
    name: 'skills disable',
    help: ({ help }) => help.skillsDisable,
    args: { '<ID>': ({ help }) => help.skillName },
    options: { '--session <ID>': ({ help }) => help.inSession },
    run: (context, [id = ''], flags) => skillsSwitch(context, id, false, flags),
  }),
];

const OPTIONS = {
  '--ref <REF>': ({ help }) => help.ref,
  '--path <PATH>': ({ help }) => help.pathInside,
  '--yes': ({ help }) => help.yes,
  '--shadow': ({ help }) => help.shadow,
} as const satisfies Options;
type ImportFlags = FlagsOf<typeof OPTIONS> & GlobalOptions;

type Look = (client: CoreClient, options: { signal: AbortSignal }) => Promise<ImportPlan>;

async function decide(context: CommandContext, flags: ImportFlags, look: Look): Promise<number> {
  // Inspecting needs no approval, and works while the app runs.
  const access = flags.yes === true || isThereSomebody(context.deps.terminal) ? 'write' : 'read';
  const status = await stoppable(context, access, flags, async (client, interrupts) => {
    const plan = await look(client, { signal: interrupts.signal });
    const install = () => client.skills.install({ planId: plan.planId });
    const { status: ended, installed } = await approvePlan(context, flags, plan, { interrupts, install });
    await inJson(context, flags, { plan, installed });
    return ended;
  });
  return status ?? EXIT.stopped;
}

export const skillsImportCommands = [
  command({
    name: 'skills import',
    help: ({ help }) => help.skillsImport,
    args: { '<SOURCE>': ({ help }) => help.importSource },
    options: OPTIONS,
    run(context, [given = ''], flags) {
      const source: ImportSource = {
        kind: 'address',
        address: absolute(given),
        ...(flags.ref === undefined ? {} : { ref: flags.ref }),
        ...(flags.path === undefined ? {} : { path: flags.path }),
      };
      return decide(context, flags, (client, options) => client.skills.inspectImport({ source }, options));
    },
  }),
  command({
    name: 'skills update',
    help: ({ help }) => help.skillsUpdate,
    args: { '<ID>': ({ help }) => help.skillName },
    options: { '--yes': ({ help }) => help.yes, '--shadow': ({ help }) => help.shadow },
    run: (context, [id = ''], flags) =>
      decide(context, flags, (client, options) => client.skills.inspectUpdate({ id }, options)),
  }),
];
