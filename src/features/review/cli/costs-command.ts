/** `skilldeck sessions costs ID` and `sessions compare A B`. */

import { asking, type CommandContext } from '../../../main/hosts/cli/command.ts';
import { dollars } from '../../../main/hosts/cli/text/context-tables.ts';
import { type Column, oneLine, right, table } from '../../../main/hosts/cli/text/print.ts';
import type { Carried, Comparison, SessionCosts } from '../../../shared/review.ts';

const money = (cost: number | undefined): string => (cost === undefined ? '' : dollars(cost));
/** Max rows shown of long lists; `--json` has all. */
const SHOWN = 20;

function sections(context: CommandContext, costs: SessionCosts): (readonly [string, string])[] {
  const { number, seconds, review } = context.words;
  const { heads } = review;
  const shown = (shape: readonly Column[], rows: readonly (readonly string[])[]) =>
    rows.length === 0 ? '' : table(context, shape, rows.slice(0, SHOWN));
  const dearest = <T extends Carried>(list: readonly T[]) => list.toSorted((a, b) => b.carried - a.carried);
  const carriedShape: Column[] = ['carried', 'cached', 'requests', 'cost'];
  const carried = (one: Carried) => [number(one.carried), number(one.cached), number(one.requests), money(one.cost)];
  return [
    [
      heads.turns,
      shown(
        ['event', 'requests', 'reasoning', 'cost', 'took', 'outcome', 'what'],
        costs.turns.map((turn) => [
          `${turn.seq}`,
          ...[turn.requests, turn.reasoningTokens].map((n) => (turn.unrecorded ? '–' : number(n))),
          money(turn.cost),
          seconds(turn.ms),
          turn.outcome,
          oneLine(turn.text),
        ]),
      ),
    ],
    [
      heads.skills,
      shown(
        [...carriedShape, 'loads', 'what'],
        dearest(costs.skills).map((one) => [...carried(one), number(one.loads), oneLine(one.skill)]),
      ),
    ],
    [
      heads.references,
      shown(
        [...carriedShape, 'loads', 'what'],
        dearest(costs.references).map((one) => [
          ...carried(one),
          number(one.loads),
          oneLine(`${one.skill} ${one.path}`),
        ]),
      ),
    ],
    [
      heads.tools,
      shown(
        [...carriedShape, 'calls', 'failed', 'took', 'what'],
        dearest(costs.tools).map((one) => [
          ...carried(one),
          number(one.calls),
          number(one.failed),
          seconds(one.ms),
          oneLine(one.tool),
        ]),
      ),
    ],
    [
      heads.slow,
      shown(
        ['took', 'event', 'kind', 'what'],
        costs.slowSteps.slice(0, 5).map(({ ms, seq, kind, name }) => [seconds(ms), `${seq}`, kind, oneLine(name)]),
      ),
    ],
    [
      heads.errors,
      shown(
        ['event', 'kind', 'what'],
        costs.errors.map(({ seq, kind, name, message }) => [`${seq}`, kind, oneLine(`${name}: ${message}`)]),
      ),
    ],
    [
      heads.approvals,
      shown(
        ['event', 'kind', 'outcome', 'what'],
        costs.approvals.map(({ seq, action, decision, what }) => [
          `${seq}`,
          action,
          decision ?? review.unanswered,
          oneLine(what),
        ]),
      ),
    ],
  ];
}

/** CONTRACT §14: the figures of all calls, `null` where they were not recorded. */
function figuresOf({ total, recordsCache }: SessionCosts) {
  const { requests, promptTokens, cachedTokens, completionTokens, cost = null, unrecorded } = total;
  const cachedPromptTokens = recordsCache ? cachedTokens : null;
  if (unrecorded !== true) return { requests, promptTokens, cachedPromptTokens, completionTokens, cost };
  return { requests: null, promptTokens: null, cachedPromptTokens: null, completionTokens: null, cost: null };
}

async function printCompared(compared: Comparison, context: CommandContext): Promise<void> {
  const { words, out } = context;
  const { number, review } = words;
  const titles = words.columns;
  const settings = Object.entries(compared.settings);
  await out.line(settings.length === 0 ? review.sameSettings : review.otherSettings);
  const shown = (value: string | number | null) => (value === null ? '–' : oneLine(String(value)));
  if (settings.length > 0) {
    const rows = settings.map(([name, [one, other]]) => [oneLine(name), shown(one), shown(other)]);
    await out.write(`${table(context, ['setting', 'a', 'b'], rows)}\n`);
  }
  for (const side of ['a', 'b'] as const) {
    const { session, model, title } = compared[side];
    await out.line(`${titles[side]}  ${session}  ${oneLine(model)}  ${oneLine(title) || words.sessions.untitled}`);
  }
  for (const side of ['a', 'b'] as const) {
    const total = compared.totals[side];
    const cost = total.cost === undefined ? review.noPrice : dollars(total.cost);
    await out.line(`${titles[side]}  ${totalLine(total, context)}${total.unrecorded ? '' : `  ${cost}`}`);
  }
  if (compared.turns.length === 0) return;
  const shape: Column[] = [right(titles.a), right(titles.b), 'tokens', 'differs', 'what'];
  const rows = compared.turns.map((turn) => row(turn, number));
  await out.write(`\n${table(context, shape, rows)}`);
}

type Total = Pick<
  SessionCosts['total'],
  'requests' | 'promptTokens' | 'cachedTokens' | 'completionTokens' | 'unrecorded'
>;
function totalLine(total: Total, { words: { number, review } }: CommandContext): string {
  const { requests, promptTokens, cachedTokens, completionTokens, unrecorded } = total;
  return unrecorded
    ? review.unrecordedTotal
    : review.total(number(requests), number(promptTokens), number(cachedTokens), number(completionTokens));
}

function row({ a, b, differs }: Comparison['turns'][number], number: (value: number) => string): string[] {
  const tokens = [a, b].map((turn) =>
    turn === undefined ? '–' : number(turn.usage.promptTokens + turn.usage.completionTokens),
  );
  const text = (a ?? b)?.text ?? '';
  return [
    a === undefined ? '–' : `${a.seq}`,
    b === undefined ? '–' : `${b.seq}`,
    tokens.join(' / '),
    differs.join(', '),
    oneLine(text),
  ];
}

export const costsCommands = [
  asking({
    name: 'sessions costs',
    args: { '<ID>': ({ help }) => help.sessionId },
    ask: (client, [sessionId = '']) => client.review.costs({ sessionId }),
    json: (costs) => ({ ...figuresOf(costs), ...costs }),
    async say(costs, context) {
      const { words, out } = context;
      const { total } = costs;
      const { number, review } = words;
      await out.line(totalLine(total, context));
      if (total.reasoningTokens > 0) {
        await out.line(review.reasoning(number(total.reasoningTokens), money(total.reasoningCost)));
      }
      if (total.cost !== undefined) await out.line(review.cost(dollars(total.cost)));
      if (total.unpriced.length > 0) await out.line(review.unpriced(total.unpriced));
      for (const [head, text] of sections(context, costs)) await out.write(text === '' ? '' : `\n${head}\n${text}`);
    },
  }),
  asking({
    name: 'sessions compare',
    args: { '<A>': ({ help }) => help.sessionId, '<B>': ({ help }) => help.sessionId },
    ask: (client, [a = '', b = '']) => client.review.compare({ a, b }),
    say: printCompared,
  }),
];
