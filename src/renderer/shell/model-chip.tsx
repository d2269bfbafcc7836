import { useT } from '../i18n/index.ts';
import { useActions, useSession, useSessionState, useSettings } from '../store/index.ts';
import { Button, Tooltip } from '../ui/index.ts';

/** The id under which the demo model stands in logs. */
const DEMO_MODEL = 'skilldeck-demo';

/** Of a conversation that stays in another environment, the model is its own. */
function useAnswering(): { readonly demo: boolean; readonly model: string } {
  const { demo, model, environment } = useSettings();
  const { status } = useSession();
  const own = useSessionState((state) => state.model);
  const isElsewhere = useSessionState((state) => state.environment) !== environment;
  if (status !== 'ready' || !isElsewhere) return { demo, model };
  return { demo: own === DEMO_MODEL, model: own };
}

/** Which model answers. The demo model is named as what it is, with the way to a real one. */
export function ModelChip() {
  const t = useT();
  const { demo, model } = useAnswering();
  const { openDialog } = useActions();
  const open = () => openDialog({ name: 'settings', tab: 'model' });
  if (!demo) {
    return (
      <Tooltip content={t('app.header.model', { name: model })}>
        <Button variant="ghost" size="sm" className="max-w-56 font-mono font-normal text-sm" onClick={open}>
          <span className="truncate">{model}</span>
        </Button>
      </Tooltip>
    );
  }
  return (
    <span className="flex min-w-0 items-center gap-1 pr-1">
      <Tooltip content={t('app.header.demoHint')}>
        <button type="button" className="truncate rounded px-1 text-ink-soft text-sm" onClick={open}>
          {t('app.header.demo')}
        </button>
      </Tooltip>
      <Button
        variant="ghost"
        size="sm"
        className="px-2 text-accent-ink hover:text-accent-ink max-[40rem]:hidden"
        onClick={open}
      >
        {t('app.header.connect')}
      </Button>
    </span>
  );
}
