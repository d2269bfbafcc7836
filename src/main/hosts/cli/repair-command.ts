/** `skilldeck doctor --repair`: what was done to the database, or what there is to choose from. */

import { whyIn } from '../../../shared/messages/detail.ts';
import type { RepairReport } from '../../../shared/window/database-repair.ts';
import { dataFolder } from '../../settings/environments.ts';
import { type CommandContext, printJson } from './command.ts';
import { EXIT, type FlagsOf, type GlobalOptions, type Options, UsageError } from './run-options.ts';
import { oneLine } from './text/visible.ts';

export const REPAIR_OPTIONS = {
  '--repair': ({ help }) => help.repair,
  '--restore <BACKUP>': ({ help }) => help.restore,
  '--new': ({ help }) => help.newDatabase,
} as const satisfies Options;
export type RepairFlags = FlagsOf<typeof REPAIR_OPTIONS> & GlobalOptions;

export async function repairCommand(context: CommandContext, flags: RepairFlags): Promise<number> {
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
