/** What callers do with an answer: read it, or turn it into the error that it means. */
export { readJson, readText, trackingIdOf } from './body.ts';
export { isUncertain, refusalOf } from './refusal.ts';
