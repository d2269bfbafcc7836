import { useMemo } from 'react';
import type { LeftOut, ManifestPart } from '../../../shared/context-views.ts';
import { type PartReason, reasonWords } from '../../../shared/part-reason.ts';
import type { Message } from '../../../shared/session-state.ts';
import { excerptOf } from '../../../shared/text/shorten.ts';
import { useFormat, useT } from '../../i18n/index.ts';
import { type NamedPart, type PartName, partName } from '../../shared/part-name.ts';
import { useSessionState } from '../../store/index.ts';

export interface PartWords {
  readonly nameOf: (part: { readonly of: NamedPart & Pick<ManifestPart, 'since'>; readonly line?: string }) => PartName;
  readonly whyOf: (part: PartReason) => string;
  readonly labelOf: (left: LeftOut) => string;
}

/** A part's name and why it is there, in words. */
export function usePartWords(): PartWords {
  const t = useT();
  const format = useFormat();
  const messages = useSessionState((state) => state.messages);
  const bySeq = useMemo(() => new Map(messages.map((message) => [message.seq, message])), [messages]);

  return useMemo<PartWords>(() => {
    const saidAt = (seq: number | undefined): string => {
      const message = seq === undefined ? undefined : bySeq.get(seq);
      return message === undefined ? '' : saidBy(message);
    };
    return {
      nameOf: ({ of, line }) =>
        line === undefined ? partName(t, of, saidAt(of.since)) : { name: line, detail: t('map.name.line') },
      whyOf: (part) => reasonWords(part, t, format.number),
      labelOf: ({ reason, label, skill, path = skill, seq }) => {
        if (path !== undefined) return path;
        if (reason === 'left-set-aside') return t('map.name.setAside');
        return (
          saidAt(seq) || (label === 'user' || label === 'assistant' ? t(`map.name.${label}`) : t('map.name.result'))
        );
      },
    };
  }, [t, format, bySeq]);
}

function saidBy(message: Message): string {
  if (message.role === 'tool') return excerptOf(message.content);
  if (message.text !== '' || message.role === 'user') return excerptOf(message.text);
  return message.toolCalls.map(({ name }) => name).join(', ');
}
