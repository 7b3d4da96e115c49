// Generated from the definitions of hotelctl.

/** A decimal with the digits of the platform, such as '1234.50': a number of JavaScript would round it. */
export type Decimal = string;

/** Every error has the exit code of the command line, and a hint what to do next. */
export declare class HotelctlError extends Error {
  readonly code: string;
  readonly exitCode: number;
  readonly details: { readonly hint: string; readonly status?: number; readonly messages?: readonly string[] };
}
export declare class UsageError extends HotelctlError {}
export declare class SignInError extends HotelctlError {}
export declare class RefusedError extends HotelctlError {}
export declare class TemporaryError extends HotelctlError {}
export declare class UndocumentedResponseError extends HotelctlError {}
export declare class PartialError extends HotelctlError {}
export declare class OutputError extends HotelctlError {}
export declare class OutcomeUnknownError extends HotelctlError {}
export declare class CheckFailedError extends HotelctlError {}
export declare class InterruptedError extends HotelctlError {}

export interface ClientOptions {
  /** API host. */
  baseUrl?: string;
  /** Identity host. */
  authUrl?: string;
  /** UI integration host. */
  integrationUrl?: string;
  /** Client id. */
  clientId?: string;
  /** Redirect URI, as registered with the platform. */
  redirectUri?: string;
  /** Scope to request; may be repeated. */
  scopes?: string;
  /** Default property. */
  property?: string;
  /** Version of the reports interface. */
  reportsVersion?: string;
  /** Where tokens are stored. */
  credentialStore?: string;
  /** Folder of the snapshots. */
  dataDir?: string;
  /** Time limit for one request and its retries, in seconds. */
  timeout?: string;
  /** Maximum attempts for one request, including the first. */
  maxAttempts?: string;
  /** Mail server for --mail-to. */
  smtpHost?: string;
  /** Port of the mail server. */
  smtpPort?: string;
  /** Encryption of the connection to the mail server; none is accepted only for loopback addresses. */
  smtpSecurity?: string;
  /** User name for the mail server. */
  smtpUser?: string;
  /** Sender address of emails. */
  smtpFrom?: string;
  /** Monitoring URL to request at the end of a run; URL/fail after a failure. */
  heartbeat?: string;
  /** Count only unit groups of this type; may be repeated. */
  unitGroupTypes?: string;
  /** Amounts without taxes (net) or with them (gross), of ADR, RevPAR and revenue; CSV, JSON and Parquet keep the RevPAR of the platform. */
  amounts?: string;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too. */
  locale?: string;
  /** CSV delimiter: one character, or the word tab. */
  delimiter?: string;
  /** Write CSV numbers with a decimal comma. */
  decimalComma?: string;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8. */
  bom?: string;
  /** Adviser number at DATEV. */
  adviserNumber?: string;
  /** Client number at the adviser. */
  clientNumber?: string;
  /** Month and day on which your fiscal year starts. */
  fiscalYearStart?: string;
  /** Digits of the accounts at DATEV. */
  accountLength?: string;
  /** Default: HOTELCTL_PROFILE, else the profile in use. */
  profile?: string;
  /** A token of the caller, in place of the stored sign-in; a function is called for each call of the client. */
  accessToken?: string | (() => string | Promise<string>);
  /** Receives warnings and notes, one line each. */
  onNote?: (line: string) => void;
  /** Ends running calls with InterruptedError. */
  signal?: AbortSignal;
}

