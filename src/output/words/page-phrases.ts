/**
 * Phrases of pages, workbooks and emails; then the definitions of reports, and patterns from the most to the least special.
 */
export const pagePhrases = `
# hotels, # rooms | # Hotels, # Zimmer | # hôtels, # chambres | # hoteles, # habitaciones | # hotel, # camere
1 hotel, # rooms | 1 Hotel, # Zimmer | 1 hôtel, # chambres | 1 hotel, # habitaciones | 1 hotel, # camere
1 hotel | 1 Hotel | 1 hôtel | 1 hotel | 1 hotel
1 room | 1 Zimmer | 1 chambre | 1 habitación | 1 camera
# rooms | # Zimmer | # chambres | # habitaciones | # camere
1 day | 1 Tag | 1 jour | 1 día | 1 giorno
# days | # Tage | # jours | # días | # giorni
All # hotels | Alle Hotels in # | Tous les hôtels en # | Todos los hoteles en # | Tutti gli hotel in #
changes against the same weekday of last year | Veränderungen gegenüber demselben Wochentag des Vorjahres | variations par rapport au même jour de la semaine de l'année précédente | variaciones frente al mismo día de la semana del año anterior | variazioni rispetto allo stesso giorno della settimana dell'anno precedente
changes against the same date of last year | Veränderungen gegenüber demselben Datum des Vorjahres | variations par rapport à la même date de l'année précédente | variaciones frente a la misma fecha del año anterior | variazioni rispetto alla stessa data dell'anno precedente
converted to # with {source} | umgerechnet in # mit {source} | converti en # avec {source} | convertido a # con {source} | convertito in # con {source}
on last year | zum Vorjahr | sur l'année précédente | sobre el año anterior | sull'anno precedente
since yesterday | seit gestern | depuis hier | desde ayer | da ieri
Room revenue, yesterday | Logisumsatz, gestern | Chiffre d'affaires hébergement, hier | Ingresos por alojamiento, ayer | Ricavi camere, ieri
Where we stand | Aktueller Stand | Situation actuelle | Situación actual | Situazione attuale
Where the books moved most since # | Größte Veränderungen des Buchungsstands seit # | Plus fortes variations du portefeuille depuis # | Mayores variaciones de la cartera desde # | Maggiori variazioni del portafoglio da #
Revenue of the pick-up | Umsatz des Pick-ups | Chiffre d'affaires du pick-up | Ingresos del pick-up | Ricavi del pick-up
# to date | # bis heute | # à ce jour | # hasta la fecha | # a oggi
On the books, # days | Buchungsstand, # Tage | Portefeuille, # jours | En cartera, # días | In portafoglio, # giorni
Next # days, on the books | Nächste # Tage, Buchungsstand | # prochains jours, en portefeuille | Próximos # días, en cartera | Prossimi # giorni, in portafoglio
On the books, next # days | Buchungsstand, nächste # Tage | Portefeuille, # prochains jours | En cartera, próximos # días | In portafoglio, prossimi # giorni
Occupancy by day | Belegung nach Tag | Taux d'occupation par jour | Ocupación por día | Occupazione per giorno
± pts | ± Pp. | ± pts | ± pp | ± pp
± pace | ± Pace | ± pace | ± pace | ± pace
± revenue | ± Umsatz | ± chiffre d'affaires | ± ingresos | ± ricavi
nights | Nächte | nuitées | noches | notti
today | heute | aujourd'hui | hoy | oggi
bars: occupancy today | Balken: Belegung heute | barres : taux d'occupation aujourd'hui | barras: ocupación hoy | barre: occupazione oggi
line: last year, final result | Linie: Vorjahr, Endergebnis | ligne : année précédente, réalisé final | línea: año anterior, resultado final | linea: anno precedente, consuntivo finale
line: last year at the same distance before arrival | Linie: Vorjahr mit gleichem Abstand zur Anreise | ligne : année précédente à la même distance de l'arrivée | línea: año anterior a la misma distancia de la llegada | linea: anno precedente alla stessa distanza dall'arrivo
Key figures at the top: #. | Kennzahlen oben: #. | Chiffres clés en haut : #. | Cifras clave de arriba: #. | Indicatori in alto: #.
{hotels} and # others | {hotels} und # weitere | {hotels} et # autres | {hotels} y otros # | {hotels} e altri #
No region | Ohne Region | Sans région | Sin región | Senza regione
sorted by {} | sortiert nach {} | trié par {} | ordenado por {} | ordinato per {}
change of RevPAR | Veränderung des RevPAR | variation du RevPAR | variación del RevPAR | variazione del RevPAR
Totals of the pick-up of # days are without {hotels}: no snapshot of that day. | Die Summen des Pick-ups von # Tagen sind ohne {hotels}: kein Stand dieses Tages. | Les totaux du pick-up de # jours sont sans {hotels} : aucun état de ce jour. | Los totales del pick-up de # días no incluyen {hotels}: no hay estado de ese día. | I totali del pick-up di # giorni sono senza {hotels}: nessuno stato di quel giorno.
Totals of the pick-up of 1 day are without {hotels}: no snapshot of that day. | Die Summen des Pick-ups von 1 Tag sind ohne {hotels}: kein Stand dieses Tages. | Les totaux du pick-up d'un jour sont sans {hotels} : aucun état de ce jour. | Los totales del pick-up de 1 día no incluyen {hotels}: no hay estado de ese día. | I totali del pick-up di 1 giorno sono senza {hotels}: nessuno stato di quel giorno.
days against the same weekday of last year | Tage gegenüber demselben Wochentag des Vorjahres | jours par rapport au même jour de la semaine de l'année précédente | días frente al mismo día de la semana del año anterior | giorni rispetto allo stesso giorno della settimana dell'anno precedente
posted revenue, {} | gebuchte Erlöse, {} | chiffre d'affaires enregistré, {} | ingresos contabilizados, {} | ricavi registrati, {}
Totals of company invoices | Summen der Firmenrechnungen | Totaux des factures aux sociétés | Totales de facturas a empresas | Totali delle fatture aziendali
Invoices | Rechnungen | Factures | Facturas | Fatture
Subtotal gross | Zwischensumme brutto | Sous-total TTC | Subtotal con IVA | Subtotale lordo
Rooms available | Verfügbare Zimmer | Chambres disponibles | Habitaciones disponibles | Camere disponibili
{code} is not a property of this pack (line # of the budget) | {code} ist kein Hotel dieses Berichts (Zeile # des Budgets) | {code} n'est pas un établissement de ce rapport (ligne # du budget) | {code} no es una propiedad de este informe (línea # del presupuesto) | {code} non è una struttura di questo rapporto (riga # del budget)
since # ({}) | seit # ({}) | depuis # ({}) | desde # ({}) | da # ({})
# days requested | # Tage angefordert | # jours demandés | # días solicitados | # giorni richiesti
1 day requested | 1 Tag angefordert | 1 jour demandé | 1 día solicitado | 1 giorno richiesto
other hotels {} | andere Hotels {} | autres hôtels {} | otros hoteles {} | altri hotel {}
# to # days | # bis # Tage | # à # jours | # a # días | da # a # giorni
#, # of # d | #, # von # T | #, # sur # j | #, # de # d | #, # di # g
On the books, # to # | Buchungsstand, # bis # | En portefeuille, # au # | En cartera, # a # | In portafoglio, # al #
{properties}: no snapshot of last year at the same distance, so pace is empty; charts show last year's final result | {properties}: kein Stand des Vorjahres mit gleichem Abstand, daher ist Pace leer; Diagramme zeigen das Endergebnis des Vorjahres | {properties} : aucun état de l'année précédente à la même distance, le pace est donc vide ; les graphiques montrent le réalisé final de l'année précédente | {properties}: no hay estado del año anterior a la misma distancia, por lo que el pace está vacío; los gráficos muestran el resultado final del año anterior | {properties}: nessuno stato dell'anno precedente alla stessa distanza, quindi il pace è vuoto; i grafici mostrano il consuntivo finale dell'anno precedente
RevPAR = accommodation revenue ÷ available rooms. | RevPAR = Logisumsatz ÷ verfügbare Zimmer. | RevPAR = chiffre d'affaires hébergement ÷ chambres disponibles. | RevPAR = ingresos por alojamiento ÷ habitaciones disponibles. | RevPAR = ricavi camere ÷ camere disponibili.
Pace: occupancy on the books against last year at the same distance before arrival. | Pace: Belegung im Buchungsstand gegenüber dem Vorjahr mit gleichem Abstand zur Anreise. | Pace : taux d'occupation en portefeuille par rapport à l'année précédente à la même distance de l'arrivée. | Pace: ocupación en cartera frente al año anterior a la misma distancia de la llegada. | Pace: occupazione in portafoglio rispetto all'anno precedente alla stessa distanza dall'arrivo.
{property}: the snapshot of # ends before #, so the {figure} is empty | {property}: Der Stand vom # endet vor dem #, daher fehlt eine Zahl | {property} : l'état du # se termine avant le #, un chiffre manque donc | {property}: el estado del # termina antes del #, por lo que falta una cifra | {property}: lo stato del # termina prima del #, quindi manca un dato
{property}: no snapshot of #; the {figure} is counted from # | {property}: kein Stand vom #; gezählt wird ab dem # | {property} : aucun état du # ; le calcul part du # | {property}: no hay estado del #; se cuenta desde el # | {property}: nessuno stato del #; si conta dal #
{property}: no snapshot of #; using the nearest one, of # | {property}: kein Stand vom #; verwendet wird der nächste, vom # | {property} : aucun état du # ; le plus proche est utilisé, du # | {property}: no hay estado del #; se usa el más cercano, del # | {property}: nessuno stato del #; si usa il più vicino, del #
{property}: no snapshot of last year, compared with the actual result of # to # | {property}: kein Stand des Vorjahres, verglichen mit dem Endergebnis vom # bis # | {property} : aucun état de l'année précédente, comparé au réalisé du # au # | {property}: no hay estado del año anterior, comparado con el resultado real del # al # | {property}: nessuno stato dell'anno precedente, confrontato con il consuntivo dal # al #
{property}: no figures for {periods} to compare with | {property}: keine Zahlen für {periods} zum Vergleich | {property} : aucun chiffre pour {periods} à comparer | {property}: no hay cifras de {periods} para comparar | {property}: nessun dato per {periods} da confrontare
Snapshots: {days}. | Stände: {days} | États : {days} | Estados: {days} | Stati: {days}
Created #, # UTC, by {program}. | Erstellt am #, # UTC, mit {program}. | Créé le #, # UTC, avec {program}. | Creado el #, # UTC, con {program}. | Creato il #, # UTC, con {program}.
bedrooms | Zimmer | chambres | habitaciones | camere
bedrooms only | nur Zimmer | chambres uniquement | solo habitaciones | solo camere
meeting rooms | Tagungsräume | salles de réunion | salas de reuniones | sale riunioni
event spaces | Veranstaltungsräume | espaces d'événement | espacios para eventos | spazi per eventi
parking lots | Parkplätze | places de parking | plazas de aparcamiento | posti auto
other units | sonstige Einheiten | autres unités | otras unidades | altre unità
all unit groups | alle Kategorien | toutes les catégories d'unités | todos los grupos de unidades | tutti i gruppi di unità
net of VAT | ohne MwSt. | hors TVA | sin IVA | IVA esclusa
no value | kein Wert | aucune valeur | sin valor | nessun valore
# more in the table | # weitere in der Tabelle | # de plus dans le tableau | # más en la tabla | altri # nella tabella
bars: {} | Balken: {} | barres : {} | barras: {} | barre: {}
lines: {} | Linien: {} | lignes : {} | líneas: {} | linee: {}
dashes: {} | gestrichelt: {} | tirets : {} | guiones: {} | tratteggio: {}
{title}: lowest {least} on {day}, highest {most} on {other} | {title}: niedrigster Wert {least} am {day}, höchster {most} am {other} | {title} : minimum {least} le {day}, maximum {most} le {other} | {title}: mínimo {least} el {day}, máximo {most} el {other} | {title}: minimo {least} il {day}, massimo {most} il {other}
{title}: lowest {least} for {key}, highest {most} for {other} | {title}: niedrigster Wert {least} bei {key}, höchster {most} bei {other} | {title} : minimum {least} pour {key}, maximum {most} pour {other} | {title}: mínimo {least} de {key}, máximo {most} de {other} | {title}: minimo {least} per {key}, massimo {most} per {other}
Not shown at # columns | Bei # Spalten nicht gezeigt | Non affiché avec # colonnes | No se muestra con # columnas | Non mostrato con # colonne
About | Info | À propos | Acerca de | Informazioni
Unit groups | Zimmerkategorien | Catégories d'unités | Grupos de unidades | Gruppi di unità
Page &P of &N | Seite &P von &N | Page &P sur &N | Página &P de &N | Pagina &P di &N
Property, period | Hotel, Zeitraum | Établissement, période | Propiedad, período | Struttura, periodo
Records | Datensätze | Enregistrements | Registros | Record
Filters | Filter | Filtres | Filtros | Filtri
none | keine | aucun | ninguno | nessuno
Sheet {name} | Blatt {name} | Feuille {name} | Hoja {name} | Foglio {name}
Definition | Definition | Définition | Definición | Definizione
Folded columns | Zugeklappte Spalten | Colonnes repliées | Columnas contraídas | Colonne compresse
and # more | und # weitere | et # de plus | y # más | e altre #
To unfold them, click + above the columns. | Zum Aufklappen auf + über den Spalten klicken. | Pour les déplier, cliquez sur + au-dessus des colonnes. | Para expandirlas, haga clic en + encima de las columnas. | Per espanderle, fare clic su + sopra le colonne.
{formula}, from the sums of all rows | {formula}, aus den Summen aller Zeilen | {formula}, à partir des sommes de toutes les lignes | {formula}, a partir de las sumas de todas las filas | {formula}, dalle somme di tutte le righe
totals of # of # properties | Summen von # von # Hotels | totaux de # établissements sur # | totales de # de # propiedades | totali di # strutture su #
# periods | # Zeiträume | # périodes | # períodos | # periodi
Month pack | Monatsbericht | Rapport mensuel | Informe mensual | Report mensile
Performance | Ergebnis | Performance | Resultados | Risultati
Budget | Budget | Budget | Presupuesto | Budget
on budget | zum Budget | sur le budget | sobre el presupuesto | sul budget
Region | Region | Région | Región | Regione
#, change on # | #, Veränderung zu # | #, variation sur # | #, variación sobre # | #, variazione sul #
Revenues by account | Umsätze nach Konto | Chiffre d'affaires par compte | Ingresos por cuenta | Ricavi per conto
Company invoices | Firmenrechnungen | Factures aux sociétés | Facturas a empresas | Fatture aziendali
Changes of totals are those of the hotels that have figures on both sides. | Veränderungen von Summen sind die der Hotels, die Zahlen für beide Seiten haben. | Les variations des totaux sont celles des hôtels qui ont des chiffres des deux côtés. | Las variaciones de los totales son las de los hoteles con cifras en ambos lados. | Le variazioni dei totali sono quelle degli hotel con dati su entrambi i lati.
Budget: {file}, in the currency and on the basis of the figures. | Budget: {file}, in der Währung und auf der Basis der Zahlen. | Budget : {file}, dans la devise et sur la base des chiffres. | Presupuesto: {file}, en la moneda y sobre la base de las cifras. | Budget: {file}, nella valuta e sulla base dei dati.
RevPAR = accommodation revenue ÷ available rooms. Performance counts booked revenue, and accounts posted revenue: the two differ by design. | RevPAR = Logisumsatz ÷ verfügbare Zimmer. Das Ergebnis zählt reservierte Umsätze, die Konten gebuchte: Beide weichen daher voneinander ab. | RevPAR = chiffre d'affaires hébergement ÷ chambres disponibles. La performance compte les montants réservés, les comptes les montants enregistrés : les deux diffèrent donc. | RevPAR = ingresos por alojamiento ÷ habitaciones disponibles. Los resultados cuentan importes reservados y las cuentas importes contabilizados: por ello difieren. | RevPAR = ricavi camere ÷ camere disponibili. I risultati contano gli importi prenotati, i conti quelli registrati: i due quindi differiscono.
{property}: no budget of revenue and sold units for # | {property}: kein Budget von Umsatz und verkauften Einheiten für # | {property} : pas de budget de chiffre d'affaires et d'unités vendues pour # | {property}: no hay presupuesto de ingresos y unidades vendidas para # | {property}: nessun budget di ricavi e unità vendute per #
{property}: the budget of # has {number}, which is not an account of the revenues | {property}: Das Budget für # hat {number}, was kein Konto der Umsätze ist | {property} : le budget de # contient {number}, qui n'est pas un compte de chiffre d'affaires | {property}: el presupuesto de # contiene {number}, que no es una cuenta de ingresos | {property}: il budget di # contiene {number}, che non è un conto dei ricavi
# more rows are not shown in this email. | # weitere Zeilen zeigt diese E-Mail nicht. | # autres lignes ne sont pas affichées dans cet e-mail. | Este correo no muestra # filas más. | Altre # righe non sono mostrate in questa e-mail.
row | Zeile | ligne | fila | riga
rows | Zeilen | lignes | filas | righe
occ. | Bel. | TO | ocup. | occ.
# of # hotels | # von # Hotels | # hôtels sur # | # de # hoteles | # hotel su #
# with a budget | # mit Budget | # avec un budget | # con presupuesto | # con budget
totals against the same dates of last year | Summen gegenüber denselben Daten des Vorjahres | totaux par rapport aux mêmes dates de l'année précédente | totales frente a las mismas fechas del año anterior | totali rispetto alle stesse date dell'anno precedente
# of # hotels (#) | # von # Hotels (#) | # hôtels sur # (#) | # de # hoteles (#) | # hotel su # (#)
All hotels | Alle Hotels | Tous les hôtels | Todos los hoteles | Tutti gli hotel
Room nights picked up | Pick-up in Zimmernächten | Pick-up en nuitées chambres | Pick-up en noches de habitación | Pick-up in notti camera
Change of occupancy in points | Veränderung der Belegung in Prozentpunkten | Variation du taux d'occupation en points | Variación de la ocupación en puntos | Variazione dell'occupazione in punti
Their value | Ihr Wert | Leur valeur | Su valor | Il loro valore
Now | Jetzt | Actuel | Ahora | Ora
room nights booked less cancelled, by month of stay | gebuchte minus stornierte Zimmernächte, nach Aufenthaltsmonat | nuitées chambres réservées moins annulées, par mois de séjour | noches de habitación reservadas menos canceladas, por mes de estancia | notti camera prenotate meno cancellate, per mese di soggiorno
occupancy on the books against the earlier books, by month of stay | Belegung im Buchungsstand gegenüber dem früheren Stand, nach Aufenthaltsmonat | taux d'occupation en portefeuille par rapport à l'état antérieur, par mois de séjour | ocupación en cartera frente al estado anterior, por mes de estancia | occupazione in portafoglio rispetto allo stato precedente, per mese di soggiorno
occupancy on the books against #, by month of stay | Belegung im Buchungsstand gegenüber #, nach Aufenthaltsmonat | taux d'occupation en portefeuille par rapport à #, par mois de séjour | ocupación en cartera frente a #, por mes de estancia | occupazione in portafoglio rispetto a #, per mese di soggiorno
# and # | # und # | # et # | # y # | # e #
snapshots of # and # | Stände vom # und # | états du # et du # | estados del # y del # | stati del # e del #
{hotels}: snapshots of # and # | {hotels}: Stände vom # und # | {hotels} : états du # et du # | {hotels}: estados del # y del # | {hotels}: stati del # e del #
snapshot of # compared with the snapshot of # | Stand vom # verglichen mit dem Stand vom # | état du # comparé à l'état du # | estado del # comparado con el estado del # | stato del # confrontato con lo stato del #
{hotels}: snapshot of # compared with the snapshot of # | {hotels}: Stand vom # verglichen mit dem Stand vom # | {hotels} : état du # comparé à l'état du # | {hotels}: estado del # comparado con el estado del # | {hotels}: stato del # confrontato con lo stato del #
snapshot of # compared with the snapshots of # to # | Stand vom # verglichen mit den Ständen vom # bis # | état du # comparé aux états du # au # | estado del # comparado con los estados del # al # | stato del # confrontato con gli stati dal # al #
{hotels}: snapshot of # compared with the snapshots of # to # | {hotels}: Stand vom # verglichen mit den Ständen vom # bis # | {hotels} : état du # comparé aux états du # au # | {hotels}: estado del # comparado con los estados del # al # | {hotels}: stato del # confrontato con gli stati dal # al #
snapshot of # compared with the actual result | Stand vom # verglichen mit dem Endergebnis | état du # comparé au réalisé | estado del # comparado con el resultado real | stato del # confrontato con il consuntivo
{hotels}: snapshot of # compared with the actual result | {hotels}: Stand vom # verglichen mit dem Endergebnis | {hotels} : état du # comparé au réalisé | {hotels}: estado del # comparado con el resultado real | {hotels}: stato del # confrontato con il consuntivo
snapshot of # compared with nothing | Stand vom # verglichen mit keinem Stand | état du # comparé à aucun état | estado del # comparado con ningún estado | stato del # confrontato con nessuno stato
{hotels}: snapshot of # compared with nothing | {hotels}: Stand vom # verglichen mit keinem Stand | {hotels} : état du # comparé à aucun état | {hotels}: estado del # comparado con ningún estado | {hotels}: stato del # confrontato con nessuno stato
One or two lines for each ledger entry, with the accounts debited and credited, the receipt, the tax lines and the reservation. Amounts are posted charges and payments, so they differ by design from property-performance, which counts booked amounts. | Eine oder zwei Zeilen je Buchung, mit Soll- und Habenkonto, Beleg, Steuerzeilen und Reservierung. Beträge sind gebuchte Leistungen und Zahlungen und weichen daher von den Hotelkennzahlen ab, die reservierte Beträge zählen. | Une ou deux lignes par écriture, avec les comptes débité et crédité, le reçu, les lignes de taxe et la réservation. Les montants sont des prestations et paiements enregistrés et diffèrent donc de property-performance, qui compte les montants réservés. | Una o dos líneas por asiento, con las cuentas del debe y del haber, el recibo, las líneas de impuestos y la reserva. Los importes son cargos y pagos contabilizados y difieren por ello de property-performance, que cuenta importes reservados. | Una o due righe per registrazione, con i conti in dare e in avere, la ricevuta, le righe di imposta e la prenotazione. Gli importi sono addebiti e pagamenti registrati e differiscono quindi da property-performance, che conta gli importi prenotati.
Each company invoice with the company, its tax id and address, the amount outstanding, and net and tax for each VAT type. Without a date filter, the platform chooses the dates. | Jede Firmenrechnung mit Firma, Steuernummer und Adresse, offenem Betrag sowie Netto und Steuer je MwSt.-Art. Ohne Datumsfilter wählt die Plattform die Tage. | Chaque facture à une société avec la société, son numéro fiscal et son adresse, le montant restant dû, ainsi que le hors taxe et la taxe par type de TVA. Sans filtre de date, la plateforme choisit les dates. | Cada factura a empresas con la empresa, su NIF y dirección, el importe pendiente, y el neto y el impuesto por tipo de IVA. Sin filtro de fechas, la plataforma elige las fechas. | Ogni fattura aziendale con l'azienda, la partita IVA e l'indirizzo, l'importo in sospeso, e netto e imposta per tipo di IVA. Senza filtro di date, la piattaforma sceglie le date.
What was posted, by account and subaccount. It counts posted charges, while property-performance counts booked amounts: the two differ by design. | Was gebucht wurde, nach Konto und Unterkonto. Gezählt werden gebuchte Leistungen, in den Hotelkennzahlen dagegen reservierte Beträge: Beide weichen daher voneinander ab. | Ce qui a été enregistré, par compte et sous-compte. Sont comptées les prestations enregistrées, alors que property-performance compte les montants réservés : les deux diffèrent donc. | Lo contabilizado, por cuenta y subcuenta. Cuenta cargos contabilizados, mientras que property-performance cuenta importes reservados: por ello difieren. | Quanto registrato, per conto e sottoconto. Conta gli addebiti registrati, mentre property-performance conta gli importi prenotati: i due quindi differiscono.
For the monthly return to the statistics office and for the business mix. Only overnight stays count (no day use), of reservations that are in-house, confirmed or checked out. | Für die monatliche Meldung an das Statistikamt und den Gästemix. Gezählt werden nur Übernachtungen (keine Tagesnutzung) von Reservierungen, die im Haus, bestätigt oder ausgecheckt sind. | Pour la déclaration mensuelle à l'office statistique et le mix clientèle. Seuls les séjours avec nuitée comptent (pas de day-use), pour les réservations en séjour, confirmées ou parties. | Para la declaración mensual a la oficina de estadística y el mix de negocio. Solo cuentan las estancias con pernoctación (sin uso diurno), de reservas alojadas, confirmadas o con salida. | Per la dichiarazione mensile all'ufficio statistico e il mix di clientela. Contano solo i soggiorni con pernottamento (niente day-use), di prenotazioni in casa, confermate o partite.
For the monthly return to the statistics office and for the city tax. Every guest of an overnight stay counts, of reservations that are in-house, confirmed or checked out; the breakdowns count only the primary guest. | Für die monatliche Meldung an das Statistikamt und die Bettensteuer. Jeder Übernachtungsgast zählt, von Reservierungen, die im Haus, bestätigt oder ausgecheckt sind; die Aufteilungen zählen nur den Hauptgast. | Pour la déclaration mensuelle à l'office statistique et la taxe de séjour. Chaque client d'un séjour avec nuitée compte, pour les réservations en séjour, confirmées ou parties ; les répartitions ne comptent que le client principal. | Para la declaración mensual a la oficina de estadística y la tasa turística. Cuenta cada huésped con pernoctación, de reservas alojadas, confirmadas o con salida; los desgloses cuentan solo el huésped principal. | Per la dichiarazione mensile all'ufficio statistico e la tassa di soggiorno. Conta ogni ospite con pernottamento, di prenotazioni in casa, confermate o partite; le ripartizioni contano solo l'ospite principale.
For the monthly return to the statistics office. Every arriving guest counts once, of reservations that are in-house, confirmed or checked out; the breakdowns count only the primary guest. | Für die monatliche Meldung an das Statistikamt. Jeder anreisende Gast zählt einmal, von Reservierungen, die im Haus, bestätigt oder ausgecheckt sind; die Aufteilungen zählen nur den Hauptgast. | Pour la déclaration mensuelle à l'office statistique. Chaque client qui arrive compte une fois, pour les réservations en séjour, confirmées ou parties ; les répartitions ne comptent que le client principal. | Para la declaración mensual a la oficina de estadística. Cada huésped que llega cuenta una vez, de reservas alojadas, confirmadas o con salida; los desgloses cuentan solo el huésped principal. | Per la dichiarazione mensile all'ufficio statistico. Ogni ospite in arrivo conta una volta, di prenotazioni in casa, confermate o partite; le ripartizioni contano solo l'ospite principale.
Who ordered which service for which day. Services ordered are booked and not yet posted, so amounts differ by design from revenues. | Wer welche Leistung für welchen Tag bestellt hat. Bestellte Leistungen sind noch nicht gebucht, daher weichen die Beträge von den Umsätzen ab. | Qui a commandé quelle prestation pour quel jour. Les prestations commandées ne sont pas encore enregistrées, les montants diffèrent donc du chiffre d'affaires. | Quién pidió qué servicio para qué día. Los servicios pedidos aún no están contabilizados, por lo que los importes difieren de los ingresos. | Chi ha ordinato quale servizio per quale giorno. I servizi ordinati non sono ancora registrati, quindi gli importi differiscono dai ricavi.
It counts booked amounts of sold units, without extra services and manual postings, so it differs by design from revenues, which counts what was posted. Day use counts too, unless the time slice definitions are limited to overnight ones. | Gezählt werden reservierte Beträge verkaufter Einheiten, ohne Zusatzleistungen und manuelle Buchungen; daher weichen sie von den Umsätzen ab, die zählen, was gebucht wurde. Tagesnutzung zählt mit, sofern die Zeitabschnitte nicht auf Übernachtungen beschränkt sind. | Sont comptés les montants réservés des unités vendues, sans prestations supplémentaires ni écritures manuelles ; ils diffèrent donc du chiffre d'affaires enregistré. Le day-use compte aussi, sauf si les tranches horaires sont limitées aux nuitées. | Cuenta los importes reservados de unidades vendidas, sin servicios adicionales ni cargos manuales; por ello difiere de los ingresos, que cuentan lo contabilizado. El uso diurno también cuenta, salvo que las franjas se limiten a las nocturnas. | Conta gli importi prenotati delle unità vendute, senza servizi extra né registrazioni manuali; differisce quindi dai ricavi, che contano quanto registrato. Conta anche il day-use, salvo che le fasce orarie siano limitate ai pernottamenti.
{} compared with {} | {} verglichen mit {} | {} comparé à {} | {} comparado con {} | {} confrontato con {}
{}. | {}. | {}. | {}. | {}.
{} only | nur {} | {} uniquement | solo {} | solo {}
# to # | # bis # | # au # | # a # | # al #
# of # | # von # | # sur # | # de # | # di #
{} items change | {} Plätze Veränderung | {} (places) variation | {} (plazas) variación | {} (posti) variazione
{} items | {} Plätze | {} (places) | {} (plazas) | {} (posti)
{} last year | {} Vorjahr | {} année précédente | {} año anterior | {} anno precedente
{} now | {} jetzt | {} actuel | {} ahora | {} ora
{} then | {} damals | {} avant | {} entonces | {} allora
{} before | {} vorher | {} avant | {} antes | {} prima
{} change | {} Veränderung | {} variation | {} variación | {} variazione
{} pick-up | {} Pick-up | {} pick-up | {} pick-up | {} pick-up
{} versus | {} Vergleich | {} comparaison | {} comparación | {} confronto
{} difference | {} Differenz | {} différence | {} diferencia | {} differenza
{}, {} | {}, {} | {}, {} | {}, {} | {}, {}
{} # | {} # | {} # | {} # | {} #
`;
