/** Turns an approval request's facts into line codes; screen and terminal have the words. */
import type { ApprovalFacts } from './approval-facts.ts';

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
  | 'trialRuns'
  | 'trialTokens'
  | 'foreign'
  | 'foreignCommand'
  | 'wished'
  | 'everyRun'
  | 'quoteFirst'
  | 'unpriced'
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
  /** Lists requested access apart from access granted before. */
  const both = (code: FactLineCode, all: readonly string[], wanted: readonly string[]): void => {
    const granted = all.filter((one) => !wanted.includes(one));
    if (wanted.length > 0) add(code, wanted, 'grants');
    if (granted.length > 0) add(code, granted);
  };
  if (facts.quote === 'none') add('unpriced', [], 'warns');
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
