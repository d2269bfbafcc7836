import { TriangleAlert } from 'lucide-react';
import { useId, useRef } from 'react';
import type { ApprovalFacts } from '../../../shared/approvals/approval-facts.ts';
import { scriptTitle } from '../../../shared/approvals/approval-lines.ts';
import { foldedText } from '../../../shared/text/folded-text.ts';
import { CardFrame } from '../../cards/card-frame.tsx';
import { useRemembered } from '../../cards/chat-scope.tsx';
import { useDecision } from '../../cards/use-decision.ts';
import { usePoliteFocus } from '../../cards/use-polite-focus.ts';
import { useWords } from '../../shared/use-words.ts';
import { visiblePieces } from '../../shared/visible-text.ts';
import { VisibleText } from '../../shared/visible-text-view.tsx';
import type { Words } from '../../shared/words.ts';
import { Button, Collapsible } from '../../ui/index.ts';
import type { ApprovalItem } from '../transcript/transcript-items.ts';
import { ApprovalFactList } from './approval-facts.tsx';
import { ExactText } from './judged-text.tsx';

/** The question in plain words. */
export function approvalQuestion(words: Words, { approval }: Pick<ApprovalItem, 'approval'>): string {
  const { action, detail } = approval;
  if (detail.facts?.subject === 'typed') return words.t('approval.type');
  switch (action) {
    case 'run-script':
      return detail.skill === undefined
        ? words.t('approval.runScript')
        : words.t(detail.facts?.quote === 'first' ? 'approval.quoteOf' : 'approval.runScriptOf', {
            skill: detail.skill,
            script: scriptTitle(detail.script ?? ''),
          });
    case 'call-tool': {
      const { trial } = detail.facts ?? {};
      if (trial !== undefined) return words.t('approval.trySkill', { skill: trial.skill });
      const { name = '', tool } = detail.facts?.server ?? {};
      if (tool === undefined) return words.t('approval.useServer', { skill: detail.skill ?? '', server: name });
      return words.t('approval.callTool', { server: name, tool });
    }
    case 'write-file':
      return words.t('approval.writeFile');
    case 'read-file':
      return words.t('approval.readFile');
    default:
      return words.t('approval.runCommand');
  }
}

const isHidden = (text: string): boolean => visiblePieces(text).some((piece) => piece.hidden);

/** A script is known by its name and what it may do; anything else only by its words, and so is all that is odd. */
function opensAtOnce(detail: ApprovalItem['approval']['detail'], isOdd: boolean): boolean {
  const { facts } = detail;
  return (
    isOdd ||
    facts === undefined ||
    facts.subject !== 'script' ||
    facts.sandbox === 'none' ||
    facts.suspect !== undefined
  );
}

/** Beside the buttons: what to know, and to have seen, before one allows it. */
function Warnings({ lines, unseen }: { readonly lines: readonly string[]; readonly unseen: string | undefined }) {
  const words = useWords();
  const place = useRef<HTMLDivElement>(null);
  if (lines.length === 0 && unseen === undefined) return null;
  const toEnd = () => {
    const ends = place.current?.closest('section')?.querySelectorAll('[data-end]') ?? [];
    for (const end of ends) end.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div ref={place} className="basis-full space-y-1.5">
      {lines.map((line) => (
        <p key={line} className="flex items-start gap-1.5 font-medium text-danger">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {line}
        </p>
      ))}
      {unseen === undefined ? null : (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-soft text-sm">
          <span id={unseen}>{words.t('approval.unseen')}</span>
          <Button size="sm" data-to-end onClick={toEnd}>
            {words.t('approval.toEnd')}
          </Button>
        </p>
      )}
    </div>
  );
}

/** Meaning of the lasting answers. */
function alwaysMeans(words: Words, facts: ApprovalFacts | undefined): string | undefined {
  if (facts === undefined || facts.offers.length < 2) return undefined;
  if (facts.subject === 'tool' && facts.server?.tool !== undefined) return words.t('approval.alwaysTool');
  return words.t(
    facts.subject === 'command' || facts.subject === 'typed' ? 'approval.alwaysCommand' : 'approval.alwaysScript',
  );
}

