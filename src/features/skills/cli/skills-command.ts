/** `skilldeck skills list|show`. */
import path from 'node:path';
import {
  absolute,
  asking,
  type CommandContext,
  type CoreClient,
  command,
  isThereSomebody,
  isYes,
  noteUntrusted,
  printJson,
  question,
  stoppable,
  told,
  withCore,
} from '../../../main/hosts/cli/command.ts';
import { approvePlan } from '../../../main/hosts/cli/follow-run.ts';
import {
  EXIT,
  type FlagsOf,
  type GlobalOptions,
  type Options,
  repeatable,
  TerminalError,
} from '../../../main/hosts/cli/run-options.ts';
import { gradeLines } from '../../../main/hosts/cli/text/plan-text.ts';
import { type Column, oneLine, printTable, shownName } from '../../../main/hosts/cli/text/print.ts';
import { writeWhole } from '../../../main/hosts/cli/text/whole-file.ts';
import type { SkillView } from '../../../shared/contract.ts';
import { defined } from '../../../shared/defined.ts';
import type { Diagnostic } from '../../../shared/events.ts';
import type { CliWords } from '../../../shared/messages/en/cli.ts';
import { detailText, findingText } from '../../../shared/messages/failure.ts';
import type { WordKey } from '../../../shared/messages/types.ts';
import type { ImportPlan, ImportSource, OriginReport } from '../../../shared/skills/skill-import.ts';
import { planFigures, requirementsLine } from '../../../shared/skills/skill-packages.ts';

// A skill in lines: its state, what it needs, its front matter and its findings.

type LoadedView = NonNullable<Awaited<ReturnType<CoreClient['skills']['list']>>['loaded']>[number];

/** State of a skill in a few words: turned off, too large, loaded, changed on disk. Empty where there is nothing to say. */
function skillState(
  { use, tokens, missed = 0 }: Partial<Pick<SkillView, 'use' | 'tokens' | 'missed'>>,
  loaded: LoadedView | undefined,
  words: CliWords,
  budget = Number.POSITIVE_INFINITY,
): string {
  const { state } = words.skills;
  const parts = [
    ...(use?.enabled === false ? [state.off[use.by ?? 'everywhere']] : []),
    ...((tokens?.instructions ?? 0) > budget ? [state.tooLarge(words.number(budget))] : []),
    ...(missed === 0 ? [] : [state.missed(words.number(missed))]),
    ...(loaded === undefined ? [] : [state.loaded, ...diskState(loaded, words)]),
  ];
  return parts.join(', ');
}

function diskState({ onDisk }: LoadedView, { skills, number }: CliWords): string[] {
  if (onDisk.state === 'current') return [];
  const { tokens = 0 } = onDisk;
  const change = `${tokens < 0 ? '−' : '+'}${number(Math.abs(tokens))}`;
  return [onDisk.state === 'changed' ? skills.state.changed(change) : skills.state[onDisk.state]];
}

function skillLines(
  skill: SkillView,
  { origin, budget }: { readonly origin: OriginReport | undefined; readonly budget: number | undefined },
  { words }: CommandContext,
): string[] {
  const { skills, number } = words;
  const label = labelsOf(words);
  const state = skillState(skill, undefined, words, budget);
  const list = (title: string, items: readonly string[]) =>
    items.length === 0 ? [] : [`${title}:`, ...items.map((item) => `  ${item}`)];
  return [
    `${shownName(skill.id, skill.diagnostics)}${skill.name === skill.id ? '' : ` (${oneLine(skill.name)})`}`,
    `  ${oneLine(skill.description)}`,
    '',
    `${label('settings.environments.folder')}: ${oneLine(skill.path)}`,
    `${label('author.about.origin')}: ${skill.source}`,
    ...(origin?.origin === undefined ? [] : [`${skills.importedFrom}: ${oneLine(origin.origin.address)}`]),
    ...(origin?.status === 'changed-outside' ? [skills.changedSince] : []),
    ...(state === '' ? [] : [state]),
    ...needsLines(skill.requirements, words),
    ...gradeLines(skill.grade, words),
    ...frontMatterLines(skill, words),
    ...(skill.tokens === null
      ? []
      : [
          `${label('common.tokenCount')}: ${skills.cost(number(skill.tokens.catalog), number(skill.tokens.instructions))}`,
        ]),
    ...list(
      label('skills.references'),
      skill.references.map(({ path, bytes, tokens }) => {
        const size = tokens === null ? skills.bytes(number(bytes)) : skills.tokenCount(number(tokens));
        return `${oneLine(path)} (${size})`;
      }),
    ),
    ...list(
      skills.scripts,
      skill.scripts.map(({ path, runWith }) => `${oneLine(path)}: ${oneLine(runWith)}`),
    ),
    ...list(
      skills.tools,
      (skill.tools ?? []).map(({ name, description, script }) => oneLine(`${name} (${script}): ${description}`)),
    ),
    ...list(
      label('author.tabs.findings'),
      skill.diagnostics.map((one) => diagnosticLine(one, words)),
    ),
  ];
}