export interface Hotelctl {
  readonly reports: {
    /** Every posting of the ledger with folio and reservation, by business date. */
    grossTransactions(options?: ReportsGrossTransactionsOptions): AsyncIterable<ReportsGrossTransactions>;
    /** Services ordered for each day, with guest, room and reservation. */
    orderedServices(options?: ReportsOrderedServicesOptions): AsyncIterable<ReportsOrderedServices>;
    /** Room nights of one month, by travel purpose, nationality and country of residence. */
    roomNights(options?: ReportsRoomNightsOptions): Promise<ReportsRoomNights | undefined>;
    /** Bed nights (guests times nights) of one month, by travel purpose, nationality and residence. */
    bedNights(options?: ReportsBedNightsOptions): Promise<ReportsBedNights | undefined>;
    /** Guests who arrived in one month, adults and children, by purpose, nationality and residence. */
    arrivals(options?: ReportsArrivalsOptions): Promise<ReportsArrivals | undefined>;
    /** Occupancy, ADR and RevPAR of a period, by day and by unit group. */
    propertyPerformance(options?: ReportsPropertyPerformanceOptions): Promise<ReportsPropertyPerformance | undefined>;
    /** Invoices to companies with their VAT breakdown. */
    companyInvoicesVat(options?: ReportsCompanyInvoicesVatOptions): AsyncIterable<ReportsCompanyInvoicesVat>;
    /** Posted revenues as a tree of accounts, net and gross. */
    revenues(options?: ReportsRevenuesOptions): Promise<ReportsRevenues | undefined>;
  };
  readonly properties: {
    /** The properties that this sign-in can access. */
    list(options?: PropertiesListOptions): Promise<PropertiesList[]>;
  };
  readonly snapshots: {
    /** Saves the books of today. */
    take(options?: SnapshotsTakeOptions): Promise<void>;
    /** The snapshots on this machine. */
    list(options?: SnapshotsListOptions): Promise<SnapshotsList[]>;
    /** What was booked since the snapshot of an earlier day. */
    pickup(options?: SnapshotsPickupOptions): Promise<SnapshotsPickup[]>;
    /** What is on the books, against last year at the same distance before arrival. */
    pace(options?: SnapshotsPaceOptions): Promise<SnapshotsPace[]>;
  };
  readonly close: {
    /** Reconciles the reports of a month and keeps it; after the last row it throws CheckFailedError if a check is open. */
    month(options?: CloseMonthOptions): AsyncIterable<CloseMonth>;
    /** The closes on this machine. */
    list(options?: CloseListOptions): Promise<CloseList[]>;
  };
  readonly offers: {
    /** The offers for a stay. */
    list(options?: OffersListOptions): Promise<OffersList[]>;
    /** The services that can be booked with a rate plan. */
    services(options?: OffersServicesOptions): Promise<OffersServices[]>;
  };
  readonly quotes: {
    /** Chooses offers and services, and computes the grand total. */
    create(options?: QuotesCreateOptions): Promise<QuotesCreate & { /** Pass it on unchanged. */ json: string }>;
  };
  readonly bookings: {
    /** Books a quote, at most once; without a conclusive response it throws OutcomeUnknownError. */
    create(options: BookingsCreateOptions): Promise<BookingsCreate[]>;
    /** Sends a booking again whose outcome is unknown. */
    resume(options: BookingsResumeOptions): Promise<BookingsResume[]>;
    /** The bookings sent from this machine. */
    list(options?: BookingsListOptions): Promise<BookingsList[]>;
  };
  readonly uiIntegrations: {
    /** The registered views. */
    list(options?: UiIntegrationsListOptions): Promise<UiIntegrationsList[]>;
    /** Registers a view at a target. */
    create(options: UiIntegrationsCreateOptions): Promise<UiIntegrationsCreate>;
    /** Deletes a view. */
    delete(options: UiIntegrationsDeleteOptions): Promise<void>;
    /** Runs the platform's test suite on a registered private view. */
    test(options: UiIntegrationsTestOptions): Promise<UiIntegrationsTest[]>;
  };
}

/** A client with the settings of a profile, the environment and these options, in ascending precedence. */
export declare function createHotelctl(options?: ClientOptions): Hotelctl;

export interface ReportsGrossTransactions {
  propertyId?: string | null;
  timestamp?: string | null;
  date?: string | null;
  debitedAccount?: {
    name?: string | null;
    number?: string | null;
    parentNumber?: string | null;
    type?: string | null;
  } | null;
  creditedAccount?: {
    name?: string | null;
    number?: string | null;
    parentNumber?: string | null;
    type?: string | null;
  } | null;
  command?: string | null;
  currency?: string | null;
  grossAmount?: Decimal | null;
  netAmount?: Decimal | null;
  receipt?: {
    type?: string | null;
    number?: string | null;
  } | null;
  sourceEntryNumber?: string | null;
  reference?: string | null;
  referenceType?: string | null;
  reservation?: {
    id?: string | null;
    status?: string | null;
    arrival?: string | null;
    departure?: string | null;
  } | null;
}

export interface ReportsGrossTransactionsOptions {
  /** Property id, or several separated by commas; may be repeated (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly string[];
  /** A reservation, booking or external folio id, or the property id for the house folio. */
  reference?: string | number;
  /** Period, such as last-month or 2026-Q3, instead of the other date flags; may be repeated. */
  period?: string | number | readonly string[];
  /** Filter on the business date; every expression must apply; may be repeated. */
  dateFilter?: 'eq_' | 'neq_' | 'lt_' | 'gt_' | 'lte_' | 'gte_' | (string & {}) | number | readonly string[];
}

export interface ReportsOrderedServices {
  propertyId?: string | null;
  id?: string | null;
  code?: string | null;
  name?: string | null;
  serviceDate?: string | null;
  count?: number | null;
  guest?: {
    title?: string | null;
    gender?: string | null;
    firstName?: string | null;
    middleInitial?: string | null;
    lastName?: string | null;
  } | null;
  reservation?: {
    id?: string | null;
    arrival?: string | null;
    departure?: string | null;
    persons?: number | null;
  } | null;
  booking?: {
    id?: string | null;
  } | null;
  unit?: {
    id?: string | null;
    name?: string | null;
  } | null;
  unitGroup?: {
    id?: string | null;
    code?: string | null;
    name?: string | null;
  } | null;
  amount?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
}

export interface ReportsOrderedServicesOptions {
  /** Property id, or several separated by commas; may be repeated (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly string[];
  /** A service to report on; may be repeated. */
  service?: string | number | readonly string[];
  /** Period, such as last-month or 2026-Q3, instead of the other date flags; may be repeated. */
  period?: string | number | readonly string[];
  /** First day. */
  from?: string | number;
  /** Day after the last (exclusive). */
  to?: string | number;
}

export interface ReportsRoomNights {
  total: number;
  travelPurposeBreakdown?: {
    purpose?: string | null;
    number: number;
    percent: Decimal;
    reservationIds?: string[] | null;
  }[] | null;
  nationalityBreakdown?: {
    countryCode?: string | null;
    number: number;
    percent: Decimal;
    reservationIds?: string[] | null;
  }[] | null;
  countryOfResidenceBreakdown?: {
    countryCode?: string | null;
    number: number;
    percent: Decimal;
    reservationIds?: string[] | null;
  }[] | null;
}

