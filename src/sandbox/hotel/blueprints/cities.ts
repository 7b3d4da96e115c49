import { parseRows } from './countries.ts';

/** code | hotel | city | address | postal code | country | time zone | market | bed rooms | price of a room in euro */
const table = `
BER|Spreebogen Hotel|Berlin|Holzmarktstraße 8|10179|DE|Europe/Berlin|city|41|129
HAM|Hotel Speicherblick|Hamburg|Am Sandtorkai 41|20457|DE|Europe/Berlin|city|32|139
FRA|Terminal Inn|Frankfurt am Main|Flughafenstraße 3|60549|DE|Europe/Berlin|airport|48|119
CGN|Rheinterrassen Hotel|Köln|Frankenwerft 19|50667|DE|Europe/Berlin|business|22|119
LEJ|Hotel Thomaskirchhof|Leipzig|Klostergasse 5|04109|DE|Europe/Berlin|city|18|99
VIE|Hotel Donauwalzer|Wien|Praterstraße 22|1020|AT|Europe/Vienna|city|35|149
SZG|Hotel Mönchsberg|Salzburg|Gstättengasse 4|5020|AT|Europe/Vienna|city|17|169
INN|Alpenhof Innsbruck|Innsbruck|Höhenstraße 60|6020|AT|Europe/Vienna|ski|21|189
ZRH|Limmatquai Hotel|Zürich|Limmatquai 90|8001|CH|Europe/Zurich|business|26|229
GVA|Hôtel du Jet d’Eau|Genève|Quai du Mont-Blanc 11|1201|CH|Europe/Zurich|business|24|239
ZMT|Matterhorn Lodge|Zermatt|Bahnhofstrasse 71|3920|CH|Europe/Zurich|ski|15|319
AMS|Herengracht House|Amsterdam|Herengracht 205|1016 BE|NL|Europe/Amsterdam|city|23|189
RTM|Maas Harbour Hotel|Rotterdam|Willemskade 14|3016 DK|NL|Europe/Amsterdam|business|29|129
BRU|Hôtel Grand Sablon|Bruxelles|Rue de la Régence 17|1000|BE|Europe/Brussels|business|20|139
PAR|Hôtel des Tuileries Neuves|Paris|Rue Saint-Roch 12|75001|FR|Europe/Paris|city|31|219
LYS|Hôtel des Deux Fleuves|Lyon|Quai Tilsitt 9|69002|FR|Europe/Paris|business|19|119
NCE|Baie des Palmiers|Nice|Promenade des Anglais 57|06000|FR|Europe/Paris|beach|27|179
MAD|Hotel Prado Real|Madrid|Calle de Atocha 44|28012|ES|Europe/Madrid|city|33|139
BCN|Hotel Mar i Cel|Barcelona|Passeig de Joan de Borbó 21|08003|ES|Europe/Madrid|city|36|159
PMI|Cala Blava Resort|Palma|Avinguda Gabriel Roca 30|07014|ES|Europe/Madrid|beach|45|149
LIS|Hotel Miradouro|Lisboa|Rua da Graça 18|1170-169|PT|Europe/Lisbon|city|22|139
FAO|Praia Dourada|Faro|Avenida da República 6|8000-078|PT|Europe/Lisbon|beach|34|119
ROM|Albergo Sette Colli|Roma|Via Cavour 101|00184|IT|Europe/Rome|city|29|179
MIL|Navigli Grand Hotel|Milano|Ripa di Porta Ticinese 33|20143|IT|Europe/Rome|business|30|189
VCE|Palazzo delle Acque|Venezia|Fondamenta Zattere 780|30123|IT|Europe/Rome|city|14|289
ATH|Lycabettus View|Athína|Leoforos Alexandras 12|114 73|GR|Europe/Athens|city|21|119
HER|Knossos Bay|Heraklion|Andrea Papandreou 88|714 14|GR|Europe/Athens|beach|42|109
CPH|Hotel Nyhavn 40|København|Nyhavn 40|1051|DK|Europe/Copenhagen|city|20|189
STO|Gamla Stan Hotel|Stockholm|Skeppsbron 24|111 30|SE|Europe/Stockholm|city|25|159
PRG|Hotel Karlův most|Praha|Křižovnická 3|110 00|CZ|Europe/Prague|city|28|109
WAW|Hotel Nowy Świat|Warszawa|Nowy Świat 27|00-029|PL|Europe/Warsaw|business|31|99
KRK|Hotel Wawelski|Kraków|Grodzka 50|31-044|PL|Europe/Warsaw|city|17|89
BUD|Duna Palota Hotel|Budapest|Váci utca 19|1052|HU|Europe/Budapest|city|24|99
DUB|Liffey Bridge Hotel|Dublin|12 Wellington Quay|D02 P9F4|IE|Europe/Dublin|city|26|179
EDI|The Castle Wynd|Edinburgh|8 Grassmarket|EH1 2HS|GB|Europe/London|city|19|189
MAN|Northern Quarter House|Manchester|60 Tib Street|M4 1LG|GB|Europe/London|business|37|119
NYC|The Hudson Yard|New York|410 W 34th Street|10001|US|America/New_York|city|55|259
CHI|Lakefront Chicago|Chicago|505 N Michigan Avenue|60611|US|America/Chicago|business|49|199
SFO|Pier Nine Hotel|San Francisco|900 Embarcadero|94111|US|America/Los_Angeles|city|33|229
YYZ|Queen Street Hotel|Toronto|220 Queen Street W|M5V 1Z4|CA|America/Toronto|business|35|179
DXB|Creek Pearl Hotel|Dubai|Al Seef Street 2|00000|AE|Asia/Dubai|beach|44|139
SIN|Marina Orchid|Singapore|18 Robinson Road|048547|SG|Asia/Singapore|business|40|199
HKG|Harbour Steps|Hong Kong|33 Wyndham Street|000000|HK|Asia/Hong_Kong|business|38|169
BOM|Apollo Bunder Hotel|Mumbai|14 Colaba Causeway|400005|IN|Asia/Kolkata|business|36|99
KYO|Kamogawa Ryokan|Kyoto|32 Kiyamachi-dori|604-8001|JP|Asia/Tokyo|city|14|189
SYD|Circular Quay Hotel|Sydney|5 Alfred Street|2000|AU|Australia/Sydney|city|34|199
HBM|Isarblick Airport|Hallbergmoos|Lilienthalstraße 20|85399|DE|Europe/Berlin|airport|30|109`;

/** One hotel of the chain. */
export type City = ReturnType<typeof toCity>;

function toCity(row: readonly string[]) {
  const [code = '', name = '', city = '', addressLine1 = '', postalCode = '', countryCode = '', ...rest] =
    row;
  const [timeZone = '', market = '', bedRooms, price] = rest;
  return {
    code,
    name,
    address: { addressLine1, postalCode, city, countryCode },
    timeZone,
    market: market as 'city' | 'business' | 'beach' | 'ski' | 'airport',
    bedRooms: Number(bedRooms),
    price: Number(price),
  };
}

export const cities: readonly City[] = parseRows(table).map(toCity);
