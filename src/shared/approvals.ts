/** Turns an approval request's facts into line codes; screen and terminal have the words. */
import { z } from 'zod';
import { sizeOfFiles } from './skills/skill-packages.ts';

// `commands` of `config.jsonc`: programs allowed without approval, and programs never run.

/** A program, or one with its first arguments: `git status`. Characters of 0x20 and above. */
const rule = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}]+$/u);
const rules = z.array(rule).max(500);

export const commandListsSchema = z.object({ allow: rules.default([]), deny: rules.default([]) });
export interface CommandLists extends Readonly<z.infer<typeof commandListsSchema>> {
  /** Unreadable setting: it may have named programs to refuse, so every command asks. */
  readonly unreadable?: true;
}
export const NO_LISTS: CommandLists = { allow: [], deny: [] };
export const UNREADABLE_LISTS: CommandLists = { ...NO_LISTS, unreadable: true };

// Facts about an approval request; screen and terminal phrase them in their own language.

/** The answers that a question can be given besides no. */
export const GRANT_SPANS = ['once', 'session', 'always'] as const;

export const approvalFactsSchema = z.object({
  /** `typed`: into a program that runs already. */
  subject: z.enum(['script', 'command', 'typed', 'tool']),
  /** MCP server that is asked to run its tool. */
  server: z
    .object({
      name: z.string(),
      /** Absent where a skill wants to use the server at all. */
      tool: z.string().optional(),
      /** Host of a remote server; absent for a program on this computer. */
      host: z.string().optional(),
      /** The server's own word on the tool. */
      claims: z.enum(['none', 'read-only', 'destructive']),
    })
    .optional(),
  /** Trial of a skill: runs of its cases, and the max tokens for them. */
  trial: z.object({ skill: z.string(), runs: z.int(), tokens: z.int() }).optional(),
  /** Packages that a skill's runs need, before they are fetched. */
  packages: z
    .object({ skill: z.string(), names: z.array(z.string()), from: z.array(z.string()), bytes: z.int().optional() })
    .optional(),
  /** Skill that owns the script, or whose script the command runs in another form. */
  skill: z.string().optional(),
  /** Relative to the skill's folder. */
  script: z.string().optional(),
  /** The script comes from elsewhere than the app itself. */
  thirdParty: z.boolean(),
  /** Sandbox of the run; `none`: it can do all that the user can. */
  sandbox: z.string(),
  network: z.enum(['none', 'hosts', 'open']),
  hosts: z.array(z.string()),
  /** Folders besides the skill's own and the workspace. */
  reads: z.array(z.string()),
  writes: z.array(z.string()),
  /** That the skill brings into the sandbox by name. */
  programs: z.array(z.string()),
  /** Access above that is not allowed yet; approval grants it. */
  asked: z.object({
    hosts: z.array(z.string()),
    reads: z.array(z.string()),
    writes: z.array(z.string()),
    programs: z.array(z.string()),
  }),
  /** Files of these folders are copied in; approval opens them to the session's runs. */
  inputs: z.array(z.string()),
  /** Names of the skill's secrets that the script finds in its environment; absent where it gets none. */
  secrets: z.array(z.string()).optional(),
  variables: z.array(z.object({ name: z.string(), value: z.string() })),
  /** JSON, if the command only says where the arguments are. */
  arguments: z.string().optional(),
  /** The running program that it is typed into. */
  into: z.string().optional(),
  /** Reason why it may be a run that needs a person's approval; for people who read English, and for the log. */
  suspect: z.string().optional(),
  /** Commands in a loaded skill's `allowed-tools`: a lasting approval covers them too, while it is loaded. */
  wished: z.object({ skill: z.string(), commands: z.array(z.string()) }).optional(),
  /** The skill requires approval for every run. */
  everyRun: z.boolean(),
  /** `first`: the run only makes the quote that the next question shows. `none`: no price is known before the run. */
  quote: z.enum(['first', 'none']).optional(),
  /** Records of the skill that cannot be read: each may stand for what the run is about to do again. */
  unread: z.array(z.string()).optional(),
  offers: z.array(z.enum(GRANT_SPANS)),
  /** Keys of the grants that a lasting approval creates; a revocation names them. */
  keys: z.array(z.string()),
});
export type ApprovalFacts = z.infer<typeof approvalFactsSchema>;

