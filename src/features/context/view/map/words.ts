import { useMemo } from 'react';
import { useText } from '../../../../renderer/i18n.ts';
import { type NamedPart, type PartName, partName } from '../../../../renderer/shared/map-parts.ts';
import { signedTokens } from '../../../../renderer/shared/segments.ts';
import { refusalIn, useSessionState, useSettings } from '../../../../renderer/store/index.ts';
import type { LeftOut, ManifestPart, WhatIf, WhatIfResult } from '../../../../shared/context-views.ts';
import { remedyFor } from '../../../../shared/messages/failure.ts';
import { type PartReason, reasonWords } from '../../../../shared/messages/part-reason.ts';
import { costOf, priceOf } from '../../../../shared/models/cost.ts';
import type { Message } from '../../../../shared/session-state.ts';
import { excerptOf } from '../../../../shared/text/text.ts';

/** Cost of prompt tokens for one request, some of them cached; undefined without a price. */
export type Money = (tokens: number, cached: number) => number | undefined;

/** From the price table, for the session's model or the given one. */
export function useMoney(model?: string): Money {
  const own = useSessionState((state) => state.model);
  const settings = useSettings();
  const name = model ?? (own === '' ? settings.model : own);
  return useMemo(() => {
    const price = priceOf(name, { own: settings.prices, known: settings.knownPrices });
    return (tokens, cached) =>
      price === undefined || price.input === 0
        ? undefined
        : costOf({ promptTokens: tokens, completionTokens: 0, cachedPromptTokens: cached }, price);
  }, [name, settings.prices, settings.knownPrices]);
}

export type PartWords = ReturnType<typeof usePartWords>;

/** A part's name and why it is there, in words. */
export function usePartWords() {
  const { t, format } = useText();
  const messages = useSessionState((state) => state.messages);
  const bySeq = useMemo(() => new Map(messages.map((message) => [message.seq, message])), [messages]);

  return useMemo(() => {
    const saidAt = (seq: number | undefined): string => {
      const message = seq === undefined ? undefined : bySeq.get(seq);
      return message === undefined ? '' : saidBy(message);
    };
    return {
      nameOf: ({ of, line }: { of: NamedPart & Pick<ManifestPart, 'since'>; line?: string }): PartName =>
        line === undefined ? partName(t, of, saidAt(of.since)) : { name: line, detail: t('map.name.line') },
      whyOf: (part: PartReason) => reasonWords(part, t, format.number),
      labelOf: ({ reason, label, skill, path = skill, seq }: LeftOut) => {
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

export function useWhatIfWords() {
  const { t, format, language } = useText();
  return useMemo(
    () => ({
      stepOf(step: WhatIf) {
        switch (step.do) {
          case 'load':
          case 'unload':
            return t(`map.whatIf.step.${step.do}`, { skill: step.skill });
          case 'load-reference':
          case 'unload-reference':
            return t(`map.whatIf.step.${step.do}`, { path: step.path });
          case 'compact':
            return t('map.whatIf.step.compact');
          case 'dialect':
            return t('map.whatIf.step.dialect', { dialect: step.dialect });
          case 'placement':
            return t('map.whatIf.step.placement', { placement: t(`gauge.placement.${step.placement}`) });
          case 'model':
            return t('map.whatIf.step.model', { model: step.model });
          default:
            return t('map.whatIf.step.max-context', { n: format.tokens(step.tokens) });
        }
      },
      /** Reason why a step would be refused, in the person's language. */
      refusalOf({ message, code, figures }: WhatIfResult['steps'][number]) {
        const refusal = refusalIn({ code, figures });
        if (refusal.code === undefined) return message;
        return t('map.whatIf.refusal', {
          what: t(`errors.${refusal.code}`),
          remedy: remedyFor(language, refusal.code, refusal.figures),
        });
      },
      signed: (tokens: number) => signedTokens(format, tokens),
    }),
    [t, format, language],
  );
}
