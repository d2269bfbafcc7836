import { useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { useActions, useSettings } from '../../../store/index.ts';
import { Banner, Button, Tabs } from '../../../ui/index.ts';
import { ByHandView } from './by-hand.tsx';
import { TryFields } from './try-fields.tsx';
import { TryPanes } from './try-panes.tsx';

type How = 'model' | 'hand';

/** One sentence on two sides of the skill, or stepped through without a model. */
export function TryPanel({ skill }: { readonly skill: string }) {
  const t = useT();
  const { openDialog } = useActions();
  const { demo } = useSettings();
  const [chosen, setHow] = useState<How>();
  const how = chosen ?? (demo ? 'hand' : 'model');
  return (
    <div className="flex flex-col gap-3 p-4">
      <TryFields skill={skill} withModel={how === 'model'} />
      {demo ? (
        <Banner
          action={
            <Button size="sm" onClick={() => openDialog({ name: 'settings', tab: 'model' })}>
              {t('common.connect')}
            </Button>
          }
        >
          {t('tryOut.demo')}
        </Banner>
      ) : null}
      <Tabs
        label={t('tryOut.how')}
        value={how}
        onChange={setHow}
        items={[
          { value: 'model', label: t('tryOut.model'), panel: <TryPanes skill={skill} /> },
          { value: 'hand', label: t('tryOut.hand'), panel: <ByHandView skill={skill} /> },
        ]}
      />
    </div>
  );
}
