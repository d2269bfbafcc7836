/** Adds every word of both languages: for the programs, and for tests. */

import { rest as en } from './en/rest.ts';
import { addWords } from './translate.ts';
import { rest as zh } from './zh/rest.ts';

addWords('en', en);
addWords('zh', zh);
