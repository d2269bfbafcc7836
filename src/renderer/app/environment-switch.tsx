import { Layers, Settings2 } from 'lucide-react';
import { useT } from '../i18n.ts';
import { useActions, useApp } from '../store/index.ts';
import { Button, Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '../ui/index.ts';

/** Only where there is something to switch to. */
export function EnvironmentSwitch() {
  const t = useT();
  const view = useApp((data) => data.environments);
  const { switchEnvironment, openDialog } = useActions();
  if (view === undefined || view.environments.length < 2) return null;
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="ghost" size="sm" aria-label={t('app.header.environment', { name: view.current })}>
          <Layers className="size-4 shrink-0" aria-hidden />
          <span className="max-w-28 truncate font-normal max-[40rem]:hidden">{view.current}</span>
        </Button>
      }
    >
      <MenuRadioGroup
        label={t('app.header.environmentFor')}
        value={view.current}
        choices={view.environments.map(({ name }) => ({ value: name, label: name }))}
        onChange={(name) => void switchEnvironment(name)}
      />
      <MenuSeparator />
      <MenuItem
        label={t('app.header.environmentManage')}
        icon={<Settings2 aria-hidden />}
        onSelect={() => openDialog({ name: 'settings', tab: 'environments' })}
      />
    </Menu>
  );
}
