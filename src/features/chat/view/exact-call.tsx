import { useRemembered } from '../../../renderer/cards/chat-scope.tsx';
import { VisibleText } from '../../../renderer/shared/visible-text.tsx';
import { useWords } from '../../../renderer/shared/words.ts';
import { Collapsible } from '../../../renderer/ui/on-demand.ts';
import type { ApprovalItem } from './transcript/transcript-items.ts';

/** The exact command behind a quote, a click away. @param opens at once. */
export function ExactCall({ item, opens }: { readonly item: ApprovalItem; readonly opens: boolean }) {
  const words = useWords();
  const { command, cwd } = item.approval.detail;
  const [open, setOpen] = useRemembered(`${item.key}/exact`, opens);
  if (command === undefined) return null;
  return (
    <Collapsible
      open={open}
      onOpenChange={setOpen}
      triggerClassName="py-0.5 text-ink-soft text-sm hover:text-ink"
      summary={words.t('approval.exact')}
    >
      <pre className="mt-2 max-h-80 overflow-y-auto whitespace-pre-wrap rounded-control border border-line bg-side px-3 py-2 font-mono text-sm [overflow-wrap:anywhere]">
        <VisibleText text={command} />
      </pre>
      {cwd === undefined ? null : (
        <p className="pt-2 text-ink-soft text-sm [overflow-wrap:anywhere]">
          <VisibleText text={words.t('approval.inFolder', { folder: cwd })} />
        </p>
      )}
    </Collapsible>
  );
}
