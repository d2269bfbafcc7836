import { Check, CircleCheck, CircleSlash, ShieldCheck, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { CardFrame, type QuoteWords, valueInWords } from '../../../renderer/cards/card-view.tsx';
import { useDecision, usePoliteFocus, useRemembered } from '../../../renderer/cards/chat-scope.tsx';
import { quoteViewOf } from '../../../renderer/cards/registry.tsx';
import { useT } from '../../../renderer/i18n.ts';
import { useWords, VisibleText, type Words } from '../../../renderer/shared/words.tsx';
import { Button, cn } from '../../../renderer/ui/index.ts';
import { Collapsible } from '../../../renderer/ui/on-demand.ts';
import { type Card, textIn } from '../../../shared/cards/card.ts';
import type { Compared } from '../../../shared/forms/compared.ts';
import { ApprovalFactList } from './command-approval.tsx';
import { ExactCall, ExactWarnings, useExactCall } from './exact-call.tsx';
import type { ApprovalItem } from './transcript/transcript-items.ts';

interface QuoteProps {
  readonly item: ApprovalItem;
  readonly quote: Card;
}

function Asked({ item }: Pick<QuoteProps, 'item'>) {
  const { compared } = item.approval.detail;
  return compared === undefined ? null : <AskedBeside compared={compared} memoryKey={item.key} />;
}

/** Max characters of a stranger's word on a button. */
const LABEL = 40;

/**
 * Words of the two buttons: the skill's own. Before those of a skill that did not come with the app stands what each
 * answers, so that none can turn yes into no; where no price is known they are the app's.
 */
function buttonsOf(words: Words, { facts }: ApprovalItem['approval']['detail'], own: QuoteWords): QuoteWords {
  if (facts?.quote === 'none') {
    const [confirm, decline] = [words.t('approval.once'), words.t('approval.deny')];
    return { ...own, confirm, decline, promise: words.t('approval.needsPerson') };
  }
  if (facts?.thirdParty !== true) return own;
  const confirm = words.t('approval.yesOwn', { label: own.confirm.slice(0, LABEL) });
  const decline = words.t('approval.noOwn', { label: own.decline.slice(0, LABEL) });
  return { ...own, confirm, decline, promise: words.t('question.promise', { confirm }) };
}

/** Permanent record of the request and the user's answer. */
function QuoteRecord({ item, quote }: QuoteProps) {
  const words = useWords();
  const [open, setOpen] = useRemembered(`${item.key}/record`, false);
  const name = useId();
  const { unasked } = item.approval;
  const decision = unasked ? undefined : item.approval.decision;
  const agreed = decision !== undefined && decision !== 'denied';
  const { Body, Summary, words: wordsOf } = quoteViewOf(quote);
  const said = wordsOf(words, quote);
  const Icon = agreed ? CircleCheck : CircleSlash;
  return (
    <section aria-labelledby={name} className="@container rounded-panel border border-line bg-surface">
      <Collapsible
        open={open}
        onOpenChange={setOpen}
        chevron="end"
        triggerClassName="px-4 py-2.5 hover:bg-hover"
        summary={
          <span className="flex items-start gap-2">
            <Icon
              aria-hidden
              className={agreed ? 'mt-0.5 size-4 shrink-0 text-success' : 'mt-0.5 size-4 shrink-0 text-ink-soft'}
            />
            <span className="min-w-0">
              <span id={name} className="font-medium">
                {item.approval.words !== undefined
                  ? words.t('approval.undecided')
                  : decision === undefined
                    ? said.lapsed
                    : agreed
                      ? said.agreed
                      : said.declined}
              </span>
              <span className="block text-ink-soft text-sm">
                <Summary card={quote} />
              </span>
            </span>
          </span>
        }
      >
        <div className="border-line border-t">
          <Body card={quote} />
          <Asked item={item} />
        </div>
      </Collapsible>
    </section>
  );
}

/** The skill's own card, without whose yes its script does nothing. */
export function QuoteCard({ item, quote }: QuoteProps) {
  const words = useWords();
  const title = usePoliteFocus(`${item.key}/focus`, item.open);
  const { closed, pressed, decide } = useDecision(item.call.callId);
  const exact = useExactCall(item);
  if (!item.open) return <QuoteRecord item={item} quote={quote} />;
  const { Body, words: wordsOf } = quoteViewOf(quote);
  const { detail } = item.approval;
  const said = buttonsOf(words, detail, wordsOf(words, quote));
  const { facts } = detail;
  const isJudged = facts?.thirdParty === true || facts?.quote === 'none';
  const unseen = isJudged ? exact.unseen : undefined;
  return (
    <CardFrame tone="asking" titleRef={title} title={said.title}>
      <Body card={quote} />
      <Asked item={item} />
      {isJudged ? (
        <div className="space-y-3 border-line border-t px-4 py-3.5">
          <ApprovalFactList facts={facts} memoryKey={`${item.key}/facts`} />
          <ExactCall item={item} exact={exact} />
        </div>
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 border-line border-t bg-side px-4 py-3">
        {isJudged ? <ExactWarnings exact={exact} /> : null}
        <p className="flex min-w-0 flex-1 basis-56 items-start gap-1.5 text-ink-soft text-sm">
          <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
          {said.promise}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            size="lg"
            disabled={closed || pressed !== undefined}
            busy={pressed === 'denied'}
            onClick={() => decide('denied')}
          >
            {said.decline}
          </Button>
          <Button
            size="lg"
            data-confirm
            variant={said.danger ? 'danger' : 'primary'}
            disabled={closed || pressed !== undefined || unseen !== undefined}
            aria-describedby={unseen}
            busy={pressed === 'once'}
            onClick={() => decide('once')}
          >
            {said.confirm}
          </Button>
        </div>
      </div>
    </CardFrame>
  );
}

function Rows({ rows, name }: { readonly rows: readonly Compared[]; readonly name: string }) {
  const t = useT();
  const words = useWords();
  const isAmber = rows.some(({ differs }) => differs);
  return (
    <table aria-label={name} className="w-full table-fixed text-sm">
      <thead>
        <tr className="text-left text-ink-soft">
          <th scope="col" className="w-[34%] pr-3 font-normal">
            <span className="sr-only">{t('request.compared.fact')}</span>
          </th>
          <th scope="col" className="pr-3 font-normal">
            {t('request.compared.asked')}
          </th>
          <th scope="col" className="font-normal">
            {t('request.compared.is')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ field, label, asked, is }) => (
          <tr key={field} className="align-top [overflow-wrap:anywhere]">
            <th scope="row" className="py-0.5 pr-3 text-left font-normal text-ink-soft">
              <VisibleText text={textIn(label, words.language)} />
            </th>
            <td className="py-0.5 pr-3">
              <VisibleText text={valueInWords(words, asked)} />
            </td>
            <td className={cn('py-0.5', isAmber && 'font-semibold')}>
              <VisibleText text={valueInWords(words, is)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** “You asked” beside “it is”: differences are open, the rest is folded. */
export function AskedBeside({
  compared,
  memoryKey,
}: {
  readonly compared: readonly Compared[];
  readonly memoryKey: string;
}) {
  const t = useT();
  const words = useWords();
  const [open, setOpen] = useRemembered(`${memoryKey}/asked`, false);
  const different = compared.filter(({ differs }) => differs);
  const same = compared.filter(({ differs }) => !differs);
  return (
    <section aria-label={t('request.compared.region')} className="space-y-2 border-line border-t px-4 py-3">
      {different.length === 0 ? null : (
        <div className="rounded-panel bg-warning-soft px-3 py-2.5">
          <h4 className="mb-1 flex items-center gap-2 font-semibold">
            <TriangleAlert aria-hidden className="size-4 shrink-0 text-warning" />
            {t('request.compared.differs')}
          </h4>
          <Rows rows={different} name={t('request.compared.differs')} />
        </div>
      )}
      {same.length === 0 ? null : (
        <Collapsible
          open={open}
          onOpenChange={setOpen}
          triggerClassName="py-0.5 text-ink-soft text-sm hover:text-ink"
          summary={
            <span className="flex items-start gap-1.5">
              <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
              <span className="min-w-0">
                {t('request.compared.same')}
                {t('request.compared.between')}
                <VisibleText text={words.format.list(same.map(({ label }) => textIn(label, words.language)))} />
              </span>
            </span>
          }
        >
          <div className="pt-2">
            <Rows rows={same} name={t('request.compared.same')} />
          </div>
        </Collapsible>
      )}
    </section>
  );
}
