import { useMemo } from 'react';
import type { LeftOut, ManifestPart, Reason } from '../../../shared/context-views.ts';
import type { Message } from '../../../shared/session-state.ts';
import { useFormat, useT } from '../../i18n/index.ts';
import { excerptOf } from '../../shared/excerpt.ts';
import type { MapPart } from '../../shared/map-parts.ts';
import { type PartName, partName } from '../../shared/part-name.ts';
import { useSessionState } from '../../store/index.ts';

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
    const saidIn = (part: ManifestPart): string => {
      const message = part.since === undefined ? undefined : bySeq.get(part.since);
      return message === undefined ? '' : saidBy(message);
    };

    const nameOf = ({ of, line }: MapPart): PartName =>
      line === undefined ? partName(t, of, saidIn(of)) : { name: line, detail: t('map.name.line') };

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
