import {
  Coins,
  EyeOff,
  FlaskConical,
  FolderInput,
  FolderOpen,
  Globe,
  HardDrive,
  Info,
  KeyRound,
  type LucideIcon,
  Package,
  Plug,
  ReceiptText,
  Send,
  Settings2,
  ShieldAlert,
  ShieldCheck,
  Terminal,
  TriangleAlert,
  UserCheck,
  WifiOff,
} from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { CardFrame } from '../../../renderer/cards/card-view.tsx';
import { useDecision, usePoliteFocus } from '../../../renderer/cards/chat-scope.tsx';
import { useWords, VisibleText, type Words } from '../../../renderer/shared/words.tsx';
import { Button, cn } from '../../../renderer/ui/index.ts';
import { type ApprovalFacts, type FactLineCode, factLines, scriptTitle } from '../../../shared/approvals.ts';
import { ExactCall, ExactWarnings, JudgedText, useExactCall } from './exact-call.tsx';
import type { ApprovalItem } from './transcript/transcript-items.ts';

/**
 * Does something once the pointer that is down is up, and what was pressed has had its click; else at once. A line that
 * comes while one presses would move what is pressed away from under the pointer, and the click would be lost.
 */
export function useAfterPress(): (then: () => void) => void {
  const isDown = useRef(false);
  useEffect(() => {
    const follow = ({ type }: Event) => {
      isDown.current = type === 'pointerdown';
    };
    const types = ['pointerdown', 'pointerup', 'pointercancel'];
    for (const type of types) window.addEventListener(type, follow, true);
    return () => {
      for (const type of types) window.removeEventListener(type, follow, true);
    };
  }, []);
  return useCallback((then) => {
    if (!isDown.current) {
      then();
      return;
    }
    const ends = ['pointerup', 'pointercancel'];
    const up = () => {
      for (const type of ends) window.removeEventListener(type, up);
      // The click comes with the end of the press.
      setTimeout(then);
    };
    for (const type of ends) window.addEventListener(type, up);
  }, []);
}

/** The user's words in place of a decision, as their turn. */
export function WrittenInstead({ words: said }: { readonly words: string }) {
  const words = useWords();
  return (
    <article aria-label={words.t('you')} className="mt-4 flex flex-col items-end">
      <p
        dir="auto"
        className="max-w-[85%] whitespace-pre-wrap rounded-bubble bg-sunken px-4 py-2.5 [overflow-wrap:anywhere]"
      >
        {said}
      </p>
    </article>
  );
}

const ICONS: Readonly<Record<FactLineCode, LucideIcon>> = {
  anything: ShieldAlert,
  own: ShieldCheck,
  ownCommand: ShieldCheck,
  reads: FolderOpen,
  writes: FolderInput,
  offline: WifiOff,
  closed: EyeOff,
  hosts: Globe,
  programs: Terminal,
  inputs: FolderOpen,
  secrets: KeyRound,
  variables: Settings2,
  arguments: Settings2,
  into: Terminal,
  serverHere: Plug,
  serverThere: Send,
  serverOwn: ShieldCheck,
  claimsReading: Info,
  claimsChanging: TriangleAlert,
  packages: Package,
  packagesFrom: Globe,
  packagesSize: HardDrive,
  packagesUse: ShieldCheck,
  trialRuns: FlaskConical,
  trialTokens: Coins,
  foreign: Package,
  foreignCommand: Package,
  wished: UserCheck,
  everyRun: UserCheck,
  quoteFirst: ReceiptText,
  unpriced: TriangleAlert,
  unread: TriangleAlert,
  suspect: TriangleAlert,
};

/** Effects of an approval, one sentence per line; granted access is highlighted. The warning is beside the buttons. */
export function ApprovalFactList({ facts, memoryKey }: { readonly facts: ApprovalFacts; readonly memoryKey: string }) {
  const words = useWords();
  return (
    <ul className="space-y-1.5">
      {factLines(facts)
        .filter(({ code }) => code !== 'suspect')
        .map(({ code, items, tone }) => {
          const Icon = ICONS[code];
          return (
            <li
              key={`${code} ${tone}`}
              className={cn(
                'flex items-start gap-2',
                tone === 'warns' && 'text-danger',
                tone === 'grants' && 'font-medium',
              )}
            >
              <Icon
                aria-hidden
                className={cn(
                  'mt-0.5 size-4 shrink-0',
                  tone === 'warns' ? 'text-danger' : tone === 'grants' ? 'text-accent' : 'text-ink-soft',
                )}
              />
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <JudgedText
                  text={words.t(`approval.fact.${code}`, { items: words.format.list(items) })}
                  memoryKey={`${memoryKey}/${code} ${tone}`}
                />
              </span>
            </li>
          );
        })}
    </ul>
  );
}

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
      const { packages, trial } = detail.facts ?? {};
      if (packages !== undefined) return words.t('approval.getPackages', { skill: packages.skill });
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
  const { needsPerson, facts } = detail;
  const exact = useExactCall(item);
  const { unseen } = exact;
  const goesOn = facts === undefined ? !needsPerson : facts.offers.length > 1;
  const means = alwaysMeans(words, facts);
  const common = (decision: typeof pressed) => ({
    disabled: closed || pressed !== undefined || (unseen !== undefined && decision !== 'denied'),
    'aria-describedby': decision === 'denied' ? undefined : unseen,
    busy: pressed !== undefined && pressed === decision,
  });
  return (
    <CardFrame tone="asking" titleRef={title} title={<VisibleText text={approvalQuestion(words, item)} />}>
      <div className="space-y-3 px-4 py-3.5">
        {facts === undefined ? null : <ApprovalFactList facts={facts} memoryKey={item.key} />}
        <ExactCall item={item} exact={exact} />
        {means === undefined ? null : <p className="text-pretty text-ink-soft text-sm">{means}</p>}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2 border-line border-t bg-side px-4 py-3">
        <ExactWarnings exact={exact} />
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
        ) : facts !== undefined && (facts.inputs.length > 0 || facts.packages !== undefined) ? null : (
          <span className="text-ink-soft text-sm">{words.t('approval.needsPerson')}</span>
        )}
        <Button data-confirm variant="primary" {...common('once')} onClick={() => decide('once')}>
          {words.t(facts?.packages === undefined ? 'approval.once' : 'approval.fetch')}
        </Button>
      </div>
    </CardFrame>
  );
}
