import { useT, type WordKey } from '../i18n.ts';
import { useActions, useApp } from '../store/index.ts';
import { Kbd, platformKeys } from '../ui/index.ts';
import { Dialog } from '../ui/on-demand.ts';
import { KEYS } from './shortcuts.ts';

interface Line {
  readonly word: WordKey;
  readonly keys: readonly string[];
}

export function ShortcutSheet({ open }: { readonly open: boolean }) {
  const t = useT();
  const { openDialog } = useActions();
  const inBrowser = useApp((data) => data.info?.host !== 'electron');
  const groups: readonly { readonly title: WordKey; readonly lines: readonly Line[] }[] = [
    {
      title: 'app.shortcuts.general',
      lines: [
        { word: 'common.newConversation', keys: inBrowser ? KEYS.newInBrowser : KEYS.new },
        { word: 'app.palette.title', keys: KEYS.palette },
        { word: 'review.find.label', keys: KEYS.find },
        { word: 'common.conversations', keys: KEYS.sessions },
        { word: 'app.landmark.inspector', keys: KEYS.inspector },
        { word: 'library.title', keys: KEYS.library },
        { word: 'map.title', keys: KEYS.map },
        { word: 'common.settings', keys: KEYS.settings },
        { word: 'app.shortcuts.help', keys: KEYS.help },
      ],
    },
    {
      title: 'app.shortcuts.message',
      lines: [
        { word: 'app.shortcuts.send', keys: ['Enter'] },
        { word: 'app.shortcuts.newLine', keys: ['Shift', 'Enter'] },
        { word: 'app.palette.stop', keys: ['Esc'] },
      ],
    },
    {
      title: 'app.shortcuts.list',
      lines: [
        { word: 'app.shortcuts.move', keys: ['↑', '↓'] },
        { word: 'common.open', keys: ['Enter'] },
        { word: 'common.rename', keys: ['F2'] },
        { word: 'common.delete', keys: ['Del'] },
      ],
    },
    {
      title: 'library.title',
      lines: [
        { word: 'library.keys.search', keys: ['/'] },
        { word: 'library.keys.move', keys: ['J', 'K'] },
        { word: 'library.keys.select', keys: [t('common.space')] },
        { word: 'library.do.pin', keys: ['P'] },
        { word: 'library.tags.title', keys: ['T'] },
        { word: 'library.do.archive', keys: ['A'] },
        { word: 'common.delete', keys: ['Del'] },
      ],
    },
    {
      title: 'review.title',
      lines: [
        { word: 'common.lookBack', keys: KEYS.review },
        { word: 'review.keys.event', keys: ['←', '→'] },
        { word: 'review.keys.turn', keys: ['Shift', '←', '→'] },
        { word: 'review.failureAfter', keys: ['F'] },
        { word: 'review.failureBefore', keys: ['Shift', 'F'] },
        { word: 'review.keys.ends', keys: ['Home', 'End'] },
        { word: 'review.keys.play', keys: [t('common.space')] },
        { word: 'review.notes.add', keys: ['N'] },
        { word: 'review.backToNow', keys: ['Esc'] },
      ],
    },
    {
      title: 'author.shortcuts.title',
      lines: [
        { word: 'common.save', keys: ['Mod', 'S'] },
        { word: 'author.shortcuts.find', keys: ['Mod', 'F'] },
        { word: 'author.shortcuts.leave', keys: ['Esc', 'Tab'] },
      ],
    },
  ];
  return (
    <Dialog open={open} onClose={() => openDialog(undefined)} title={t('app.shortcuts.title')} reading>
      <div className="flex flex-col gap-4">
        {groups.map((group) => (
          <section key={group.title}>
            <h3 className="mb-1 font-medium text-ink-soft text-sm">{t(group.title)}</h3>
            <dl>
              {group.lines.map((line) => (
                <div
                  key={line.word}
                  className="flex items-center justify-between gap-4 border-line border-b py-1.5 last:border-0"
                >
                  <dt>{t(line.word)}</dt>
                  <dd>
                    <Kbd keys={platformKeys(line.keys)} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
