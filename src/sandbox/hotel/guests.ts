import { namesIn } from './guest-names.ts';
import { lots, type SeededRandom } from './seeded-random.ts';

/** A person in the guest book. What the front desk did not record is null. */
export interface Guest {
  readonly id: string;
  readonly title: 'Mr' | 'Ms' | 'Mrs' | 'Dr' | 'Prof' | 'Other' | null;
  readonly gender: 'Female' | 'Male' | 'Other' | 'Unknown' | null;
  readonly firstName: string | null;
  readonly middleInitial: string | null;
  readonly lastName: string;
  /** Two-letter ISO codes. */
  readonly nationality: string | null;
  readonly countryOfResidence: string | null;
}

const titles = {
  Female: lots<Guest['title']>([
    ['Ms', 60],
    ['Mrs', 20],
    ['Dr', 6],
    ['Prof', 1],
    ['Other', 1],
    [null, 12],
  ]),
  Male: lots<Guest['title']>([
    ['Mr', 80],
    ['Dr', 6],
    ['Prof', 1],
    ['Other', 1],
    [null, 12],
  ]),
};
const statedGender = {
  Female: lots<Guest['gender']>([
    ['Female', 86],
    ['Other', 1],
    ['Unknown', 5],
    [null, 8],
  ]),
  Male: lots<Guest['gender']>([
    ['Male', 86],
    ['Other', 1],
    ['Unknown', 5],
    [null, 8],
  ]),
};

/** Returning guests are the same person: reservations pick their guests from this book. */
export function makeGuests(
  random: SeededRandom,
  propertyCode: string,
  countries: readonly (readonly [string, number])[],
  count: number,
): Guest[] {
  const homes = lots(countries);
  return Array.from({ length: count }, (_, index) => {
    const home = random.pickFrom(homes);
    // Some guests live abroad: nationality and country of residence are two different statistics.
    const nationality = random.happens(80) ? random.pickFrom(homes) : home;
    const names = namesIn(nationality);
    const gender = random.happens(480) ? 'Female' : 'Male';
    return {
      id: `${propertyCode}-G${String(index + 1).padStart(5, '0')}`,
      title: random.pickFrom(titles[gender]),
      gender: random.pickFrom(statedGender[gender]),
      firstName: random.happens(30) ? null : random.pick(gender === 'Female' ? names.female : names.male),
      middleInitial: random.happens(90) ? random.pick('ABCDEFGHJKLMRST'.split('')) : null,
      lastName: random.pick(names.last),
      nationality: random.happens(60) ? null : nationality,
      countryOfResidence: random.happens(90) ? null : home,
    };
  });
}
