import { expect, it } from 'vitest';
import { endingOf, typeByName } from './app-files.ts';

it('tells a type by the ending of a name, and the usual ending of a type', () => {
  expect(['a.PNG', 'out/report.csv', 'a.b/notes.md', 'a.b/Makefile', 'plan.docx', 'x.no-such'].map(typeByName)).toEqual(
    [
      'image/png',
      'text/csv',
      'text/markdown',
      undefined,
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      undefined,
    ],
  );
  expect(['image/jpeg; q=1', 'audio/x-wav', 'no/such', ''].map(endingOf)).toEqual(['jpg', 'wav', undefined, undefined]);
});
