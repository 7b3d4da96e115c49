/** Phrases of the journal, of the figures for the statistics office, and of the page of a close. */
export const monthEndPhrases = `
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
Close | Abschluss | Clôture | Cierre | Chiusura
Close of # | Abschluss # | Clôture de # | Cierre de # | Chiusura di #
Provisional close of # | Vorläufiger Abschluss # | Clôture provisoire de # | Cierre provisional de # | Chiusura provvisoria di #
{name}: close of #, # checks are open | {name}: Abschluss #, # Prüfungen sind offen | {name} : clôture de #, # contrôles ouverts | {name}: cierre de #, # comprobaciones abiertas | {name}: chiusura di #, # controlli aperti
{name}: provisional close of #, # checks are open | {name}: vorläufiger Abschluss #, # Prüfungen sind offen | {name} : clôture provisoire de #, # contrôles ouverts | {name}: cierre provisional de #, # comprobaciones abiertas | {name}: chiusura provvisoria di #, # controlli aperti
# properties, one close for each | # Hotels, je ein Abschluss | # établissements, une clôture pour chacun | # propiedades, un cierre para cada una | # strutture, una chiusura per ciascuna
# postings, # room nights, # company invoices | # Buchungen, # Zimmernächte, # Firmenrechnungen | # écritures, # nuitées chambres, # factures de sociétés | # asientos, # noches de habitación, # facturas de empresas | # registrazioni, # notti camera, # fatture aziendali
# postings, # room nights, 1 company invoice | # Buchungen, # Zimmernächte, 1 Firmenrechnung | # écritures, # nuitées chambres, 1 facture de société | # asientos, # noches de habitación, 1 factura de empresa | # registrazioni, # notti camera, 1 fattura aziendale
fetched #, #, after the night audit | abgerufen am #, #, nach dem Nachtlauf | extrait le #, #, après l'audit de nuit | obtenido el #, #, después de la auditoría nocturna | scaricato il #, #, dopo l'audit notturno
fetched #, # | abgerufen am #, # | extrait le #, # | obtenido el #, # | scaricato il #, #
Posted revenue, gross | Gebuchter Umsatz, brutto | Chiffre d'affaires comptabilisé, brut | Ingresos contabilizados, brutos | Ricavi registrati, lordi
ledger = revenues, exactly | Journal = Umsätze, genau | journal = chiffre d'affaires, exactement | libro diario = ingresos, exactamente | giornale = ricavi, esattamente
ledger and revenues differ | Journal und Umsätze weichen ab | le journal et le chiffre d'affaires diffèrent | el libro diario y los ingresos difieren | giornale e ricavi differiscono
Checks that agree | Prüfungen ohne Abweichung | Contrôles concordants | Comprobaciones que coinciden | Controlli concordanti
of # | von # | sur # | de # | di #
Explained | Erklärt | Expliqués | Explicadas | Spiegati
Within a limit | Innerhalb einer Grenze | Dans une limite | Dentro de un límite | Entro un limite
Open | Offen | Ouverts | Abiertas | Aperti
Not comparable | Nicht vergleichbar | Non comparables | No comparables | Non confrontabili
agrees | stimmt überein | concorde | coincide | concorda
explained | erklärt | expliqué | explicada | spiegato
within limit | innerhalb der Grenze | dans la limite | dentro del límite | entro il limite
open | offen | ouvert | abierta | aperto
not comparable | nicht vergleichbar | non comparable | no comparable | non confrontabile
# agree | # stimmen überein | # concordent | # coinciden | # concordano
# explained | # erklärt | # expliqués | # explicadas | # spiegati
# within limit | # innerhalb der Grenze | # dans la limite | # dentro del límite | # entro il limite
# open | # offen | # ouverts | # abiertas | # aperti
# not comparable | # nicht vergleichbar | # non comparables | # no comparables | # non confrontabili
and # more on its page | und # weitere auf der eigenen Seite | et # de plus sur sa page | y # más en su página | e altri # nella sua pagina
not checked: # of #: # | nicht geprüft: #, #: # | non contrôlé : #, # : # | sin comprobar: #, #: # | non controllato: #, #: #
not checked: #: # | nicht geprüft: #: # | non contrôlé : # : # | sin comprobar: #: # | non controllato: #: #
Provisional: the month is not over, or its last night audit is not done. Nothing is kept, and figures will change. | Vorläufig: Der Monat ist nicht zu Ende, oder sein letzter Nachtlauf fehlt. Nichts wird aufbewahrt, und die Zahlen ändern sich noch. | Provisoire : le mois n'est pas terminé, ou son dernier audit de nuit n'est pas fait. Rien n'est conservé, et les chiffres changeront. | Provisional: el mes no ha terminado o falta su última auditoría nocturna. No se guarda nada y las cifras cambiarán. | Provvisorio: il mese non è finito o manca il suo ultimo audit notturno. Nulla viene conservato e i dati cambieranno.
No posting has changed since close # of #, #. | Seit dem Abschluss # vom #, #, hat sich keine Buchung geändert. | Aucune écriture n'a changé depuis la clôture # du #, #. | Ningún asiento ha cambiado desde el cierre # del #, #. | Nessuna registrazione è cambiata dalla chiusura # del #, #.
No posting has changed since close # of #, # | Seit dem Abschluss # vom #, #, hat sich keine Buchung geändert | Aucune écriture n'a changé depuis la clôture # du #, # | Ningún asiento ha cambiado desde el cierre # del #, # | Nessuna registrazione è cambiata dalla chiusura # del #, #
Changed | Geändert | Modifié | Modificado | Modificato
# entries since close # of #, # | # Einträge seit dem Abschluss # vom #, # | # écritures depuis la clôture # du #, # | # asientos desde el cierre # del #, # | # voci dalla chiusura # del #, #
1 entry since close # of #, # | 1 Eintrag seit dem Abschluss # vom #, # | 1 écriture depuis la clôture # du #, # | 1 asiento desde el cierre # del #, # | 1 voce dalla chiusura # del #, #
{reports} changed | {reports} geändert | {reports} modifié | {reports} ha cambiado | {reports} modificato
added | hinzugefügt | ajoutée | añadido | aggiunta
removed | entfernt | supprimée | eliminado | rimossa
changed | geändert | modifiée | modificado | modificata
Then | Damals | Avant | Antes | Prima
What | Was | Quoi | Qué | Cosa
Check | Prüfung | Contrôle | Comprobación | Controllo
What is behind it | Was dahinter steht | Ce qui l'explique | Qué hay detrás | Che cosa c'è dietro
First figure | Erste Zahl | Premier chiffre | Primera cifra | Primo dato
Second figure | Zweite Zahl | Second chiffre | Segunda cifra | Secondo dato
Difference | Differenz | Différence | Diferencia | Differenza
State | Status | État | Estado | Stato
Agrees, within a limit, or explained | Stimmt überein, innerhalb einer Grenze oder erklärt | Concorde, dans une limite ou expliqué | Coincide, dentro de un límite o explicada | Concorda, entro un limite o spiegato
From booked to posted revenue | Von reserviert zu gebucht | Du réservé au comptabilisé | De reservado a contabilizado | Dal prenotato al registrato
From booked to posted revenue, by day and group | Vom reservierten zum gebuchten Umsatz, nach Tag und Gruppe | Du chiffre d'affaires réservé au comptabilisé, par jour et groupe | De los ingresos reservados a los contabilizados, por día y grupo | Dai ricavi prenotati a quelli registrati, per giorno e gruppo
#, gross | #, brutto | #, brut | #, bruto | #, lordo
what no step explains is services outside the rate, or another price than booked | was kein Schritt erklärt, sind Leistungen außerhalb der Rate oder ein anderer Preis als reserviert | ce qu'aucune étape n'explique : prestations hors tarif ou prix différent de la réservation | lo que ningún paso explica son servicios fuera de la tarifa u otro precio que el reservado | ciò che nessun passo spiega sono servizi fuori tariffa o un prezzo diverso da quello prenotato
Step | Schritt | Étape | Paso | Passo
All | Alle | Tous | Todos | Tutti
Postings | Buchungen | Écritures | Asientos | Registrazioni
Booked, in property performance | Reserviert, laut Hotelkennzahlen | Réservé, selon la performance de l'établissement | Reservado, según el rendimiento de la propiedad | Prenotato, secondo le performance della struttura
Posted, in the ledger | Gebucht, laut Journal | Comptabilisé, selon le journal | Contabilizado, según el libro diario | Registrato, secondo il giornale
Not explained by any step | Von keinem Schritt erklärt | Expliqué par aucune étape | No explicado por ningún paso | Non spiegato da alcun passo
on # days | an # Tagen | sur # jours | en # días | in # giorni
on 1 day | an 1 Tag | sur 1 jour | en 1 día | in 1 giorno
Booked | Reserviert | Réservé | Reservado | Prenotato
Posted | Gebucht | Comptabilisé | Contabilizado | Registrato
Cancellation and no-show fees | Storno- und No-Show-Gebühren | Frais d'annulation et de no-show | Cargos por cancelación y no-show | Penali per cancellazione e no-show
Allowances and corrections | Nachlässe und Korrekturen | Remises et corrections | Descuentos y correcciones | Abbuoni e correzioni
Charges outside the stay: late, early or moved | Leistungen außerhalb des Aufenthalts: spät, früh oder umgebucht | Prestations hors séjour : tardives, anticipées ou déplacées | Cargos fuera de la estancia: tardíos, anticipados o movidos | Addebiti fuori dal soggiorno: tardivi, anticipati o spostati
Charges of canceled reservations and no-shows | Leistungen von Stornos und No-Shows | Prestations de réservations annulées et de no-shows | Cargos de reservas canceladas y no-shows | Addebiti di prenotazioni cancellate e no-show
Charges of the stay | Leistungen des Aufenthalts | Prestations du séjour | Cargos de la estancia | Addebiti del soggiorno
Other | Sonstiges | Autres | Otros | Altro
Food and beverages | Speisen und Getränke | Restauration | Alimentos y bebidas | Cibi e bevande
Groups of the property | Gruppen des Hotels | Groupes de l'établissement | Grupos de la propiedad | Gruppi della struttura
Balances and VAT | Salden und Umsatzsteuer | Soldes et TVA | Saldos e IVA | Saldi e IVA
VAT per rate, three ways | Umsatzsteuer je Satz, auf drei Wegen | TVA par taux, de trois façons | IVA por tipo, de tres maneras | IVA per aliquota, in tre modi
VAT # % | USt. # % | TVA # % | IVA # % | IVA # %
VAT # %: rounding, line by line | USt. # %: Rundung, Zeile für Zeile | TVA # % : arrondi, ligne par ligne | IVA # %: redondeo, línea a línea | IVA # %: arrotondamento, riga per riga
Rate | Satz | Taux | Tipo | Aliquota
Ledger, with prepayments | Journal, mit Anzahlungen | Journal, avec acomptes | Libro diario, con anticipos | Giornale, con acconti
Ledger, on revenue | Journal, auf Umsatz | Journal, sur le chiffre d'affaires | Libro diario, sobre ingresos | Giornale, sui ricavi
several rates on an account | mehrere Sätze auf einem Konto | plusieurs taux sur un compte | varios tipos en una cuenta | più aliquote su un conto
Receivables of guests | Forderungen an Gäste | Créances clients hébergés | Cuentas por cobrar de huéspedes | Crediti verso ospiti
Prepayments, by rate | Anzahlungen, nach Satz | Acomptes, par taux | Anticipos, por tipo | Acconti, per aliquota
Accounts receivable, by invoice | Debitoren, nach Rechnung | Comptes clients, par facture | Cuentas por cobrar, por factura | Crediti verso clienti, per fattura
Payments by method | Zahlungen nach Zahlart | Paiements par mode | Pagos por método | Pagamenti per metodo
City tax | Bettensteuer | Taxe de séjour | Tasa turística | Tassa di soggiorno
Transitory items | Durchlaufende Posten | Éléments transitoires | Partidas transitorias | Partite transitorie
what began before #, the first day of the first close, has no known opening | was vor dem #, dem ersten Tag des ersten Abschlusses, begann, hat keinen bekannten Anfangsbestand | ce qui a commencé avant le #, premier jour de la première clôture, n'a pas d'ouverture connue | lo que empezó antes del #, primer día del primer cierre, no tiene apertura conocida | ciò che è iniziato prima del #, primo giorno della prima chiusura, non ha un'apertura nota
Reservation, folio or invoice | Reservierung, Gastkonto oder Rechnung | Réservation, folio ou facture | Reserva, folio o factura | Prenotazione, conto o fattura
Opening | Anfangsbestand | Ouverture | Apertura | Apertura
Movement | Bewegung | Mouvement | Movimiento | Movimento
Closing | Endbestand | Clôture | Cierre | Chiusura
not known | nicht bekannt | non connu | desconocido | non noto
Total of # with a known opening | Summe von # mit bekanntem Anfangsbestand | Total de # dont l'ouverture est connue | Total de # con apertura conocida | Totale di # con apertura nota
# without: they may have begun before # | # ohne: sie können vor dem # begonnen haben | # sans : ils peuvent avoir commencé avant le # | # sin ella: pueden haber empezado antes del # | # senza: possono essere iniziati prima del #
Subject | Gegenstand | Objet | Objeto | Oggetto
Reasons | Gründe | Raisons | Motivos | Motivi
# more are in the JSON. | # weitere stehen im JSON. | # de plus sont dans le JSON. | # más están en el JSON. | Altri # sono nel JSON.
# more are only counted. | # weitere sind nur gezählt. | # de plus sont seulement comptés. | # más solo se cuentan. | Altri # sono solo contati.
# lines | # Zeilen | # lignes | # líneas | # righe
1 line | 1 Zeile | 1 ligne | 1 línea | 1 riga
# of # lines | # von # Zeilen | # lignes sur # | # de # líneas | # righe su #
Receipt | Beleg | Pièce | Comprobante | Ricevuta
Gross | Brutto | Brut | Bruto | Lordo
Net | Netto | Net | Neto | Netto
# postings, first {entry} of # | # Buchungen, zuerst {entry} vom # | # écritures, d'abord {entry} du # | # asientos, primero {entry} del # | # registrazioni, prima {entry} del #
1 posting, first {entry} of # | 1 Buchung: {entry} vom # | 1 écriture : {entry} du # | 1 asiento: {entry} del # | 1 registrazione: {entry} del #
Closed by hotelctl close on #, #; this close, number #: {}; the one before: {}. | Abgeschlossen mit hotelctl close am #, #; dieser Abschluss, Nummer #: {}; der davor: {}. | Clôturé avec hotelctl close le #, # ; cette clôture, numéro # : {} ; la précédente : {}. | Cerrado con hotelctl close el #, #; este cierre, número #: {}; el anterior: {}. | Chiuso con hotelctl close il #, #; questa chiusura, numero #: {}; la precedente: {}.
Not compared: {checks}. | Nicht verglichen: {checks}. | Non comparé : {checks}. | No comparado: {checks}. | Non confrontato: {checks}.
Not in any report: gaps in invoice numbers (private invoices), settlements of the payment provider, commissions. | In keinem Bericht: Lücken in Rechnungsnummern (Privatrechnungen), Abrechnungen des Zahlungsdienstleisters, Provisionen. | Dans aucun rapport : lacunes dans les numéros de factures (factures privées), décomptes du prestataire de paiement, commissions. | En ningún informe: huecos en los números de factura (facturas privadas), liquidaciones del proveedor de pagos, comisiones. | In nessun rapporto: lacune nei numeri di fattura (fatture private), rendiconti del fornitore di pagamento, commissioni.
`;