/** The window's names of facts, as a terminal writes them. */
const labelsOf =
  ({ t }: CommandContext['words']) =>
  (key: WordKey): string =>
    t(key).toLowerCase();

/** Packages and programs, and how to get those that are missing. */
function needsLines(needs: SkillView['requirements'], { skills }: CliWords): string[] {
  if (needs === undefined) return [];
  const line = requirementsLine(needs, (state) => skills.packages.states[state]);
  const installs = needs.programs.flatMap(({ install }) => install ?? []);
  return [...(line === '' ? [] : [`${skills.packages.needs}: ${oneLine(line)}`, ...installs.map((one) => `  ${one}`)])];
}

/** The author's other front matter, besides name and description. */
function frontMatterLines(skill: SkillView, words: CommandContext['words']): string[] {
  const { skills } = words;
  const label = labelsOf(words);
  const { id, whenToUse, tags, license, compatibility, metadata = {}, allowedTools } = skill;
  const rows = [
    [label('skills.about.whenToUse'), whenToUse],
    [label('skills.about.tags'), tags?.join(', ')],
    [label('skills.about.license'), license],
    [label('skills.about.compatibility'), compatibility],
    [skills.allowedTools, allowedTools?.join(', ')],
  ] as const;
  const facts = Object.entries(metadata);
  const persons = skill.userInvocable === false ? skills.loadedByNone : skills.personOnly(oneLine(id));
  const limits = skill.modelInvocable === false ? [persons] : skill.userInvocable === false ? [skills.modelOnly] : [];
  return [
    ...limits,
    ...rows.flatMap(([title, text]) => (text === undefined ? [] : [`${title}: ${oneLine(text)}`])),
    ...(facts.length === 0 ? [] : [`${skills.metadata}:`]),
    ...facts.map(([name, text]) => `  ${oneLine(name)}: ${oneLine(text)}`),
  ];
}

/** `file:line:column severity rule text`. */
function diagnosticLine(diagnostic: Diagnostic, { language }: CommandContext['words']): string {
  const { file, line, column, severity, rule } = diagnostic;
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  return oneLine(`${place} ${severity} ${rule} ${findingText(language, diagnostic)}`);
}

// `skilldeck skills import SOURCE` and `skills update ID`: shows the plan, and carries it out after approval.

/** `skilldeck skills export|uninstall|restore`. */
export const skillsKeepCommands = [
  asking({
    name: 'skills export',
    args: { '<ID>': ({ help }) => help.skillName, '[FILE]': ({ help }) => help.exportFile },
    /** Without the file to write, `ID.skill` here. */
    async ask(client, [id = '', given], _flags, context) {
      const { base64, name, ...rest } = await client.skills.export({ id });
      const file = path.resolve(given ?? name);
      writeWhole(file, Buffer.from(base64, 'base64'), context);
      return { file, ...rest };
    },
    say: ({ file, files, bytes }, { words: { importSkill, number } }, [id = '']) =>
      importSkill.exported(id, number(files), number(bytes), file),
  }),
  asking({
    name: 'skills uninstall',
    args: { '<ID>': ({ help }) => help.skillName },
    access: 'write',
    ask: (client, [id = '']) => client.skills.uninstall({ id }),
    say: ({ id, entry }, { words }) => words.importSkill.uninstalled(id, entry),
  }),
  asking({
    name: 'skills restore',
    args: { '<ID>': ({ help }) => help.skillName },
    access: 'write',
    ask: (client, [what = '']) => client.skills.restore({ what }),
    say: (back, { words }) => words.importSkill.restored(back.id, back.path),
  }),
];

