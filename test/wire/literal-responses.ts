import { wordsOf } from '../words.ts';

/**
 * Requests and responses of the reports, typed from platform.md and never from src/: client and sandbox share the
 * definitions, so a wrong name passes every derived test and must fail here.
 */
export interface LiteralExchange {
  readonly report: string;
  readonly flags: readonly string[];
  readonly method: string;
  readonly query: string;
  readonly body: string;
  /** Lines of the CSV of the default view, header first. */
  readonly csv: readonly string[];
  /** The other views, by name. */
  readonly views?: Readonly<Record<string, { readonly query?: string; readonly csv: readonly string[] }>>;
}

const measures = (sold: number) => `
  "houseCount": 100, "houseItemsCount": 200, "soldCount": ${sold}, "soldItemsCount": 120, "unsoldCount": ${98 - sold},
  "unsoldItemsCount": 76, "outOfOrderCount": 2, "outOfOrderItemsCount": 4, "tentativelyBlockedCount": 3,
  "tentativelyBlockedItemsCount": 6, "definitelyBlockedCount": 5, "optionallyBlockedCount": 1, "arrivalsCount": 20,
  "departuresCount": 18, "noShowsCount": 1, "cancellationsCount": 2, "occupancyPercentage": 61.0,
  "grossUnitRevenue": {"amount": 6000.00, "currency": "EUR"}, "netUnitRevenue": {"amount": 5607.48, "currency": "EUR"},
  "grossAccommodationRevenue": {"amount": 6000.10, "currency": "EUR"},
  "netAccommodationRevenue": {"amount": 5607.57, "currency": "EUR"},
  "grossFoodAndBeveragesRevenue": {"amount": 700, "currency": "EUR"},
  "netFoodAndBeveragesRevenue": {"amount": 588.24, "currency": "EUR"},
  "grossOtherRevenue": {"amount": 0, "currency": "EUR"}, "netOtherRevenue": {"amount": -0.5, "currency": "EUR"},
  "grossAdr": {"amount": 98.36, "currency": "EUR"}, "netAdr": {"amount": 91.93, "currency": "EUR"},
  "revPar": {"amount": 57.22, "currency": "EUR"}`;

const measureColumns =
  'houseCount,houseItemsCount,soldCount,soldItemsCount,unsoldCount,unsoldItemsCount,outOfOrderCount,' +
  'outOfOrderItemsCount,tentativelyBlockedCount,tentativelyBlockedItemsCount,definitelyBlockedCount,' +
  'optionallyBlockedCount,arrivalsCount,departuresCount,noShowsCount,cancellationsCount,occupancyPercentage,' +
  'grossUnitRevenue.amount,grossUnitRevenue.currency,netUnitRevenue.amount,netUnitRevenue.currency,' +
  'grossAccommodationRevenue.amount,grossAccommodationRevenue.currency,netAccommodationRevenue.amount,' +
  'netAccommodationRevenue.currency,grossFoodAndBeveragesRevenue.amount,grossFoodAndBeveragesRevenue.currency,' +
  'netFoodAndBeveragesRevenue.amount,netFoodAndBeveragesRevenue.currency,grossOtherRevenue.amount,' +
  'grossOtherRevenue.currency,netOtherRevenue.amount,netOtherRevenue.currency,grossAdr.amount,grossAdr.currency,' +
  'netAdr.amount,netAdr.currency,revPar.amount,revPar.currency';

const measureCells = (sold: number) =>
  `100,200,${sold},120,${98 - sold},76,2,4,3,6,5,1,20,18,1,2,61,6000,EUR,5607.48,EUR,6000.1,EUR,5607.57,EUR,` +
  '700,EUR,588.24,EUR,0,EUR,-0.5,EUR,98.36,EUR,91.93,EUR,57.22,EUR';

const guestCounts = `
  "travelPurposeBreakdown": [{"purpose": "Business", "number": 4, "percent": 100.0, "reservationIds": ["RES-1"]}],
  "nationalityBreakdown": [{"number": 4, "percent": 100.0}],
  "countryOfResidenceBreakdown": null`;

