import { boot } from './app/boot.tsx';
import { connect } from './client.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');
boot(connect(), root);