export interface ReportsRoomNightsOptions {
  /** Property id, or several separated by commas; may be repeated (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly string[];
  /** Period, such as last-month or 2026-Q3, instead of the other date flags; may be repeated. */
  period?: string | number | readonly string[];
  /** Month, 1 to 12. */
  month?: '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '10' | '11' | '12' | (string & {}) | number;
  /** Year, four digits. */
  year?: string | number;
  /** CSV file with property, name, region and other columns (default portfolio.csv in the configuration folder). */
  portfolio?: string | number;
  /** Convert amounts to this currency, with --rates. */
  currency?: string | number;
  /** CSV file with currency, rate (of one unit in --currency), and optionally from and to. */
  rates?: string | number;
}

export interface ReportsBedNights {
  total: number;
  travelPurposeBreakdown?: {
    purpose?: string | null;
    number: number;
    percent: Decimal;
    reservationIds?: string[] | null;
  }[] | null;
  nationalityBreakdown?: {
    countryCode?: string | null;
    number: number;
    percent: Decimal;
    reservationIds?: string[] | null;
  }[] | null;
  countryOfResidenceBreakdown?: {
    countryCode?: string | null;
    number: number;
    percent: Decimal;
    reservationIds?: string[] | null;
  }[] | null;
}

export interface ReportsBedNightsOptions {
  /** Property id, or several separated by commas; may be repeated (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly string[];
  /** Period, such as last-month or 2026-Q3, instead of the other date flags; may be repeated. */
  period?: string | number | readonly string[];
  /** Month, 1 to 12. */
  month?: '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '10' | '11' | '12' | (string & {}) | number;
  /** Year, four digits. */
  year?: string | number;
  /** CSV file with property, name, region and other columns (default portfolio.csv in the configuration folder). */
  portfolio?: string | number;
  /** Convert amounts to this currency, with --rates. */
  currency?: string | number;
  /** CSV file with currency, rate (of one unit in --currency), and optionally from and to. */
  rates?: string | number;
}

export interface ReportsArrivals {
  total: number;
  totalAdults: number;
  totalChildren: number;
  travelPurposeBreakdown?: {
    purpose?: string | null;
    number: number;
    percent: Decimal;
    reservationIds?: string[] | null;
  }[] | null;
  nationalityBreakdown?: {
    countryCode?: string | null;
    number: number;
    percent: Decimal;
    reservationIds?: string[] | null;
  }[] | null;
  countryOfResidenceBreakdown?: {
    countryCode?: string | null;
    number: number;
    percent: Decimal;
    reservationIds?: string[] | null;
  }[] | null;
}

export interface ReportsArrivalsOptions {
  /** Property id, or several separated by commas; may be repeated (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly string[];
  /** Period, such as last-month or 2026-Q3, instead of the other date flags; may be repeated. */
  period?: string | number | readonly string[];
  /** Month, 1 to 12. */
  month?: '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '10' | '11' | '12' | (string & {}) | number;
  /** Year, four digits. */
  year?: string | number;
  /** CSV file with property, name, region and other columns (default portfolio.csv in the configuration folder). */
  portfolio?: string | number;
  /** Convert amounts to this currency, with --rates. */
  currency?: string | number;
  /** CSV file with currency, rate (of one unit in --currency), and optionally from and to. */
  rates?: string | number;
}

