/** Unit and component tests, without the slow suites: `npm run mutate` runs those that reach a fault. */
import { defineConfig } from 'vitest/config';
import all from './vitest.config.ts';

const projects = (all.test?.projects ?? []).filter(
  (one) => typeof one === 'object' && 'test' in one && !String(one.test?.name).startsWith('slow'),
);
export default defineConfig({ ...all, test: { ...all.test, projects } });
