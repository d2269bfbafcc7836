import { TriangleAlert } from 'lucide-react';
import { visiblePieces } from '../parts/visible-text.ts';
import { Button } from '../ui/index.ts';
import { CardFrame } from './card-frame.tsx';
import type { ApprovalItem } from './transcript-items.ts';
import { useDecision } from './use-decision.ts';
import { usePoliteFocus } from './use-polite-focus.ts';
import { useWords } from './use-words.ts';
import { VisibleText } from './visible-text-view.tsx';
import type { Words } from './words.ts';

/** The question in plain words. */
export function approvalQuestion(words: Words, { approval }: Pick<ApprovalItem, 'approval'>): string {
  const { action, detail } = approval;
  switch (action) {
    case 'run-script':
      return detail.skill === undefined
        ? words.t('approval.runScript')
        : words.t('approval.runScriptOf', { skill: detail.skill });
    case 'write-file':
      return words.t('approval.writeFile');
    case 'read-file':
      return words.t('approval.readFile');
    default:
      return words.t('approval.runCommand');
  }
}

function Exact({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <figure>
      <figcaption className="mb-1 text-ink-soft text-sm">{label}</figcaption>
      <pre className="max-h-80 overflow-y-auto whitespace-pre-wrap rounded-control border border-line bg-side px-3 py-2 font-mono text-sm [overflow-wrap:anywhere]">
        <VisibleText text={text} />
      </pre>
    </figure>
  );
}

/** Asks whether a command may run or a file be touched, with the exact text in plain view. */
export function CommandApproval({ item }: { readonly item: ApprovalItem }) {
  const words = useWords();
  const title = usePoliteFocus(`${item.key}/focus`, item.open);
  const { past, pressed, decide } = useDecision(item.call.callId);
  const { command, path, cwd, needsPerson } = item.approval.detail;
  const subject = command ?? path ?? '';
  const hidden = visiblePieces(subject).some((piece) => piece.hidden);
  const common = (decision: typeof pressed) => ({
    disabled: past || pressed !== undefined,
    busy: pressed === decision,
  });
  return (
    <CardFrame tone="asking" titleRef={title} title={approvalQuestion(words, item)}>
      <div className="space-y-3 px-4 py-3.5">
        {hidden ? (
          <p className="flex items-start gap-1.5 font-medium text-danger">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {words.t('approval.hiddenWarning')}
          </p>
        ) : null}
        {command === undefined ? null : <Exact label={words.t('approval.commandLabel')} text={command} />}
        {path === undefined ? null : <Exact label={words.t('approval.pathLabel')} text={path} />}
        {cwd === undefined ? null : (
          <p className="text-ink-soft text-sm [overflow-wrap:anywhere]">
            <VisibleText text={words.t('approval.inFolder', { folder: cwd })} />
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2 border-line border-t bg-side px-4 py-3">
        <Button className="mr-auto" {...common('denied')} onClick={() => decide('denied')}>
          {words.t('approval.deny')}
        </Button>
        {needsPerson ? (
          <span className="text-ink-soft text-sm">{words.t('approval.needsPerson')}</span>
        ) : (
          <>
            <Button {...common('always')} onClick={() => decide('always')}>
              {words.t('approval.always')}
            </Button>
            <Button {...common('session')} onClick={() => decide('session')}>
              {words.t('approval.session')}
            </Button>
          </>
        )}
        <Button variant="primary" {...common('once')} onClick={() => decide('once')}>
          {words.t('approval.once')}
        </Button>
      </div>
    </CardFrame>
  );
}
