/** `skilldeck skills enable|disable NAME [--session ID] [--env NAME]`. */
import { command } from '../command.ts';
import { type CommandContext, printJson, withCore } from '../context.ts';
import { EXIT } from '../exit-status.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { oneLine } from '../text/visible.ts';

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
    options: {
      '--session <ID>': ({ help }) => help.inSession,
    },
    run: (context, [id = ''], flags) => skillsSwitch(context, id, true, flags),
  }),
  command({
    name: 'skills disable',
    help: ({ help }) => help.skillsDisable,
    args: { '<ID>': ({ help }) => help.skillName },
    options: {
      '--session <ID>': ({ help }) => help.inSession,
    },
    run: (context, [id = ''], flags) => skillsSwitch(context, id, false, flags),
  }),
];