export interface ReportsPropertyPerformance {
  houseCount: number;
  houseItemsCount: number;
  soldCount: number;
  soldItemsCount: number;
  unsoldCount: number;
  unsoldItemsCount: number;
  outOfOrderCount: number;
  outOfOrderItemsCount: number;
  tentativelyBlockedCount: number;
  tentativelyBlockedItemsCount: number;
  definitelyBlockedCount: number;
  optionallyBlockedCount: number;
  arrivalsCount: number;
  departuresCount: number;
  noShowsCount: number;
  cancellationsCount: number;
  occupancyPercentage: Decimal;
  grossUnitRevenue: {
    amount: Decimal;
    currency: string;
  };
  netUnitRevenue: {
    amount: Decimal;
    currency: string;
  };
  grossAccommodationRevenue: {
    amount: Decimal;
    currency: string;
  };
  netAccommodationRevenue: {
    amount: Decimal;
    currency: string;
  };
  grossFoodAndBeveragesRevenue: {
    amount: Decimal;
    currency: string;
  };
  netFoodAndBeveragesRevenue: {
    amount: Decimal;
    currency: string;
  };
  grossOtherRevenue: {
    amount: Decimal;
    currency: string;
  };
  netOtherRevenue: {
    amount: Decimal;
    currency: string;
  };
  grossAdr: {
    amount: Decimal;
    currency: string;
  };
  netAdr: {
    amount: Decimal;
    currency: string;
  };
  revPar: {
    amount: Decimal;
    currency: string;
  };
  businessDays?: {
    businessDay: string;
    houseCount: number;
    houseItemsCount: number;
    soldCount: number;
    soldItemsCount: number;
    unsoldCount: number;
    unsoldItemsCount: number;
    outOfOrderCount: number;
    outOfOrderItemsCount: number;
    tentativelyBlockedCount: number;
    tentativelyBlockedItemsCount: number;
    definitelyBlockedCount: number;
    optionallyBlockedCount: number;
    arrivalsCount: number;
    departuresCount: number;
    noShowsCount: number;
    cancellationsCount: number;
    occupancyPercentage: Decimal;
    grossUnitRevenue: {
      amount: Decimal;
      currency: string;
    };
    netUnitRevenue: {
      amount: Decimal;
      currency: string;
    };
    grossAccommodationRevenue: {
      amount: Decimal;
      currency: string;
    };
    netAccommodationRevenue: {
      amount: Decimal;
      currency: string;
    };
    grossFoodAndBeveragesRevenue: {
      amount: Decimal;
      currency: string;
    };
    netFoodAndBeveragesRevenue: {
      amount: Decimal;
      currency: string;
    };
    grossOtherRevenue: {
      amount: Decimal;
      currency: string;
    };
    netOtherRevenue: {
      amount: Decimal;
      currency: string;
    };
    grossAdr: {
      amount: Decimal;
      currency: string;
    };
    netAdr: {
      amount: Decimal;
      currency: string;
    };
    revPar: {
      amount: Decimal;
      currency: string;
    };
    unitGroups: {
      unitGroup: {
        id: string;
        code?: string | null;
        name?: string | null;
        description?: string | null;
        type?: string | null;
      };
      houseCount: number;
      houseItemsCount: number;
      soldCount: number;
      soldItemsCount: number;
      unsoldCount: number;
      unsoldItemsCount: number;
      outOfOrderCount: number;
      outOfOrderItemsCount: number;
      tentativelyBlockedCount: number;
      tentativelyBlockedItemsCount: number;
      definitelyBlockedCount: number;
      optionallyBlockedCount: number;
      arrivalsCount: number;
      departuresCount: number;
      noShowsCount: number;
      cancellationsCount: number;
      occupancyPercentage: Decimal;
      grossUnitRevenue: {
        amount: Decimal;
        currency: string;
      };
      netUnitRevenue: {
        amount: Decimal;
        currency: string;
      };
      grossAccommodationRevenue: {
        amount: Decimal;
        currency: string;
      };
      netAccommodationRevenue: {
        amount: Decimal;
        currency: string;
      };
      grossFoodAndBeveragesRevenue: {
        amount: Decimal;
        currency: string;
      };
      netFoodAndBeveragesRevenue: {
        amount: Decimal;
        currency: string;
      };
      grossOtherRevenue: {
        amount: Decimal;
        currency: string;
      };
      netOtherRevenue: {
        amount: Decimal;
        currency: string;
      };
      grossAdr: {
        amount: Decimal;
        currency: string;
      };
      netAdr: {
        amount: Decimal;
        currency: string;
      };
      revPar: {
        amount: Decimal;
        currency: string;
      };
    }[];
  }[] | null;
}

export interface ReportsPropertyPerformanceOptions {
  /** Property id, or several separated by commas; may be repeated (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly string[];
  /** Only stays of this company; may be repeated. */
  company?: string | number | readonly string[];
  /** Only this rate plan; may be repeated. */
  ratePlan?: string | number | readonly string[];
  /** Only unit groups of this type; may be repeated. */
  unitGroupType?: 'BedRoom' | 'MeetingRoom' | 'EventSpace' | 'ParkingLot' | 'Other' | (string & {}) | number | readonly string[];
  /** Only this unit group; may be repeated. */
  unitGroup?: string | number | readonly string[];
  /** Only this time slice definition; may be repeated. */
  timeSliceDefinition?: string | number | readonly string[];
  /** Only this channel; may be repeated. */
  channelCode?: 'Direct' | 'BookingCom' | 'Ibe' | 'ChannelManager' | 'Expedia' | 'Homelike' | 'Hrs' | 'AltoVita' | 'DesVu' | 'Gimsi' | (string & {}) | number | readonly string[];
  /** Only this source; may be repeated. */
  source?: string | number | readonly string[];
  /** Only this market segment; may be repeated. */
  marketSegment?: string | number | readonly string[];
  /** Only this travel purpose. */
  travelPurpose?: 'Business' | 'Leisure' | (string & {}) | number;
  /** Embed the figures of each business day; may be repeated. */
  expand?: 'businessDays' | (string & {}) | number | readonly string[];
  /** Period, such as last-month or 2026-Q3, instead of the other date flags; may be repeated. */
  period?: string | number | readonly string[];
  /** First day. */
  from?: string | number;
  /** Last day (inclusive). */
  to?: string | number;
  /** Amounts without taxes (net) or with them (gross), of ADR, RevPAR and revenue; CSV, JSON and Parquet keep the RevPAR of the platform (HOTELCTL_AMOUNTS, default net). */
  amounts?: 'net' | 'gross' | (string & {}) | number;
  /** CSV file with property, name, region and other columns (default portfolio.csv in the configuration folder). */
  portfolio?: string | number;
  /** Convert amounts to this currency, with --rates. */
  currency?: string | number;
  /** CSV file with currency, rate (of one unit in --currency), and optionally from and to. */
  rates?: string | number;
}

export interface ReportsCompanyInvoicesVat {
  propertyId?: string | null;
  company?: {
    id?: string | null;
    code?: string | null;
    name?: string | null;
    taxId?: string | null;
    address?: {
      addressLine1?: string | null;
      addressLine2?: string | null;
      postalCode?: string | null;
      city?: string | null;
      regionCode?: string | null;
      countryCode?: string | null;
    } | null;
  } | null;
  invoice?: {
    number?: string | null;
    date?: string | null;
    subTotal?: {
      amount?: Decimal | null;
      currency?: string | null;
    } | null;
    outstandingPayment?: {
      amount?: Decimal | null;
      currency?: string | null;
    } | null;
  } | null;
}

