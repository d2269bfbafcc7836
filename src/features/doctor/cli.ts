/** `skilldeck doctor`: what is here and what is missing. */

import { type CommandContext, command, inJson, withCore } from '../../main/hosts/cli/command.ts';
import { REPAIR_OPTIONS, type RepairFlags, repairCommand } from '../../main/hosts/cli/repair-command.ts';
import { EXIT, UsageError } from '../../main/hosts/cli/run-options.ts';
import { printTable } from '../../main/hosts/cli/text/table.ts';
import { oneLine } from '../../main/hosts/cli/text/visible.ts';
import { detailText } from '../../shared/messages/detail.ts';
import { remedyFor } from '../../shared/messages/failure.ts';

/** Succeeds even if something is missing: the report is the answer. */
async function doctor(context: CommandContext, options: RepairFlags): Promise<number> {
  if (options.repair === true) return repairCommand(context, options);
  if (options.restore !== undefined || options.new === true) throw new UsageError(context.words.repair.onlyWithRepair);
  const { words } = context;
  const report = await withCore(context, 'read', options, (client) => client.app.doctor({}));
  if (await inJson(context, options, report)) return EXIT.done;
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
  help: ({ help }) => help.doctor,
  options: REPAIR_OPTIONS,
  run: (context, _args, flags) => doctor(context, flags),
});
