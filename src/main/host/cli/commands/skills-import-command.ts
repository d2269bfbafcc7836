/** `skilldeck skills import SOURCE` and `skills update ID`: shows the plan, and carries it out after approval. */

import path from 'node:path';
import {
  type ImportPlan,
  type ImportSource,
  type InstallResult,
  shadowingIn,
} from '../../../../shared/skill-import.ts';
import { type Interrupts, watchInterrupts } from '../ask/interrupts.ts';
import { isThereSomebody, question } from '../ask/question.ts';
import { command } from '../command.ts';
import { type CommandContext, type CoreClient, withCore } from '../context.ts';
import { EXIT } from '../exit-status.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import type { FlagsOf, Options } from '../options/option-types.ts';
import { planText } from '../text/plan-text.ts';
import { oneLine, shownName } from '../text/visible.ts';
import { visibleJson } from '../text/visible-json.ts';

const OPTIONS = {
  '--ref <REF>': ({ help }) => help.ref,
  '--path <PATH>': ({ help }) => help.pathInside,
  '--yes': ({ help }) => help.yes,
  '--shadow': ({ help }) => help.shadow,
} as const satisfies Options;
type ImportFlags = FlagsOf<typeof OPTIONS> & GlobalOptions;

type Look = (client: CoreClient, options: { signal: AbortSignal }) => Promise<ImportPlan>;

function skillsImport(context: CommandContext, given: string, flags: ImportFlags): Promise<number> {
  const source: ImportSource = {
    kind: 'address',
    address: absolute(given),
    ...(flags.ref === undefined ? {} : { ref: flags.ref }),
    ...(flags.path === undefined ? {} : { path: flags.path }),
  };
  return decide(context, flags, (client, options) => client.skills.inspectImport({ source }, options));
}

function skillsUpdate(context: CommandContext, id: string, flags: ImportFlags): Promise<number> {
  return decide(context, flags, (client, options) => client.skills.inspectUpdate({ id }, options));
}

/** The core knows nothing of the folder that the person is in. */
function absolute(given: string): string {
  const isAddress = /^[a-z][a-z+]+:\/\//i.test(given) || /^[\w.-]+@[\w.-]+:/.test(given);
  return isAddress ? given : path.resolve(given);
}

async function decide(context: CommandContext, flags: ImportFlags, look: Look): Promise<number> {
  const { deps, words, note } = context;
  const interrupts = watchInterrupts(deps, { stopping: () => note(words.run.stopping), timeUp: () => {} });
  const canInstall = flags.yes === true || isThereSomebody(deps.terminal);
  try {
    // Inspecting needs no approval, and works while the app runs.
    return await withCore(context, canInstall ? 'write' : 'read', flags, async (client) => {
      const plan = await look(client, { signal: interrupts.signal });
      return settle(context, flags, client, plan, interrupts);
    });
  } catch (error) {
    if (interrupts.signal.aborted) return EXIT.stopped;
    throw error;
  } finally {
    interrupts.dispose();
  }
}

async function settle(
  context: CommandContext,
  flags: ImportFlags,
  client: CoreClient,
  plan: ImportPlan,
  interrupts: Interrupts,
): Promise<number> {
  const { deps, words, out, note } = context;
  const { importSkill } = words;
  if (flags.json !== true) await out.write(`${planText(plan, words).join('\n')}\n`);
  const finish = async (status: number, installed: InstallResult['installed'] | null): Promise<number> => {
    if (flags.json === true) await out.line(visibleJson({ plan, installed }));
    return status;
  };
  if (plan.skills.every(({ replaces }) => replaces?.same === true)) {
    note(importSkill.upToDate);
    return finish(EXIT.done, []);
  }
  if (flags.yes !== true) {
    if (!isThereSomebody(deps.terminal)) {
      note(importSkill.nobody);
      return finish(EXIT.refused, null);
    }
    const answer = await question(deps.terminal, importSkill.question(plan.skills.length), interrupts);
    if (interrupts.signal.aborted) return finish(EXIT.stopped, null);
    if (!isYes(answer)) {
      note(importSkill.declined);
      return finish(EXIT.refused, null);
    }
  }
  // A name that shadows another skill needs a separate approval.
  const shadowing = shadowingIn(plan.skills);
  if (shadowing.length > 0 && flags.shadow !== true) {
    for (const { id, findings, alsoAt } of shadowing)
      note(
        oneLine(
          importSkill.shadows(shownName(id, findings), alsoAt.map((one) => `${one.path} (${one.source})`).join(', ')),
        ),
      );
    const asked = isThereSomebody(deps.terminal)
      ? await question(deps.terminal, importSkill.shadowQuestion, interrupts)
      : '';
    if (interrupts.signal.aborted) return finish(EXIT.stopped, null);
    if (!isYes(asked)) {
      note(importSkill.shadowRefused);
      return finish(EXIT.refused, null);
    }
  }
  const { installed } = await client.skills.install({ planId: plan.planId });
  for (const { id, path: place, trashed } of installed) {
    note(oneLine(trashed === undefined ? importSkill.installed(id, place) : importSkill.replaced(id, place, trashed)));
  }
  return finish(EXIT.done, installed);
}

const isYes = (answer: string): boolean => ['y', 'yes', '是', '好', '同意'].includes(answer.trim().toLowerCase());

export const skillsImportCommands = [
  command({
    name: 'skills import',
    help: ({ help }) => help.skillsImport,
    args: { '<SOURCE>': ({ help }) => help.importSource },
    options: OPTIONS,
    run: (context, [source = ''], flags) => skillsImport(context, source, flags),
  }),
  command({
    name: 'skills update',
    help: ({ help }) => help.skillsUpdate,
    args: { '<ID>': ({ help }) => help.skillName },
    options: {
      '--yes': ({ help }) => help.yes,
      '--shadow': ({ help }) => help.shadow,
    },
    run: (context, [id = ''], flags) => skillsUpdate(context, id, flags),
  }),
];
