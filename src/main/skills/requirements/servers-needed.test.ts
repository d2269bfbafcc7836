import { expect, it } from 'vitest';
import { serversNeeded } from './servers-needed.ts';

const needs = (metadata: Record<string, string>, ...allowedTools: string[]) =>
  serversNeeded({ metadata, allowedTools });

it.each([
  [
    'metadata.mcp',
    needs({ mcp: 'calendar, my mail' }),
    [
      ['calendar', ['*']],
      ['my mail', ['*']],
    ],
  ],
  ['requires-mcp', needs({ 'requires-mcp': 'calendar' }), [['calendar', ['*']]]],
  [
    'a tool',
    needs({}, 'Read', 'mcp__mail__send', 'mcp__mail__list_*'),
    [['mail', ['mcp__mail__send', 'mcp__mail__list_*']]],
  ],
  ['a whole server', needs({}, 'mcp__mail'), [['mail', ['*']]]],
  ['both', needs({ mcp: 'mail' }, 'mcp__mail__*'), [['mail', ['mcp__mail__*']]]],
  ['none', needs({ network: 'a.example' }, 'Bash(git:*)'), []],
])('reads %s', (_what, found, expected) => expect(found.map(({ server, tools }) => [server, tools])).toEqual(expected));
