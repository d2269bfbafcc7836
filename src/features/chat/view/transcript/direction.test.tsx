import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '../../../../renderer/test-kit/show.tsx';
import { Markdown } from './markdown.tsx';
import { AttachedFiles, UserMessage } from './user-message.tsx';

/** Would read `report exe.jpg`. */
const NAME = 'report\u202Egpj.exe';
const SHOWN = /reportU\+202Egpj\.exe/;

it.each([
  ['a message', <UserMessage key="x" seq={1} at="2030-01-02T03:04:05.000Z" text={`Open ${NAME}`} />],
  ['an answer', <Markdown key="x" text={`Open **${NAME}**`} streaming={false} />],
  ['code in an answer', <Markdown key="x" text={`\`\`\`\nopen ${NAME}\n\`\`\``} streaming={false} />],
  [
    'an attached file',
    <AttachedFiles
      key="x"
      files={[{ name: NAME, path: 'work/a', mime: 'text/plain', bytes: 1, sha256: '0'.repeat(64) }]}
    />,
  ],
])('%s shows what would turn its letters around', async (_what, element) => {
  await show(element);
  expect(await screen.findByText(SHOWN)).toBeDefined();
  expect(document.body.textContent).not.toContain('\u202E');
});
