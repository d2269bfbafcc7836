/** `skilldeck skills list|show`. */
import path from 'node:path';
import {
  absolute,
  type CommandContext,
  type CoreClient,
  command,
  inJson,
  isThereSomebody,
  noteUntrusted,
  printJson,
  question,
  stoppable,
  told,
  withCore,
} from '../../../main/hosts/cli/command.ts';
import { approvePlan, isYes } from '../../../main/hosts/cli/follow-run.ts';
import {
  EXIT,
  type FlagsOf,
  type GlobalOptions,
  type Options,
  TerminalError,
} from '../../../main/hosts/cli/run-options.ts';
import { type Column, oneLine, printTable, shownName } from '../../../main/hosts/cli/text/print.ts';
import { writeWhole } from '../../../main/hosts/cli/text/whole-file.ts';
import { detailText } from '../../../shared/messages/detail.ts';
import type { ImportPlan, ImportSource } from '../../../shared/skills/skill-import.ts';
import { planFigures } from '../../../shared/skills/skill-packages.ts';
import { diagnosticLine, skillLines, skillState } from './skill-lines.ts';

// `skilldeck skills import SOURCE` and `skills update ID`: shows the plan, and carries it out after approval.

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

export const skillsSwitchCommands = [true, false].map((enabled) =>
  command({
    name: enabled ? 'skills enable' : 'skills disable',
    help: ({ help }) => (enabled ? help.skillsEnable : help.skillsDisable),
    args: { '<ID>': ({ help }) => help.skillName },
    options: { '--session <ID>': ({ help }) => help.inSession },
    run: (context, [id = ''], flags) => skillsSwitch(context, id, enabled, flags),
  }),
);

const OPTIONS = {
  '--ref <REF>': ({ help }) => help.ref,
  '--path <PATH>': ({ help }) => help.pathInside,
  '--yes': ({ help }) => help.yes,
  '--shadow': ({ help }) => help.shadow,
} as const satisfies Options;
type ImportFlags = FlagsOf<typeof OPTIONS> & GlobalOptions;

/** `--skill a,b --skill c`. */
const idsIn = (given: readonly string[]): string[] =>
  given
    .flatMap((one) => one.split(','))
    .map((id) => id.trim())
    .filter((id) => id !== '');

type PlanReader = (client: CoreClient, options: { signal: AbortSignal }) => Promise<ImportPlan>;

async function decide(context: CommandContext, flags: ImportFlags, look: PlanReader): Promise<number> {
  // Inspecting needs no approval, and works while the app runs.
  const access = flags.yes === true || isThereSomebody(context.deps.terminal) ? 'write' : 'read';
  const status = await stoppable(context, access, flags, async (client, interrupts) => {
    const plan = await look(client, { signal: interrupts.signal });
    const install = (ids: string[]) => client.skills.install({ planId: plan.planId, ids });
    const { status: ended, ...done } = await approvePlan(context, flags, plan, { interrupts, install });
    await inJson(context, flags, { plan, ...done });
    return ended;
  });
  return status ?? EXIT.stopped;
}

