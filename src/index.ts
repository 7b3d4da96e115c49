import { makeRealContext } from './real-context.ts';

export { watchForDefects } from './last-resort.ts';
export { main } from './main.ts';
/** The real world, for the executable: the streams, the clock, the folders of the process it runs in. */
export const realContext = () => makeRealContext(__dirname);