export interface ReportsCompanyInvoicesVatOptions {
  /** Property id, or several separated by commas; may be repeated (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly string[];
  /** Only invoices to this company; may be repeated. */
  company?: string | number | readonly string[];
  /** Period, such as last-month or 2026-Q3, instead of the other date flags; may be repeated. */
  period?: string | number | readonly string[];
  /** Filter on the invoice date, at most one month; every expression must apply; may be repeated. */
  dateFilter?: 'eq_' | 'neq_' | 'lt_' | 'gt_' | 'lte_' | 'gte_' | (string & {}) | number | readonly string[];
}

export interface ReportsRevenues {
  account: {
    name: string;
    number: string;
    parentNumber?: string | null;
    type: string;
  };
  netAmount: {
    amount: Decimal;
    currency: string;
  };
  grossAmount: {
    amount: Decimal;
    currency: string;
  };
  children?: ReportsRevenues[] | null;
}

export interface ReportsRevenuesOptions {
  /** Property id, or several separated by commas; may be repeated (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly string[];
  /** Language of the account names. */
  languageCode?: 'en' | 'de' | 'fr' | 'es' | 'it' | 'nl' | (string & {}) | number;
  /** Period, such as last-month or 2026-Q3, instead of the other date flags; may be repeated. */
  period?: string | number | readonly string[];
  /** First day. */
  from?: string | number;
  /** Day after the last (exclusive). */
  to?: string | number;
  /** CSV file with property, name, region and other columns (default portfolio.csv in the configuration folder). */
  portfolio?: string | number;
  /** Convert amounts to this currency, with --rates. */
  currency?: string | number;
  /** CSV file with currency, rate (of one unit in --currency), and optionally from and to. */
  rates?: string | number;
}

export interface PropertiesList {
  id?: string | null;
  code?: string | null;
  name?: string | null;
  timeZone?: string | null;
  currencyCode?: string | null;
}

export interface PropertiesListOptions {

}

export interface SnapshotsTakeOptions {
  /** Number of future days to save. */
  ahead?: string | number;
  /** Number of past days to save again, for late changes. */
  behind?: string | number;
  /** Today, or yesterday before the night audit (default: today at the property). */
  businessDay?: string | number;
  /** Replace the snapshot if the day already has one. */
  replace?: boolean;
  /** Property id, or several separated by commas; may be repeated (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly string[];
  /** All properties that you can access. */
  allProperties?: boolean;
}

export interface SnapshotsList {
  propertyId?: string | null;
  taken?: string | null;
  first?: string | null;
  last?: string | null;
  takenAt?: string | null;
  hotelctl?: string | null;
}

export interface SnapshotsListOptions {
  /** Property id, or several separated by commas; may be repeated (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly string[];
  /** All properties that have snapshots (default). */
  allProperties?: boolean;
}

export interface SnapshotsPickup {
  propertyId?: string | null;
  stayDate?: string | null;
  beforeTaken?: string | null;
  nowTaken?: string | null;
  sold?: {
    before?: number | null;
    now?: number | null;
    pickup?: number | null;
  } | null;
  available?: {
    before?: number | null;
    now?: number | null;
    pickup?: number | null;
  } | null;
  grossRevenue?: {
    before?: Decimal | null;
    now?: Decimal | null;
    pickup?: Decimal | null;
  } | null;
  netRevenue?: {
    before?: Decimal | null;
    now?: Decimal | null;
    pickup?: Decimal | null;
  } | null;
  currency?: string | null;
  grossAdr?: {
    before?: Decimal | null;
    now?: Decimal | null;
    pickup?: Decimal | null;
  } | null;
  netAdr?: {
    before?: Decimal | null;
    now?: Decimal | null;
    pickup?: Decimal | null;
  } | null;
  grossRevPar?: {
    before?: Decimal | null;
    now?: Decimal | null;
    pickup?: Decimal | null;
  } | null;
  netRevPar?: {
    before?: Decimal | null;
    now?: Decimal | null;
    pickup?: Decimal | null;
  } | null;
  occupancyPercentage?: {
    before?: Decimal | null;
    now?: Decimal | null;
    pickup?: Decimal | null;
  } | null;
  week?: string | null;
  days?: {
    before?: number | null;
    now?: number | null;
    pickup?: number | null;
  } | null;
  month?: string | null;
  weekday?: string | null;
  unitGroup?: {
    id?: string | null;
    name?: string | null;
  } | null;
  propertyName?: string | null;
}

