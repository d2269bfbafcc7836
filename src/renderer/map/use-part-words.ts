import { useMemo } from 'react';
import type { LeftOut, ManifestPart, Reason } from '../../shared/context-views.ts';
import type { Message } from '../../shared/session-state.ts';
import { useFormat, useT } from '../i18n/index.ts';
import { excerptOf } from '../parts/excerpt.ts';
import type { MapPart } from '../parts/map-parts.ts';
import { useSessionState } from '../store/index.ts';

export interface PartName {
  readonly name: string;
  /** What is said second: whose it is, or how it begins. */
  readonly detail: string;
}

export interface PartWords {
  readonly nameOf: (part: MapPart) => PartName;
  readonly whyOf: (part: Pick<ManifestPart, 'because' | 'reason'>) => string;
  readonly labelOf: (left: LeftOut) => string;
}

/** A part's name and why it is there, in words. What an older core says only in English stays as it is. */
export function usePartWords(): PartWords {
  const t = useT();
  const format = useFormat();
  const messages = useSessionState((state) => state.messages);
  const bySeq = useMemo(() => new Map(messages.map((message) => [message.seq, message])), [messages]);

  return useMemo<PartWords>(() => {
    const kindOf = (part: ManifestPart) => t(`gauge.kind.${part.kind}`);
    const saidIn = (part: ManifestPart): string => {
      const message = part.since === undefined ? undefined : bySeq.get(part.since);
      return message === undefined ? '' : saidBy(message);
    };

    function nameOf({ of, line }: MapPart): PartName {
      if (line !== undefined) return { name: line, detail: t('map.name.line') };
      switch (of.kind) {
        case 'catalog':
          return { name: kindOf(of), detail: of.lines === undefined ? '' : t('map.name.catalogHead') };
        case 'tools': {
          if (of.because?.code === 'tool-list') return { name: t('map.name.toolList'), detail: '' };
          return { name: of.label, detail: of.because?.skill ?? t('map.name.tool') };
        }
        case 'skill':
          return { name: of.label, detail: kindOf(of) };
        case 'reference': {
          const [skill = '', path = of.label] = of.label.split(/ - (.*)/s);
          return { name: path, detail: skill };
        }
        case 'base': {
          if (of.id === 'base') return { name: kindOf(of), detail: '' };
          if (of.id === 'workspace') return { name: t('map.name.workspace'), detail: '' };
          return of.id.startsWith('heading:')
            ? { name: of.id.slice('heading:'.length), detail: t('map.name.heading') }
            : { name: of.label, detail: '' };
        }
        case 'tool-result':
          return { name: of.label, detail: saidIn(of) };
        case 'user':
          return { name: t('map.name.user'), detail: saidIn(of) };
        case 'assistant':
          return { name: t('map.name.assistant'), detail: saidIn(of) };
        default:
          return { name: kindOf(of), detail: '' };
      }
    }

    function said({ code, skill = '', unloaded, figures = {} }: Reason): string {
      const numbers = Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, format.number(value)]));
      const words = t(`map.why.${code}`, {
        skill,
        ...{ from: '', to: '', messages: '', ...numbers },
        reason: t(`map.unloaded.${unloaded ?? 'unknown'}`),
      });
      return figures.shown === undefined ? words : `${words} ${t('map.why.not-shown', numbers)}`;
    }

    return {
      nameOf,
      whyOf: ({ because, reason }) => (because === undefined ? reason : said(because)),
      labelOf: ({ id, label, seq }) => {
        const message = id.startsWith('message:') && seq !== undefined ? bySeq.get(seq) : undefined;
        if (message === undefined) return id === 'rewound' ? t('map.name.setAside') : label.replace(/^.* - /s, '');
        const text = saidBy(message);
        return text === '' ? t(`map.name.${message.role === 'tool' ? 'result' : message.role}`) : text;
      },
    };
  }, [t, format, bySeq]);
}

function saidBy(message: Message): string {
  if (message.role === 'tool') return excerptOf(message.content);
  if (message.text !== '' || message.role === 'user') return excerptOf(message.text);
  return message.toolCalls.map(({ name }) => name).join(', ');
}
