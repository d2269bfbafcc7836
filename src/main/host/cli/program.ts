/** The commands and options of CONTRACT §1, for `commander`. */
import { Command } from 'commander';
import { EFFORTS, WIRES } from '../../../shared/events.ts';
import type { CliWords } from '../../../shared/messages/en/cli.ts';
import { EXPORT_FORMATS, LIBRARY_SORTS, OUTCOMES, SEARCH_ROLES } from '../../../shared/review.ts';
import { sessionsCompact } from './commands/compact-command.ts';
import { contextCommand } from './commands/context-command.ts';
import { sessionsCompare, sessionsCosts } from './commands/costs-command.ts';
import { doctorCommand } from './commands/doctor-command.ts';
import { envCreate, envList, envRemove, envRestore, envSwitch } from './commands/env-command.ts';
import { sessionsExport } from './commands/export-command.ts';
import { sessionsImport } from './commands/import-command.ts';
import { sessionsFork, sessionsMark, sessionsNote } from './commands/keep-command.ts';
import { isFiltered, sessionsLibrary } from './commands/library-command.ts';
import { lintCommand } from './commands/lint-command.ts';
import { modelsList, modelsTest } from './commands/models-command.ts';
import { runCommand } from './commands/run-command.ts';
import { sessionsSearch } from './commands/search-command.ts';
import { secretsList, secretsRemove, secretsSet } from './commands/secrets-command.ts';
import { sessionsList, sessionsShow } from './commands/sessions-command.ts';
import { skillsList, skillsShow } from './commands/skills-command.ts';
import { skillsImport, skillsUpdate } from './commands/skills-import-command.ts';
import { skillsExport, skillsRestore, skillsUninstall } from './commands/skills-keep-command.ts';
import { skillsPreview } from './commands/skills-preview-command.ts';
import { skillsSwitch } from './commands/skills-switch-command.ts';
import { serveCommand, startCommand } from './commands/start-command.ts';
import { trustCommand } from './commands/trust-command.ts';
import { sessionsVerify } from './commands/verify-command.ts';
import type { CommandContext } from './context.ts';
import { UsageError } from './exit-status.ts';

