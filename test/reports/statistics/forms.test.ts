import { describe, expect, it } from 'vitest';
import { englishText } from '../../../src/output/words/messages.ts';
import { forms, notStated } from '../../../src/reports/statistics/forms.ts';
import { wordsOf } from '../../words.ts';

/** The 249 codes of Debian's package iso-codes 4.15, file iso_3166-1.json. */
const iso = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT
  BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH
  ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT
  HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS
  LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI
  NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG
  SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG
  UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`
  .trim()
  .split(/\s+/);

/** The form of Germany, typed a second time from the lists of the office: the names of the rows in their order. */
const germanScreens = [
  'Deutschland|Belgien|Bulgarien|Dänemark|Estland|Finnland|Frankreich|Griechenland|Vereinigtes Königreich|Irland',
  'Island|Italien|Kroatien|Lettland|Litauen|Luxemburg|Malta|Niederlande|Norwegen|Österreich',
  'Polen|Portugal|Rumänien|Russische Föderation|Schweden|Schweiz|Slowakei|Slowenien|Spanien|Tschechien|Türkei',
  'Ukraine|Ungarn|Zypern|Sonstiges Europa|Südafrika|Sonstiges Afrika',
  'Kanada|Vereinigte Staaten|Mittelamerika/Karibik|Brasilien|Sonstiges Südamerika|Sonstiges Nordamerika',
  'Arabische Golfstaaten|China/Hongkong|Indien|Israel|Japan|Südkorea|Taiwan|Sonstiges Asien|Australien',
  'Neuseeland/Ozeanien|Ohne Angabe',
]
  .join('|')
  .split('|');

/** The number of each row of the form and countries of it, where the forms list rows by country. */
const germanRows =
  `1 DE,2 BE,3 BG,4 DK,5 EE,6 FI,7 FR,8 GR,9 GB,10 IE,11 IS,12 IT,13 HR,14 LV,15 LT,16 LU,17 MT,18 NL,
  19 NO,20 AT,21 PL,22 PT,23 RO,24 RU,25 SE,26 CH LI,27 SK,28 SI,29 ES,30 CZ,31 TR,32 UA,33 HU,34 CY,35 RS AL MC,36 ZA,
  37 EG KE,38 CA,39 US,40 CU CR,41 BR,42 AR CL,44 SA AE QA KW,45 CN HK,46 IN,47 IL,48 JP,49 KR,50 TW,51 TH VN,52 AU,
  53 NZ FJ,54 unknown`
    .split(',')
    .map(row => wordsOf(row))
    .flatMap(([number, ...codes]) => codes.map(code => [code, Number(number)] as const));

describe('every form', () => {
  it.each(Object.keys(forms))(
    '%s has one row for each ISO 3166-1 code, XK and guests without a country',
    id => {
      expect(iso.length).toBe(249);
      const codes = forms[id as keyof typeof forms].rows.flatMap(row => row.codes);
      expect(codes.toSorted()).toEqual([...iso, 'XK', notStated].toSorted());
    },
  );

  it.each(Object.keys(forms))('%s has only disputed codes that exist', id => {
    const { undecided } = forms[id as keyof typeof forms];
    for (const code of undecided.split(' ').filter(Boolean)) expect([...iso, 'XK']).toContain(code);
  });
});

describe('the form of Germany', () => {
  const { rows } = forms.DE;

  it('has the 54 rows of the form in its order', () => {
    expect(rows.map(({ name }) => englishText(name))).toEqual(germanScreens);
    expect(rows.length).toBe(54);
  });

  it.each(germanRows)('counts %s in row %i', (code, number) => {
    expect(rows.findIndex(({ codes }) => codes.includes(code)) + 1).toBe(number);
  });
});
