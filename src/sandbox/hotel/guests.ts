import { lots, type SeededRandom } from './seeded-random.ts';

/** A person in the guest book. What the front desk did not record is null. */
export interface Guest {
  readonly id: string;
  readonly title: string | null;
  readonly gender: string | null;
  readonly firstName: string | null;
  readonly middleInitial: string | null;
  readonly lastName: string;
  /** Two-letter ISO codes. */
  readonly nationality: string | null;
  readonly countryOfResidence: string | null;
}

/** Names of every kind that an export has to survive: accents, apostrophes, spaces and other scripts. */
const firstNames = {
  Female:
    'Anna Käthe Zoë Olivia Grace Élodie Inês Francesca Lucía Fleur Łucja Åsa Yuki Mei Ha-eun Priya'.split(
      ' ',
    ),
  Male: 'Jürgen Paul Björn James Noah Jean-Luc Niccolò Íñigo Daan Paweł Göran Haruto Wei Min-jun Rohan'.split(
    ' ',
  ),
};
const lastNames =
  "Müller|Weiß|von der Heide|Meyer-Lüdenscheid|Smith|O'Brien|St. John|McAllister|Lefèvre|d’Aubigné|De Luca|Núñez|López Ibáñez|’t Hart|Dąbrowski|Åkesson|Satō|佐藤|陳|김|Sharma".split(
    '|',
  );

/** The empty title and gender are not recorded. */
const titles = {
  Female: lots({ Ms: 60, Mrs: 20, Dr: 6, Prof: 1, Other: 1, '': 12 }),
  Male: lots({ Mr: 80, Dr: 6, Prof: 1, Other: 1, '': 12 }),
};
const statedGender = {
  Female: lots({ Female: 86, Other: 1, Unknown: 5, '': 8 }),
  Male: lots({ Male: 86, Other: 1, Unknown: 5, '': 8 }),
};

/** Returning guests are the same person: reservations pick their guests from this book. */
export function makeGuests(
  random: SeededRandom,
  propertyCode: string,
  countries: Readonly<Record<string, number>>,
  count: number,
): Guest[] {
  const homes = lots(countries);
  return Array.from({ length: count }, (_, index) => {
    const home = random.pickFrom(homes);
    // Some guests live abroad: nationality and country of residence are two different statistics.
    const nationality = random.happens(80) ? random.pickFrom(homes) : home;
    const sex = random.happens(480) ? 'Female' : 'Male';
    return {
      id: `${propertyCode}-G${String(index + 1).padStart(5, '0')}`,
      title: random.pickFrom<string>(titles[sex]) || null,
      gender: random.pickFrom<string>(statedGender[sex]) || null,
      firstName: random.happens(30) ? null : random.pick(firstNames[sex]),
      middleInitial: random.happens(90) ? random.pick('ABCDEFGHJKLMRST'.split('')) : null,
      lastName: random.pick(lastNames),
      nationality: random.happens(60) ? null : nationality,
      countryOfResidence: random.happens(90) ? null : home,
    };
  });
}