export type FactLineCode =
  /** Nothing confines it. */
  | 'anything'
  | 'own'
  | 'ownCommand'
  | 'reads'
  | 'writes'
  | 'offline'
  | 'closed'
  | 'hosts'
  | 'programs'
  | 'inputs'
  | 'secrets'
  | 'variables'
  | 'arguments'
  | 'into'
  | 'serverHere'
  | 'serverThere'
  | 'serverOwn'
  | 'claimsReading'
  | 'claimsChanging'
  | 'packages'
  | 'packagesFrom'
  | 'packagesSize'
  | 'packagesUse'
  | 'trialRuns'
  | 'trialTokens'
  | 'foreign'
  | 'foreignCommand'
  | 'wished'
  | 'everyRun'
  | 'quoteFirst'
  | 'unpriced'
  | 'unread'
  | 'suspect';

export interface FactLine {
  readonly code: FactLineCode;
  /** Folders, hosts, programs or variables. */
  readonly items: readonly string[];
  /** `warns`: more access than usual. `grants`: approval gives it. */
  readonly tone: 'plain' | 'grants' | 'warns';
}

/** In the order in which to read them. */
export function factLines(facts: ApprovalFacts): readonly FactLine[] {
  const { subject, sandbox, hosts, reads, writes, programs, asked, inputs, variables } = facts;
  const lines: FactLine[] = [];
  const add = (code: FactLineCode, items: readonly string[] = [], tone: FactLine['tone'] = 'plain'): void => {
    lines.push({ code, items, tone });
  };
  if (facts.trial !== undefined) {
    add('trialRuns', [String(facts.trial.runs)]);
    add('trialTokens', [facts.trial.tokens.toLocaleString('en')], 'grants');
    return lines;
  }
  if (facts.packages !== undefined) {
    const { names, from, bytes } = facts.packages;
    add('packages', names, 'grants');
    add('packagesFrom', from);
    if (bytes !== undefined) add('packagesSize', [sizeOfFiles(bytes)]);
    add('packagesUse');
    return lines;
  }
  /** Lists requested access apart from access granted before. */
  const both = (code: FactLineCode, all: readonly string[], wanted: readonly string[]): void => {
    const granted = all.filter((one) => !wanted.includes(one));
    if (wanted.length > 0) add(code, wanted, 'grants');
    if (granted.length > 0) add(code, granted);
  };
  if (facts.quote === 'none') add('unpriced', [], 'warns');
  if (facts.unread !== undefined) add('unread', facts.unread, 'warns');
  if (facts.quote === 'first') add('quoteFirst');
  const { server } = facts;
  if (server !== undefined) {
    if (server.host === undefined) add('serverHere', [server.name]);
    else add('serverThere', [server.host], 'grants');
  }
  if (facts.into !== undefined) add('into', [facts.into]);
  if (facts.suspect !== undefined) add('suspect', [], 'warns');
  if (server?.host !== undefined) {
    // Its effects there are beyond this computer.
  } else if (sandbox === 'none') add('anything', [], 'warns');
  else {
    add(server !== undefined ? 'serverOwn' : subject === 'script' ? 'own' : 'ownCommand');
    both('reads', reads, asked.reads);
    both('writes', writes, asked.writes);
    if (hosts.length === 0) add('offline');
    both('hosts', hosts, asked.hosts);
    both('programs', programs, asked.programs);
    if (hosts.length > 0) add('closed');
  }
  if (inputs.length > 0) add('inputs', inputs, 'grants');
  if (facts.secrets !== undefined) add('secrets', facts.secrets, 'grants');
  if (variables.length > 0)
    add(
      'variables',
      variables.map(({ name, value }) => `${name}=${JSON.stringify(value)}`),
    );
  if (facts.arguments !== undefined) add('arguments', [facts.arguments]);
  if (server !== undefined) {
    if (server.claims === 'read-only') add('claimsReading');
    if (server.claims === 'destructive') add('claimsChanging', [], 'warns');
    return lines;
  }
  if (facts.thirdParty) add(subject === 'script' ? 'foreign' : 'foreignCommand', [facts.skill ?? '']);
  if (facts.everyRun) add('everyRun');
  if (facts.wished !== undefined)
    add('wished', [`${facts.wished.skill}: ${facts.wished.commands.join(', ')}`], 'grants');
  return lines;
}

/** `scripts/search_flights.py`: "search flights". */
export const scriptTitle = (script: string): string =>
  (script.split('/').at(-1) ?? script)
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim() || script;