/** @param onStatus is given the exit status of the command that ran. */
export function createProgram(context: CommandContext, onStatus: (status: number) => void): Command {
  const { words } = context;
  const { help } = words;
  const collect = (value: string, before: readonly string[] | undefined) => [...(before ?? []), value];
  /** The last argument that commander gives is the command, which knows the options given before it too. */
  const action =
    (run: (args: string[], flags: Record<string, never>) => Promise<number>) =>
    async (...given: unknown[]): Promise<void> => {
      const command = given.at(-1) as Command;
      const flags = command.optsWithGlobals<Record<string, never>>();
      refuseEmpty(flags, words);
      onStatus(await run(command.processedArgs as string[], flags));
    };

  const program = new Command('skilldeck')
    .description(help.program)
    .version(context.deps.version, '--version', help.version)
    .helpOption('-h, --help', help.help)
    .helpCommand(false)
    .option('--home <DIR>', help.home)
    .option('--env <NAME>', help.env)
    .option('--skills <DIR>', help.skillsDir, collect)
    .option('--json', help.json)
    .configureHelp({ showGlobalOptions: true, styleTitle: (title) => titles[title] ?? title });
  const titles: Readonly<Record<string, string>> = {
    'Usage:': help.usage,
    'Arguments:': help.arguments,
    'Options:': help.options,
    'Global Options:': help.globalOptions,
    'Commands:': help.commands,
  };
  const add = (parent: Command, usage: string, description: string) =>
    parent.command(usage).description(description).helpOption('-h, --help', help.help);

  add(program, 'start', help.start)
    .option('--browser', help.browser)
    .action(action((_args, flags) => startCommand(context, flags)));
  add(program, 'serve', help.serve)
    .option('--port <N>', help.port)
    .option('--open', help.open)
    .action(action((_args, flags) => serveCommand(context, flags)));
  const asking = words.models.help;
  const withModel = (command: Command) =>
    command
      .option('--base-url <URL>', help.baseUrl)
      .option('--api-key-env <NAME>', help.apiKeyEnv)
      .option('--model <ID>', help.model)
      .option('--wire <WIRE>', `${asking.wire}: ${WIRES.join(', ')}`)
      .option('--header <HEADER>', asking.header, collect)
      .option('--param <KEY=JSON>', asking.param, collect)
      .option('--effort <EFFORT>', `${asking.effort}: ${EFFORTS.join(', ')}`)
      .option('--max-output <N>', asking.maxOutput);
  withModel(add(program, 'run', help.run))
    .argument('<PROMPT>', help.prompt)
    .option('--session <ID>', help.session)
    .option('--agent <NAME>', help.agent)
    .option('--dialect <NAME>', `${help.dialect}: omni, trpc, agent-core, agentscope, standard`)
    .option('--load-mode <MODE>', `${help.loadMode}: session, turn, once`)
    .option('--placement <PLACE>', `${help.placement}: system, tool-result`)
    .option('--max-context <N>', help.maxContext)
    .option('--skill-budget <N>', help.skillBudget)
    .option('--max-iterations <N>', help.maxIterations)
    .option('--idle-turns <N>', help.idleTurns)
    .option('--max-loaded <N>', help.maxLoaded)
    .option('--approve <MODE>', `${help.approve}: ask, auto, never`)
    .option('--attach <FILE>', help.attach, collect)
    .option('--timeout <S>', help.timeout)
    .option('--trust', words.trust.help.forRun)
    .action(action(([prompt = ''], flags) => runCommand(context, prompt, flags)));

  const models = add(program, 'models', asking.models).helpCommand(false);
  withModel(add(models, 'list', asking.list)).action(action((_args, flags) => modelsList(context, flags)));
  withModel(add(models, 'test', asking.test)).action(action((_args, flags) => modelsTest(context, flags)));

  const skills = add(program, 'skills', help.skills).helpCommand(false);
  add(skills, 'list', help.skillsList)
    .option('--session <ID>', help.ofSession)
    .action(action((_args, flags) => skillsList(context, flags)));
  add(skills, 'show', help.skillsShow)
    .argument('<NAME>', help.skillName)
    .action(action(([name = ''], flags) => skillsShow(context, name, flags)));
  add(skills, 'preview', words.views.help.skillsPreview)
    .argument('<NAME>', help.skillName)
    .option('--dialect <NAME>', `${words.views.help.dialects}: all, omni, trpc, agent-core, agentscope, standard`)
    .option('--try <SENTENCE>', words.views.help.try, collect)
    .option('--model <ID>', words.views.help.model)
    .action(action(([name = ''], flags) => skillsPreview(context, name, flags)));
  add(skills, 'lint', help.skillsLint)
    .argument('[DIR...]', help.lintDir)
    .option('--fix', help.fix)
    .option('--format <FORMAT>', `${help.format}: text, json, sarif`)
    .action(action((dirs, flags) => lintCommand(context, dirs.flat(), flags)));
  add(skills, 'import', help.skillsImport)
    .argument('<SOURCE>', help.importSource)
    .option('--ref <REF>', help.ref)
    .option('--path <PATH>', help.pathInside)
    .option('--yes', help.yes)
    .option('--shadow', help.shadow)
    .action(action(([source = ''], flags) => skillsImport(context, source, flags)));
  add(skills, 'update', help.skillsUpdate)
    .argument('<ID>', help.skillName)
    .option('--yes', help.yes)
    .option('--shadow', help.shadow)
    .action(action(([id = ''], flags) => skillsUpdate(context, id, flags)));
  add(skills, 'export', help.skillsExport)
    .argument('<ID>', help.skillName)
    .argument('[FILE]', help.exportFile)
    .action(action(([id = '', file], flags) => skillsExport(context, id, file, flags)));
  add(skills, 'uninstall', help.skillsUninstall)
    .argument('<ID>', help.skillName)
    .action(action(([id = ''], flags) => skillsUninstall(context, id, flags)));
  add(skills, 'restore', help.skillsRestore)
    .argument('<ID>', help.skillName)
    .action(action(([id = ''], flags) => skillsRestore(context, id, flags)));

  for (const [name, enabled] of [['enable', true] as const, ['disable', false] as const]) {
    add(skills, name, enabled ? help.skillsEnable : help.skillsDisable)
      .argument('<ID>', help.skillName)
      .option('--session <ID>', help.inSession)
      .action(action(([id = ''], flags) => skillsSwitch(context, id, enabled, flags)));
  }

  const sessions = add(program, 'sessions', help.sessions).helpCommand(false);
  const { help: asked } = words.review;
  add(sessions, 'list', help.sessionsList)
    .option('--tag <TAG>', asked.tag, collect)
    .option('--skill <ID>', asked.skill, collect)
    .option('--model <ID>', asked.model, collect)
    .option('--outcome <OUTCOME>', `${asked.outcome}: ${OUTCOMES.join(', ')}`, collect)
    .option('--environment <NAME>', asked.environment, collect)
    .option('--archived', asked.archived)
    .option('--deleted', asked.deleted)
    .option('--since <DAY>', asked.since)
    .option('--until <DAY>', asked.until)
    .option('--words <WORDS>', asked.words)
    .option('--sort <BY>', `${asked.sort}: ${LIBRARY_SORTS.join(', ')}`)
    .option('--limit <N>', help.limit)
    .action(
      action((_args, flags) => (isFiltered(flags) ? sessionsLibrary(context, flags) : sessionsList(context, flags))),
    );
  add(sessions, 'fork', asked.fork)
    .argument('<ID>', help.sessionId)
    .option('--at <SEQ>', asked.at)
    .action(action(([id = ''], flags) => sessionsFork(context, id, flags)));
  add(sessions, 'mark', asked.mark)
    .argument('<ID...>', help.sessionId)
    .option('--pin', asked.pin)
    .option('--unpin', asked.unpin)
    .option('--archive', asked.archive)
    .option('--unarchive', asked.unarchive)
    .option('--tag <TAG>', asked.tag, collect)
    .option('--untag <TAG>', asked.untag, collect)
    .action(action((ids, flags) => sessionsMark(context, ids.flat(), flags)));
  add(sessions, 'note', asked.note)
    .argument('<ID>', help.sessionId)
    .argument('<TEXT>', asked.noteText)
    .option('--at <SEQ>', asked.noteAt)
    .action(action(([id = '', text = ''], flags) => sessionsNote(context, id, text, flags)));
  add(sessions, 'costs', asked.costs)
    .argument('<ID>', help.sessionId)
    .action(action(([id = ''], flags) => sessionsCosts(context, id, flags)));
  add(sessions, 'compare', asked.compare)
    .argument('<A>', help.sessionId)
    .argument('<B>', asked.otherId)
    .action(action(([a = '', b = ''], flags) => sessionsCompare(context, a, b, flags)));
  add(sessions, 'show', help.sessionsShow)
    .argument('<ID>', help.sessionId)
    .action(action(([id = ''], flags) => sessionsShow(context, id, flags)));
  add(sessions, 'search', help.sessionsSearch)
    .argument('<WORDS...>', help.searchWords)
    .option('--limit <N>', help.limit)
    .option('--session <ID>', asked.ofSession)
    .option('--role <ROLE>', `${asked.role}: ${SEARCH_ROLES.join(', ')}`, collect)
    .action(action((given, flags) => sessionsSearch(context, given.flat(), flags)));
  add(sessions, 'export', help.sessionsExport)
    .argument('<ID>', help.sessionId)
    .option('--format <FORMAT>', `${help.exportFormat}: ${EXPORT_FORMATS.join(', ')}`)
    .option('--output <FILE>', help.output)
    .option('--redact', help.redact)
    .option('--reasoning', help.reasoning)
    .option('--pattern <WORDS>', asked.pattern, collect)
    .option('--keep <FIND>', asked.keep, collect)
    .option('--preview', asked.preview)
    .action(action(([id = ''], flags) => sessionsExport(context, id, flags)));
  add(sessions, 'import', help.sessionsImport)
    .argument('<FILE>', help.importFile)
    .action(action(([file = ''], flags) => sessionsImport(context, file, flags)));
  add(sessions, 'compact', help.sessionsCompact)
    .argument('<ID>', help.sessionId)
    .option('--keep <WORDS>', help.keep)
    .option('--undo <SEQ>', help.undo)
    .action(action(([id = ''], flags) => sessionsCompact(context, id, flags)));
  add(sessions, 'verify', help.sessionsVerify)
    .argument('[ID]', help.sessionId)
    .option('--all', help.all)
    .action(action(([id], flags) => sessionsVerify(context, id, flags)));

  const env = add(program, 'env', words.env.help.env).helpCommand(false);
  const named = (usage: string, description: string) =>
    add(env, usage, description).argument('<NAME>', words.env.help.name);
  add(env, 'list', words.env.help.list).action(action((_args, flags) => envList(context, flags)));
  named('create', words.env.help.create)
    .option('--from <OTHER>', words.env.help.from)
    .action(action(([name = ''], flags) => envCreate(context, name, flags)));
  named('switch', words.env.help.switch).action(action(([name = ''], flags) => envSwitch(context, name, flags)));
  named('remove', words.env.help.remove).action(action(([name = ''], flags) => envRemove(context, name, flags)));
  named('restore', words.env.help.restore).action(action(([name = ''], flags) => envRestore(context, name, flags)));

  add(program, 'trust', words.trust.help.trust)
    .argument('[DIR]', words.trust.help.dir)
    .option('--remove', words.trust.help.remove)
    .action(action(([dir], flags) => trustCommand(context, dir, flags)));

  const { help: ofSecrets } = words.secrets;
  const secrets = add(program, 'secrets', ofSecrets.secrets).helpCommand(false);
  add(secrets, 'set', ofSecrets.set)
    .argument('<SKILL>', help.skillName)
    .argument('<NAME>', ofSecrets.name)
    .action(action(([skill = '', name = ''], flags) => secretsSet(context, skill, name, flags)));
  add(secrets, 'list', ofSecrets.list).action(action((_args, flags) => secretsList(context, flags)));
  add(secrets, 'remove', ofSecrets.remove)
    .argument('<SKILL>', help.skillName)
    .argument('<NAME>', ofSecrets.name)
    .action(action(([skill = '', name = ''], flags) => secretsRemove(context, skill, name, flags)));

  add(program, 'context', help.context)
    .argument('<ID>', help.sessionId)
    .option('--at <SEQ>', help.at)
    .option('--manifest', words.views.help.manifest)
    .option('--part <PART>', words.views.help.part)
    .option('--requests', words.views.help.requests)
    .option('--placements', words.views.help.placements)
    .option('--diff <[ID:]SEQ>', words.views.help.diff)
    .option('--texts', words.views.help.texts)
    .option('--what-if <STEP>', words.views.help.whatIf, collect)
    .action(action(([id = ''], flags) => contextCommand(context, id, flags)));
  add(program, 'doctor', help.doctor)
    .option('--repair', help.repair)
    .option('--restore <BACKUP>', help.restore)
    .option('--new', help.newDatabase)
    .action(action((_args, flags) => doctorCommand(context, flags)));
  return program;
}

/** An unset variable in a script (`--home "$DIR"`) must not be another folder, session or model than was meant. */
function refuseEmpty(flags: Readonly<Record<string, unknown>>, { usage }: CliWords): void {
  const empty = Object.keys(flags).find((name) => flags[name] === '' && name !== 'baseUrl');
  if (empty === undefined) return;
  const option = `--${empty.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  throw new UsageError(usage.optionMissingArgument(option));
}
