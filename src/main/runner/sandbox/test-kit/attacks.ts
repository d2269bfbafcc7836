/** All attacks of one run each. */
import { FILES } from './attacks-on-files.ts';
import { KERNEL } from './attacks-on-kernel.ts';
import { NETWORK, SECRETS } from './attacks-on-secrets.ts';
import { FLOODS } from './floods.ts';

export const ATTACKS = [...FILES, ...KERNEL, ...NETWORK, ...SECRETS, ...FLOODS];
