import { Diff, GitCompareArrows } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT, useText } from '../../../../renderer/i18n.ts';
import { SEGMENT_COLORS } from '../../../../renderer/shared/segments.ts';
import { useActions } from '../../../../renderer/store/index.ts';
import { Badge, Button, cn } from '../../../../renderer/ui/index.ts';
import { PART_KINDS } from '../../../../shared/events.ts';
import type { COMPARED_FIELDS, ComparedTurn, Comparison } from '../../../../shared/review.ts';
import { OutcomeMark } from './list-row.tsx';

type Pair = Comparison['turns'][number];
type Field = (typeof COMPARED_FIELDS)[number];

const isAlike = ({ a, b, differs }: Pair): boolean => a !== undefined && b !== undefined && differs.length === 0;

/** In order; a turn missing in one session leaves a gap there. */
export function ComparedTurns({
  comparison,
  onlyDifferences,
}: {
  readonly comparison: Comparison;
  readonly onlyDifferences: boolean;
}) {
  const { t, format } = useText();
  const pairs = comparison.turns
    .map((pair, index) => ({ pair, index }))
    .filter(({ pair }) => !(onlyDifferences && isAlike(pair)));
  const most = Math.max(...comparison.turns.flatMap(({ a, b }) => [a?.context ?? 0, b?.context ?? 0]), 1);
  if (pairs.length === 0) return <p className="px-4 py-4 text-ink-soft">{t('library.compare.allAlike')}</p>;
  return (
    <ol className="flex flex-col gap-3 px-4 pb-6">
      {pairs.map(({ pair, index }) => (
        <li key={`${pair.a?.seq} ${pair.b?.seq}`} className="rounded-panel border border-line bg-surface">
          <div className="flex flex-wrap items-center gap-1.5 border-line border-b px-3 py-2">
            <h3 className="mr-1 font-semibold">{t('library.compare.turn', { n: format.number(index + 1) })}</h3>
            <Differs pair={pair} />
            <ToRequests comparison={comparison} pair={pair} />
          </div>
          <div className="grid grid-cols-1 divide-y divide-line @4xl:grid-cols-2 @4xl:divide-x @4xl:divide-y-0">
            <Side name="A" session={comparison.a.session} turn={pair.a} differs={pair.differs} most={most} />
            <Side name="B" session={comparison.b.session} turn={pair.b} differs={pair.differs} most={most} />
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Link to the difference of both last requests, if both have one. */
function ToRequests({ comparison: { a, b }, pair }: { readonly comparison: Comparison; readonly pair: Pair }) {
  const t = useT();
  const { library } = useActions();
  const [one, other] = [pair.a?.sent.at(-1), pair.b?.sent.at(-1)];
  if (one === undefined || other === undefined) return null;
  return (
    <Button
      icon={GitCompareArrows}
      size="sm"
      variant="ghost"
      className="ml-auto"
      onClick={() => library.show({ page: 'compare', a: a.session, b: b.session, requests: { a: one, b: other } })}
    >
      {t('library.compare.requests')}
    </Button>
  );
}

function Differs({ pair }: { readonly pair: Pair }) {
  const t = useT();
  if (pair.a === undefined) return <Badge tone="warning">{t('library.compare.onlyB')}</Badge>;
  if (pair.b === undefined) return <Badge tone="warning">{t('library.compare.onlyA')}</Badge>;
  if (pair.differs.length === 0) return <Badge tone="success">{t('library.compare.same')}</Badge>;
  return (
    <>
      <span className="sr-only">
        {t('library.compare.differsIn', {
          fields: pair.differs.map((field) => t(`library.compare.field.${field}`)).join(', '),
        })}
      </span>
      {pair.differs.map((field) => (
        <span key={field} aria-hidden>
          <Badge tone="warning">
            <Diff />
            {t(`library.compare.field.${field}`)}
          </Badge>
        </span>
      ))}
    </>
  );
}

/** Differing fields have a line at the edge and are named above: not marked by colour alone. */
const edge = (differs: readonly Field[], ...fields: readonly Field[]) =>
  cn('border-l-2 pl-2', fields.some((field) => differs.includes(field)) ? 'border-warning' : 'border-transparent');

function Side({
  name,
  session,
  turn,
  differs,
  most,
}: {
  readonly name: string;
  readonly session: string;
  readonly turn: ComparedTurn | undefined;
  readonly differs: readonly Field[];
  readonly most: number;
}) {
  const { t, format } = useText();
  const { openAt } = useActions();
  if (turn === undefined) {
    return (
      <p className="py-3 pr-3 pl-5.5 text-ink-soft text-sm">
        {name} · {t('library.compare.missing')}
      </p>
    );
  }
  const tools = Object.entries(turn.tools).map(([tool, count]) => (count === 1 ? tool : `${tool} ×${count}`));
  return (
    <div className="flex min-w-0 flex-col gap-2 p-3">
      <div className={edge(differs, 'text')}>
        <button
          type="button"
          title={t('library.costs.go', { what: turn.text })}
          onClick={() => openAt(session, turn.seq)}
          className="line-clamp-3 w-full cursor-default rounded text-left font-medium hover:underline"
        >
          <span className="text-ink-soft">{name} · </span>
          <bdi>{turn.text}</bdi>
        </button>
      </div>
      <p
        className={cn(
          edge(differs, 'answer'),
          'line-clamp-4 whitespace-pre-wrap text-left text-ink-soft text-sm [overflow-wrap:anywhere] [unicode-bidi:plaintext]',
        )}
      >
        {turn.answer === '' ? t('common.noAnswer') : turn.answer}
      </p>
      <div className={edge(differs, 'context')}>
        <p className="flex justify-between gap-2 pb-1 text-ink-soft text-sm tabular-nums">
          {t('library.compare.context')}
          <span>{t('common.tokens', { count: turn.context, n: format.number(turn.context) })}</span>
        </p>
        <ContextBar turn={turn} most={most} />
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
        <Fact differs={differs} field="outcome" word={t('library.column.outcome')}>
          <OutcomeMark outcome={turn.outcome} />
        </Fact>
        <Fact differs={differs} field="skills" word={t('common.skills')}>
          {turn.skills.length === 0 ? t('common.none') : turn.skills.join(', ')}
        </Fact>
        <Fact differs={differs} field="tools" word={t('library.compare.tools')}>
          {tools.length === 0 ? t('common.none') : tools.join(', ')}
        </Fact>
        <Fact differs={differs} field="tokens" word={t('library.costs.prompt')}>
          {format.number(turn.usage.promptTokens)} · {t('library.costs.completion')}{' '}
          {format.number(turn.usage.completionTokens)}
        </Fact>
        <Fact differs={[]} field="tokens" word={t('library.column.cost')}>
          {turn.cost === undefined ? t('library.noCost') : format.dollars(turn.cost)} · {format.duration(turn.ms)}
        </Fact>
      </dl>
    </div>
  );
}

function Fact({
  differs,
  field,
  word,
  children,
}: {
  readonly differs: readonly Field[];
  readonly field: Field;
  readonly word: string;
  readonly children: ReactNode;
}) {
  return (
    <>
      <dt className={cn(edge(differs, field), 'text-ink-soft')}>{word}</dt>
      <dd className={cn('min-w-0 tabular-nums [overflow-wrap:anywhere]', differs.includes(field) && 'font-medium')}>
        {children}
      </dd>
    </>
  );
}

/** The parts of its last request, both sides to one scale. */
function ContextBar({ turn, most }: { readonly turn: ComparedTurn; readonly most: number }) {
  const { t, format } = useText();
  const parts = PART_KINDS.flatMap((kind) => {
    const tokens = turn.parts[kind] ?? 0;
    return tokens === 0 ? [] : [{ kind, tokens }];
  });
  const words = parts.map(({ kind, tokens }) => `${t(`gauge.kind.${kind}`)} ${format.number(tokens)}`);
  if (parts.length === 0) return <div className="h-2.5 rounded bg-sunken" />;
  return (
    <div
      role="img"
      aria-label={words.join(', ')}
      title={words.join('\n')}
      className="flex h-2.5 gap-px rounded bg-sunken"
    >
      {parts.map(({ kind, tokens }) => (
        <span key={kind} className={SEGMENT_COLORS[kind]} style={{ width: `${(tokens / most) * 100}%` }} />
      ))}
    </div>
  );
}