export const literalExchanges: readonly LiteralExchange[] = [
  {
    report: 'gross-transactions',
    flags: ['--date-filter', 'gte_2026-10-01', '--date-filter', 'lt_2026-11-01', '--reference', 'RES-1'],
    method: 'POST',
    query: 'propertyId=MUC&dateFilter=gte_2026-10-01&dateFilter=lt_2026-11-01&reference=RES-1',
    body: `{"transactions": [{
      "timestamp": "2026-10-02T08:15:30.1234567Z", "date": "2026-10-01",
      "debitedAccount": {"name": "Receivables", "number": "1200", "parentNumber": null, "type": "Receivables"},
      "creditedAccount": {"name": "Rooms", "number": "8400", "type": "Revenues"},
      "command": "PostCharge", "currency": "EUR", "grossAmount": 107.00, "netAmount": 100.00,
      "receipt": {"type": "Reservation", "number": "RES-1"}, "sourceEntryNumber": "E-1", "reference": "RES-1",
      "referenceType": "Guest", "taxes": [{"type": "Reduced", "percent": 7.0, "amount": 7.00}],
      "reservation": {"id": "RES-1", "status": "CheckedOut", "arrival": "2026-10-01T15:00:00+02:00", "departure": "2026-10-02T11:00:00+02:00"}
    }], "count": 1}`,
    csv: [
      'propertyId,timestamp,date,debitedAccount.name,debitedAccount.number,debitedAccount.parentNumber,' +
        'debitedAccount.type,creditedAccount.name,creditedAccount.number,creditedAccount.parentNumber,' +
        'creditedAccount.type,command,currency,grossAmount,netAmount,receipt.type,receipt.number,sourceEntryNumber,' +
        'reference,referenceType,reservation.id,reservation.status,reservation.arrival,reservation.departure',
      'MUC,2026-10-02T08:15:30.1234567Z,2026-10-01,Receivables,1200,,Receivables,Rooms,8400,,Revenues,PostCharge,EUR,' +
        '107,100,Reservation,RES-1,E-1,RES-1,Guest,RES-1,CheckedOut,2026-10-01T15:00:00+02:00,2026-10-02T11:00:00+02:00',
    ],
    views: {
      taxes: {
        csv: ['propertyId,sourceEntryNumber,type,percent,amount,currency', 'MUC,E-1,Reduced,7,7,EUR'],
      },
    },
  },
  {
    report: 'ordered-services',
    flags: ['--service', 'MUC-BRKF', '--service', 'MUC-PARK', '--from', '2026-10-01', '--to', '2026-10-08'],
    method: 'GET',
    query: 'propertyId=MUC&serviceIds=MUC-BRKF&serviceIds=MUC-PARK&from=2026-10-01&to=2026-10-08',
    body: `{"orderedServices": [{
      "id": "MUC-BRKF", "code": "BRKF", "name": "Breakfast", "serviceDate": "2026-10-01", "count": 2,
      "guest": {"title": "Dr", "gender": null, "firstName": "Zoë", "middleInitial": null, "lastName": "Ødegård"},
      "reservation": {"id": "RES-1", "arrival": "2026-10-01T15:00:00+02:00", "departure": "2026-10-03T11:00:00+02:00", "persons": 2},
      "booking": {"id": "BOOK-1"}, "unit": {"id": "U-1", "name": "101"},
      "unitGroup": {"id": "MUC-DBL", "code": "DBL", "name": "Double"}, "amount": {"amount": 36.00, "currency": "EUR"}
    }], "count": 1}`,
    csv: [
      'propertyId,id,code,name,serviceDate,count,guest.title,guest.gender,guest.firstName,guest.middleInitial,' +
        'guest.lastName,reservation.id,reservation.arrival,reservation.departure,reservation.persons,booking.id,' +
        'unit.id,unit.name,unitGroup.id,unitGroup.code,unitGroup.name,amount.amount,amount.currency',
      'MUC,MUC-BRKF,BRKF,Breakfast,2026-10-01,2,Dr,,Zoë,,Ødegård,RES-1,2026-10-01T15:00:00+02:00,' +
        '2026-10-03T11:00:00+02:00,2,BOOK-1,U-1,101,MUC-DBL,DBL,Double,36,EUR',
    ],
  },
  {
    report: 'room-nights',
    flags: ['--month', '10', '--year', '2026'],
    method: 'GET',
    query: 'propertyId=MUC&month=10&year=2026',
    body: `{"total": 4, ${guestCounts}}`,
    csv: wordsOf(`propertyId,year,month,breakdown,key,number,percent MUC,2026,10,total,,4,
      MUC,2026,10,travelPurpose,Business,4,100 MUC,2026,10,nationality,unknown,4,100`),
    views: {
      reservations: {
        csv: [
          'propertyId,year,month,breakdown,key,reservationId',
          'MUC,2026,10,travelPurpose,Business,RES-1',
        ],
      },
    },
  },
  {
    report: 'bed-nights',
    flags: ['--month', '2', '--year', '2024'],
    method: 'GET',
    query: 'propertyId=MUC&month=2&year=2024',
    body: `{"total": 4, ${guestCounts}}`,
    csv: wordsOf(`propertyId,year,month,breakdown,key,number,percent MUC,2024,2,total,,4,
      MUC,2024,2,travelPurpose,Business,4,100 MUC,2024,2,nationality,unknown,4,100`),
  },
  {
    report: 'arrivals',
    flags: ['--month', '10', '--year', '2026'],
    method: 'GET',
    query: 'propertyId=MUC&month=10&year=2026',
    body: `{"total": 4, "totalAdults": 3, "totalChildren": 1, ${guestCounts}}`,
    csv: wordsOf(`propertyId,year,month,breakdown,key,number,percent MUC,2026,10,total,,4, MUC,2026,10,totalAdults,,3,
      MUC,2026,10,totalChildren,,1, MUC,2026,10,travelPurpose,Business,4,100
      MUC,2026,10,nationality,unknown,4,100`),
  },
  {
    report: 'property-performance',
    flags: wordsOf(
      `--from 2026-10-01 --to 2026-10-31 --company C1 --company C2 --rate-plan RP
        --unit-group-type BedRoom --unit-group UG --time-slice-definition TS --channel-code Direct
        --channel-code Ibe --source Web --market-segment MS --travel-purpose Business`,
    ),
    method: 'GET',
    query:
      'propertyId=MUC&from=2026-10-01&to=2026-10-31&companyIds=C1&companyIds=C2&ratePlanIds=RP&unitGroupTypes=BedRoom' +
      '&unitGroupIds=UG&timeSliceDefinitionIds=TS&channelCodes=Direct&channelCodes=Ibe&sources=Web' +
      '&marketSegmentIds=MS&travelPurpose=Business',
    body: `{${measures(61)}, "businessDays": [{${measures(60)}, "businessDay": "2026-10-01", "unitGroups": [
      {${measures(59)}, "unitGroup": {"id": "MUC-DBL", "code": "DBL", "name": "Double", "description": null, "type": "BedRoom"}}
    ]}]}`,
    csv: [`propertyId,from,to,${measureColumns}`, `MUC,2026-10-01,2026-10-31,${measureCells(61)}`],
    views: {
      days: {
        query: '&expand=businessDays',
        csv: [
          `propertyId,from,to,businessDay,${measureColumns}`,
          `MUC,2026-10-01,2026-10-31,2026-10-01,${measureCells(60)}`,
        ],
      },
      'unit-groups': {
        query: '&expand=businessDays',
        csv: [
          'propertyId,from,to,businessDay,unitGroup.id,unitGroup.code,unitGroup.name,unitGroup.description,' +
            `unitGroup.type,${measureColumns}`,
          `MUC,2026-10-01,2026-10-31,2026-10-01,MUC-DBL,DBL,Double,,BedRoom,${measureCells(59)}`,
        ],
      },
    },
  },
  {
    report: 'company-invoices-vat',
    flags: ['--company', 'C1', '--date-filter', 'gte_2026-10-01', '--date-filter', 'lte_2026-10-31'],
    method: 'GET',
    query: 'propertyId=MUC&companyIds=C1&dateFilter=gte_2026-10-01&dateFilter=lte_2026-10-31',
    body: `{"companyInvoices": [{
      "company": {"id": "C1", "code": "ACME", "name": "ACME \\"Hotels\\" GmbH", "taxId": null, "address": {
        "addressLine1": "Ring 1", "addressLine2": null, "postalCode": "80331", "city": "München", "regionCode": null, "countryCode": "DE"}},
      "invoice": {"number": "1-2026", "date": "2026-10-05", "subTotal": {"amount": 119.00, "currency": "EUR"},
        "outstandingPayment": {"amount": -19.9, "currency": "EUR"},
        "taxDetails": [{"vatType": "Normal", "vatPercent": 19.0, "net": {"amount": 100.0, "currency": "EUR"}, "tax": {"amount": 19.0, "currency": "EUR"}}]}
    }], "count": 1}`,
    csv: [
      'propertyId,company.id,company.code,company.name,company.taxId,company.address.addressLine1,' +
        'company.address.addressLine2,company.address.postalCode,company.address.city,company.address.regionCode,' +
        'company.address.countryCode,invoice.number,invoice.date,invoice.subTotal.amount,invoice.subTotal.currency,' +
        'invoice.outstandingPayment.amount,invoice.outstandingPayment.currency',
      'MUC,C1,ACME,"ACME ""Hotels"" GmbH",,Ring 1,,80331,München,,DE,1-2026,2026-10-05,119,EUR,-19.9,EUR',
    ],
    views: {
      taxes: {
        csv: [
          'propertyId,company.id,company.code,company.name,invoice.number,invoice.date,vatType,vatPercent,net.amount,' +
            'net.currency,tax.amount,tax.currency',
          'MUC,C1,ACME,"ACME ""Hotels"" GmbH",1-2026,2026-10-05,Normal,19,100,EUR,19,EUR',
        ],
      },
    },
  },
  {
    report: 'revenues',
    flags: ['--from', '2026-10-01', '--to', '2026-11-01', '--language-code', 'de'],
    method: 'GET',
    query: 'propertyId=MUC&from=2026-10-01&to=2026-11-01&languageCode=de',
    body: `{"account": {"name": "Erlöse", "number": "8000", "parentNumber": null, "type": "Revenues"},
      "netAmount": {"amount": 150.5, "currency": "EUR"}, "grossAmount": {"amount": 170, "currency": "EUR"},
      "children": [{"account": {"name": "Logis", "number": "8400", "parentNumber": "8000", "type": "Revenues"},
        "netAmount": {"amount": 150.5, "currency": "EUR"}, "grossAmount": {"amount": 170, "currency": "EUR"}, "children": null}]}`,
    csv: [
      'propertyId,from,to,depth,account.name,account.number,account.parentNumber,account.type,netAmount.amount,' +
        'netAmount.currency,grossAmount.amount,grossAmount.currency',
      'MUC,2026-10-01,2026-11-01,0,Erlöse,8000,,Revenues,150.5,EUR,170,EUR',
      'MUC,2026-10-01,2026-11-01,1,Logis,8400,8000,Revenues,150.5,EUR,170,EUR',
    ],
  },
];

/** The offers of a service for two nights, from platform.md too. */
export const literalServices = `{"services": [{
  "service": {"id": "SRV-1", "name": "Breakfast", "pricingUnit": "Person"},
  "count": 2,
  "totalAmount": {"grossAmount": 76.00, "netAmount": 63.86},
  "prePaymentGrossAmount": {"amount": 76.00, "currency": "EUR"},
  "fees": [],
  "dates": [
    {"serviceDate": "2026-12-01", "amount": {"grossAmount": 38.00, "netAmount": 31.93}, "isDefaultDate": true},
    {"serviceDate": "2026-12-02", "amount": {"grossAmount": 38.00, "netAmount": 31.93}, "isDefaultDate": true}
  ]
}]}`;