export interface SnapshotsPickupOptions {
  /** Day of the earlier snapshot: 7d, yesterday or a date. */
  since?: string | number;
  /** Period of the stay dates. */
  for?: string | number;
  /** How to group the rows. */
  by?: 'day' | 'week' | 'month' | 'weekday' | 'unit-group' | 'property' | (string & {}) | number;
  /** Property id, or several separated by commas; may be repeated (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly string[];
  /** All properties that have snapshots. */
  allProperties?: boolean;
  /** Day of the later snapshot (default today). */
  asOf?: string | number;
  /** Use the nearest snapshot if the snapshot of a day is missing. */
  nearest?: boolean;
  /** Draw charts instead of the table. */
  chart?: boolean;
  /** Count only unit groups of this type; may be repeated (HOTELCTL_UNIT_GROUP_TYPES, default BedRoom; reports: all types). */
  unitGroupType?: 'BedRoom' | 'MeetingRoom' | 'EventSpace' | 'ParkingLot' | 'Other' | (string & {}) | number | readonly string[];
  /** Amounts without taxes (net) or with them (gross), of ADR, RevPAR and revenue; CSV, JSON and Parquet keep the RevPAR of the platform (HOTELCTL_AMOUNTS, default net). */
  amounts?: 'net' | 'gross' | (string & {}) | number;
  /** CSV file with property, name, region and other columns (default portfolio.csv in the configuration folder). */
  portfolio?: string | number;
  /** Convert amounts to this currency, with --rates. */
  currency?: string | number;
  /** CSV file with currency, rate (of one unit in --currency), and optionally from and to. */
  rates?: string | number;
}

export interface SnapshotsPace {
  propertyId?: string | null;
  stayDate?: string | null;
  daysBefore?: number | null;
  versusDate?: string | null;
  versusBasis?: string | null;
  versusTaken?: string | null;
  sold?: {
    versus?: number | null;
    now?: number | null;
    difference?: number | null;
  } | null;
  available?: {
    versus?: number | null;
    now?: number | null;
    difference?: number | null;
  } | null;
  grossRevenue?: {
    versus?: Decimal | null;
    now?: Decimal | null;
    difference?: Decimal | null;
  } | null;
  netRevenue?: {
    versus?: Decimal | null;
    now?: Decimal | null;
    difference?: Decimal | null;
  } | null;
  currency?: string | null;
  grossAdr?: {
    versus?: Decimal | null;
    now?: Decimal | null;
    difference?: Decimal | null;
  } | null;
  netAdr?: {
    versus?: Decimal | null;
    now?: Decimal | null;
    difference?: Decimal | null;
  } | null;
  grossRevPar?: {
    versus?: Decimal | null;
    now?: Decimal | null;
    difference?: Decimal | null;
  } | null;
  netRevPar?: {
    versus?: Decimal | null;
    now?: Decimal | null;
    difference?: Decimal | null;
  } | null;
  occupancyPercentage?: {
    versus?: Decimal | null;
    now?: Decimal | null;
    difference?: Decimal | null;
  } | null;
  week?: string | null;
  days?: {
    versus?: number | null;
    now?: number | null;
    difference?: number | null;
  } | null;
  month?: string | null;
  weekday?: string | null;
  unitGroup?: {
    id?: string | null;
    name?: string | null;
  } | null;
  propertyName?: string | null;
}

export interface SnapshotsPaceOptions {
  /** Period of the stay dates. */
  for?: string | number;
  /** What to compare with: last-year, or the date of an earlier snapshot. */
  versus?: string | number;
  /** How to group the rows. */
  by?: 'day' | 'week' | 'month' | 'weekday' | 'unit-group' | 'property' | (string & {}) | number;
  /** What last year compares: the same weekday, or the same date. */
  align?: 'weekday' | 'date' | (string & {}) | number;
  /** Property id, or several separated by commas; may be repeated (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly string[];
  /** All properties that have snapshots. */
  allProperties?: boolean;
  /** Day of the later snapshot (default today). */
  asOf?: string | number;
  /** Use the nearest snapshot if the snapshot of a day is missing. */
  nearest?: boolean;
  /** Draw charts instead of the table. */
  chart?: boolean;
  /** Count only unit groups of this type; may be repeated (HOTELCTL_UNIT_GROUP_TYPES, default BedRoom; reports: all types). */
  unitGroupType?: 'BedRoom' | 'MeetingRoom' | 'EventSpace' | 'ParkingLot' | 'Other' | (string & {}) | number | readonly string[];
  /** Amounts without taxes (net) or with them (gross), of ADR, RevPAR and revenue; CSV, JSON and Parquet keep the RevPAR of the platform (HOTELCTL_AMOUNTS, default net). */
  amounts?: 'net' | 'gross' | (string & {}) | number;
  /** CSV file with property, name, region and other columns (default portfolio.csv in the configuration folder). */
  portfolio?: string | number;
  /** Convert amounts to this currency, with --rates. */
  currency?: string | number;
  /** CSV file with currency, rate (of one unit in --currency), and optionally from and to. */
  rates?: string | number;
}

export interface CloseMonth {
  propertyId?: string | null;
  period?: string | null;
  id?: string | null;
  title?: string | null;
  state?: string | null;
  leftName?: string | null;
  left?: Decimal | null;
  rightName?: string | null;
  right?: Decimal | null;
  difference?: Decimal | null;
  compared?: Decimal | null;
  unit?: string | null;
  currency?: string | null;
  reasons?: string | null;
}

export interface CloseMonthOptions {
  /** Month to close, which must be over. */
  period?: string | number;
  /** Show the checks of a month that is not over yet, and keep nothing. */
  provisional?: boolean;
  /** Compare the orders of this service, with the account that only this service uses; may be repeated. */
  service?: string | number | readonly string[];
  /** Count only these over-night time slices as sold, without day use; may be repeated. */
  timeSliceDefinition?: string | number | readonly string[];
  /** Property id, or several separated by commas; may be repeated (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly string[];
  /** All properties that you can access. */
  allProperties?: boolean;
}

