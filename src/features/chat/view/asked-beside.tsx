import { Check, TriangleAlert } from 'lucide-react';
import { valueInWords } from '../../../renderer/cards/card-view.tsx';
import { useRemembered } from '../../../renderer/cards/chat-scope.tsx';
import { useT } from '../../../renderer/i18n/index.ts';
import { VisibleText } from '../../../renderer/shared/visible-text.tsx';
import { useWords } from '../../../renderer/shared/words.ts';
import { cn } from '../../../renderer/ui/index.ts';
import { Collapsible } from '../../../renderer/ui/on-demand.ts';
import { textIn } from '../../../shared/cards/plain-card.ts';
import type { Compared } from '../../../shared/forms/compared.ts';

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
