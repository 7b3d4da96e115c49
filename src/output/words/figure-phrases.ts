/** Phrases of headings and rows, and of the titles of reports. */
export const figurePhrases = `
Occupancy | Belegung | Taux d'occupation | Ocupación | Occupazione
Occ. | Bel. | T.O. | Ocup. | Occ.
ADR | ADR | ADR | ADR | ADR
RevPAR | RevPAR | RevPAR | RevPAR | RevPAR
Revenue | Umsatz | Chiffre d'affaires | Ingresos | Ricavi
Room revenue | Logisumsatz | Chiffre d'affaires hébergement | Ingresos por alojamiento | Ricavi camere
Unit revenue | Zimmererlös | Chiffre d'affaires chambres | Ingresos por habitación | Ricavi unità
F&B revenue | F&B-Umsatz | Chiffre d'affaires restauration | Ingresos de A&B | Ricavi F&B
Other revenue | Sonstiger Umsatz | Autre chiffre d'affaires | Otros ingresos | Altri ricavi
Revenues | Umsätze | Chiffre d'affaires | Ingresos | Ricavi
Revenue gross | Umsatz brutto | Chiffre d'affaires TTC | Ingresos brutos | Ricavi lordi
Revenue net | Umsatz netto | Chiffre d'affaires HT | Ingresos netos | Ricavi netti
Revenue net by account | Umsatz netto nach Konto | Chiffre d'affaires HT par compte | Ingresos netos por cuenta | Ricavi netti per conto
Revenue per day | Umsatz pro Tag | Chiffre d'affaires par jour | Ingresos por día | Ricavi al giorno
ADR gross | ADR brutto | ADR TTC | ADR bruto | ADR lordo
ADR net | ADR netto | ADR HT | ADR neto | ADR netto
Sold | Verkauft | Vendues | Vendidas | Vendute
Room nights | Zimmernächte | Nuitées chambres | Noches de habitación | Notti camera
Bed nights | Übernachtungen | Nuitées | Pernoctaciones | Pernottamenti
Units sold | Verkaufte Einheiten | Unités vendues | Unidades vendidas | Unità vendute
Units sold per day | Verkaufte Einheiten pro Tag | Unités vendues par jour | Unidades vendidas por día | Unità vendute al giorno
Unit | Zimmer | Unité | Unidad | Unità
Unsold | Frei | Invendues | Sin vender | Invendute
Available | Verfügbar | Disponibles | Disponibles | Disponibili
House | Bestand | Parc | Inventario | Inventario
Out of order | Außer Betrieb | Hors service | Fuera de servicio | Fuori servizio
Tentatively blocked | Vorläufig geblockt | Option provisoire | Bloqueo provisional | Blocco provvisorio
Definitely blocked | Fest geblockt | Bloc confirmé | Bloqueo definitivo | Blocco definitivo
Optionally blocked | Optional geblockt | Bloc optionnel | Bloqueo opcional | Blocco opzionale
Arrivals | Anreisen | Arrivées | Llegadas | Arrivi
Departures | Abreisen | Départs | Salidas | Partenze
No-shows | No-Shows | No-shows | No-shows | No-show
Cancellations | Stornierungen | Annulations | Cancelaciones | Cancellazioni
gross | brutto | TTC | bruto | lordo
net | netto | HT | neto | netto
pts | Pp. | pts | pp | pp
actual | Ergebnis | réalisé | real | consuntivo
on the books | im Buchungsstand | au portefeuille | en cartera | in portafoglio
On the books | Buchungsstand | Portefeuille | En cartera | In portafoglio
Occupancy on the books | Belegung im Buchungsstand | Taux d'occupation en portefeuille | Ocupación en cartera | Occupazione in portafoglio
Basis | Basis | Base | Base | Base
Compared from | Verglichen ab | Comparé à partir du | Comparado desde | Confrontato dal
Compared to | Verglichen bis | Comparé jusqu'au | Comparado hasta | Confrontato al
Earlier snapshot | Früherer Stand | Instantané antérieur | Instantánea anterior | Istantanea precedente
Later snapshot | Späterer Stand | Instantané ultérieur | Instantánea posterior | Istantanea successiva
Pick-up of 1 day | Pick-up von 1 Tag | Pick-up d'un jour | Pick-up de 1 día | Pick-up di 1 giorno
Pick-up of 1 day since | Pick-up von 1 Tag seit | Pick-up d'un jour depuis | Pick-up de 1 día desde | Pick-up di 1 giorno dal
Pick-up of 1 day: revenue | Pick-up von 1 Tag: Umsatz | Pick-up d'un jour : chiffre d'affaires | Pick-up de 1 día: ingresos | Pick-up di 1 giorno: ricavi
Pick-up of 7 days since | Pick-up von 7 Tagen seit | Pick-up de 7 jours depuis | Pick-up de 7 días desde | Pick-up di 7 giorni dal
Pick-up of 7 days: revenue | Pick-up von 7 Tagen: Umsatz | Pick-up de 7 jours : chiffre d'affaires | Pick-up de 7 días: ingresos | Pick-up di 7 giorni: ricavi
Pick-up of 7 days | Pick-up von 7 Tagen | Pick-up de 7 jours | Pick-up de 7 días | Pick-up di 7 giorni
Pick-up | Pick-up | Pick-up | Pick-up | Pick-up
Pace | Pace | Pace | Pace | Pace
Morning page | Morgenbericht | Rapport du matin | Informe matinal | Rapporto del mattino
Good morning | Guten Morgen | Bonjour | Buenos días | Buongiorno
Yesterday | Gestern | Hier | Ayer | Ieri
yesterday | gestern | hier | ayer | ieri
Month to date | Monat bis heute | Mois à ce jour | Mes hasta la fecha | Mese a oggi
month to date | Monat bis heute | mois à ce jour | mes hasta la fecha | mese a oggi
Next # days | Nächste # Tage | # prochains jours | Próximos # días | Prossimi # giorni
next # days | nächste # Tage | # prochains jours | próximos # días | prossimi # giorni
result | Ergebnis | réalisé | resultado | consuntivo
final result | Endergebnis | réalisé final | resultado final | consuntivo finale
no figures | keinen Zahlen | aucun chiffre | ninguna cifra | nessun dato
last year | Vorjahr | année précédente | año anterior | anno precedente
against last year | gegenüber Vorjahr | par rapport à l'année précédente | frente al año anterior | rispetto all'anno precedente
now | jetzt | actuel | ahora | ora
then | damals | avant | entonces | allora
before | vorher | avant | antes | prima
change | Veränderung | variation | variación | variazione
Change | Veränderung | Variation | Variación | Variazione
pick-up | Pick-up | pick-up | pick-up | pick-up
versus | Vergleich | comparaison | comparación | confronto
difference | Differenz | différence | diferencia | differenza
Pick-up: units sold | Pick-up: verkaufte Einheiten | Pick-up : unités vendues | Pick-up: unidades vendidas | Pick-up: unità vendute
Compared with | Verglichen mit | Comparé à | Comparado con | Confrontato con
Compares | Vergleich | Comparaison | Comparación | Confronto
Days before | Tage vorher | Jours avant | Días antes | Giorni prima
Total | Gesamt | Total | Total | Totale
Total of # rows | Gesamt von # Zeilen | Total de # lignes | Total de # filas | Totale di # righe
Total of # of # properties | Gesamt von # von # Hotels | Total de # établissements sur # | Total de # de # propiedades | Totale di # strutture su #
Average | Durchschnitt | Moyenne | Media | Media
Hotel | Hotel | Hôtel | Hotel | Hotel
Hotels | Hotels | Hôtels | Hoteles | Hotel
# hotels | # Hotels | # hôtels | # hoteles | # hotel
Property | Hotel | Établissement | Propiedad | Struttura
# properties | # Hotels | # établissements | # propiedades | # strutture
Name | Name | Nom | Nombre | Nome
Rank | Rang | Rang | Puesto | Posizione
Unit group | Zimmerkategorie | Catégorie d'unités | Grupo de unidades | Gruppo di unità
Unit group id | Kategorie-ID | Identifiant de catégorie | Id. de grupo | ID gruppo
Day | Tag | Jour | Día | Giorno
Days | Tage | Jours | Días | Giorni
Stay date | Aufenthaltstag | Date de séjour | Fecha de estancia | Data di soggiorno
Week | Woche | Semaine | Semana | Settimana
Week of | Woche vom | Semaine du | Semana del | Settimana del
Month | Monat | Mois | Mes | Mese
Weekday | Wochentag | Jour de la semaine | Día de la semana | Giorno della settimana
Year | Jahr | Année | Año | Anno
Date | Datum | Date | Fecha | Data
Period | Zeitraum | Période | Período | Periodo
From | Von | Du | Desde | Dal
To | Bis | Au | Hasta | Al
Then from | Damals von | Avant, du | Entonces desde | Allora dal
Then to | Damals bis | Avant, au | Entonces hasta | Allora al
to | bis | au | a | al
Rows | Zeilen | Lignes | Filas | Righe
# rows | # Zeilen | # lignes | # filas | # righe
# row | # Zeile | # ligne | # fila | # riga
not only bedrooms are counted: {units} | nicht nur Zimmer sind gezählt: {units} | pas uniquement des chambres sont comptées : {units} | no solo se cuentan habitaciones: {units} | non sono conteggiate solo camere: {units}
RevPAR is computed from net revenue, and the platform's figure is gross: {units} | RevPAR ist aus dem Nettoumsatz berechnet, und der Wert der Plattform ist brutto: {units} | le RevPAR est calculé à partir du chiffre d'affaires HT, et celui de la plateforme est TTC : {units} | el RevPAR se calcula con los ingresos netos, y el de la plataforma es bruto: {units} | il RevPAR è calcolato dai ricavi netti, e quello della piattaforma è lordo: {units}
RevPAR is computed from gross revenue, and the platform's figure is net: {units} | RevPAR ist aus dem Bruttoumsatz berechnet, und der Wert der Plattform ist netto: {units} | le RevPAR est calculé à partir du chiffre d'affaires TTC, et celui de la plateforme est HT : {units} | el RevPAR se calcula con los ingresos brutos, y el de la plataforma es neto: {units} | il RevPAR è calcolato dai ricavi lordi, e quello della piattaforma è netto: {units}
RevPAR is the platform's figure, which agrees with neither net nor gross revenue: {units} | RevPAR ist der Wert der Plattform, der weder zum Netto- noch zum Bruttoumsatz passt: {units} | le RevPAR est celui de la plateforme, qui ne correspond ni au chiffre d'affaires HT ni au TTC : {units} | el RevPAR es el de la plataforma, que no coincide ni con los ingresos netos ni con los brutos: {units} | il RevPAR è quello della piattaforma, che non corrisponde né ai ricavi netti né ai lordi: {units}
RevPAR stays empty, because the platform's figure agrees with neither net nor gross revenue: {units} | RevPAR bleibt leer, weil der Wert der Plattform weder zum Netto- noch zum Bruttoumsatz passt: {units} | le RevPAR reste vide, car celui de la plateforme ne correspond ni au chiffre d'affaires HT ni au TTC : {units} | el RevPAR queda vacío, porque el de la plataforma no coincide ni con los ingresos netos ni con los brutos: {units} | il RevPAR resta vuoto, perché quello della piattaforma non corrisponde né ai ricavi netti né ai lordi: {units}
all unit groups are counted | alle Kategorien sind gezählt | toutes les catégories d'unités sont comptées | se cuentan todos los grupos de unidades | sono conteggiati tutti i gruppi di unità
Note | Hinweis | Remarque | Nota | Nota
No rows. | Keine Zeilen. | Aucune ligne. | Sin filas. | Nessuna riga.
Overview | Überblick | Aperçu | Resumen | Panoramica
Section | Abschnitt | Section | Sección | Sezione
Contents | Inhalt | Contenu | Contenido | Contenuto
Created | Erstellt | Créé | Creado | Creato
By day | Nach Tag | Par jour | Por día | Per giorno
Table | Tabelle | Tableau | Tabla | Tabella
Currency | Währung | Devise | Moneda | Valuta
Breakdown | Aufteilung | Répartition | Desglose | Ripartizione
Key | Schlüssel | Clé | Clave | Chiave
Number | Zahl | Nombre | Número | Numero
Share | Anteil | Part | Cuota | Quota
Adults | Erwachsene | Adultes | Adultos | Adulti
Children | Kinder | Enfants | Niños | Bambini
Guest | Gast | Client | Huésped | Ospite
Travel purpose | Reisezweck | Motif du voyage | Motivo del viaje | Motivo del viaggio
Business | Geschäftlich | Affaires | Negocios | Affari
Leisure | Privat | Loisirs | Ocio | Tempo libero
unknown | unbekannt | inconnu | desconocido | sconosciuto
Nationality | Nationalität | Nationalité | Nacionalidad | Nazionalità
Country of residence | Wohnsitzland | Pays de résidence | País de residencia | Paese di residenza
Account | Konto | Compte | Cuenta | Conto
Amount | Betrag | Montant | Importe | Importo
Debited | Soll | Débit | Debe | Dare
Credited | Haben | Crédit | Haber | Avere
Command | Vorgang | Opération | Operación | Operazione
Reference | Referenz | Référence | Referencia | Riferimento
Entry | Buchung | Écriture | Asiento | Registrazione
Reservation | Reservierung | Réservation | Reserva | Prenotazione
Company | Firma | Société | Empresa | Azienda
Tax id | Steuernummer | Numéro fiscal | NIF | Partita IVA
Invoice | Rechnung | Facture | Factura | Fattura
Subtotal | Zwischensumme | Sous-total | Subtotal | Subtotale
Outstanding | Offen | Restant dû | Pendiente | In sospeso
Tax | Steuer | Taxe | Impuesto | Imposta
VAT | MwSt. | TVA | IVA | IVA
VAT type | MwSt.-Art | Type de TVA | Tipo de IVA | Tipo di IVA
no VAT | ohne MwSt. | sans TVA | sin IVA | senza IVA
normal | normal | normal | general | ordinaria
reduced | ermäßigt | réduit | reducido | ridotta
very reduced | stark ermäßigt | très réduit | superreducido | minima
Service | Leistung | Prestation | Servicio | Servizio
Count | Menge | Quantité | Cantidad | Quantità
Status | Status | Statut | Estado | Stato
Property performance | Hotelkennzahlen | Performance de l'établissement | Rendimiento del hotel | Performance della struttura
Company invoices VAT | MwSt. der Firmenrechnungen | TVA des factures aux sociétés | IVA de facturas a empresas | IVA fatture aziendali
Gross transactions | Bruttobuchungen | Transactions brutes | Transacciones brutas | Transazioni lorde
Ordered services | Bestellte Leistungen | Prestations commandées | Servicios pedidos | Servizi ordinati
en | de | fr | es | it
`;
