import { expect, it } from 'vitest';
import { isNewer, notesOf, unreleased, withVersion } from './changelog.mjs';

const BEFORE = '# Changelog\n\n## Unreleased\n\n- new\n  and good\n\n## 0.1.0 (2026-01-02)\n\n- old\n';

it('moves what is unreleased under its version, and leaves the rest', () => {
  const after = withVersion(BEFORE, '0.2.0', '2026-11-23');
  expect(after).toBe(
    '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-11-23)\n\n- new\n  and good\n\n## 0.1.0 (2026-01-02)\n\n- old\n',
  );
  expect([unreleased(BEFORE), unreleased(after)]).toEqual(['- new\n  and good', '']);
  expect([notesOf(after, '0.2.0'), notesOf(after, '0.1.0'), notesOf(after, '0.1')]).toEqual([
    '- new\n  and good',
    '- old',
    '',
  ]);
});

it('knows which version is newer', () => {
  expect(isNewer('0.10.0', '0.9.9')).toBe(true);
  expect(isNewer('1.0.0', '1.0.0-rc.2')).toBe(true);
  expect(isNewer('1.0.0-rc.10', '1.0.0-rc.2')).toBe(true);
  expect(isNewer('1.0.0-rc.1', '1.0.0')).toBe(false);
  expect(isNewer('0.1.0', '0.1.0')).toBe(false);
  expect(isNewer('v2', '0.1.0')).toBe(false);
});