export interface CloseList {
  propertyId?: string | null;
  period?: string | null;
  sequence?: Decimal | null;
  closedAt?: string | null;
  state?: string | null;
  hash?: string | null;
  previous?: string | null;
  folder?: string | null;
}

export interface CloseListOptions {
  /** Property id, or several separated by commas; may be repeated (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly string[];
  /** All properties that have closes (default). */
  allProperties?: boolean;
}

export interface OffersList {
  propertyId?: string | null;
  arrival?: string | null;
  departure?: string | null;
  ratePlan?: {
    id?: string | null;
    code?: string | null;
    name?: string | null;
  } | null;
  unitGroup?: {
    id?: string | null;
    code?: string | null;
    name?: string | null;
  } | null;
  minGuaranteeType?: string | null;
  availableUnits?: Decimal | null;
  total?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  cityTaxTotal?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  feesTotal?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  cityTaxAndFees?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  grandTotal?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  prePayment?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  cancellationFee?: {
    code?: string | null;
    fee?: {
      amount?: Decimal | null;
      currency?: string | null;
    } | null;
    dueDateTime?: string | null;
  } | null;
  noShowFee?: {
    code?: string | null;
    fee?: {
      amount?: Decimal | null;
      currency?: string | null;
    } | null;
  } | null;
  reasons?: string | null;
}

export interface OffersListOptions {
  /** Property id; may be repeated (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly string[];
  /** Arrival date, or date and time. */
  arrival?: string | number;
  /** Departure date, or date and time. */
  departure?: string | number;
  /** Number of adults. */
  adults?: string | number;
  /** Age of a child; may be repeated. */
  childAge?: string | number | readonly string[];
  /** Nights or day use (default OverNight). */
  timeSliceTemplate?: 'OverNight' | 'DayUse' | (string & {}) | number;
  /** Only this time slice definition; may be repeated. */
  timeSliceDefinition?: string | number | readonly string[];
  /** Only this unit group; may be repeated. */
  unitGroup?: string | number | readonly string[];
  /** Only this type of unit group; may be repeated. */
  unitGroupType?: 'BedRoom' | 'MeetingRoom' | 'EventSpace' | 'ParkingLot' | 'Other' | (string & {}) | number | readonly string[];
  /** Sales channel. */
  channelCode?: 'Direct' | 'BookingCom' | 'Ibe' | 'ChannelManager' | 'Expedia' | 'Homelike' | 'Hrs' | 'AltoVita' | 'DesVu' | 'Gimsi' | (string & {}) | number;
  /** Promotion code, which makes its rate plans available. */
  promoCode?: string | number;
  /** Corporate code, which makes its rate plans available. */
  corporateCode?: string | number;
  /** Include offers that cannot be booked, with the reasons. */
  includeUnavailable?: boolean;
}

export interface OffersServices {
  ratePlanId?: string | null;
  service?: {
    id?: string | null;
    code?: string | null;
    name?: string | null;
    pricingUnit?: string | null;
  } | null;
  count?: Decimal | null;
  serviceDates?: string | null;
  total?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  cityTaxTotal?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  feesTotal?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  cityTaxAndFees?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  grandTotal?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  prePayment?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  reasons?: string | null;
}

export interface OffersServicesOptions {
  /** Rate plan of the stay. */
  ratePlan?: string | number;
  /** Arrival date, or date and time. */
  arrival?: string | number;
  /** Departure date, or date and time. */
  departure?: string | number;
  /** Number of adults. */
  adults?: string | number;
  /** Sales channel. */
  channelCode?: 'Direct' | 'BookingCom' | 'Ibe' | 'ChannelManager' | 'Expedia' | 'Homelike' | 'Hrs' | 'AltoVita' | 'DesVu' | 'Gimsi' | (string & {}) | number;
  /** Age of a child; may be repeated. */
  childAge?: string | number | readonly string[];
  /** Include every date on which a service is available, not only its default dates. */
  allDates?: boolean;
  /** Include offers that cannot be booked, with the reasons. */
  includeUnavailable?: boolean;
}

export interface QuotesCreate {
  version: unknown;
  id: string;
  quotedAt: string;
  host: string;
  digest: string;
  sums: {
    prePayment: {
      amount: Decimal;
      currency: string;
    };
    total: {
      amount: Decimal;
      currency: string;
    };
    cityTax: {
      amount: Decimal;
      currency: string;
    };
    fees: {
      amount: Decimal;
      currency: string;
    };
    grandTotal: {
      amount: Decimal;
      currency: string;
    };
  };
}

