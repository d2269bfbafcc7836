import { entryFile } from '../../lib/app-files.ts';

/** The embedded Python's program. It may read only its own folder, so it cannot import this. @throws Error if the build lacks it. */
export const embeddedPythonEntry = (): string => entryFile(import.meta.dirname, 'embedded-python');
