/** `skilldeck skills import SOURCE` and `skills update ID`: shows the plan, and carries it out after approval. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ImportPlan, ImportSource } from '../../../../shared/skill-import.ts';
import { approvePlan } from '../ask/approve-plan.ts';
import { isThereSomebody } from '../ask/question.ts';
import { stoppable } from '../ask/stoppable.ts';
import { command } from '../command.ts';
import type { CommandContext, CoreClient } from '../context.ts';
import { EXIT } from '../exit-status.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import type { FlagsOf, Options } from '../options/option-types.ts';
import { inJson } from '../text/answer.ts';

const OPTIONS = {
  '--ref <REF>': ({ help }) => help.ref,
  '--path <PATH>': ({ help }) => help.pathInside,
  '--yes': ({ help }) => help.yes,
  '--shadow': ({ help }) => help.shadow,
} as const satisfies Options;
type ImportFlags = FlagsOf<typeof OPTIONS> & GlobalOptions;

type Look = (client: CoreClient, options: { signal: AbortSignal }) => Promise<ImportPlan>;

/** The core knows nothing of the folder that the person is in. `owner/repo` is on GitHub where there is no such folder. */
export function absolute(given: string): string {
  const isAddress = /^[a-z][a-z+]+:\/\//i.test(given) || /^[\w.-]+@[\w.-]+:/.test(given);
  const isShort = /^[a-z0-9][\w.-]*\/[a-z0-9][\w.-]*(?:@[^/@\s]+)?$/i.test(given) && !existsSync(path.resolve(given));
  return isAddress || isShort ? given : path.resolve(given);
}

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
    options: {
      '--yes': ({ help }) => help.yes,
      '--shadow': ({ help }) => help.shadow,
    },
    run: (context, [id = ''], flags) =>
      decide(context, flags, (client, options) => client.skills.inspectUpdate({ id }, options)),
  }),
];
