/** `skilldeck sessions costs ID` and `sessions compare A B`. */

import { asking, type CommandContext } from '../../../main/hosts/cli/command.ts';
import { dollars } from '../../../main/hosts/cli/text/context-tables.ts';
import { type Column, oneLine, right, table } from '../../../main/hosts/cli/text/print.ts';
import type { Comparison, CostCause, SessionCosts, Spending } from '../../../shared/review.ts';
import type { Trace, TraceStep } from '../contract.ts';
import { ownSteps } from '../main/trace.ts';

const money = (cost: number | undefined): string => (cost === undefined ? '' : dollars(cost));
/** Max rows shown of long lists; `--json` has all. */
const SHOWN = 20;

function sections(context: CommandContext, costs: SessionCosts, trace: Trace): (readonly [string, string])[] {
  const { number, seconds, review } = context.words;
  const { heads } = review;
  const shown = (shape: readonly Column[], rows: readonly (readonly string[])[]) =>
    rows.length === 0 ? '' : table(context, shape, rows.slice(0, SHOWN));
  const single = ownSteps(trace, costs);
  const slow = single.filter(({ ms }) => ms > 0).sort((a, b) => b.ms - a.ms);
  const what = ({ name, detail }: TraceStep) => oneLine(`${name} ${detail}`);
  const stepOf = (step: TraceStep) => [`${step.seq}`, step.kind, what(step)];
  const causes = (times: 'loads' | 'calls', list: readonly CostCause[]) => {
    const isTools = times === 'calls';
    const rows = list
      .toSorted((a, b) => b.carried - a.carried)
      .map((one) => [
        ...[one.carried, one.cached, one.requests].map(number),
        money(one.cost),
        number(one.times),
        ...(isTools ? [number(one.failed), seconds(one.ms)] : []),
        oneLine(one.name),
      ]);
    const own = isTools ? (['failed', 'took'] as const) : [];
    return shown(['carried', 'cached', 'requests', 'cost', times, ...own, 'what'], rows);
  };
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
    [heads.skills, causes('loads', costs.skills)],
    [heads.references, causes('loads', costs.references)],
    [heads.tools, causes('calls', costs.tools)],
    [
      heads.slow,
      shown(
        ['took', 'event', 'kind', 'what'],
        slow.slice(0, 5).map((step) => [seconds(step.ms), ...stepOf(step)]),
      ),
    ],
    [
      heads.errors,
      shown(['event', 'kind', 'what'], single.filter(({ failed, kind }) => failed && kind !== 'approval').map(stepOf)),
    ],
    [
      heads.approvals,
      shown(
        ['event', 'outcome', 'what'],
        single.flatMap((step) => (step.kind === 'approval' ? [[`${step.seq}`, step.decision ?? '–', what(step)]] : [])),
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
  const { number, review, columns } = words;
  const names = [columns.a, columns.b];
  const settings = Object.entries(compared.settings);
  await out.line(settings.length === 0 ? review.sameSettings : review.otherSettings);
  const shown = (value: string | number | null) => (value === null ? '–' : oneLine(String(value)));
  if (settings.length > 0) {
    const rows = settings.map(([name, values]) => [oneLine(name), ...values.map(shown)]);
    await out.write(`${table(context, ['setting', 'a', 'b'], rows)}\n`);
  }
  for (const [index, { session, model, title }] of compared.sessions.entries())
    await out.line(`${names[index]}  ${session}  ${oneLine(model)}  ${oneLine(title) || words.sessions.untitled}`);
  for (const [index, side] of compared.sessions.entries()) {
    const cost = side.cost === undefined ? review.noPrice : dollars(side.cost);
    await out.line(`${names[index]}  ${totalLine(side, words)}${side.unrecorded ? '' : `  ${cost}`}`);
  }
  if (compared.turns.length === 0) return;
  const shape: Column[] = [right(columns.a), right(columns.b), 'tokens', 'differs', 'what'];
  const rows = compared.turns.map(({ text, cells }) => [
    ...cells.map((cell) => (cell === null ? '–' : `${cell.seq}`)),
    cells.map((cell) => (cell === null ? '–' : number(cell.tokens))).join(' / '),
    cells.flatMap((cell) => cell?.differs ?? []).join(', '),
    oneLine(text),
  ]);
  await out.write(`\n${table(context, shape, rows)}`);
}

function totalLine(
  { unrecorded, requests, promptTokens, cachedTokens, completionTokens }: Spending & { readonly requests: number },
  { review, number }: CommandContext['words'],
): string {
  if (unrecorded) return review.unrecordedTotal;
  return review.total(number(requests), number(promptTokens), number(cachedTokens), number(completionTokens));
}

export const costsCommands = [
  asking({
    name: 'sessions costs',
    args: { '<ID>': ({ help }) => help.sessionId },
    ask: (client, [sessionId = '']) =>
      Promise.all([client.review.costs({ sessionId }), client.review.trace({ sessionId })]),
    json: ([costs, { steps }]) => ({ ...figuresOf(costs), ...costs, steps }),
    async say([costs, trace], context) {
      const { words, out } = context;
      const { total } = costs;
      const { number, review } = words;
      await out.line(totalLine(total, words));
      if (total.reasoningTokens > 0) {
        await out.line(review.reasoning(number(total.reasoningTokens), money(total.reasoningCost)));
      }
      if (total.cost !== undefined) await out.line(review.cost(dollars(total.cost)));
      if (total.unpriced.length > 0) await out.line(review.unpriced(total.unpriced));
      for (const [head, text] of sections(context, costs, trace))
        await out.write(text === '' ? '' : `\n${head}\n${text}`);
    },
  }),
  asking({
    name: 'sessions compare',
    args: { '<A>': ({ help }) => help.sessionId, '<B>': ({ help }) => help.sessionId },
    ask: (client, sessionIds) => client.review.compare({ sessionIds: [...sessionIds] }),
    say: printCompared,
  }),
];
