import { lots, type SeededRandom } from './seeded-random.ts';

interface Names {
  readonly female: readonly string[];
  readonly male: readonly string[];
  readonly last: readonly string[];
}

const split = (female: string, male: string, last: string): Names => ({
  female: female.split(' '),
  male: male.split(' '),
  last: last.split('|'),
});

const german = split(
  'Anna Jana Sabine Ursula Katrin Käthe Lena Zoë Greta Heike',
  'Jürgen Thomas Björn Lukas Stefan Uwe Felix Matthias Sönke Paul',
  'Müller|Schmidt|Weiß|Größer|von der Heide|Huber|Wagner|Bäcker|Schäfer|Krüger|Lorenz|Meyer-Lüdenscheid',
);
const english = split(
  'Emma Olivia Grace Charlotte Hannah Chloe Ruth Sophie Megan Alice',
  'James Oliver Harry George Daniel Ethan Noah Samuel Jack Henry',
  "Smith|Jones|O'Brien|Taylor|Brown|Wilson|Clarke|Walker|Hall|St. John|Young|McAllister",
);
const french = split(
  'Claire Élodie Camille Inès Margaux Agnès',
  'Louis François Hervé Théo Benoît Jean-Luc',
  'Martin|Lefèvre|Dubois|Garçon|d’Aubigné|Petit|Moreau|Noël',
);
const italian = split(
  'Giulia Chiara Francesca Martina Sara',
  'Marco Luca Niccolò Matteo Andrea',
  'Rossi|Russo|Esposito|Bianchi|D’Angelo|De Luca|Conti',
);
const spanish = split(
  'Lucía Carmen María Paula Noa',
  'Hugo Álvaro José Íñigo Pablo',
  'García|Núñez|López Ibáñez|Muñoz|Peña|Fernández',
);
const dutch = split(
  'Sanne Fleur Anouk Lotte Maartje',
  'Daan Sem Joost Bram Pieter',
  'de Vries|van den Berg|Jansen|’t Hart|Bakker|Visser',
);
const polish = split(
  'Zofia Łucja Agnieszka Małgorzata',
  'Łukasz Paweł Stanisław Michał',
  'Nowak|Kowalczyk|Wiśniewska|Dąbrowski|Żak',
);
const swedish = split(
  'Astrid Åsa Maja Elin',
  'Björn Göran Lars Emil',
  'Andersson|Sjöberg|Åkesson|Lindström|Öberg',
);
const japanese = split(
  'Yuki Sakura Aoi Haruka Naoko Emi',
  'Haruto Kenji Takashi Ren Daiki Shun',
  'Satō|Suzuki|Takahashi|Itō|Watanabe|Kobayashi|Ōta|佐藤|鈴木',
);
const chinese = split(
  'Mei Xiu Ling Jia Ying',
  'Wei Jun Hao Ming Lei',
  'Wang|Li|Zhang|Chen|Lü|Huang|Lin|王|陳',
);
const korean = split('Ji-woo Seo-yeon Ha-eun', 'Min-jun Ji-ho Do-yun', 'Kim|Lee|Park|Choi|Jung|김');
const indian = split(
  'Priya Ananya Kavya Meera',
  'Arjun Rohan Vikram Amit',
  'Sharma|Patel|Iyer|Gupta|Singh|Rao',
);

const byCountry: Readonly<Record<string, Names>> = {
  DE: german,
  AT: german,
  CH: german,
  FR: french,
  IT: italian,
  ES: spanish,
  NL: dutch,
  PL: polish,
  SE: swedish,
  JP: japanese,
  CN: chinese,
  TW: chinese,
  KR: korean,
  IN: indian,
};

/** Names that are common in a country; English names if none are listed. */
export const namesIn = (countryCode: string): Names => byCountry[countryCode] ?? english;

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