export const skillsImportCommands = [
  command({
    name: 'skills import',
    help: ({ help }) => help.skillsImport,
    args: { '<SOURCE>': ({ help }) => help.importSource },
    options: {
      ...OPTIONS,
      '--skill <ID>': { help: ({ help }) => help.importOnly, repeatable: true },
      '--except <ID>': { help: ({ help }) => help.importExcept, repeatable: true },
    },
    run(context, [given = ''], flags) {
      const source: ImportSource = {
        kind: 'address',
        address: absolute(given),
        ...(flags.ref === undefined ? {} : { ref: flags.ref }),
        ...(flags.path === undefined ? {} : { path: flags.path }),
        ...(flags.skill === undefined ? {} : { only: idsIn(flags.skill) }),
        ...(flags.except === undefined ? {} : { except: idsIn(flags.except) }),
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

/** `skilldeck skills packages ID`: what a skill lacks, fetched once the person agrees. */
const packagesCommand = command({
  name: 'skills packages',
  help: ({ help }) => help.skillsPackages,
  args: { '<ID>': ({ help }) => help.skillName },
  options: { '--yes': ({ help }) => help.yes, '--remove': ({ help }) => help.packagesRemove },
  async run(context, [id = ''], flags) {
    const { words, deps, note } = context;
    const say = words.skills.packages;
    if (flags.remove === true) {
      const gone = await withCore(context, 'read', flags, (client) => client.skills.removePackages({ id }));
      return told(context, flags, gone, say.removed(id, gone.removed));
    }
    const status = await stoppable(context, 'read', flags, async (client, interrupts) => {
      const options = { signal: interrupts.signal };
      const plan = await client.skills.planPackages({ id }, options);
      for (const { reason, detail } of plan.refused ?? [])
        note(oneLine(detailText(words.language, detail, reason).text));
      if (plan.packages.length === 0) return told(context, flags, plan, say.none(id));
      const { names, from, bytes } = planFigures(plan.packages);
      const size = bytes === undefined ? undefined : words.number(bytes);
      note(oneLine(say.plan(id, names.join(', '), from.join(', '), size)));
      if (flags.yes !== true) {
        const asked = isThereSomebody(deps.terminal) ? await question(deps.terminal, say.question, interrupts) : '';
        if (!isYes(asked)) {
          note(say.declined);
          return EXIT.refused;
        }
      }
      const provided = await client.skills.providePackages({ id }, options);
      return told(context, flags, provided, say.provided(id, words.number(provided.bytes)));
    });
    return status ?? EXIT.stopped;
  },
});

export const skillsCommands = [
  packagesCommand,
  command({
    name: 'skills list',
    help: ({ help }) => help.skillsList,
    options: { '--session <ID>': ({ help }) => help.ofSession, '--count': ({ help }) => help.countSkills },
    async run(context, _args, options) {
      const { words, note } = context;
      const { session: sessionId, count = false } = options;
      const found = await withCore(context, 'read', options, async (client) => {
        await noteUntrusted(context, client);
        return client.skills.list({ sessionId, counted: count || 'kept', packages: options.json === true });
      });
      const unread = { references: null, scripts: null };
      const skills = found.skills.map((skill) => (skill.tokens === null ? { ...skill, ...unread } : skill));
      if (await inJson(context, options, { ...found, skills })) return EXIT.done;
      const known = new Set(found.skills.map(({ id }) => id));
      const loadedOf = (id: string) => found.loaded?.find((one) => one.id === id);
      // The list includes a loaded skill whose folder is gone: it still works.
      const gone = (found.loaded ?? []).filter(({ id }) => !known.has(id));
      const states = [
        ...found.skills.map((skill) => skillState(skill, loadedOf(skill.id), words, found.budget)),
        ...gone.map((loaded) => skillState({}, loaded, words)),
      ];
      const hasStates = states.some((state) => state !== '');
      const rows = [
        ...found.skills.map(({ id, source, tokens, description, diagnostics }) => [
          shownName(id, diagnostics),
          source,
          tokens === null ? '' : words.number(tokens.instructions),
          oneLine(description),
        ]),
        ...gone.map(({ id, tokens }) => [oneLine(id), '', words.number(tokens), '']),
      ].map((row, index) => (hasStates ? [...row.slice(0, 3), states[index] ?? '', ...row.slice(3)] : row));
      if (rows.length === 0) note(words.skills.none);
      else {
        const shape: Column[] = [
          'skill',
          'source',
          'tokens',
          ...(hasStates ? (['state'] as const) : []),
          'description',
        ];
        await printTable(context, shape, rows);
      }
      if (found.skills.some(({ tokens }) => tokens === null)) note(words.skills.notCounted);
      for (const diagnostic of found.diagnostics) note(diagnosticLine(diagnostic, words));
      return EXIT.done;
    },
  }),
  command({
    name: 'skills show',
    help: ({ help }) => help.skillsShow,
    args: { '<NAME>': ({ help }) => help.skillName },
    async run(context, [name = ''], options) {
      const { words, out } = context;
      const { skill, origin, budget } = await withCore(context, 'read', options, async (client) => {
        const found = await client.skills.list({ counted: false });
        // Found by its folder's name, or by the name in its front matter if only one has it.
        const named = found.skills.filter((one) => one.name === name);
        const one = found.skills.find(({ id }) => id === name) ?? (named.length === 1 ? named[0] : undefined);
        if (one !== undefined) {
          const shown = await client.skills.show({ skill: one.id });
          // Only skills in the app's own folders were ever imported.
          const { budget } = found;
          if (one.source !== 'user' && one.source !== 'environment') return { skill: shown, origin: undefined, budget };
          const report = await client.skills.origin({ id: one.id });
          return { skill: shown, origin: report.origin === undefined ? undefined : report, budget };
        }
        const broken = found.diagnostics.filter((diagnostic) => diagnostic.skill === name);
        const why = broken.map((diagnostic) => ` ${diagnosticLine(diagnostic, words)}`).join('');
        const names = found.skills.map(({ id }) => id).join(', ');
        throw new TerminalError('skill-not-found', oneLine(words.skills.noSuch(name, names) + why));
      });
      if (options.json === true) await printJson(out, origin === undefined ? skill : { ...skill, origin });
      else await out.write(`${skillLines(skill, { origin, budget }, context).join('\n')}\n`);
      return EXIT.done;
    },
  }),
];
