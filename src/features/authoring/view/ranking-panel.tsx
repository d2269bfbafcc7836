import { useEffect, useMemo, useState } from 'react';
import { useT, useText } from '../../../renderer/i18n.ts';
import { FailureNote, onceCalm } from '../../../renderer/shared/failures.tsx';
import { type Failure, useActions } from '../../../renderer/store/index.ts';
import { Badge, Spinner } from '../../../renderer/ui/index.ts';
import { TextField } from '../../../renderer/ui/on-demand.ts';
import { FigureTable } from '../../../renderer/workbench/table.tsx';
import { useBench } from '../../../renderer/workbench/use-workbench.ts';
import { isDirty } from '../../../renderer/workbench/workbench-state.ts';
import type { SkillPreview } from '../../../shared/context-views.ts';

const ASK_AFTER = 300;
const MOST_SENTENCES = 20;
const keyOf = (skill: string): string => `skilldeck.author-sentences.${skill}`;

function remembered(skill: string): string {
  try {
    return localStorage.getItem(keyOf(skill)) ?? '';
  } catch {
    return '';
  }
}

/** Rank of the skill for sample sentences, among all available skills. */
export function RankingPanel({ skill }: { readonly skill: string }) {
  const t = useT();
  const { author } = useActions();
  const saves = useBench((state) => state.saves);
  const [text, setText] = useState(() => remembered(skill));
  /** Asked again after each save. */
  const question = useMemo(() => ({ text, saves }), [text, saves]);
  const [tries, setTries] = useState<SkillPreview['tries']>([]);
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    const sentences = question.text
      .split('\n')
      .map((line) => line.trim())
      .filter((line, index, all) => line !== '' && all.indexOf(line) === index)
      .slice(0, MOST_SENTENCES);
    try {
      localStorage.setItem(keyOf(skill), question.text);
    } catch {
      // Not remembered then.
    }
    setBusy(sentences.length > 0);
    if (sentences.length === 0) return setTries([]);
    const ask = () => author.preview(skill, { dialects: ['omni'], tries: sentences });
    return onceCalm(ASK_AFTER, ask, (outcome) => {
      setBusy(false);
      setFailure(outcome.ok ? undefined : outcome.failure);
      if (outcome.ok) setTries(outcome.value.tries);
    });
  }, [author, skill, question]);

  return (
    <div className="flex flex-wrap gap-4 p-4">
      <div className="flex min-w-64 flex-1 flex-col gap-1">
        <TextField
          label={t('author.ranking.sentences')}
          description={t('author.ranking.hint')}
          rows={5}
          value={text}
          onChange={setText}
          placeholder={t('author.ranking.example')}
        />
        <UnsavedNote />
      </div>
      <div className="min-w-72 flex-[1.4]" aria-live="polite">
        {failure === undefined ? null : <FailureNote failure={failure} />}
        {busy && tries.length === 0 ? <Spinner /> : null}
        {tries.length === 0 ? null : <Tries skill={skill} tries={tries} />}
      </div>
    </div>
  );
}

function Tries({ skill, tries }: { readonly skill: string; readonly tries: SkillPreview['tries'] }) {
  const { t, format } = useText();
  return (
    <FigureTable
      caption={t('author.tabs.ranking')}
      columns={[
        { name: t('author.ranking.sentence') },
        { name: t('author.ranking.place') },
        { name: t('author.ranking.best') },
      ]}
      rows={tries.map(({ sentence, rank, of, best }) => ({
        key: sentence,
        name: sentence,
        cells: [
          <Badge key="rank" tone={rank === 1 ? 'success' : rank === 0 ? 'danger' : 'warning'}>
            {rank === 0
              ? t('author.ranking.unfound')
              : t('author.ranking.rank', { rank: format.number(rank), of: format.number(of) })}
          </Badge>,
          best.map((one) => (
            <span key={one.skill} className="mr-2 inline-block whitespace-nowrap text-sm">
              <span className={one.skill === skill ? 'font-medium' : 'text-ink-soft'}>{one.skill}</span>{' '}
              <span className="text-ink-soft tabular-nums">{one.score.toFixed(1)}</span>
            </span>
          )),
        ],
      }))}
    />
  );
}

/** Previews are of what is saved. */
export function UnsavedNote() {
  const t = useT();
  const dirty = useBench((state) => Object.values(state.buffers).some(isDirty));
  return dirty ? <p className="text-sm text-warning">{t('author.asSaved')}</p> : null;
}