export interface QuotesCreateOptions {
  /** Stay, as arrival=,departure=,adults=,child=,rate-plan= (once, or once for each night),unit-group=,property=,channel-code=,promo-code=,corporate-code=,time-slice-template=; write \, for a comma in a value; may be repeated. */
  reservation?: string | number | readonly string[];
  /** Service, as reservation=,service=,date=,count=; date may be repeated; count is the number for each date (default: the offered number); may be repeated. */
  service?: string | number | readonly string[];
  /** Property id (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number;
}

export interface BookingsCreate {
  bookingId?: string | null;
  reservationId?: string | null;
}

export interface BookingsCreateOptions {
  quote: string;
  /** File of the payment processor's response. */
  authorization?: string | number;
  /** Last name of the booker. */
  bookerLastName?: string | number;
  /** First name of the booker. */
  bookerFirstName?: string | number;
  /** Title of the booker. */
  bookerTitle?: 'Mr' | 'Ms' | 'Dr' | 'Prof' | 'Mrs' | 'Other' | (string & {}) | number;
  /** Email address of the booker. */
  bookerEmail?: string | number;
  /** Telephone number of the booker. */
  bookerPhone?: string | number;
  /** Street and number of the booker's address. */
  bookerAddressLine1?: string | number;
  /** Second line of the booker's address. */
  bookerAddressLine2?: string | number;
  /** Postal code of the booker's address. */
  bookerPostalCode?: string | number;
  /** City of the booker's address. */
  bookerCity?: string | number;
  /** Region of the booker's address. */
  bookerRegion?: string | number;
  /** Country of the booker's address, two letters. */
  bookerCountry?: string | number;
  /** Primary guest: reservation=,last-name=,first-name=,title=,email=,phone=,address-line-1=,postal-code=,city=,country=; and for this reservation only: travel-purpose=,guarantee-type=,guest-comment=; write \, for a comma in a value; may be repeated. */
  guest?: string | number | readonly string[];
  /** Sales channel, if the quote has none (default Direct). */
  channelCode?: 'Direct' | 'BookingCom' | 'Ibe' | 'ChannelManager' | 'Expedia' | 'Homelike' | 'Hrs' | 'AltoVita' | 'DesVu' | 'Gimsi' | (string & {}) | number;
  /** Guarantee (default: the minimum of the offer). */
  guaranteeType?: 'PM6Hold' | 'CreditCard' | 'Prepayment' | 'Company' | (string & {}) | number;
  /** Travel purpose. */
  travelPurpose?: 'Business' | 'Leisure' | (string & {}) | number;
  /** Comment of the guest, on each reservation. */
  guestComment?: string | number;
  /** Comment for the hotel. */
  comment?: string | number;
  /** Comment of the booker. */
  bookerComment?: string | number;
  /** Masked number of the card, for example 411111******1111. */
  accountNumber?: string | number;
  /** Name on the card. */
  accountHolder?: string | number;
  /** Expiry month of the card, two digits. */
  expiryMonth?: string | number;
  /** Expiry year of the card, four digits. */
  expiryYear?: string | number;
  /** Payment method, as the processor names it, for example visa. */
  paymentMethod?: string | number;
  /** Email address of the payer. */
  payerEmail?: string | number;
  /** The card is a virtual card. */
  virtualCard?: boolean;
  /** ShopperReference of the authorization request, if it was not created on this machine. */
  shopperReference?: string | number;
  /** Time of the authorization, such as 2026-12-01T15:00:00Z (default: the time of its request on this machine). */
  authorizedAt?: string | number;
  /** Property that receives the payout, if the authorization request was not created on this machine. */
  property?: string | number;
  /** Also send the processor's reference at the top level of the request. */
  transactionReferenceOnTop?: boolean;
  /** Name of the order in your system; a second booking of it is refused, whatever its quote is. */
  reference?: string | number;
  /** Refuse the booking if its grand total is not this amount, such as 123.45EUR. */
  expectTotal?: string | number;
  /** Create a second booking of the same quote or stay. */
  again?: boolean;
}

export interface BookingsResume {
  bookingId?: string | null;
  reservationId?: string | null;
}

export interface BookingsResumeOptions {
  key: string;
}

export interface BookingsList {
  state?: string | null;
  bookingId?: string | null;
  transactionReference?: string | null;
  propertyIds?: string | null;
  grandTotal?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  secondsLeft?: Decimal | null;
  at?: string | null;
  authorizedAt?: string | null;
  reservationIds?: string | null;
  quoteId?: string | null;
  key?: string | null;
  reference?: string | null;
  guest?: string | null;
  arrival?: string | null;
  departure?: string | null;
}

export interface BookingsListOptions {

}

export interface UiIntegrationsList {
  target?: string | null;
  id?: string | null;
  code?: string | null;
  label?: string | null;
  sourceType?: string | null;
  sourceUrl?: string | null;
  iconSource?: string | null;
  propertyIds?: string | null;
}

export interface UiIntegrationsListOptions {

}

export interface UiIntegrationsCreate {
  target?: string | null;
  id?: string | null;
  code?: string | null;
}

export interface UiIntegrationsCreateOptions {
  target: string;
  sourceUrl: string;
  /** Text in the header of the view. */
  label?: string | number;
  /** Whether the URL is the view itself, or a private endpoint that returns its URL. */
  sourceType?: 'public' | 'private' | (string & {}) | number;
  /** Icon of the view. */
  iconSource?: string | number;
  /** Label in another language; may be repeated. */
  labelTranslation?: string | number | readonly string[];
  /** Enable the view only for this property; may be repeated (default: all properties). */
  property?: string | number | readonly string[];
  /** Show the view only to hotel users with this role; may be repeated (default: all roles). */
  role?: string | number | readonly string[];
  /** Identifier of the integration, which cannot be changed later (default: the target). */
  code?: string | number;
}

export interface UiIntegrationsDeleteOptions {
  target: string;
  id: string;
}

export interface UiIntegrationsTest {
  field?: string | null;
  value?: string | null;
}

export interface UiIntegrationsTestOptions {
  target: string;
  id: string;
}
