import { describe, expect, it } from 'vitest';
import { fareFacts } from '../../../renderer/cards/flights/journey.tsx';
import { choiceMessage, offerSummary, rankOffers } from '../../../renderer/cards/flights/offer-view.ts';
import { wordsIn as flightWordsIn } from '../../../renderer/cards/flights/words.ts';
import { dateInWords, localTime } from '../../../renderer/cards/local-time.ts';
import { artifactBlob } from '../../../renderer/shared/save-file.ts';
import { needsTerminal, visiblePieces } from '../../../renderer/shared/words.tsx';
import { BOOKING, OFFERS, RETURN_OFFERS } from '../../../renderer/test-kit/fixtures/flights.ts';
import { wordsIn } from '../../../renderer/test-kit/words.ts';
import { partsOfMessage } from '../../../shared/text/program-parts.ts';
import { deedOf, scriptCommand } from './step-words.ts';
import { linkTarget, saysTarget } from './transcript/markdown-body.tsx';
import { plainWords, spokenUpTo } from './transcript/run-notes.tsx';
import { isSendKey, type KeyPress } from './use-autosize.ts';

const [en, zh] = [wordsIn('en'), wordsIn('zh')];
const [flightsEn, flightsZh] = [flightWordsIn('en'), flightWordsIn('zh')];

describe('times', () => {
  it('shows the airport’s local time, in any time zone of the viewer', () => {
    expect(localTime('2026-12-24T22:55:00-08:00')).toEqual({ date: '2026-12-24', clock: '22:55', offset: '-08:00' });
    expect(localTime('2026-12-24T00:05+14:00').clock).toBe('00:05');
    expect(localTime('soon').clock).toBe('soon');
    expect(dateInWords(en, '2026-12-24T23:59:00+14:00')).toBe('24 Dec');
    expect(dateInWords(zh, '2026-12-24', 'long')).toBe('2026年12月24日周四');
  });
});

describe('flight offers', () => {
  it('ranks in place and keeps the number each has for the model', () => {
    const by = (order: 'price' | 'duration' | 'departure') =>
      rankOffers([...OFFERS.offers].reverse(), order).map(({ number }) => number);
    expect(by('price')).toEqual([4, 3, 2, 1]);
    expect(by('duration')).toEqual([2, 1, 3, 4]);
    expect(by('departure')).toEqual([3, 2, 1, 4]);
    const marks = rankOffers(OFFERS.offers, 'price').map(({ number, cheapest, fastest }) => [
      number,
      cheapest,
      fastest,
    ]);
    expect(marks).toEqual([
      [1, true, false],
      [2, false, false],
      [3, false, true],
      [4, false, false],
    ]);
  });

  it('labels a choice so that it can mean only one offer', () => {
    const [, second] = rankOffers(OFFERS.offers, 'price');
    const trip = rankOffers(RETURN_OFFERS.offers, 'duration')[0];
    if (second === undefined || trip === undefined) throw new Error('unreachable');
    expect(choiceMessage(flightsEn, { ...second, place: 1 }, true)).toBe('I choose NH964 on 24 Dec, CN¥2,860');
    expect(choiceMessage(flightsZh, second, true)).toBe('我选第2个：NH964，¥2,860');
    expect(choiceMessage(flightsEn, second, false)).toBe('I choose NH964 on 24 Dec, CN¥2,860');
    expect(choiceMessage(flightsEn, trip, true)).toBe('I choose number 1: SQ317 / SQ308, US$2,481.50');
    expect(offerSummary(flightsEn, second.offer)).toBe(
      'All Nippon Airways NH964, 08:30 to 13:00, 3 h 30 min, Direct, CN¥2,860',
    );
    expect(fareFacts(flightsEn, BOOKING.offer)).toEqual([
      'Refundable',
      'Change CN¥300',
      'Cancel CN¥600',
      '23 kg checked',
      '10 kg cabin bag',
    ]);
  });
});

