import { readPhrases } from './figure-phrases.ts';

/** Phrases of the journal, and of the figures for the statistics office. */
export const statisticsPhrases = readPhrases(`
Charge | Leistung | Prestation | Cargo | Addebito
Payment | Zahlung | Paiement | Pago | Pagamento
Moved charge | Umbuchung | Prestation déplacée | Cargo movido | Addebito spostato
Prepayment | Anzahlung | Acompte | Anticipo | Acconto
VAT on prepayment | USt. auf Anzahlung | TVA sur acompte | IVA sobre anticipo | IVA su acconto
To accounts receivable | Auf Debitoren | Aux comptes clients | A cuentas por cobrar | A crediti verso clienti
Bad debt | Forderungsverlust | Créance irrécouvrable | Incobrable | Perdita su crediti
# postings | # Buchungen | # écritures | # asientos | # registrazioni
Figures for the return | Zahlen für die Meldung | Chiffres pour la déclaration | Cifras para la declaración | Dati per la dichiarazione
# properties, one return for each | # Hotels, je eine Meldung | # établissements, une déclaration pour chacun | # propiedades, una declaración para cada una | # strutture, una dichiarazione per ciascuna
Germany: Monatserhebung im Tourismus | Deutschland: Monatserhebung im Tourismus | Allemagne : Monatserhebung im Tourismus | Alemania: Monatserhebung im Tourismus | Germania: Monatserhebung im Tourismus
Austria: Nächtigungsstatistik (F-B1/2) | Österreich: Nächtigungsstatistik (F-B1/2) | Autriche : Nächtigungsstatistik (F-B1/2) | Austria: Nächtigungsstatistik (F-B1/2) | Austria: Nächtigungsstatistik (F-B1/2)
Switzerland: HESTA | Schweiz: HESTA | Suisse : HESTA | Suiza: HESTA | Svizzera: HESTA
Norway: SSB RA-0297, hotels | Norwegen: SSB RA-0297, Hotels | Norvège : SSB RA-0297, hôtels | Noruega: SSB RA-0297, hoteles | Norvegia: SSB RA-0297, hotel
Control totals by country of residence | Kontrollsummen nach Wohnsitzland | Totaux de contrôle par pays de résidence | Totales de control por país de residencia | Totali di controllo per paese di residenza
guests by residence of the primary guest, never by nationality | Gäste nach Wohnsitz des Hauptgastes, nie nach Nationalität | clients selon la résidence du client principal, jamais selon la nationalité | huéspedes por residencia del huésped principal, nunca por nacionalidad | ospiti per residenza dell'ospite principale, mai per nazionalità
Nights | Übernachtungen | Nuitées | Pernoctaciones | Presenze
Fields | Felder | Champs | Campos | Campi
Field | Feld | Champ | Campo | Campo
Code | Code | Code | Código | Codice
By country of residence | Nach Wohnsitzland | Par pays de résidence | Por país de residencia | Per paese di residenza
Row | Zeile | Ligne | Fila | Riga
Residence | Wohnsitz | Résidence | Residencia | Residenza
Not stated | Ohne Angabe | Non indiqué | Sin indicar | Non indicato
Check before you report | Vor der Meldung prüfen | À vérifier avant la déclaration | Compruebe antes de declarar | Da controllare prima della dichiarazione
Found | Gefunden | Constat | Hallado | Rilevato
What to do | Was zu tun ist | Que faire | Qué hacer | Che cosa fare
Correction | Korrektur | Correction | Corrección | Correzione
Figure | Zahl | Chiffre | Cifra | Dato
Saved | Gespeichert | Enregistré | Guardado | Salvato
number | Anzahl | nombre | número | numero
These are the figures that were saved on #. | Das sind die Zahlen, die am # gespeichert wurden. | Ce sont les chiffres enregistrés le #. | Son las cifras guardadas el #. | Sono i dati salvati il #.
since the figures that were saved on # | gegenüber den am # gespeicherten Zahlen | depuis les chiffres enregistrés le # | desde las cifras guardadas el # | rispetto ai dati salvati il #
Beds offered on the last open day | Betten am letzten geöffneten Tag | Lits offerts le dernier jour d'ouverture | Camas ofrecidas el último día abierto | Letti offerti l'ultimo giorno di apertura
Rooms offered on # | Zimmer am # | Chambres offertes le # | Habitaciones ofrecidas el # | Camere offerte il #
Room days offered | Angebotene Zimmertage | Jours-chambres offerts | Días-habitación ofrecidos | Giorni camera offerti
Room days occupied (Roomnights) | Belegte Zimmertage (Roomnights) | Jours-chambres occupés (Roomnights) | Días-habitación ocupados (Roomnights) | Giorni camera occupati (Roomnights)
Closure, reopening, deregistration | Schließung, Wiedereröffnung, Abmeldung | Fermeture, réouverture, radiation | Cierre, reapertura, baja | Chiusura, riapertura, cancellazione
Occupied rooms | Belegte Zimmer | Chambres occupées | Habitaciones ocupadas | Camere occupate
Opening days | Öffnungstage | Jours d'ouverture | Días de apertura | Giorni di apertura
Open days | Öffnungstage | Jours d'ouverture | Días abiertos | Giorni di apertura
Rooms | Zimmer | Chambres | Habitaciones | Camere
Beds | Betten | Lits | Camas | Letti
Average takings per person and night | Durchschnittliche Einnahmen je Person und Nacht | Recette moyenne par personne et nuit | Ingreso medio por persona y noche | Incasso medio per persona e notte
Guest rooms, monthly average | Gästezimmer, Monatsdurchschnitt | Chambres, moyenne mensuelle | Habitaciones, media mensual | Camere, media mensile
Fixed bed places, without extra beds | Feste Betten, ohne Zustellbetten | Places fixes, sans lits d'appoint | Plazas fijas, sin camas supletorias | Posti letto fissi, senza letti aggiunti
Room nights sold | Verkaufte Zimmernächte | Nuitées chambres vendues | Noches de habitación vendidas | Notti camera vendute
Room nights offered | Angebotene Zimmernächte | Nuitées chambres offertes | Noches de habitación ofrecidas | Notti camera offerte
Arrived guests, Norway | Angekommene Gäste, Norwegen | Clients arrivés, Norvège | Huéspedes llegados, Noruega | Ospiti arrivati, Norvegia
Arrived guests, abroad | Angekommene Gäste, Ausland | Clients arrivés, étranger | Huéspedes llegados, extranjero | Ospiti arrivati, estero
Guest nights | Übernachtungen | Nuitées | Pernoctaciones | Presenze
Wheelchair rooms | Rollstuhlgerechte Zimmer | Chambres pour fauteuil roulant | Habitaciones para silla de ruedas | Camere per sedia a rotelle
Lodging turnover without VAT and meals | Logisumsatz ohne MwSt. und Mahlzeiten | Chiffre d'affaires hébergement sans TVA ni repas | Ingresos por alojamiento sin IVA ni comidas | Ricavi camere senza IVA e pasti
Guest nights by purpose | Übernachtungen nach Reisezweck | Nuitées par motif | Pernoctaciones por motivo | Presenze per motivo
portfolio | Portfolio | portefeuille | cartera | portafoglio
open: the reports do not have it | offen: Die Berichte haben es nicht | ouvert : les rapports ne l'ont pas | abierto: los informes no lo tienen | aperto: i rapporti non lo hanno
open: property-performance does not have every day of the month | offen: property-performance hat nicht jeden Tag des Monats | ouvert : property-performance n'a pas tous les jours du mois | abierto: property-performance no tiene todos los días del mes | aperto: property-performance non ha tutti i giorni del mese
open: add the column {column} to the portfolio | offen: Spalte {column} im Portfolio ergänzen | ouvert : ajoutez la colonne {column} au portefeuille | abierto: añada la columna {column} a la cartera | aperto: aggiungere la colonna {column} al portafoglio
the platform counts # | die Plattform zählt # | la plateforme compte # | la plataforma cuenta # | la piattaforma conta #
property-performance: bedrooms without the # room nights out of order | property-performance: Zimmer ohne die # gesperrten Zimmernächte | property-performance : chambres sans les # nuitées hors service | property-performance: habitaciones sin las # noches fuera de servicio | property-performance: camere senza le # notti fuori servizio
only from # rooms | erst ab # Zimmern | à partir de # chambres | solo desde # habitaciones | solo da # camere
only from # rooms on # | erst ab # Zimmern am # | à partir de # chambres le # | solo desde # habitaciones el # | solo da # camere il #
country | Land | pays | país | paese
the time zone of the property is {zone}, and this is the form of {} | die Zeitzone des Hotels ist {zone}, und dies ist das Formular von {} | le fuseau horaire de l'établissement est {zone}, et ceci est le formulaire de {} | la zona horaria de la propiedad es {zone}, y este es el formulario de {} | il fuso orario della struttura è {zone}, e questo è il modulo di {}
Germany | Deutschland | Allemagne | Alemania | Germania
Austria | Österreich | Autriche | Austria | Austria
Switzerland | Schweiz | Suisse | Suiza | Svizzera
Norway | Norwegen | Norvège | Noruega | Norvegia
use the form of its country, or \`hotelctl statistics totals\` | das Formular seines Landes verwenden, oder \`hotelctl statistics totals\` | utilisez le formulaire de son pays, ou \`hotelctl statistics totals\` | use el formulario de su país, o \`hotelctl statistics totals\` | usare il modulo del suo paese, o \`hotelctl statistics totals\`
companions | Begleitpersonen | accompagnants | acompañantes | accompagnatori
the report does not name its reservations: companions are not known | der Bericht nennt keine Reservierungen: Begleitpersonen sind nicht bekannt | le rapport ne nomme pas ses réservations : les accompagnants ne sont pas connus | el informe no nombra sus reservas: no se conocen los acompañantes | il rapporto non indica le prenotazioni: gli accompagnatori non sono noti
# of # arrivals have the country of the primary guest of their reservation | # von # Ankünften haben das Land des Hauptgastes ihrer Reservierung | # arrivées sur # ont le pays du client principal de leur réservation | # de # llegadas tienen el país del huésped principal de su reserva | # di # arrivi hanno il paese dell'ospite principale della prenotazione
correct the rows of groups whose guests live in several countries | die Zeilen von Gruppen korrigieren, deren Gäste in mehreren Ländern wohnen | corrigez les lignes des groupes dont les clients vivent dans plusieurs pays | corrija las filas de grupos cuyos huéspedes viven en varios países | correggere le righe dei gruppi i cui ospiti vivono in più paesi
# of # arrivals and # of # nights have no country of residence | # von # Ankünften und # von # Nächten haben kein Wohnsitzland | # arrivées sur # et # nuitées sur # n'ont pas de pays de résidence | # de # llegadas y # de # noches no tienen país de residencia | # di # arrivi e # di # notti non hanno paese di residenza
correct the profiles of the guests, then run the command again | die Gästeprofile korrigieren und den Befehl wiederholen | corrigez les profils des clients, puis relancez la commande | corrija los perfiles de los huéspedes y repita el comando | correggere i profili degli ospiti e ripetere il comando
nights and arrivals | Nächte und Ankünfte | nuitées et arrivées | noches y llegadas | notti e arrivi
more arrivals than nights: {rows} | mehr Ankünfte als Nächte: {rows} | plus d'arrivées que de nuitées : {rows} | más llegadas que noches: {rows} | più arrivi che notti: {rows}
subtract arrivals of day use | Ankünfte mit Tagesnutzung abziehen | soustrayez les arrivées en day-use | reste las llegadas de uso diurno | sottrarre gli arrivi in day-use
breakdowns | Aufteilungen | répartitions | desgloses | ripartizioni
the rows use residence; report the difference | die Zeilen nutzen den Wohnsitz; die Abweichung melden | les lignes utilisent la résidence ; signalez la différence | las filas usan la residencia; informe de la diferencia | le righe usano la residenza; segnalare la differenza
rooms | Zimmer | chambres | habitaciones | camere
beds | Betten | lits | camas | letti
# room nights, but # sold and # offered | # Zimmernächte, aber # verkauft und # angeboten | # nuitées chambres, mais # vendues et # offertes | # noches de habitación, pero # vendidas y # ofrecidas | # notti camera, ma # vendute e # offerte
compare with \`hotelctl reports property-performance --view days\` | mit \`hotelctl reports property-performance --view days\` vergleichen | comparez avec \`hotelctl reports property-performance --view days\` | compare con \`hotelctl reports property-performance --view days\` | confrontare con \`hotelctl reports property-performance --view days\`
# nights, but # bed days: # beds on # days | # Nächte, aber # Bettentage: # Betten an # Tagen | # nuitées, mais # jours-lits : # lits sur # jours | # noches, pero # días-cama: # camas en # días | # notti, ma # giorni letto: # letti in # giorni
check beds and open-days of the portfolio | beds und open-days im Portfolio prüfen | vérifiez beds et open-days du portefeuille | compruebe beds y open-days de la cartera | controllare beds e open-days del portafoglio
rows of countries | Zeilen von Ländern | lignes de pays | filas de países | righe di paesi
not confirmed from the form: {rows} | nicht anhand des Formulars bestätigt: {rows} | non confirmé d'après le formulaire : {rows} | no confirmado con el formulario: {rows} | non confermato dal modulo: {rows}
compare with the explanations of the form | mit den Erläuterungen des Formulars vergleichen | comparez avec les explications du formulaire | compare con las explicaciones del formulario | confrontare con le spiegazioni del modulo
confirmed reservations | bestätigte Reservierungen | réservations confirmées | reservas confirmadas | prenotazioni confermate
the reports count reservations that are still confirmed, although their guests did not arrive | die Berichte zählen noch bestätigte Reservierungen, obwohl die Gäste nicht angereist sind | les rapports comptent les réservations encore confirmées, bien que leurs clients ne soient pas arrivés | los informes cuentan reservas aún confirmadas, aunque sus huéspedes no llegaron | i rapporti contano prenotazioni ancora confermate, anche se gli ospiti non sono arrivati
check out, cancel or mark them as no-show, then run the command again | auschecken, stornieren oder als No-Show markieren und den Befehl wiederholen | enregistrez leur départ, annulez-les ou marquez-les no-show, puis relancez la commande | haga el check-out, cancele o marque no-show y repita el comando | fare il check-out, cancellare o segnare no-show e ripetere il comando
night audit | Nachtlauf | audit de nuit | auditoría nocturna | audit notturno
the month ended yesterday | der Monat endete gestern | le mois s'est terminé hier | el mes terminó ayer | il mese è finito ieri
run the command again after its last night audit | den Befehl nach seinem letzten Nachtlauf wiederholen | relancez la commande après son dernier audit de nuit | repita el comando tras su última auditoría nocturna | ripetere il comando dopo il suo ultimo audit notturno
nil return | Fehlanzeige | déclaration néant | declaración sin datos | dichiarazione a zero
no arrivals and no nights: zeros are figures for a return too | keine Ankünfte und keine Nächte: Auch Nullen sind zu melden | ni arrivées ni nuitées : des zéros se déclarent aussi | ni llegadas ni noches: los ceros también se declaran | né arrivi né notti: anche gli zeri si dichiarano
When they are due is not known: add the column deadline, a day of the next month, to the portfolio. | Der Termin ist nicht bekannt: Spalte deadline, einen Tag des Folgemonats, im Portfolio ergänzen. | L'échéance n'est pas connue : ajoutez la colonne deadline, un jour du mois suivant, au portefeuille. | No se conoce el plazo: añada la columna deadline, un día del mes siguiente, a la cartera. | La scadenza non è nota: aggiungere la colonna deadline, un giorno del mese successivo, al portafoglio.
Due on # ({}): this day has passed. | Fällig am # ({}): Dieser Tag ist vorbei. | À remettre le # ({}) : ce jour est passé. | Plazo: # ({}): ese día ya pasó. | Scadenza: # ({}): questo giorno è passato.
Due on # ({}). | Fällig am # ({}). | À remettre le # ({}). | Plazo: # ({}). | Scadenza: # ({}).
Due on #: this day has passed. | Fällig am #: Dieser Tag ist vorbei. | À remettre le # : ce jour est passé. | Plazo: #: ese día ya pasó. | Scadenza: #: questo giorno è passato.
Due on #. | Fällig am #. | À remettre le #. | Plazo: #. | Scadenza: #.
usually the 5th; each state office sets its day | meist der 5.; jedes Landesamt bestimmt seinen Tag | en général le 5 ; chaque office régional fixe son jour | normalmente el 5; cada oficina regional fija su día | di solito il 5; ogni ufficio regionale fissa il suo giorno
at the municipality | bei der Gemeinde | à la commune | en el municipio | al comune
Your number at the office is not known: add the column office-id to the portfolio. | Ihre Nummer beim Amt ist nicht bekannt: Spalte office-id im Portfolio ergänzen. | Votre numéro auprès de l'office n'est pas connu : ajoutez la colonne office-id au portefeuille. | No se conoce su número en la oficina: añada la columna office-id a la cartera. | Il numero presso l'ufficio non è noto: aggiungere la colonna office-id al portafoglio.
Number: {number}. | Nummer: {number}. | Numéro : {number}. | Número: {number}. | Numero: {number}.
Österreich must be split by state and Deutschland by region: the reports have no region, so each is one number. | Österreich ist nach Bundesland und Deutschland nach Region aufzuteilen: Die Berichte haben keine Region, daher je eine Zahl. | Österreich est à répartir par Land et Deutschland par région : les rapports n'ont pas de région, donc un seul nombre chacun. | Österreich debe dividirse por estado y Deutschland por región: los informes no tienen región, así que cada uno es un número. | Österreich va diviso per Land e Deutschland per regione: i rapporti non hanno regioni, quindi un solo numero ciascuno.
The codes of the origins are printed on the form: take them from there. | Die Codes der Herkunft stehen auf dem Formular: Übernehmen Sie sie von dort. | Les codes des origines sont imprimés sur le formulaire : reprenez-les. | Los códigos de origen están en el formulario: tómelos de ahí. | I codici di provenienza sono sul modulo: prenderli da lì.
Arrivals without a country of residence are in neither of the two numbers of arrived guests. | Ankünfte ohne Wohnsitzland sind in keiner der beiden Zahlen angekommener Gäste. | Les arrivées sans pays de résidence ne sont dans aucun des deux nombres de clients arrivés. | Las llegadas sin país de residencia no están en ninguno de los dos números de huéspedes llegados. | Gli arrivi senza paese di residenza non sono in nessuno dei due numeri di ospiti arrivati.
The reports know business and leisure, and the form course or conference, occupation and holiday: split the nights by purpose yourself. | Die Berichte kennen geschäftlich und privat, das Formular Kurs oder Konferenz, Beruf und Urlaub: Teilen Sie die Nächte selbst auf. | Les rapports connaissent affaires et loisirs, le formulaire cours ou conférence, travail et vacances : répartissez vous-même les nuitées. | Los informes conocen negocios y ocio, y el formulario curso o congreso, trabajo y vacaciones: divida usted las noches. | I rapporti conoscono affari e svago, il modulo corso o conferenza, lavoro e vacanza: suddividere le notti di persona.
These totals are not a form: compare them with what your office requests. | Diese Summen sind kein Formular: Vergleichen Sie sie mit dem, was Ihr Amt verlangt. | Ces totaux ne sont pas un formulaire : comparez-les à la demande de votre office. | Estos totales no son un formulario: compárelos con lo que pide su oficina. | Questi totali non sono un modulo: confrontarli con quanto chiede il proprio ufficio.
Refugees, staff and stays of more than a year are in the figures: subtract those that your office excludes, with --adjustments. | Geflüchtete, Personal und Aufenthalte über ein Jahr sind enthalten: Ziehen Sie mit --adjustments ab, was Ihr Amt ausschließt. | Réfugiés, personnel et séjours de plus d'un an sont inclus : soustrayez avec --adjustments ce que votre office exclut. | Refugiados, personal y estancias de más de un año están incluidos: reste con --adjustments lo que su oficina excluye. | Rifugiati, personale e soggiorni oltre un anno sono inclusi: sottrarre con --adjustments ciò che il proprio ufficio esclude.
Figures for the return: hotelctl sends nothing, and no office has checked them. Mapping: {}. | Zahlen für die Meldung: hotelctl sendet nichts, und kein Amt hat sie geprüft. Zuordnung: {}. | Chiffres pour la déclaration : hotelctl n'envoie rien, et aucun office ne les a vérifiés. Correspondance : {}. | Cifras para la declaración: hotelctl no envía nada y ninguna oficina las ha comprobado. Asignación: {}. | Dati per la dichiarazione: hotelctl non invia nulla e nessun ufficio li ha controllati. Corrispondenza: {}.
ISO 3166-1 codes, # | ISO-3166-1-Codes, # | codes ISO 3166-1, # | códigos ISO 3166-1, # | codici ISO 3166-1, #
ISO 3166-1 codes, #; the three-digit keys of SSB are not included | ISO-3166-1-Codes, #; die dreistelligen Schlüssel von SSB sind nicht enthalten | codes ISO 3166-1, # ; les clés à trois chiffres de SSB ne sont pas incluses | códigos ISO 3166-1, #; no se incluyen las claves de tres cifras de SSB | codici ISO 3166-1, #; le chiavi a tre cifre di SSB non sono incluse
rows of the form HOT, #; the members of the rows of several countries are not confirmed from the form | Zeilen des Formulars HOT, #; die Länder der Sammelzeilen sind nicht anhand des Formulars bestätigt | lignes du formulaire HOT, # ; les pays des lignes groupées ne sont pas confirmés d'après le formulaire | filas del formulario HOT, #; los países de las filas agrupadas no están confirmados con el formulario | righe del modulo HOT, #; i paesi delle righe raggruppate non sono confermati dal modulo
origins of the form F-B1/2, #; the members of the rows of several countries are not confirmed from the form | Herkunftsländer des Formulars F-B1/2, #; die Länder der Sammelzeilen sind nicht anhand des Formulars bestätigt | origines du formulaire F-B1/2, # ; les pays des lignes groupées ne sont pas confirmés d'après le formulaire | orígenes del formulario F-B1/2, #; los países de las filas agrupadas no están confirmados con el formulario | provenienze del modulo F-B1/2, #; i paesi delle righe raggruppate non sono confermati dal modulo
`);
