import { TriangleAlert } from 'lucide-react';
import type { ApprovalFacts } from '../../../shared/approvals/approval-facts.ts';
import { scriptTitle } from '../../../shared/approvals/approval-lines.ts';
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

/** The question in plain words. */
export function approvalQuestion(words: Words, { approval }: Pick<ApprovalItem, 'approval'>): string {
  const { action, detail } = approval;
  if (detail.facts?.subject === 'typed') return words.t('approval.type');
  switch (action) {
    case 'run-script':
      return detail.skill === undefined
        ? words.t('approval.runScript')
        : words.t('approval.runScriptOf', { skill: detail.skill, script: scriptTitle(detail.script ?? '') });
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
function opensAtOnce(detail: ApprovalItem['approval']['detail'], hidden: boolean): boolean {
  const { facts } = detail;
  return (
    hidden ||
    facts === undefined ||
    facts.subject !== 'script' ||
    facts.sandbox === 'none' ||
    facts.suspect !== undefined
  );
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
  const [open, setOpen] = useRemembered(`${item.key}/exact`, opensAtOnce(detail, hidden));
  const goesOn = facts === undefined ? !needsPerson : facts.offers.length > 1;
  const means = alwaysMeans(words, facts);
  const common = (decision: typeof pressed) => ({
    disabled: closed || pressed !== undefined,
    busy: pressed !== undefined && pressed === decision,
  });
  return (
    <CardFrame tone="asking" titleRef={title} title={<VisibleText text={approvalQuestion(words, item)} />}>
      <div className="space-y-3 px-4 py-3.5">
        {hidden ? (
          <p className="flex items-start gap-1.5 font-medium text-danger">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {words.t('approval.hiddenWarning')}
          </p>
        ) : null}
        {facts === undefined ? null : <ApprovalFactList facts={facts} />}
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
                <Exact
                  label={words.t(facts?.subject === 'tool' ? 'approval.toolLabel' : 'approval.commandLabel')}
                  text={command}
                />
              )}
              {path === undefined ? null : <Exact label={words.t('approval.pathLabel')} text={path} />}
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
