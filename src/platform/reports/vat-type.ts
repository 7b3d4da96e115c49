import { choiceOf } from '../models.ts';

/** VAT types (platform facts, Reports). */
export const vatType = choiceOf(
  'Null',
  'VeryReduced',
  'Reduced',
  'Normal',
  'Without',
  'Special',
  'Special1',
  'Special2',
  'ReducedCovid19',
  'NormalCovid19',
  'Mixed',
);
