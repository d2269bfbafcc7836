import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { InterruptedWork } from '../../../shared/contract/evals.ts';
import { useFormat, useT } from '../../i18n/index.ts';
import { unlessGone } from '../../shared/unless-gone.ts';
import { useActions } from '../../store/index.ts';
import { Banner, Button, IconButton } from '../../ui/index.ts';

/** Evals and improvements that the end of the app or a crash cut off: one press continues each. */
export function WorkBanner() {
  const { evals } = useActions();
  const [works, setWorks] = useState<readonly InterruptedWork[]>([]);
  useEffect(() => unlessGone(evals.interrupted(), setWorks), [evals]);
  return works.map((work) => (
    <WorkLine
      key={work.skill}
      work={work}
      onDone={() => setWorks((all) => all.filter(({ skill }) => skill !== work.skill))}
    />
  ));
}

function WorkLine({ work, onDone }: { readonly work: InterruptedWork; readonly onDone: () => void }) {
  const t = useT();
  const format = useFormat();
  const { evals, improving, openAuthor } = useActions();
  const { skill, done, of } = work;
  const goOn = (): void => {
    onDone();
    openAuthor(skill);
    if (work.eval !== undefined) void evals.run({ ...work.eval, resume: true });
    if (work.improve !== undefined) void improving.improve({ ...work.improve, resume: true });
  };
  return (
    <Banner
      className="rounded-none border-line border-b"
      live
      action={
        <IconButton
          label={t('evals.interrupted.dismiss')}
          onClick={() => {
            onDone();
            void evals.putAside(skill);
          }}
        >
          <X aria-hidden />
        </IconButton>
      }
    >
      <div className="flex flex-wrap items-center gap-2">
        <p>
          {t(work.improve === undefined ? 'evals.interrupted.eval' : 'evals.interrupted.improve', {
            skill,
            n: format.number(done),
            of: format.number(of),
          })}
        </p>
        <Button size="sm" onClick={goOn}>
          {t('evals.results.continue')}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => openAuthor(skill)}>
          {t('evals.interrupted.show')}
        </Button>
      </div>
    </Banner>
  );
}
