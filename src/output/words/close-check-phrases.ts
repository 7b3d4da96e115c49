/** Phrases of the checks of a close: their titles, what has to hold, the two figures, and the reasons. */
export const closeCheckPhrases = `
Accounts of revenues add up | Summen der Umsatzkonten | Sommes des comptes du CA | Sumas de cuentas de ingresos | Somme dei conti di ricavo
each account is the sum of its subaccounts, gross and net | jedes Konto ist die Summe seiner Unterkonten, brutto und netto | chaque compte est la somme de ses sous-comptes, brut et net | cada cuenta es la suma de sus subcuentas, bruto y neto | ogni conto è la somma dei suoi sottoconti, lordo e netto
account | Konto | compte | cuenta | conto
its subaccounts | seine Unterkonten | ses sous-comptes | sus subcuentas | i suoi sottoconti
Revenue per account, gross | Umsatz je Konto, brutto | CA par compte, brut | Ingresos por cuenta, brutos | Ricavi per conto, lordi
what was posted to each account is what revenues show, to the cent | gebucht ist je Konto, was die Umsätze zeigen, auf den Cent | chaque compte a reçu ce que montre le chiffre d'affaires, au centime | en cada cuenta se contabilizó lo que muestran los ingresos, al céntimo | su ogni conto è registrato ciò che mostrano i ricavi, al centesimo
Revenue per account, net | Umsatz je Konto, netto | CA par compte, net | Ingresos por cuenta, netos | Ricavi per conto, netti
the net amounts are the same but for rounding | die Nettobeträge sind bis auf Rundung gleich | les montants nets sont égaux à l'arrondi près | los importes netos son iguales salvo redondeo | gli importi netti sono uguali salvo arrotondamento
ledger | Journal | journal | libro diario | giornale
revenues report | Umsatzbericht | rapport du chiffre d'affaires | informe de ingresos | rapporto dei ricavi
Groups of revenue | Umsatzgruppen | Groupes de CA | Grupos de ingresos | Gruppi di ricavi
revenues have the five groups of the platform | die Umsätze haben die fünf Gruppen der Plattform | le chiffre d'affaires a les cinq groupes de la plateforme | los ingresos tienen los cinco grupos de la plataforma | i ricavi hanno i cinque gruppi della piattaforma
groups | Gruppen | groupes | grupos | gruppi
groups of the platform | Gruppen der Plattform | groupes de la plateforme | grupos de la plataforma | gruppi della piattaforma
Posted and booked revenue | Gebucht gegen reserviert | Comptabilisé et réservé | Contabilizado y reservado | Registrato e prenotato
what was posted is what was booked, with the steps between them | gebucht ist, was reserviert war, mit den Schritten dazwischen | le comptabilisé est le réservé, avec les étapes entre les deux | lo contabilizado es lo reservado, con los pasos intermedios | il registrato è il prenotato, con i passi intermedi
property performance | Hotelkennzahlen | performance de l'établissement | rendimiento de la propiedad | performance della struttura
Charged and room nights | Berechnete und Zimmernächte | Facturé et nuitées chambres | Cobros y noches habitación | Addebiti e notti camera
no more nights are charged than there are room nights | es sind nicht mehr Nächte berechnet, als es Zimmernächte gibt | il n'y a pas plus de nuits facturées que de nuitées chambres | no se cobran más noches que noches de habitación hay | non si addebitano più notti delle notti camera
charged in the ledger | im Journal berechnet | facturé dans le journal | cobrado en el libro diario | addebitato nel giornale
room-nights report | Bericht der Zimmernächte | rapport des nuitées chambres | informe de noches de habitación | rapporto delle notti camera
Gross, net and tax | Brutto, Netto und Steuer | Brut, net et taxe | Bruto, neto e impuesto | Lordo, netto e imposta
gross is net with all taxes, to eight decimals | brutto ist netto mit allen Steuern, auf acht Stellen | le brut est le net avec toutes les taxes, à huit décimales | el bruto es el neto con todos los impuestos, con ocho decimales | il lordo è il netto con tutte le imposte, a otto decimali
Tax of a posting | Steuer einer Buchung | Taxe d'une écriture | Impuesto de un asiento | Imposta di una registrazione
the tax is its percentage of the net amount, to six decimals | die Steuer ist ihr Prozentsatz vom Nettobetrag, auf sechs Stellen | la taxe est son pourcentage du montant net, à six décimales | el impuesto es su porcentaje del importe neto, con seis decimales | l'imposta è la sua percentuale dell'importo netto, a sei decimali
Completeness of the ledger | Vollständigkeit des Journals | Complétude du journal | Integridad del libro diario | Completezza del giornale
the list has as many postings as it says | die Liste hat so viele Buchungen, wie sie angibt | la liste a autant d'écritures qu'elle l'indique | la lista tiene tantos asientos como indica | l'elenco ha tante registrazioni quante ne indica
count of the report | Anzahl laut Bericht | nombre selon le rapport | número según el informe | numero secondo il rapporto
its postings | seine Buchungen | ses écritures | sus asientos | le sue registrazioni
Entries of the ledger | Einträge des Journals | Entrées du journal | Entradas del libro diario | Voci del giornale
an entry has one or two lines of the same reservation, day and command, and is not listed twice | ein Eintrag hat eine oder zwei Zeilen derselben Reservierung, desselben Tages und Vorgangs und ist nicht doppelt | une entrée a une ou deux lignes de la même réservation, du même jour et de la même opération, et n'apparaît pas deux fois | una entrada tiene una o dos líneas de la misma reserva, día y operación, y no aparece dos veces | una voce ha una o due righe della stessa prenotazione, giorno e operazione, e non compare due volte
Dates of postings | Daten der Buchungen | Dates des écritures | Fechas de los asientos | Date delle registrazioni
a posting is made on its business day, or on the next one until 06:00 | eine Buchung erfolgt an ihrem Geschäftstag oder am nächsten bis 06:00 | une écriture est passée le jour même, ou le lendemain jusqu'à 06:00 | un asiento se hace en su día o en el siguiente hasta las 06:00 | una registrazione avviene nel suo giorno o nel successivo fino alle 06:00
all amounts are in the currency of the property | alle Beträge sind in der Währung des Hotels | tous les montants sont dans la devise de l'établissement | todos los importes están en la moneda de la propiedad | tutti gli importi sono nella valuta della struttura
Open receivables | Offene Forderungen | Créances ouvertes | Cuentas por cobrar abiertas | Crediti aperti
a stay that is over has no open receivables | ein beendeter Aufenthalt hat keine offenen Forderungen | un séjour terminé n'a pas de créance ouverte | una estancia terminada no tiene cuentas por cobrar abiertas | un soggiorno concluso non ha crediti aperti
closing balance | Endbestand | solde de clôture | saldo final | saldo finale
what it must be | Sollwert | valeur attendue | valor esperado | valore atteso
Prepayments | Anzahlungen | Acomptes | Anticipos | Acconti
no more is used of a prepayment than was received | von einer Anzahlung wird nicht mehr verwendet, als einging | un acompte n'est pas utilisé au-delà du montant reçu | de un anticipo no se usa más de lo recibido | di un acconto non si usa più di quanto ricevuto
nothing to compare with: it goes to the city-tax return | nichts zu vergleichen: sie gehört in die Meldung der Bettensteuer | rien à comparer : elle relève de la déclaration de taxe de séjour | nada con qué comparar: va a la declaración de la tasa turística | nulla con cui confrontare: va nella dichiarazione della tassa di soggiorno
no other report | kein anderer Bericht | aucun autre rapport | ningún otro informe | nessun altro rapporto
they carry no tax | sie tragen keine Steuer | ils ne portent pas de taxe | no llevan impuesto | non portano imposta
Units that are not sold | Nicht verkaufte Einheiten | Unités non vendues | Unidades no vendidas | Unità non vendute
unsold units are all units without sold ones and without those out of order, every day | unverkaufte Einheiten sind alle ohne die verkauften und die gesperrten, an jedem Tag | les unités invendues sont toutes moins les vendues et les hors service, chaque jour | las unidades no vendidas son todas menos las vendidas y las fuera de servicio, cada día | le unità invendute sono tutte meno le vendute e le fuori servizio, ogni giorno
unsold units | unverkaufte Einheiten | unités invendues | unidades no vendidas | unità invendute
units that are left | übrige Einheiten | unités restantes | unidades restantes | unità rimanenti
occupancy is sold units in percent of all units without those out of order | die Belegung sind verkaufte Einheiten in Prozent aller ohne die gesperrten | le taux d'occupation est la part des unités vendues sans les hors service | la ocupación es el porcentaje de unidades vendidas sin las fuera de servicio | l'occupazione è la percentuale di unità vendute senza le fuori servizio
ADR is the revenue of sold units divided by their number, gross and net | ADR ist der Umsatz verkaufter Einheiten durch ihre Zahl, brutto und netto | l'ADR est le chiffre d'affaires des unités vendues divisé par leur nombre, brut et net | el ADR son los ingresos de las unidades vendidas entre su número, bruto y neto | l'ADR è il ricavo delle unità vendute diviso il loro numero, lordo e netto
RevPAR is the net revenue of sold units divided by all units without those out of order | RevPAR ist der Nettoumsatz verkaufter Einheiten durch alle ohne die gesperrten | le RevPAR est le chiffre d'affaires net des unités vendues divisé par toutes sans les hors service | el RevPAR son los ingresos netos de las unidades vendidas entre todas sin las fuera de servicio | il RevPAR è il ricavo netto delle unità vendute diviso tutte senza le fuori servizio
Days and unit groups add up | Summen je Tag und Kategorie | Sommes par jour et catégorie | Sumas por día y grupo | Somme per giorno e gruppo
the month is the sum of its days, and each day the sum of its unit groups | der Monat ist die Summe seiner Tage, jeder Tag die seiner Kategorien | le mois est la somme de ses jours, et chaque jour celle de ses catégories | el mes es la suma de sus días, y cada día la de sus grupos de unidades | il mese è la somma dei suoi giorni, e ogni giorno quella dei suoi gruppi di unità
total | Summe | total | total | totale
sum of its parts | Summe der Teile | somme de ses parties | suma de sus partes | somma delle sue parti
Gross against net | Brutto gegen Netto | Brut et net | Bruto frente a neto | Lordo e netto
gross is at least net, and at most net with the highest VAT rate of the month | brutto ist mindestens netto und höchstens netto mit dem höchsten Steuersatz des Monats | le brut est au moins le net, et au plus le net avec le taux de TVA le plus élevé du mois | el bruto es al menos el neto y como máximo el neto con el tipo de IVA más alto del mes | il lordo è almeno il netto e al massimo il netto con l'aliquota IVA più alta del mese
limit | Grenze | limite | límite | limite
Room nights and sold units | Zimmernächte und Einheiten | Nuitées chambres et ventes | Noches y unidades vendidas | Notti camera e unità vendute
room nights are sold bedrooms without no-shows and without blocked units that their group did not use | Zimmernächte sind verkaufte Zimmer ohne No-Shows und ohne Kontingente, die ihre Gruppe nicht nutzte | les nuitées chambres sont les chambres vendues sans no-shows ni unités bloquées non utilisées par leur groupe | las noches de habitación son habitaciones vendidas sin no-shows ni unidades bloqueadas que su grupo no usó | le notti camera sono camere vendute senza no-show e senza unità bloccate non usate dal loro gruppo
room nights | Zimmernächte | nuitées chambres | noches de habitación | notti camera
bed nights | Bettennächte | nuitées | pernoctaciones | presenze
sold bedrooms | verkaufte Zimmer | chambres vendues | habitaciones vendidas | camere vendute
Breakdowns of guests | Aufteilungen der Gäste | Répartitions des clients | Desgloses de huéspedes | Ripartizioni degli ospiti
the entries of each breakdown add up to the total | die Einträge jeder Aufteilung ergeben die Summe | les entrées de chaque répartition donnent le total | las entradas de cada desglose suman el total | le voci di ogni ripartizione danno il totale
sum of the breakdown | Summe der Aufteilung | somme de la répartition | suma del desglose | somma della ripartizione
Percentages of guests | Prozentwerte der Gäste | Pourcentages des clients | Porcentajes de huéspedes | Percentuali degli ospiti
the percentages of each breakdown add up to 100 | die Prozentwerte jeder Aufteilung ergeben 100 | les pourcentages de chaque répartition donnent 100 | los porcentajes de cada desglose suman 100 | le percentuali di ogni ripartizione danno 100
sum of the percentages | Summe der Prozentwerte | somme des pourcentages | suma de los porcentajes | somma delle percentuali
Guests of a room night | Gäste je Zimmernacht | Clients par nuitée chambre | Huéspedes por noche | Ospiti per notte camera
there are at least as many bed nights as room nights | es gibt mindestens so viele Bettennächte wie Zimmernächte | il y a au moins autant de nuitées que de nuitées chambres | hay al menos tantas pernoctaciones como noches de habitación | ci sono almeno tante presenze quante notti camera
Adults and children | Erwachsene und Kinder | Adultes et enfants | Adultos y niños | Adulti e bambini
adults and children | Erwachsene und Kinder | adultes et enfants | adultos y niños | adulti e bambini
adults and children add up to the arrivals | Erwachsene und Kinder ergeben die Ankünfte | les adultes et les enfants donnent les arrivées | adultos y niños suman las llegadas | adulti e bambini danno gli arrivi
arrivals | Ankünfte | arrivées | llegadas | arrivi
Arrivals and arrival units | Ankünfte, Anreise-Einheiten | Arrivées et unités d'arrivée | Llegadas y sus unidades | Arrivi e unità in arrivo
at least one guest arrives in each bedroom that has an arrival | in jedem Zimmer mit Anreise kommt mindestens ein Gast an | au moins un client arrive dans chaque chambre ayant une arrivée | al menos un huésped llega a cada habitación con llegada | almeno un ospite arriva in ogni camera con un arrivo
arriving guests | anreisende Gäste | clients qui arrivent | huéspedes que llegan | ospiti in arrivo
arriving bedrooms | Zimmer mit Anreise | chambres avec arrivée | habitaciones con llegada | camere in arrivo
Services and their accounts | Leistungen und ihre Konten | Prestations et leurs comptes | Servicios y sus cuentas | Servizi e i loro conti
what is ordered is what was posted to the account that only this service uses | bestellt ist, was auf dem Konto gebucht wurde, das nur diese Leistung nutzt | la commande est ce qui a été passé au compte que seule cette prestation utilise | lo pedido es lo contabilizado en la cuenta que solo usa este servicio | l'ordinato è il registrato sul conto che solo questo servizio usa
ordered services | bestellte Leistungen | prestations commandées | servicios pedidos | servizi ordinati
Days of ordered services | Tage bestellter Leistungen | Jours des prestations | Días de los servicios | Giorni dei servizi ordinati
all are delivered within the month | alle werden im Monat erbracht | toutes sont fournies dans le mois | todos se prestan dentro del mes | tutti sono forniti nel mese
orders | Bestellungen | commandes | pedidos | ordini
of the month | des Monats | du mois | del mes | del mese
Subtotals of invoices | Summen der Rechnungen | Sous-totaux des factures | Subtotales de facturas | Subtotali delle fatture
the subtotal is the sum of the tax details | die Zwischensumme ist die Summe der Steuerdetails | le sous-total est la somme du détail des taxes | el subtotal es la suma del detalle de impuestos | il subtotale è la somma del dettaglio imposte
subtotal | Zwischensumme | sous-total | subtotal | subtotale
sum of the tax details | Summe der Steuerdetails | somme du détail des taxes | suma del detalle de impuestos | somma del dettaglio imposte
Tax details of invoices | Steuerdetails der Rechnungen | Taxes des factures | Impuestos de las facturas | Imposte delle fatture
the tax is its percentage of the net amount, to the cent | die Steuer ist ihr Prozentsatz vom Nettobetrag, auf den Cent | la taxe est son pourcentage du montant net, au centime | el impuesto es su porcentaje del importe neto, al céntimo | l'imposta è la sua percentuale dell'importo netto, al centesimo
tax | Steuer | taxe | impuesto | imposta
net amount at its rate | Nettobetrag zum Satz | montant net à son taux | importe neto a su tipo | importo netto alla sua aliquota
Invoices in the ledger | Rechnungen im Journal | Factures dans le journal | Facturas en el libro diario | Fatture nel giornale
each invoice was moved to the accounts receivable, less what was paid before | jede Rechnung wurde auf Debitoren umgebucht, abzüglich vorheriger Zahlungen | chaque facture a été portée aux comptes clients, moins les paiements antérieurs | cada factura se pasó a cuentas por cobrar, menos lo pagado antes | ogni fattura è passata ai crediti verso clienti, meno quanto pagato prima
company invoices | Firmenrechnungen | factures de sociétés | facturas de empresas | fatture aziendali
moved to accounts receivable | auf Debitoren umgebucht | porté aux comptes clients | pasado a cuentas por cobrar | passato ai crediti verso clienti
Outstanding invoices | Offene Rechnungen | Factures impayées | Facturas pendientes | Fatture in sospeso
what is outstanding is what the accounts receivable have of the invoice | offen ist, was die Debitoren von der Rechnung haben | le montant dû est celui des comptes clients pour la facture | lo pendiente es lo que las cuentas por cobrar tienen de la factura | il sospeso è quanto i crediti verso clienti hanno della fattura
outstanding | offen | dû | pendiente | in sospeso
accounts receivable | Debitoren | comptes clients | cuentas por cobrar | crediti verso clienti
VAT of invoices | Umsatzsteuer der Rechnungen | TVA des factures | IVA de las facturas | IVA delle fatture
companies are invoiced a part of the tax of the ledger | Firmen wird ein Teil der Steuer des Journals berechnet | une partie de la taxe du journal est facturée à des sociétés | a empresas se factura una parte del impuesto del libro diario | alle aziende si fattura una parte dell'imposta del giornale
VAT accounts and tax details | Steuerkonten, Steuerdetails | Comptes et détail des taxes | Cuentas y detalle de IVA | Conti e dettaglio IVA
VAT that is posted is the tax of the other lines | gebuchte Umsatzsteuer ist die Steuer der übrigen Zeilen | la TVA passée est la taxe des autres lignes | el IVA contabilizado es el impuesto de las otras líneas | l'IVA registrata è l'imposta delle altre righe
VAT accounts | Steuerkonten | comptes de TVA | cuentas de IVA | conti IVA
tax of the other postings | Steuer der übrigen Buchungen | taxe des autres écritures | impuesto de los otros asientos | imposta delle altre registrazioni
VAT per rate | Umsatzsteuer je Satz | TVA par taux | IVA por tipo | IVA per aliquota
the tax of the ledger is that of its gross amounts, and that of revenues, but for rounding | die Steuer des Journals ist die seiner Bruttobeträge und die der Umsätze, bis auf Rundung | la taxe du journal est celle de ses montants bruts et du chiffre d'affaires, à l'arrondi près | el impuesto del libro diario es el de sus importes brutos y el de los ingresos, salvo redondeo | l'imposta del giornale è quella dei suoi importi lordi e dei ricavi, salvo arrotondamento
revenues report, or computed line by line | Umsatzbericht oder Zeile für Zeile berechnet | rapport du chiffre d'affaires, ou calcul ligne par ligne | informe de ingresos, o calculado línea a línea | rapporto dei ricavi, o calcolato riga per riga
Rates of VAT | Steuersätze | Taux de TVA | Tipos de IVA | Aliquote IVA
each VAT type has one rate, and no account has single lines of another rate | jede Steuerart hat einen Satz, und kein Konto hat einzelne Zeilen mit anderem Satz | chaque type de TVA a un taux, et aucun compte n'a de lignes isolées à un autre taux | cada tipo de IVA tiene una tasa, y ninguna cuenta tiene líneas sueltas con otra | ogni tipo di IVA ha un'aliquota, e nessun conto ha righe singole con un'altra
postings | Buchungen | écritures | asientos | registrazioni
all | alle | toutes | todas | tutte
correct | richtig | correctes | correctas | corrette
as reported | wie gemeldet | selon le rapport | según el informe | secondo il rapporto
computed | berechnet | calculé | calculado | calcolato
with the usual rate | mit dem üblichen Satz | au taux habituel | con el tipo habitual | con l'aliquota usuale
rounding | Rundung | arrondi | redondeo | arrotondamento
rounding of each unit | Rundung je Einheit | arrondi par unité | redondeo por unidad | arrotondamento per unità
rounding: revenues have cents | Rundung: Umsätze haben Cent | arrondi : le chiffre d'affaires est en centimes | redondeo: los ingresos están en céntimos | arrotondamento: i ricavi sono in centesimi
rounding: the ledger has eight decimals, and revenues have cents | Rundung: Das Journal hat acht Stellen, Umsätze haben Cent | arrondi : le journal a huit décimales, le chiffre d'affaires des centimes | redondeo: el libro diario tiene ocho decimales y los ingresos céntimos | arrotondamento: il giornale ha otto decimali, i ricavi centesimi
a group of the property, which the platform does not define | eine Gruppe des Hotels, die die Plattform nicht definiert | un groupe de l'établissement, que la plateforme ne définit pas | un grupo de la propiedad, que la plataforma no define | un gruppo della struttura, che la piattaforma non definisce
an account has several rates: its taxes are compared as one | ein Konto hat mehrere Sätze: seine Steuern werden zusammen verglichen | un compte a plusieurs taux : ses taxes sont comparées ensemble | una cuenta tiene varios tipos: sus impuestos se comparan juntos | un conto ha più aliquote: le sue imposte sono confrontate insieme
corrections of an earlier period carry its rate | Korrekturen eines früheren Zeitraums haben dessen Satz | les corrections d'une période antérieure portent son taux | las correcciones de un período anterior llevan su tipo | le correzioni di un periodo precedente hanno la sua aliquota
corrections on the account | Korrekturen auf dem Konto | corrections sur le compte | correcciones en la cuenta | correzioni sul conto
entries with the VAT of a prepayment | Einträge mit der Steuer einer Anzahlung | entrées avec la TVA d'un acompte | entradas con el IVA de un anticipo | voci con l'IVA di un acconto
the VAT of a prepayment is a line of its entry, with its own command | die Steuer einer Anzahlung ist eine Zeile ihres Eintrags, mit eigenem Vorgang | la TVA d'un acompte est une ligne de son entrée, avec sa propre opération | el IVA de un anticipo es una línea de su entrada, con operación propia | l'IVA di un acconto è una riga della sua voce, con operazione propria
invoices also have charges of other months | Rechnungen haben auch Leistungen anderer Monate | les factures ont aussi des prestations d'autres mois | las facturas tienen también cargos de otros meses | le fatture hanno anche addebiti di altri mesi
the rest is not on company invoices | der Rest steht nicht auf Firmenrechnungen | le reste n'est pas sur des factures de sociétés | el resto no está en facturas de empresas | il resto non è su fatture aziendali
what is outstanding is of today, not of the end of the month | offen ist der heutige Stand, nicht der vom Monatsende | le montant dû est celui d'aujourd'hui, pas de la fin du mois | lo pendiente es de hoy, no del fin del mes | il sospeso è di oggi, non di fine mese
paid at the desk: it was never on account | an der Rezeption bezahlt: Sie war nie auf Debitoren | payée à la réception : jamais portée au compte | pagada en recepción: nunca estuvo a cuenta | pagata alla reception: mai stata a credito
paid before the invoice | vor der Rechnung bezahlt | payé avant la facture | pagado antes de la factura | pagato prima della fattura
it has no single rate | sie hat keinen einzelnen Satz | elle n'a pas de taux unique | no tiene un tipo único | non ha un'aliquota unica
it has no tax details | sie hat keine Steuerdetails | elle n'a pas de détail des taxes | no tiene detalle de impuestos | non ha dettaglio imposte
it is in no other report | sie ist in keinem anderen Bericht | elle n'est dans aucun autre rapport | no está en ningún otro informe | non è in nessun altro rapporto
it does not say what is outstanding | sie gibt nicht an, was offen ist | elle n'indique pas le montant dû | no indica lo pendiente | non indica il sospeso
the stay has ended, and it was neither used nor refunded | der Aufenthalt ist beendet, und sie wurde weder verwendet noch erstattet | le séjour est terminé, et il n'a été ni utilisé ni remboursé | la estancia ha terminado, y no se ha usado ni devuelto | il soggiorno è concluso, e non è stato né usato né rimborsato
open since an earlier month, and nothing was posted to it in this one | seit einem früheren Monat offen, und in diesem wurde nichts darauf gebucht | ouvert depuis un mois antérieur, et rien n'y a été passé ce mois-ci | abierto desde un mes anterior, y en este no se le contabilizó nada | aperto da un mese precedente, e in questo nulla vi è registrato
# of what was booked is not posted, first on #: charges may be missing, or too low | # des Reservierten sind nicht gebucht, zuerst am #: Posten können fehlen oder zu niedrig sein | # du réservé n'est pas comptabilisé, d'abord le # : des prestations peuvent manquer ou être trop basses | # de lo reservado no está contabilizado, primero el #: pueden faltar cargos o ser demasiado bajos | # del prenotato non è registrato, prima il #: possono mancare addebiti o essere troppo bassi
more was used than the closes have received | es wurde mehr verwendet, als in den Abschlüssen einging | il a été utilisé plus que reçu dans les clôtures | se usó más de lo recibido en los cierres | è stato usato più di quanto ricevuto nelle chiusure
the hotel has kept it, or has not refunded it yet | das Hotel hat sie behalten oder noch nicht erstattet | l'hôtel l'a conservé ou ne l'a pas encore remboursé | el hotel lo ha conservado o aún no lo ha devuelto | l'hotel lo ha trattenuto o non ancora rimborsato
nights that are still to come are sold, and not posted yet | künftige Nächte sind verkauft und noch nicht gebucht | les nuits à venir sont vendues et pas encore comptabilisées | las noches futuras están vendidas y aún no contabilizadas | le notti future sono vendute e non ancora registrate
not shown separately | nicht getrennt gezeigt | non indiqué séparément | no se muestra por separado | non indicato separatamente
not shown separately: it is only in the tax details of lines | nicht getrennt gezeigt: nur in den Steuerdetails der Zeilen | non indiqué séparément : seulement dans le détail des taxes des lignes | no se muestra por separado: solo en el detalle de impuestos de las líneas | non indicato separatamente: solo nel dettaglio imposte delle righe
nothing to divide by | nichts, wodurch zu teilen ist | rien par quoi diviser | nada por lo que dividir | nulla per cui dividere
nothing was posted to such an account | auf ein solches Konto wurde nichts gebucht | rien n'a été passé à un tel compte | no se contabilizó nada en una cuenta así | nulla è registrato su un conto simile
orders are net | Bestellungen sind netto | les commandes sont nettes | los pedidos son netos | gli ordini sono netti
overbooked: the platform shows 0 | überbucht: Die Plattform zeigt 0 | surréservé : la plateforme affiche 0 | sobrevendido: la plataforma muestra 0 | overbooking: la piattaforma mostra 0
posted on # with the business date # | gebucht am # mit dem Geschäftstag # | passé le # avec la date comptable # | contabilizado el # con la fecha de negocio # | registrato il # con la data contabile #
posted on the next day after 06:00: a late night audit | am nächsten Tag nach 06:00 gebucht: ein später Nachtlauf | passé le lendemain après 06:00 : audit de nuit tardif | contabilizado al día siguiente después de las 06:00: auditoría nocturna tardía | registrato il giorno dopo le 06:00: audit notturno tardivo
postings of the next day | Buchungen des nächsten Tages | écritures du lendemain | asientos del día siguiente | registrazioni del giorno dopo
postings with one tax | Buchungen mit einer Steuer | écritures avec une taxe | asientos con un impuesto | registrazioni con un'imposta
# postings with several taxes | # Buchungen mit mehreren Steuern | # écritures avec plusieurs taxes | # asientos con varios impuestos | # registrazioni con più imposte
their bases are not shown | ihre Bemessungsgrundlagen werden nicht gezeigt | leurs bases ne sont pas indiquées | sus bases no se muestran | le loro basi non sono indicate
property performance has nothing of this month | die Hotelkennzahlen haben nichts von diesem Monat | la performance de l'établissement n'a rien de ce mois | el rendimiento de la propiedad no tiene nada de este mes | la performance della struttura non ha nulla di questo mese
the month has the average of its days | der Monat hat den Durchschnitt seiner Tage | le mois a la moyenne de ses jours | el mes tiene el promedio de sus días | il mese ha la media dei suoi giorni
the report has no such breakdown | der Bericht hat keine solche Aufteilung | le rapport n'a pas cette répartition | el informe no tiene ese desglose | il rapporto non ha questa ripartizione
the list has no count | die Liste hat keine Anzahl | la liste n'a pas de nombre | la lista no tiene número | l'elenco non ha un numero
there are no company invoices | es gibt keine Firmenrechnungen | il n'y a pas de facture de société | no hay facturas de empresas | non ci sono fatture aziendali
there are no guests | es gibt keine Gäste | il n'y a pas de client | no hay huéspedes | non ci sono ospiti
there are no prepayments | es gibt keine Anzahlungen | il n'y a pas d'acompte | no hay anticipos | non ci sono acconti
no stay ended | kein Aufenthalt endete | aucun séjour ne s'est terminé | no terminó ninguna estancia | nessun soggiorno è terminato
no service is named: add --service | keine Leistung ist genannt: --service hinzufügen | aucune prestation n'est nommée : ajoutez --service | ningún servicio indicado: añada --service | nessun servizio indicato: aggiungere --service
units are sold that have no guest | es sind Einheiten ohne Gast verkauft | des unités sont vendues sans client | se venden unidades sin huésped | sono vendute unità senza ospite
# no-shows are sold, and are not room nights | # No-Shows sind verkauft und keine Zimmernächte | # no-shows sont vendus et ne sont pas des nuitées chambres | # no-shows están vendidos y no son noches de habitación | # no-show sono venduti e non sono notti camera
# no-shows are among the arrival units | # No-Shows sind unter den Anreise-Einheiten | # no-shows sont parmi les unités d'arrivée | # no-shows están entre las unidades de llegada | # no-show sono tra le unità in arrivo
# of # blocked units are sold, and not used by their group | # von # Kontingent-Einheiten sind verkauft und von ihrer Gruppe nicht genutzt | # unités bloquées sur # sont vendues et non utilisées par leur groupe | # de # unidades bloqueadas están vendidas y su grupo no las usa | # di # unità bloccate sono vendute e non usate dal loro gruppo
not charged: {nights} | nicht berechnet: {nights} | non facturées : {nights} | sin cargo: {nights} | non addebitate: {nights}
# more nights not charged | # weitere Nächte nicht berechnet | # autres nuits non facturées | # noches más sin cargo | altre # notti non addebitate
1 more night not charged | 1 weitere Nacht nicht berechnet | 1 autre nuit non facturée | 1 noche más sin cargo | un'altra notte non addebitata
# of # stays of one day are of bedrooms | # von # Tagesaufenthalten sind in Zimmern | # séjours d'une journée sur # concernent des chambres | # de # estancias de un día son de habitaciones | # soggiorni di un giorno su # sono di camere
# stays or folios | # Aufenthalte oder Gastkonten | # séjours ou folios | # estancias o folios | # soggiorni o conti
1 stay or folio | 1 Aufenthalt oder Gastkonto | 1 séjour ou folio | 1 estancia o folio | 1 soggiorno o conto
opening not known: before the first close, which begins on # | Anfangsbestand nicht bekannt: vor dem ersten Abschluss, der am # beginnt | ouverture non connue : avant la première clôture, qui commence le # | apertura desconocida: antes del primer cierre, que empieza el # | apertura non nota: prima della prima chiusura, che inizia il #
if it is day use, add --time-slice-definition with the over-night time slices | bei Tagesnutzung --time-slice-definition mit den Nacht-Zeitscheiben hinzufügen | s'il s'agit de day-use, ajoutez --time-slice-definition avec les tranches de nuit | si es uso diurno, añada --time-slice-definition con las franjas de noche | se è day-use, aggiunga --time-slice-definition con le fasce notturne
it is {} that is divided | geteilt wird: {} | c'est ceci qui est divisé : {} | se divide: {} | si divide: {}
it is exactly what was posted on # | es ist genau das, was am # gebucht wurde | c'est exactement ce qui a été passé le # | es exactamente lo contabilizado el # | è esattamente quanto registrato il #
# prepayments that are used or still held | # Anzahlungen, die verwendet oder noch gehalten werden | # acomptes utilisés ou encore détenus | # anticipos usados o aún retenidos | # acconti usati o ancora trattenuti
entries that are listed twice | doppelt gelistete Einträge | entrées listées deux fois | entradas que figuran dos veces | voci elencate due volte
orders of the month | Bestellungen des Monats | commandes du mois | pedidos del mes | ordini del mese
{invoice}, which is not among the company invoices | {invoice}, nicht unter den Firmenrechnungen | {invoice}, absente des factures de sociétés | {invoice}, que no está entre las facturas de empresas | {invoice}, non tra le fatture aziendali
# nights of stays without any posting | # Nächte von Aufenthalten ohne Buchung | # nuits de séjours sans écriture | # noches de estancias sin ningún asiento | # notti di soggiorni senza registrazioni
1 night of stays without any posting | 1 Nacht von Aufenthalten ohne Buchung | 1 nuit de séjours sans écriture | 1 noche de estancias sin ningún asiento | 1 notte di soggiorni senza registrazioni
{}: # in # postings | {}: # in # Buchungen | {} : # en # écritures | {}: # en # asientos | {}: # in # registrazioni
{}: # in 1 posting | {}: # in 1 Buchung | {} : # en 1 écriture | {}: # en 1 asiento | {}: # in 1 registrazione
country of residence | Wohnsitzland | pays de résidence | país de residencia | paese di residenza
purpose of travel | Reisezweck | motif de voyage | motivo del viaje | motivo del viaggio
nationality | Nationalität | nationalité | nacionalidad | nazionalità
Accommodation | Logis | Hébergement | Alojamiento | Alloggio
Group | Gruppe | Groupe | Grupo | Gruppo
Sales without a stay: folios of the hotel and of external guests | Verkäufe ohne Aufenthalt: Konten des Hotels und externer Gäste | Ventes sans séjour : folios de l'hôtel et de clients externes | Ventas sin estancia: folios del hotel y de clientes externos | Vendite senza soggiorno: conti dell'hotel e di ospiti esterni
Further charges of the same night and account | Weitere Leistungen derselben Nacht und desselben Kontos | Autres prestations de la même nuit et du même compte | Otros cargos de la misma noche y cuenta | Altri addebiti della stessa notte e dello stesso conto
month | Monat | mois | mes | mese
entries | Einträge | entrées | entradas | voci
postings in # | Buchungen in # | écritures en # | asientos en # | registrazioni in #
# stays that are over and settled | # Aufenthalte, die beendet und beglichen sind | # séjours terminés et réglés | # estancias terminadas y saldadas | # soggiorni conclusi e saldati
VAT on revenue | Umsatzsteuer auf Umsatz | TVA sur le chiffre d'affaires | IVA sobre ingresos | IVA sui ricavi
VAT on prepayments | Umsatzsteuer auf Anzahlungen | TVA sur les acomptes | IVA sobre anticipos | IVA sugli acconti
rounding of # postings | Rundung von # Buchungen | arrondi de # écritures | redondeo de # asientos | arrotondamento di # registrazioni
# on # days is not explained by any step: services that are not in the rate, or another price than booked | # an # Tagen erklärt kein Schritt: Leistungen außerhalb der Rate oder ein anderer Preis als reserviert | # sur # jours n'est expliqué par aucune étape : prestations hors tarif ou prix différent de la réservation | # en # días no lo explica ningún paso: servicios fuera de la tarifa u otro precio que el reservado | # in # giorni non è spiegato da alcun passo: servizi fuori tariffa o un prezzo diverso da quello prenotato
# on 1 day is not explained by any step: services that are not in the rate, or another price than booked | # an 1 Tag erklärt kein Schritt: Leistungen außerhalb der Rate oder ein anderer Preis als reserviert | # sur 1 jour n'est expliqué par aucune étape : prestations hors tarif ou prix différent de la réservation | # en 1 día no lo explica ningún paso: servicios fuera de la tarifa u otro precio que el reservado | # in 1 giorno non è spiegato da alcun passo: servizi fuori tariffa o un prezzo diverso da quello prenotato
bedrooms, over night | Zimmer, über Nacht | chambres, avec nuitée | habitaciones, con pernoctación | camere, con pernottamento
units | Einheiten | unités | unidades | unità
beds and seats | Betten und Plätze | lits et places | camas y plazas | letti e posti
sold units | verkaufte Einheiten | unités vendues | unidades vendidas | unità vendute
sold beds and seats | verkaufte Betten und Plätze | lits et places vendus | camas y plazas vendidas | letti e posti venduti
unsold beds and seats | unverkaufte Betten und Plätze | lits et places invendus | camas y plazas no vendidas | letti e posti invenduti
units out of order | gesperrte Einheiten | unités hors service | unidades fuera de servicio | unità fuori servizio
beds and seats out of order | gesperrte Betten und Plätze | lits et places hors service | camas y plazas fuera de servicio | letti e posti fuori servizio
tentatively blocked units | unverbindlich geblockte Einheiten | unités bloquées provisoirement | unidades bloqueadas provisionalmente | unità bloccate provvisoriamente
tentatively blocked beds and seats | unverbindlich geblockte Betten und Plätze | lits et places bloqués provisoirement | camas y plazas bloqueadas provisionalmente | letti e posti bloccati provvisoriamente
definitely blocked units | fest geblockte Einheiten | unités bloquées fermement | unidades bloqueadas en firme | unità bloccate definitivamente
optionally blocked units | optional geblockte Einheiten | unités bloquées en option | unidades bloqueadas en opción | unità bloccate in opzione
departures | Abreisen | départs | salidas | partenze
no-shows | No-Shows | no-shows | no-shows | no-show
cancellations | Stornierungen | annulations | cancelaciones | cancellazioni
revenue of sold units | Umsatz verkaufter Einheiten | chiffre d'affaires des unités vendues | ingresos de unidades vendidas | ricavi delle unità vendute
accommodation revenue | Logisumsatz | chiffre d'affaires hébergement | ingresos por alojamiento | ricavi camere
food and beverages revenue | Umsatz Speisen und Getränke | chiffre d'affaires restauration | ingresos por alimentos y bebidas | ricavi cibi e bevande
other revenue | sonstiger Umsatz | autre chiffre d'affaires | otros ingresos | altri ricavi
gross {} | {} brutto | {} brut | {} bruto | {} lordo
net {} | {} netto | {} net | {} neto | {} netto
{}: month, sum of days | {}: Monat, Summe der Tage | {} : mois, somme des jours | {}: mes, suma de los días | {}: mese, somma dei giorni
{}: days, sum of unit groups | {}: Tage, Summe der Kategorien | {} : jours, somme des catégories | {}: días, suma de los grupos de unidades | {}: giorni, somma dei gruppi di unità
{}: #, sum of unit groups | {}: #, Summe der Kategorien | {} : #, somme des catégories | {}: #, suma de los grupos de unidades | {}: #, somma dei gruppi di unità
#: {} | #: {} | # : {} | #: {} | #: {}
{} by {} | {} nach {} | {} par {} | {} por {} | {} per {}
{account}, gross | {account}, brutto | {account}, brut | {account}, bruto | {account}, lordo
{account}, net | {account}, netto | {account}, net | {account}, neto | {account}, netto
{subject} differs by the same amount ({}) | {subject} weicht um denselben Betrag ab ({}) | {subject} diffère du même montant ({}) | {subject} difiere en el mismo importe ({}) | {subject} differisce dello stesso importo ({})
see {entry} ({}: {subject}) | siehe {entry} ({}: {subject}) | voir {entry} ({} : {subject}) | véase {entry} ({}: {subject}) | vedi {entry} ({}: {subject})
a posting may be missing in the ledger, or be too low | im Journal fehlt vielleicht eine Buchung oder ist zu niedrig | une écriture manque peut-être dans le journal, ou est trop faible | puede faltar un asiento en el libro diario o ser demasiado bajo | nel giornale può mancare una registrazione o essere troppo bassa
a posting of the ledger may be listed twice, or be too high | eine Buchung des Journals ist vielleicht doppelt oder zu hoch | une écriture du journal est peut-être en double, ou trop élevée | un asiento del libro diario puede estar duplicado o ser demasiado alto | una registrazione del giornale può essere doppia o troppo alta
# %: ledger, recomputed line by line | # %: Journal, Zeile für Zeile berechnet | # % : journal, recalculé ligne par ligne | # %: libro diario, recalculado línea a línea | # %: giornale, ricalcolato riga per riga
# %: ledger, revenues | # %: Journal, Umsätze | # % : journal, chiffre d'affaires | # %: libro diario, ingresos | # %: giornale, ricavi
{account}, all rates: ledger, revenues | {account}, alle Sätze: Journal, Umsätze | {account}, tous les taux : journal, chiffre d'affaires | {account}, todos los tipos: libro diario, ingresos | {account}, tutte le aliquote: giornale, ricavi
{account}: # %, not # % | {account}: # %, nicht # % | {account} : # %, et non # % | {account}: # %, no # % | {account}: # %, non # %
the gross amounts agree: a posting may have another rate of VAT | die Bruttobeträge stimmen überein: Eine Buchung hat vielleicht einen anderen Steuersatz | les montants bruts concordent : une écriture a peut-être un autre taux de TVA | los importes brutos coinciden: un asiento puede tener otro tipo de IVA | gli importi lordi concordano: una registrazione può avere un'altra aliquota IVA
postings may be missing, listed twice, or at another rate | Buchungen fehlen vielleicht, sind doppelt oder haben einen anderen Satz | des écritures manquent peut-être, sont en double ou à un autre taux | puede que falten asientos, estén duplicados o tengan otro tipo | registrazioni possono mancare, essere doppie o avere un'altra aliquota
{} / {} | {} / {} | {} / {} | {} / {} | {} / {}
{id} {}: {} | {id} {}: {} | {id} {} : {} | {id} {}: {} | {id} {}: {}
`;