describe('the description of a call', () => {
  const run = (command: string) => deedOf({ name: 'run_command', arguments: JSON.stringify({ command }) });

  it('is derived from a simple command, never from a compound one', () => {
    expect(scriptCommand('uv run /x/scripts/search_flights.py --from=Beijing --json')).toBe('search_flights.py');
    expect(run('node tools/sum.mjs 1 2')).toEqual({ key: 'runScript', values: { script: 'sum.mjs' } });
    expect(run('bash /home/李/签证规定.sh --to JP')).toEqual({ key: 'runScript', values: { script: '签证规定.sh' } });
    for (const hidden of [
      'python3 search_flights.py --from A --to B; rm -rf /',
      'cat a.py | sh',
      'python3 a.py > b',
      'python3 a.py\nrm b',
      'echo a b c d e.py',
    ])
      expect(run(hidden).key).toBe('runCommand');
  });

  it('survives malformed arguments and tools of other dialects', () => {
    const of = (name: string, args: string) => deedOf({ name, arguments: args });
    expect(of('run_command', '{"command":').key).toBe('runCommand');
    expect(of('load_skill', '[]')).toEqual({ key: 'useTool', values: { tool: 'load_skill' } });
    expect(of('load_skill_through_path', '{"skillId":"a","path":"refs/x.md"}')).toEqual({
      key: 'readReference',
      values: { path: 'refs/x.md' },
    });
    expect(of('do\u202e', '{}').values).toEqual({ tool: 'doU+202E' });
    expect(of('Bash', '{"command":"npm test\\nls"}').values).toEqual({ tool: 'Bash (npm test ls)' });
    expect(of('Read', '{"file_path":"/src/db.ts","limit":3}').values).toEqual({ tool: 'Read (db.ts)' });
    expect(of('LS', '{"path":"/src/app/"}').values).toEqual({ tool: 'LS (app)' });
    expect(of('LS', '{"path":"/"}').values).toEqual({ tool: 'LS (/)' });
    expect(of('constructor', '{}')).toEqual({ key: 'useTool', values: { tool: 'constructor' } });
  });
});

describe('untrusted text', () => {
  it('reveals characters that hide, reorder or move text', () => {
    const marked = (text: string) =>
      visiblePieces(text)
        .map((piece) => (piece.hidden ? `<${piece.text}>` : piece.text))
        .join('');
    expect(marked('rm \u202egpj.x\u200b\r\n\u00a0\u001b[2J 北京 😀\tok')).toBe(
      'rm <U+202E>gpj.x<U+200B><U+000D>\n<U+00A0><U+001B>[2J 北京 😀\tok',
    );
    // Vietnamese and Tibetan letters have several marks; more would cover the lines around them.
    expect(marked(`Vie\u0323\u0302t \u0f66\u0f90\u0fb1\u0f74 a${'\u0338'.repeat(6)}b\u0338`)).toBe(
      `Vie\u0323\u0302t \u0f66\u0f90\u0fb1\u0f74 a${'\u0338'.repeat(4)}<U+0338><U+0338>b\u0338`,
    );
    expect([
      needsTerminal('\u001b[32mok\u001b[0m\r\n'),
      needsTerminal('50%\r100%'),
      needsTerminal('\u001b[2J'),
    ]).toEqual([false, true, true]);
  });

  it('follows links to the web, to mail and to the settings, and nowhere else', () => {
    const kinds = [
      'https://a.example/x',
      'mailto:a@b.c',
      'skilldeck://settings/model',
      'skilldeck://else',
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'https://bank.example@evil.example/',
      '/x',
      undefined,
    ];
    expect(kinds.map((href) => linkTarget(href).kind)).toEqual([
      'outside',
      'mail',
      'settings',
      'none',
      'none',
      'none',
      'none',
      'none',
      'none',
      'none',
    ]);
  });

  it.each([
    ['https://evil.test/pay', true],
    ['evil.test', true],
    ['EVIL.test/a?b', true],
    ['https://www.paypal.com/signin?for=evil.test', false],
    ['paypal.com/evil.test', false],
    ['https://paypal.com@evil.test/', false],
    ['https://evil.test@paypal.com/', false],
    ['evil.test.paypal.com', false],
    ['notevil.test', false],
    ['evil.test\\\\paypal.com', false],
    ['\u202eevil.test', false],
    ['evil\u200b.test', false],
    ['https://evil.test paypal.com', false],
    ['evil.test:8443', false],
    ['sign in at evil.test', false],
    ['Sign in', false],
  ])('checks whether the text "%s" shows the link’s target: %s', (words, expected) => {
    expect(saysTarget(words, linkTarget('https://evil.test/pay'))).toBe(expected);
  });

  it('compares the whole address of an e-mail link', () => {
    const target = linkTarget('mailto:anna@evil.test?subject=anna@paypal.com');
    expect(
      ['anna@evil.test', 'Anna@Evil.test', 'anna@paypal.com', 'write to us'].map((words) => saysTarget(words, target)),
    ).toEqual([true, true, false, false]);
  });

  it('opens a script’s page without its scripts, and saves one that could carry some', async () => {
    const page = artifactBlob('text/html; charset=utf-8', btoa('<script>alert(1)</script>'));
    expect(page.show).toBe(true);
    expect(await page.blob.text()).toMatch(
      /^<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none';.*<script>/,
    );
    expect(artifactBlob('image/svg+xml', btoa('<svg/>'))).toMatchObject({
      show: false,
      blob: { type: 'application/octet-stream' },
    });
  });
});

