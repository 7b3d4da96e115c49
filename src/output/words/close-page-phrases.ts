import { readPhrases } from './figure-phrases.ts';

/** Phrases of the page of a close. */
export const closePagePhrases = readPhrases(`
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
From booked to posted revenue | Vom reservierten zum gebuchten Umsatz | Du chiffre d'affaires réservé au comptabilisé | De los ingresos reservados a los contabilizados | Dai ricavi prenotati a quelli registrati
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
`);
