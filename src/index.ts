import { makeRealContext } from './process/real-context.ts';

export { main } from './main.ts';
export { watchForDefects } from './process/last-resort.ts';
/** The real world, for the executable: the streams, the clock, the folders of the process it runs in. */
export const realContext = () => makeRealContext(__dirname);