describe('keyboard and voice', () => {
  it('never sends during input-method composition', () => {
    const press = (change: Partial<KeyPress>): KeyPress => ({
      key: 'Enter',
      shiftKey: false,
      altKey: false,
      keyCode: 13,
      nativeEvent: { isComposing: false },
      ...change,
    });
    expect(
      [{}, { shiftKey: true }, { nativeEvent: { isComposing: true } }, { keyCode: 229 }, { key: 'a' }].map((change) =>
        isSendKey(press(change)),
      ),
    ).toEqual([true, false, false, false, false]);
  });

  it('speaks whole sentences, without Markdown characters', () => {
    expect(spokenUpTo('One. Two is 3.5 km', false)).toBe(4);
    expect(spokenUpTo('好的。我查', false)).toBe(3);
    expect(spokenUpTo('no end', false)).toBe(0);
    expect(spokenUpTo('no end', true)).toBe(6);
    expect(plainWords('## Hi\n\n- **bold** [link](https://x.y)\n')).toBe('Hi bold link');
    expect(plainWords('| A | B |\n| --- | :-: |\n| 1 | 2 |')).toBe('A B 1 2');
  });
});

it('tells the words of a person from what their agent added', () => {
  const partsOf = (text: string) => partsOfMessage(text).map(({ at: _, ...part }) => part);
  expect(partsOf('Fix it\n<system-reminder>Be\n<b>brief</b></system-reminder>\nplease')).toEqual([
    { text: 'Fix it' },
    { name: 'system-reminder', text: 'Be\n<b>brief</b>' },
    { text: 'please' },
  ]);
  expect(partsOf('<command-name>/init</command-name><command-args></command-args>')).toEqual([
    { name: 'command-name', text: '/init' },
  ]);
  const ide = '# Context from my IDE setup:\n\n## Active file: a.ts\n\n## My request for Codex:\nFix <b>it</b>';
  expect(partsOf(ide)).toEqual([
    {
      name: 'ide_context',
      text: '# Context from my IDE setup:\n\n## Active file: a.ts\n\n## My request for Codex:',
    },
    { text: 'Fix <b>it</b>' },
  ]);
  // An element of the person's own, or one that is not closed, is the person's.
  for (const own of ['<div>x</div>', '<system-reminder>x', 'a < b']) expect(partsOf(own)).toEqual([{ text: own }]);
});
