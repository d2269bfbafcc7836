import { Settings2 } from 'lucide-react';
import { WIRES } from '../../../../shared/events.ts';
import { type Comparison, UNKNOWN_MODEL } from '../../../../shared/review.ts';
import { useFormat, useT, type WordKey } from '../../../i18n/index.ts';

type Settings = Comparison['settings'];

const WORDS: Readonly<Record<string, WordKey>> = {
  model: 'library.compare.setting.model',
  endpoint: 'library.compare.setting.endpoint',
  wire: 'library.compare.setting.wire',
  effort: 'library.compare.setting.effort',
  max_output: 'library.compare.setting.max_output',
  params: 'library.compare.setting.params',
  environment: 'library.compare.setting.environment',
  agent: 'library.compare.setting.agent',
  dialect: 'library.compare.setting.dialect',
  placement: 'library.compare.setting.placement',
  load_mode: 'library.compare.setting.load_mode',
  approve: 'library.compare.setting.approve',
  max_context: 'library.compare.setting.max_context',
  skill_budget: 'library.compare.setting.skill_budget',
  max_iterations: 'library.compare.setting.max_iterations',
};

const SKILL = 'skill:';

/** Names and values of settings in words. */
export function useSettingWords() {
  const t = useT();
  const { number } = useFormat();
  return {
    nameOf(name: string): string {
      if (name.startsWith(SKILL)) return t('library.compare.setting.skill', { id: name.slice(SKILL.length) });
      const word = WORDS[name];
      return word === undefined ? name : t(word);
    },
    shown(name: string, value: Settings[string][0]): string {
      if (value === null) return t(`library.compare.setting.${name.startsWith(SKILL) ? 'notLoaded' : 'unset'}`);
      if (name === 'model' && value === UNKNOWN_MODEL) return t('library.unknownModel');
      const wire = name === 'wire' ? WIRES.find((one) => one === value) : undefined;
      if (wire !== undefined) return t(`map.request.wires.${wire}`);
      return typeof value === 'number' ? number(value) : value;
    },
  };
}

/** Settings that differ, before their results. */
export function DifferentSettings({ settings }: { readonly settings: Settings }) {
  const t = useT();
  const { nameOf, shown } = useSettingWords();
  const rows = Object.entries(settings);
  if (rows.length === 0) {
    return <p className="px-4 pt-3 text-ink-soft text-sm">{t('library.compare.sameSettings')}</p>;
  }
  const cell = 'max-w-0 break-words px-2 py-1.5 text-right font-medium tabular-nums';
  return (
    <table className="mb-2 w-full border-collapse bg-accent-soft text-base">
      <caption className="bg-accent-soft px-4 pt-3 pb-1 text-left font-semibold">
        <Settings2 aria-hidden className="mr-1.5 inline size-4 text-accent" />
        {t('library.compare.settings')}
      </caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('library.compare.setting.name')}</th>
          <th scope="col">A</th>
          <th scope="col">B</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, [a, b]]) => (
          <tr key={name} className="border-line border-t">
            <th scope="row" className="w-40 px-4 py-1.5 text-left font-normal">
              {nameOf(name)}
            </th>
            <td className={cell}>
              <bdi>{shown(name, a)}</bdi>
            </td>
            <td className={cell}>
              <bdi>{shown(name, b)}</bdi>
            </td>
            <td className="w-40 px-4" />
          </tr>
        ))}
      </tbody>
    </table>
  );
}
