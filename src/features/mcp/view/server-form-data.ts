/** A server's form as data: what is typed, what it means, and what is wrong with it. */

import { defined } from '../../../shared/defined.ts';
import { isHttp, type McpServer, serverNameSchema } from '../../../shared/mcp.ts';
import { linesOf } from '../../../shared/text/text.ts';
import type { McpServerView } from '../contract.ts';

export interface ServerForm {
  readonly name: string;
  readonly kind: 'stdio' | 'http';
  readonly command: string;
  readonly url: string;
  /** Variables or headers, a line each. */
  readonly pairs: string;
  readonly clientId: string;
  /** A new one; the stored one is not shown. */
  readonly clientSecret: string;
  readonly cwd: string;
  readonly hosts: string;
  readonly reads: string;
  readonly writes: string;
  readonly sandbox: boolean;
}

export const NEW_SERVER: ServerForm = {
  name: '',
  kind: 'stdio',
  command: '',
  url: '',
  pairs: '',
  clientId: '',
  clientSecret: '',
  cwd: '',
  hosts: '',
  reads: '',
  writes: '',
  sandbox: true,
};

/** Only what names a variable is shown again; the rest is stored. */
const shownPairs = (pairs: Readonly<Record<string, string | null>> = {}, between: string): string =>
  Object.entries(pairs)
    .flatMap(([name, value]) => (value === null ? [] : [`${name}${between}${value}`]))
    .join('\n');

export function formOf({ name, definition }: McpServerView): ServerForm {
  if (definition === undefined) return { ...NEW_SERVER, name };
  if (isHttp(definition)) {
    const { url, headers, oauth } = definition;
    const clientId = oauth?.clientId ?? '';
    return { ...NEW_SERVER, name, kind: 'http', url, clientId, pairs: shownPairs(headers, ': ') };
  }
  const { command, args = [], env, cwd = '', hosts = [], reads = [], writes = [], sandbox = true } = definition;
  return {
    ...NEW_SERVER,
    name,
    command: [command, ...args].map(quoted).join(' '),
    pairs: shownPairs(env, '='),
    cwd,
    hosts: hosts.join(' '),
    reads: reads.join('\n'),
    writes: writes.join('\n'),
    sandbox,
  };
}

/** Names whose values are stored and not shown. */
export function storedNames(definition: McpServer | undefined): readonly string[] {
  if (definition === undefined) return [];
  const pairs = (isHttp(definition) ? definition.headers : definition.env) ?? {};
  return Object.entries(pairs).flatMap(([name, value]) => (value === null ? [name] : []));
}

const quoted = (word: string): string => (/^[^\s"'\\]+$/.test(word) ? word : `"${word.replaceAll(/["\\]/g, '\\$&')}"`);

/** Words as a shell would split them; quotes keep words together, nothing is expanded. */
export function splitWords(text: string): string[] {
  const words = text.matchAll(/(?:[^\s"']|"(?:\\.|[^"\\])*"|'[^']*')+/g);
  return [...words].map(([word]) =>
    word.replaceAll(/"((?:\\.|[^"\\])*)"|'([^']*)'/g, (_all, double?: string, single?: string) =>
      double === undefined ? (single ?? '') : double.replaceAll(/\\(.)/g, '$1'),
    ),
  );
}

/** By the field at fault; `line` is the one that cannot be read. */
interface FormFaults {
  readonly name?: 'needsName' | 'taken';
  readonly command?: 'needsCommand';
  readonly url?: 'needsUrl';
  readonly pairs?: string;
}

interface ReadForm {
  readonly name: string;
  readonly definition: McpServer;
  readonly faults: FormFaults;
}

/** @param earlier what is edited; its stored values stay unless a line says otherwise. `NAME=` removes one. */
export function readForm(form: ServerForm, taken: readonly string[], earlier: McpServer | undefined): ReadForm {
  const name = form.name.trim();
  const isStdio = form.kind === 'stdio';
  const pattern = isStdio ? /^([A-Za-z_]\w*)\s*=\s*(.*)$/ : /^([^\s:]+)\s*:\s*(.*)$/;
  const pairs: Record<string, string | null> = Object.fromEntries(
    (earlier === undefined || isHttp(earlier) === isStdio ? [] : storedNames(earlier)).map((one) => [one, null]),
  );
  let badLine: string | undefined;
  for (const line of linesOf(form.pairs)) {
    const [, key, value = ''] = pattern.exec(line) ?? [];
    if (key === undefined) badLine ??= line;
    else if (value === '') delete pairs[isStdio ? key : key.toLowerCase()];
    else pairs[isStdio ? key : key.toLowerCase()] = value;
  }
  const [command = '', ...args] = splitWords(form.command);
  const url = form.url.trim();
  const named = serverNameSchema.safeParse(name).success ? undefined : ('needsName' as const);
  const faults: FormFaults = {
    ...(named === undefined ? (taken.includes(name) ? { name: 'taken' } : {}) : { name: named }),
    ...(isStdio && command === '' ? { command: 'needsCommand' } : {}),
    ...(!isStdio && !/^https?:\/\/[^/]/.test(url) ? { url: 'needsUrl' } : {}),
    ...(badLine === undefined ? {} : { pairs: badLine }),
  };
  const filled = Object.keys(pairs).length > 0;
  const timeout = earlier?.timeout === undefined ? {} : { timeout: earlier.timeout };
  if (!isStdio) {
    const before = earlier !== undefined && isHttp(earlier) ? earlier.oauth : undefined;
    const clientId = form.clientId.trim();
    const oauth = clientId === '' ? undefined : { ...before, clientId };
    return {
      name,
      faults,
      definition: { url, ...defined({ oauth, headers: filled ? pairs : undefined }), ...timeout },
    };
  }
  const some = (all: readonly string[]) => (all.length === 0 ? undefined : [...all]);
  const definition = defined({
    args: some(args),
    env: filled ? pairs : undefined,
    cwd: form.cwd.trim() || undefined,
    hosts: some(form.hosts.split(/[\s,]+/).filter(Boolean)),
    reads: some(linesOf(form.reads)),
    writes: some(linesOf(form.writes)),
    sandbox: form.sandbox ? undefined : false,
  });
  return { name, faults, definition: { command, ...definition, ...timeout } };
}