/** Asks whether a command may run or a file be touched: what it could do in plain words, the exact text a click away. */
export function CommandApproval({ item }: { readonly item: ApprovalItem }) {
  const words = useWords();
  const title = usePoliteFocus(`${item.key}/focus`, item.open);
  const { closed, pressed, decide } = useDecision(item.call.callId);
  const { detail } = item.approval;
  const { command, path, cwd, needsPerson, facts } = detail;
  const hidden = isHidden([command, path, cwd].join(''));
  const texts = [command, path].filter((text) => text !== undefined);
  const folded = texts.flatMap((text) => foldedText(text));
  const isOdd = hidden || folded.length > texts.length;
  const mustSee = opensAtOnce(detail, isOdd) ? texts : [];
  const [open, setOpen] = useRemembered(`${item.key}/exact`, mustSee.length > 0 || opensAtOnce(detail, isOdd));
  const [seen, setSeen] = useRemembered<ReadonlySet<string>>(`${item.key}/seen`, new Set());
  const unseen = mustSee.some((text) => !seen.has(text));
  const saw = (text: string) => setSeen(new Set([...seen, text]));
  const unseenId = useId();
  const warnings = [
    ...(hidden ? [words.t('approval.hiddenWarning')] : []),
    ...(facts?.suspect === undefined ? [] : [words.t('approval.fact.suspect')]),
    ...(folded.some(({ kind }) => kind === 'cut') ? [words.t('approval.cutWarning')] : []),
  ];
  const goesOn = facts === undefined ? !needsPerson : facts.offers.length > 1;
  const means = alwaysMeans(words, facts);
  const common = (decision: typeof pressed) => ({
    disabled: closed || pressed !== undefined || (unseen && decision !== 'denied'),
    'aria-describedby': unseen && decision !== 'denied' ? unseenId : undefined,
    busy: pressed !== undefined && pressed === decision,
  });
  return (
    <CardFrame tone="asking" titleRef={title} title={<VisibleText text={approvalQuestion(words, item)} />}>
      <div className="space-y-3 px-4 py-3.5">
        {facts === undefined ? null : <ApprovalFactList facts={facts} memoryKey={item.key} />}
        {command === undefined && path === undefined ? null : (
          <Collapsible
            open={open}
            onOpenChange={setOpen}
            triggerClassName="py-0.5 text-ink-soft text-sm hover:text-ink"
            summary={words.t(
              command === undefined
                ? 'approval.exactFile'
                : facts?.subject === 'tool'
                  ? 'approval.exactTool'
                  : 'approval.exact',
            )}
          >
            <div className="space-y-3 pt-2">
              {command === undefined ? null : (
                <ExactText
                  label={words.t(facts?.subject === 'tool' ? 'approval.toolLabel' : 'approval.commandLabel')}
                  text={command}
                  memoryKey={`${item.key}/command`}
                  onEnd={() => saw(command)}
                />
              )}
              {path === undefined ? null : (
                <ExactText
                  label={words.t('approval.pathLabel')}
                  text={path}
                  memoryKey={`${item.key}/path`}
                  onEnd={() => saw(path)}
                />
              )}
              {cwd === undefined ? null : (
                <p className="text-ink-soft text-sm [overflow-wrap:anywhere]">
                  <VisibleText text={words.t('approval.inFolder', { folder: cwd })} />
                </p>
              )}
            </div>
          </Collapsible>
        )}
        {means === undefined ? null : <p className="text-pretty text-ink-soft text-sm">{means}</p>}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2 border-line border-t bg-side px-4 py-3">
        <Warnings lines={warnings} unseen={unseen ? unseenId : undefined} />
        <Button className="mr-auto" {...common('denied')} onClick={() => decide('denied')}>
          {words.t('approval.deny')}
        </Button>
        {goesOn ? (
          <>
            <Button {...common('always')} onClick={() => decide('always')}>
              {words.t(facts?.subject === 'script' ? 'approval.alwaysVersion' : 'approval.always')}
            </Button>
            <Button {...common('session')} onClick={() => decide('session')}>
              {words.t('approval.session')}
            </Button>
          </>
        ) : facts !== undefined && facts.inputs.length > 0 ? null : (
          <span className="text-ink-soft text-sm">{words.t('approval.needsPerson')}</span>
        )}
        <Button data-confirm variant="primary" {...common('once')} onClick={() => decide('once')}>
          {words.t('approval.once')}
        </Button>
      </div>
    </CardFrame>
  );
}
