// How the second reading reads phrases for things.

import type { PhraseReader } from '../places/scene.ts';
import { resolveMention } from './resolve-mention.ts';
import { resolveRead } from './resolve-read.ts';

export const PHRASES: PhraseReader = { target: resolveRead, thing: resolveMention };
