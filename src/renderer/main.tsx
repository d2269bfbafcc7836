import { connect } from './client.ts';
import { boot } from './shell/boot.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');
boot(connect(), root);
