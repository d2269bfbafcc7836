import {
  Coins,
  EyeOff,
  FlaskConical,
  FolderInput,
  FolderOpen,
  Globe,
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
import type { ApprovalFacts } from '../../../shared/approvals/approval-facts.ts';
import { type FactLineCode, factLines } from '../../../shared/approvals/approval-lines.ts';
import { useWords } from '../../shared/use-words.ts';
import { cn } from '../../ui/index.ts';
import { JudgedText } from './judged-text.tsx';

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
  trialRuns: FlaskConical,
  trialTokens: Coins,
  foreign: Package,
  foreignCommand: Package,
  wished: UserCheck,
  everyRun: UserCheck,
  quoteFirst: ReceiptText,
  unpriced: TriangleAlert,
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
