/** A command's answer: as JSON where `--json` asks for it, else for a person. */
import { type CommandContext, printJson } from '../context.ts';
import { EXIT } from '../exit-status.ts';
import type { GlobalOptions } from '../options/global-options.ts';
import { type Column, table } from './table.ts';
import { oneLine } from './visible.ts';

type Asked = Pick<GlobalOptions, 'json'>;

/** Prints the answer as JSON where `--json` asks for it. @returns whether it did. */
export async function inJson({ out }: CommandContext, { json = false }: Asked, answer: unknown): Promise<boolean> {
  if (json) await printJson(out, answer);
  return json;
}

/** Answers a command that changes something: as JSON, else in one line on stderr. */
export async function told(context: CommandContext, flags: Asked, answer: unknown, line: string): Promise<number> {
  if (!(await inJson(context, flags, answer))) context.note(oneLine(line));
  return EXIT.done;
}

/** @param none in place of an empty list. */
export async function printTable(
  { out, columns }: Pick<CommandContext, 'out' | 'columns'>,
  shape: readonly Column[],
  rows: readonly (readonly string[])[],
  none = '',
): Promise<void> {
  if (rows.length > 0) await out.write(table(shape, rows, columns));
  else if (none !== '') await out.line(none);
}