/** `skilldeck skills enable|disable NAME [--session ID] [--env NAME]`: for the session, else the named environment, else for all. */
const switchCommand = (verb: 'enable' | 'disable') =>
  asking({
    name: `skills ${verb}`,
    args: { '<ID>': ({ help }) => help.skillName },
    options: { '--session <ID>': ({ help }) => help.inSession },
    // Settings may change while the app is open, because it watches them.
    access: (_args, { session }) => (session === undefined ? 'read' : 'write'),
    async ask(client, [skill = ''], { session: sessionId, env: environment }) {
      const enabled = verb === 'enable';
      await client.skills.setEnabled({
        skill,
        enabled,
        ...(sessionId === undefined ? { environment } : { sessionId }),
      });
      const { skills } = await client.skills.list({ sessionId, counted: false });
      const use = skills.find(({ id }) => id === skill)?.use;
      return { skill, enabled: use?.enabled ?? enabled, by: use?.by ?? null };
    },
    say: ({ skill, enabled, by }, { words: { skills } }) =>
      enabled === (verb === 'enable')
        ? skills.switched[enabled ? 'on' : 'off'](skill)
        : skills.switched.still(skill, skills.state.off[by ?? 'everywhere']),
  });
export const skillsSwitchCommands = [switchCommand('enable'), switchCommand('disable')];

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
    if (flags.json === true) await printJson(context.out, { plan, ...done });
    return ended;
  });
  return status ?? EXIT.stopped;
}

export const skillsImportCommands = [
  command({
    name: 'skills import',
    args: { '<SOURCE>': ({ help }) => help.importSource },
    options: {
      ...OPTIONS,
      '--skill <ID>': repeatable(({ help }) => help.importOnly),
      '--except <ID>': repeatable(({ help }) => help.importExcept),
    },
    run(context, [given = ''], flags) {
      const { ref, path, skill, except } = flags;
      const chosen = defined({ ref, path, only: skill && idsIn(skill), except: except && idsIn(except) });
      const source: ImportSource = { kind: 'address', address: absolute(given), ...chosen };
      return decide(context, flags, (client, options) => client.skills.inspectImport({ source }, options));
    },
  }),
  command({
    name: 'skills update',
    args: { '<ID>': ({ help }) => help.skillName },
    options: { '--yes': ({ help }) => help.yes, '--shadow': ({ help }) => help.shadow },
    run: (context, [id = ''], flags) =>
      decide(context, flags, (client, options) => client.skills.inspectUpdate({ id }, options)),
  }),
];

/** `skilldeck skills packages ID`: what a skill lacks, fetched once the person agrees. */
const packagesCommand = command({
  name: 'skills packages',
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
  asking({
    name: 'skills list',
    options: { '--session <ID>': ({ help }) => help.ofSession, '--count': ({ help }) => help.countSkills },
    async ask(client, _args, { session: sessionId, count = false, json = false }, context) {
      await noteUntrusted(context, client);
      return client.skills.list({ sessionId, counted: count || 'kept', packages: json });
    },
    json({ skills, ...found }) {
      const unread = { references: null, scripts: null };
      return { ...found, skills: skills.map((skill) => (skill.tokens === null ? { ...skill, ...unread } : skill)) };
    },
    async say(found, context) {
      const { words, note } = context;
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
      const state: Column[] = hasStates ? ['state'] : [];
      if (rows.length === 0) note(words.skills.none);
      await printTable(context, ['skill', 'source', 'tokens', ...state, 'description'], rows);
      if (found.skills.some(({ tokens }) => tokens === null)) note(words.skills.notCounted);
      for (const diagnostic of found.diagnostics) note(diagnosticLine(diagnostic, words));
    },
  }),
  asking({
    name: 'skills show',
    args: { '<NAME>': ({ help }) => help.skillName },
    async ask(client, [name = ''], _flags, { words }) {
      const { skills, diagnostics, budget } = await client.skills.list({ counted: false });
      // Found by its folder's name, or by the name in its front matter if only one has it.
      const named = skills.filter((one) => one.name === name);
      const found = skills.find(({ id }) => id === name) ?? (named.length === 1 ? named[0] : undefined);
      if (found === undefined) {
        const broken = diagnostics.filter((diagnostic) => diagnostic.skill === name);
        const why = broken.map((diagnostic) => ` ${diagnosticLine(diagnostic, words)}`).join('');
        const names = skills.map(({ id }) => id).join(', ');
        throw new TerminalError('skill-not-found', oneLine(words.skills.noSuch(name, names) + why));
      }
      const skill = await client.skills.show({ skill: found.id });
      // Only skills in the app's own folders were ever imported.
      const isOwn = found.source === 'user' || found.source === 'environment';
      const origin = isOwn ? await client.skills.origin({ id: found.id }) : undefined;
      return { skill, origin: origin?.origin === undefined ? undefined : origin, budget };
    },
    json: ({ skill, origin }) => (origin === undefined ? skill : { ...skill, origin }),
    say: ({ skill, origin, budget }, context) =>
      context.out.write(`${skillLines(skill, { origin, budget }, context).join('\n')}\n`),
  }),
];
