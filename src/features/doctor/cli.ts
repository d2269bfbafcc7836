/** `skilldeck doctor`: what is here and what is missing. */

import { type CommandContext, command, printJson, withCore } from '../../main/hosts/cli/command.ts';
import { EXIT, type FlagsOf, type GlobalOptions, type Options, UsageError } from '../../main/hosts/cli/run-options.ts';
import { oneLine, printTable } from '../../main/hosts/cli/text/print.ts';
import { dataFolder } from '../../main/settings/environments.ts';
import { detailText, remedyFor, whyIn } from '../../shared/messages/failure.ts';
import type { RepairReport } from '../../shared/window/database-repair.ts';

// `skilldeck doctor --repair`: what was done to the database, or what there is to choose from.

const REPAIR_OPTIONS = {
  '--repair': ({ help }) => help.repair,
  '--restore <BACKUP>': ({ help }) => help.restore,
  '--new': ({ help }) => help.newDatabase,
} as const satisfies Options;
type RepairFlags = FlagsOf<typeof REPAIR_OPTIONS> & GlobalOptions;

async function repairCommand(context: CommandContext, flags: RepairFlags): Promise<number> {
  const { deps, words, out } = context;
  const { restore, new: fresh } = flags;
  if (restore !== undefined && fresh === true) throw new UsageError(words.repair.oneChoice);
  const report = await deps.repair(dataFolder(flags.home, deps.terminal.env), { restore, fresh });
  if (flags.json === true) await printJson(out, report);
  else for (const line of linesOf(report, context)) await out.line(oneLine(line));
  return report.done === 'choice-needed' ? EXIT.error : EXIT.done;
}

function* linesOf(report: RepairReport, { words }: CommandContext): Generator<string> {
  const { repair, number } = words;
  const { database, found, damage = {}, done, keptAside, used, unreadable, backups } = report;
  yield repair.found[found](database, whyIn(words.language, damage));
  yield repair.done[done];
  if (done !== 'choice-needed') yield repair.holds(number(report.sessions), number(report.events));
  if (used.length > 0) yield repair.used(used.join(', '));
  if (unreadable > 0) yield repair.unreadable(number(unreadable));
  if (keptAside !== undefined) yield repair.keptAside(keptAside);
  for (const { name, at } of backups) yield repair.backup(words.when(at), name);
}

/** Succeeds even if something is missing: the report is the answer. */
async function doctor(context: CommandContext, options: RepairFlags): Promise<number> {
  if (options.repair === true) return repairCommand(context, options);
  if (options.restore !== undefined || options.new === true) throw new UsageError(context.words.repair.onlyWithRepair);
  const { words } = context;
  const report = await withCore(context, 'read', options, (client) => client.app.doctor({}));
  if (options.json === true) {
    await printJson(context.out, report);
    return EXIT.done;
  }
  const { doctor } = words;
  const mark = (ok: boolean) => (ok ? doctor.ok : doctor.missing);
  const rows = report.checks.map(({ id, ok, code, detail, ...english }) => {
    const { text: found } = detailText(words.language, detail, english.found);
    const remedy = code === undefined ? english.remedy : remedyFor(words.language, code);
    return [id, mark(ok), oneLine(ok || remedy === undefined ? found : `${found} ${remedy}`)];
  });
  if (!report.checks.some(({ id }) => id === 'sandbox')) {
    const { available, kind } = report.sandbox;
    rows.push([doctor.sandbox, mark(available), available ? kind : doctor.none]);
  }
  await printTable(context, ['check', 'state', 'found'], rows);
  return EXIT.done;
}

export const doctorCommand = command({
  name: 'doctor',
  options: REPAIR_OPTIONS,
  run: (context, _args, flags) => doctor(context, flags),
});
