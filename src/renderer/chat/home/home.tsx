import { useEffect, useState } from 'react';
import type { Form, FormAnswers } from '../../../shared/forms/forms.ts';
import { NextTrip } from '../../cards/records/next-trip.tsx';
import { useMinute } from '../../cards/records/use-minute.ts';
import { nextRecord, useRecords } from '../../cards/records/use-records.ts';
import { useLanguage } from '../../i18n/index.ts';
import { useActions, useApp } from '../../store/index.ts';
import { RecentRequests } from './recent-requests.tsx';
import { RequestBar } from './request-bar.tsx';

/** The request forms of the skills, in the language of the window. */
function useRequests(): readonly Form[] {
  const { profile } = useActions();
  const language = useLanguage();
  const skills = useApp((data) => data.skills);
  const [forms, setForms] = useState<readonly Form[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: skills came or went.
  useEffect(() => {
    let here = true;
    void profile.load();
    void profile.requests(language).then((read) => here && setForms(read));
    return () => {
      here = false;
    };
  }, [profile, language, skills]);
  return forms;
}

/** On the first screen: what can be asked for in one line, the next trip, and what was asked for last. */
export function Home() {
  const { library } = useActions();
  const known = useApp((data) => data.profile);
  const forms = useRequests();
  const { loaded } = useRecords();
  const now = useMinute();
  const [begun, setBegun] = useState<{ readonly form: string; readonly answers: FormAnswers; readonly turn: number }>();
  const next = loaded.kind === 'ready' ? nextRecord(loaded.groups) : undefined;
  if (known === undefined) return null;
  return (
    <div className="mt-5 space-y-4">
      {forms.map((form) => {
        const own = begun?.form === form.id ? begun : undefined;
        const begin = own?.answers ?? known.preferences[form.id ?? ''] ?? {};
        return <RequestBar key={`${form.id} ${form.language} ${own?.turn ?? 0}`} form={form} begin={begin} />;
      })}
      {next === undefined ? null : <NextTrip record={next} now={now} onOpen={() => library.show({ page: 'trips' })} />}
      <RecentRequests
        forms={forms}
        recent={known.recent}
        onChoose={({ form, answers }) => setBegun({ form, answers, turn: (begun?.turn ?? 0) + 1 })}
      />
    </div>
  );
}
