// Generated from the definitions of hotelctl.

/** A decimal with the digits of the platform, such as '1234.50': a number of JavaScript would round it. */
export type Decimal = string;

/** Await it for all rows, or read them as they arrive with `for await`. The call starts then. */
export type Rows<Row> = Promise<Row[]> & AsyncIterable<Row>;

/** With `columns`, a row has only these. */
export type Chosen<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { [Name in keyof Value]?: Chosen<Value[Name]> | null }
    : Value;

/** The platform's body of one request, with the parameters of the request; null is an empty response. */
export interface ReportBody<Body> {
  parameters: { [name: string]: string | string[] };
  report: Body | null;
}

/** The first member always exists: a request that fails is an error. */
export type ReportBodies<Body> = [ReportBody<Body>, ...ReportBody<Body>[]];

/** Every error has the exit code of the command line, and a hint what to do next. */
export declare class HotelctlError extends Error {
  readonly code: string;
  readonly exitCode: number;
  readonly details: {
    readonly hint: string;
    readonly status?: number;
    readonly messages?: readonly string[];
    readonly trackingId?: string;
    readonly fields?: { readonly [name: string]: unknown };
  };
  /** Of an awaited call with PartialError or CheckFailedError: what it would have returned, with what succeeded. */
  readonly result?: unknown;
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

/** The second argument of every function. */
export interface CallSettings {
  /** Ends the call, which rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** Milliseconds after which the call ends with TemporaryError. */
  timeout?: number | undefined;
  /** Of a call that books: it is booked once, as with `reference`. */
  idempotencyKey?: string | undefined;
  profile?: string | undefined;
}

export interface RequestOptions extends CallSettings {
  query?: { [name: string]: string | number | boolean | readonly (string | number | boolean)[] | undefined };
  /** A text is sent as it is, everything else as JSON. */
  body?: unknown;
  headers?: { [name: string]: string };
}

export interface ClientOptions {
  /** API host. */
  baseUrl?: string | number | boolean;
  /** Identity host. */
  authUrl?: string | number | boolean;
  /** UI integration host. */
  integrationUrl?: string | number | boolean;
  /** Client id. */
  clientId?: string | number | boolean;
  /** Redirect URI, as registered with the platform. */
  redirectUri?: string | number | boolean;
  /** Scope to request; may be repeated. */
  scopes?: string | number | boolean;
  /** Default property. */
  property?: string | number | boolean;
  /** Version of the reports interface. */
  reportsVersion?: string | number | boolean;
  /** Credential store to use. */
  credentialStore?: string | number | boolean;
  /** Folder of snapshots, closes and saved statistics. */
  dataDir?: string | number | boolean;
  /** Maximum attempts for one request, including the first. */
  maxAttempts?: string | number | boolean;
  /** Mail server for --mail-to. */
  smtpHost?: string | number | boolean;
  /** Port of the mail server. */
  smtpPort?: string | number | boolean;
  /** Encryption of the mail connection; none is accepted only for loopback addresses. */
  smtpSecurity?: string | number | boolean;
  /** User name for the mail server. */
  smtpUser?: string | number | boolean;
  /** Sender address of emails. */
  smtpFrom?: string | number | boolean;
  /** Monitoring URL to request at the end of a run; URL/start when a job begins, URL/fail after a failure. */
  heartbeat?: string | number | boolean;
  /** Type of the unit groups to count; may be repeated. */
  unitGroupTypes?: string | number | boolean;
  /** Kind of amounts, net or gross (without or with taxes); CSV, JSON and Parquet keep the platform's RevPAR. */
  amounts?: string | number | boolean;
  /** CSV file with property, month (or day), measure (revenue, sold, available or an account number) and amount. */
  budget?: string | number | boolean;
  /** CSV file with property, name, region and other columns. */
  portfolio?: string | number | boolean;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too. */
  locale?: string | number | boolean;
  /** CSV delimiter: one character, or the word tab. */
  delimiter?: string | number | boolean;
  /** Write CSV numbers with a decimal comma. */
  decimalComma?: string | number | boolean;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8. */
  bom?: string | number | boolean;
  /** Adviser number at DATEV. */
  adviserNumber?: string | number | boolean;
  /** Client number at the adviser. */
  clientNumber?: string | number | boolean;
  /** Month and day on which your fiscal year starts. */
  fiscalYearStart?: string | number | boolean;
  /** Digits of the accounts at DATEV. */
  accountLength?: string | number | boolean;
  /** Default: HOTELCTL_PROFILE, else the profile in use. */
  profile?: string | undefined;
  /** A token of the caller, in place of the stored sign-in; a function is called for each call of the client. */
  accessToken?: string | (() => string | Promise<string>) | undefined;
  /** Receives warnings and notes, one line each. */
  onNote?: ((line: string) => void) | undefined;
  /** Ends running calls, which reject with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** Milliseconds after which a call ends with TemporaryError. */
  timeout?: number | undefined;
  /** In place of the environment of the process. */
  env?: { [name: string]: string | undefined } | undefined;
}

export interface Hotelctl {
  readonly reports: {
    /** List the reports with their parameters and limits. */
    list(options: ReportsListOptions & { output: string; format?: string }, settings?: CallSettings): Promise<void>;
    list(options: ReportsListOptions & { format: 'xlsx' | 'parquet' }, settings?: CallSettings): Promise<Uint8Array>;
    list(options: ReportsListOptions & { format: 'table' | 'csv' | 'html' }, settings?: CallSettings): Promise<string>;
    list(options?: ReportsListOptions, settings?: CallSettings): Rows<ReportsList>;
    /** List the views and columns of a report. */
    columns(options: ReportsColumnsOptions & { output: string; format?: string }, settings?: CallSettings): Promise<void>;
    columns(options: ReportsColumnsOptions & { format: 'xlsx' | 'parquet' }, settings?: CallSettings): Promise<Uint8Array>;
    columns(options: ReportsColumnsOptions & { format: 'table' | 'csv' | 'html' }, settings?: CallSettings): Promise<string>;
    columns(options: ReportsColumnsOptions, settings?: CallSettings): Rows<ReportsColumns>;
    /** Every posting of the ledger with folio and reservation, by business date. */
    grossTransactions(options: ReportsGrossTransactionsOptions & { output: string; format?: string; view?: string }, settings?: CallSettings): Promise<void>;
    grossTransactions(options: ReportsGrossTransactionsOptions & { format: 'xlsx' | 'parquet'; view?: string }, settings?: CallSettings): Promise<Uint8Array>;
    grossTransactions(options: ReportsGrossTransactionsOptions & { format: 'table' | 'csv' | 'html'; view?: string }, settings?: CallSettings): Promise<string>;
    grossTransactions(options: ReportsGrossTransactionsOptions & { view: 'taxes' }, settings?: CallSettings): Rows<ReportsGrossTransactionsTaxes>;
    grossTransactions(options: ReportsGrossTransactionsOptions & { view?: 'transactions' } & { columns: string }, settings?: CallSettings): Rows<Chosen<ReportsGrossTransactions>>;
    grossTransactions(options: ReportsGrossTransactionsOptions & { view?: 'transactions' }, settings?: CallSettings): Rows<ReportsGrossTransactions>;
    /** Services ordered for each day, with guest, room and reservation. */
    orderedServices(options: ReportsOrderedServicesOptions & { output: string; format?: string; view?: string }, settings?: CallSettings): Promise<void>;
    orderedServices(options: ReportsOrderedServicesOptions & { format: 'xlsx' | 'parquet'; view?: string }, settings?: CallSettings): Promise<Uint8Array>;
    orderedServices(options: ReportsOrderedServicesOptions & { format: 'table' | 'csv' | 'html'; view?: string }, settings?: CallSettings): Promise<string>;
    orderedServices(options: ReportsOrderedServicesOptions & { view?: 'services' } & { columns: string }, settings?: CallSettings): Rows<Chosen<ReportsOrderedServices>>;
    orderedServices(options: ReportsOrderedServicesOptions & { view?: 'services' }, settings?: CallSettings): Rows<ReportsOrderedServices>;
    /** Room nights of one month, by travel purpose, nationality and country of residence. */
    roomNights(options: ReportsRoomNightsOptions & { output: string; format?: string; view?: string; compare?: string }, settings?: CallSettings): Promise<void>;
    roomNights(options: ReportsRoomNightsOptions & { format: 'xlsx' | 'parquet'; view?: string; compare?: string }, settings?: CallSettings): Promise<Uint8Array>;
    roomNights(options: ReportsRoomNightsOptions & { format: 'table' | 'csv' | 'html'; view?: string; compare?: string }, settings?: CallSettings): Promise<string>;
    roomNights(options: ReportsRoomNightsOptions & { compare: string; view?: string }, settings?: CallSettings): Rows<ReportsRoomNightsCompared>;
    roomNights(options: ReportsRoomNightsOptions & { view: 'breakdown' }, settings?: CallSettings): Rows<ReportsRoomNightsBreakdown>;
    roomNights(options: ReportsRoomNightsOptions & { view: 'reservations' }, settings?: CallSettings): Rows<ReportsRoomNightsReservations>;
    roomNights(options: ReportsRoomNightsOptions & { columns?: undefined; sort?: undefined; limit?: undefined }, settings?: CallSettings): Promise<ReportBodies<ReportsRoomNights>>;
    /** Bed nights (guests times nights) of one month, by travel purpose, nationality and country of residence. */
    bedNights(options: ReportsBedNightsOptions & { output: string; format?: string; view?: string; compare?: string }, settings?: CallSettings): Promise<void>;
    bedNights(options: ReportsBedNightsOptions & { format: 'xlsx' | 'parquet'; view?: string; compare?: string }, settings?: CallSettings): Promise<Uint8Array>;
    bedNights(options: ReportsBedNightsOptions & { format: 'table' | 'csv' | 'html'; view?: string; compare?: string }, settings?: CallSettings): Promise<string>;
    bedNights(options: ReportsBedNightsOptions & { compare: string; view?: string }, settings?: CallSettings): Rows<ReportsBedNightsCompared>;
    bedNights(options: ReportsBedNightsOptions & { view: 'breakdown' }, settings?: CallSettings): Rows<ReportsBedNightsBreakdown>;
    bedNights(options: ReportsBedNightsOptions & { view: 'reservations' }, settings?: CallSettings): Rows<ReportsBedNightsReservations>;
    bedNights(options: ReportsBedNightsOptions & { columns?: undefined; sort?: undefined; limit?: undefined }, settings?: CallSettings): Promise<ReportBodies<ReportsBedNights>>;
    /** Arrivals (adults and children) of one month, by travel purpose, nationality and country of residence. */
    arrivals(options: ReportsArrivalsOptions & { output: string; format?: string; view?: string; compare?: string }, settings?: CallSettings): Promise<void>;
    arrivals(options: ReportsArrivalsOptions & { format: 'xlsx' | 'parquet'; view?: string; compare?: string }, settings?: CallSettings): Promise<Uint8Array>;
    arrivals(options: ReportsArrivalsOptions & { format: 'table' | 'csv' | 'html'; view?: string; compare?: string }, settings?: CallSettings): Promise<string>;
    arrivals(options: ReportsArrivalsOptions & { compare: string; view?: string }, settings?: CallSettings): Rows<ReportsArrivalsCompared>;
    arrivals(options: ReportsArrivalsOptions & { view: 'breakdown' }, settings?: CallSettings): Rows<ReportsArrivalsBreakdown>;
    arrivals(options: ReportsArrivalsOptions & { view: 'reservations' }, settings?: CallSettings): Rows<ReportsArrivalsReservations>;
    arrivals(options: ReportsArrivalsOptions & { columns?: undefined; sort?: undefined; limit?: undefined }, settings?: CallSettings): Promise<ReportBodies<ReportsArrivals>>;
    /** Occupancy, ADR and RevPAR of a period, by day and by unit group. */
    propertyPerformance(options: ReportsPropertyPerformanceOptions & { output: string; format?: string; view?: string; by?: string; compare?: string }, settings?: CallSettings): Promise<void>;
    propertyPerformance(options: ReportsPropertyPerformanceOptions & { format: 'xlsx' | 'parquet'; view?: string; by?: string; compare?: string }, settings?: CallSettings): Promise<Uint8Array>;
    propertyPerformance(options: ReportsPropertyPerformanceOptions & { format: 'table' | 'csv' | 'html'; view?: string; by?: string; compare?: string }, settings?: CallSettings): Promise<string>;
    propertyPerformance(options: ReportsPropertyPerformanceOptions & { compare: string; by?: string; view?: string }, settings?: CallSettings): Rows<ReportsPropertyPerformanceCompared>;
    propertyPerformance(options: ReportsPropertyPerformanceOptions & { by: string; compare?: undefined; view?: undefined }, settings?: CallSettings): Rows<ReportsPropertyPerformanceGrouped>;
    propertyPerformance(options: ReportsPropertyPerformanceOptions & { view: 'summary' }, settings?: CallSettings): Rows<ReportsPropertyPerformanceSummary>;
    propertyPerformance(options: ReportsPropertyPerformanceOptions & { view: 'days' }, settings?: CallSettings): Rows<ReportsPropertyPerformanceDays>;
    propertyPerformance(options: ReportsPropertyPerformanceOptions & { view: 'unit-groups' }, settings?: CallSettings): Rows<ReportsPropertyPerformanceUnitGroups>;
    propertyPerformance(options: ReportsPropertyPerformanceOptions & { columns?: undefined; sort?: undefined; limit?: undefined }, settings?: CallSettings): Promise<ReportBodies<ReportsPropertyPerformance>>;
    /** Invoices to companies with their VAT breakdown. */
    companyInvoicesVat(options: ReportsCompanyInvoicesVatOptions & { output: string; format?: string; view?: string }, settings?: CallSettings): Promise<void>;
    companyInvoicesVat(options: ReportsCompanyInvoicesVatOptions & { format: 'xlsx' | 'parquet'; view?: string }, settings?: CallSettings): Promise<Uint8Array>;
    companyInvoicesVat(options: ReportsCompanyInvoicesVatOptions & { format: 'table' | 'csv' | 'html'; view?: string }, settings?: CallSettings): Promise<string>;
    companyInvoicesVat(options: ReportsCompanyInvoicesVatOptions & { view: 'taxes' }, settings?: CallSettings): Rows<ReportsCompanyInvoicesVatTaxes>;
    companyInvoicesVat(options: ReportsCompanyInvoicesVatOptions & { view: 'ageing' }, settings?: CallSettings): Rows<ReportsCompanyInvoicesVatAgeing>;
    companyInvoicesVat(options: ReportsCompanyInvoicesVatOptions & { view?: 'invoices' } & { columns: string }, settings?: CallSettings): Rows<Chosen<ReportsCompanyInvoicesVat>>;
    companyInvoicesVat(options?: ReportsCompanyInvoicesVatOptions & { view?: 'invoices' }, settings?: CallSettings): Rows<ReportsCompanyInvoicesVat>;
    /** Posted revenues as a tree of accounts, net and gross. */
    revenues(options: ReportsRevenuesOptions & { output: string; format?: string; view?: string; compare?: string }, settings?: CallSettings): Promise<void>;
    revenues(options: ReportsRevenuesOptions & { format: 'xlsx' | 'parquet'; view?: string; compare?: string }, settings?: CallSettings): Promise<Uint8Array>;
    revenues(options: ReportsRevenuesOptions & { format: 'table' | 'csv' | 'html'; view?: string; compare?: string }, settings?: CallSettings): Promise<string>;
    revenues(options: ReportsRevenuesOptions & { compare: string; view?: string }, settings?: CallSettings): Rows<ReportsRevenuesCompared>;
    revenues(options: ReportsRevenuesOptions & { view: 'accounts' }, settings?: CallSettings): Rows<ReportsRevenuesAccounts>;
    revenues(options: ReportsRevenuesOptions & { columns?: undefined; sort?: undefined; limit?: undefined }, settings?: CallSettings): Promise<ReportBodies<ReportsRevenues>>;
  };
  readonly properties: {
    /** List the properties that you can access. */
    list(options: PropertiesListOptions & { output: string; format?: string }, settings?: CallSettings): Promise<void>;
    list(options: PropertiesListOptions & { format: 'xlsx' | 'parquet' }, settings?: CallSettings): Promise<Uint8Array>;
    list(options: PropertiesListOptions & { format: 'table' | 'csv' | 'html' }, settings?: CallSettings): Promise<string>;
    list(options: PropertiesListOptions & { portfolioTemplate: true }, settings?: CallSettings): Rows<PropertiesListPortfolioTemplate>;
    list(options?: PropertiesListOptions & { portfolioTemplate?: false | undefined }, settings?: CallSettings): Rows<PropertiesList>;
  };
  readonly brief: {
    /** Show yesterday, the month to date and the next 30 days against last year. */
    (options: BriefOptions & { output: string; format?: string }, settings?: CallSettings): Promise<void>;
    (options: BriefOptions & { format: 'xlsx' | 'parquet' }, settings?: CallSettings): Promise<Uint8Array>;
    (options: BriefOptions & { format: 'table' | 'csv' | 'html' }, settings?: CallSettings): Promise<string>;
    (options?: BriefOptions, settings?: CallSettings): Rows<Brief>;
  };
  readonly pickup: {
    /** Show what was booked since an earlier day. */
    (options: PickupOptions & { output: string; format?: string }, settings?: CallSettings): Promise<void>;
    (options: PickupOptions & { format: 'xlsx' | 'parquet' }, settings?: CallSettings): Promise<Uint8Array>;
    (options: PickupOptions & { format: 'table' | 'csv' | 'html' }, settings?: CallSettings): Promise<string>;
    (options: PickupOptions, settings?: CallSettings): Rows<Pickup>;
  };
  readonly pace: {
    /** Compare bookings with the same point last year. */
    (options: PaceOptions & { output: string; format?: string }, settings?: CallSettings): Promise<void>;
    (options: PaceOptions & { format: 'xlsx' | 'parquet' }, settings?: CallSettings): Promise<Uint8Array>;
    (options: PaceOptions & { format: 'table' | 'csv' | 'html' }, settings?: CallSettings): Promise<string>;
    (options: PaceOptions, settings?: CallSettings): Rows<Pace>;
  };
  readonly offers: {
    /** List the offers for a stay. */
    list(options: OffersListOptions & { output: string; format?: string; view?: string }, settings?: CallSettings): Promise<void>;
    list(options: OffersListOptions & { format: 'xlsx' | 'parquet'; view?: string }, settings?: CallSettings): Promise<Uint8Array>;
    list(options: OffersListOptions & { format: 'table' | 'csv' | 'html'; view?: string }, settings?: CallSettings): Promise<string>;
    list(options: OffersListOptions & { view: 'nights' }, settings?: CallSettings): Rows<OffersListNights>;
    list(options: OffersListOptions & { view: 'fees' }, settings?: CallSettings): Rows<OffersListFees>;
    list(options: OffersListOptions & { view: 'taxes' }, settings?: CallSettings): Rows<OffersListTaxes>;
    list(options: OffersListOptions & { view?: 'offers' } & { columns: string }, settings?: CallSettings): Rows<Chosen<OffersList>>;
    list(options: OffersListOptions & { view?: 'offers' }, settings?: CallSettings): Rows<OffersList>;
    /** List the services that can be booked with a rate plan. */
    services(options: OffersServicesOptions & { output: string; format?: string; view?: string }, settings?: CallSettings): Promise<void>;
    services(options: OffersServicesOptions & { format: 'xlsx' | 'parquet'; view?: string }, settings?: CallSettings): Promise<Uint8Array>;
    services(options: OffersServicesOptions & { format: 'table' | 'csv' | 'html'; view?: string }, settings?: CallSettings): Promise<string>;
    services(options: OffersServicesOptions & { view: 'dates' }, settings?: CallSettings): Rows<OffersServicesDates>;
    services(options: OffersServicesOptions & { view?: 'services' } & { columns: string }, settings?: CallSettings): Rows<Chosen<OffersServices>>;
    services(options: OffersServicesOptions & { view?: 'services' }, settings?: CallSettings): Rows<OffersServices>;
  };
  readonly quotes: {
    /** Choose offers and services and write a quote file. */
    create(options: QuotesCreateOptions, settings?: CallSettings): Promise<QuotesCreate & { /** Pass it on unchanged. */ json: string }>;
  };
  readonly bookings: {
    /** Write the authorization request for the payment processor. */
    authorization(options: BookingsAuthorizationOptions, settings?: CallSettings): Promise<BookingsAuthorization & { /** Pass it on unchanged. */ json: string }>;
    /** Create a booking, at most once. */
    create(options: BookingsCreateOptions & { output: string; format?: string }, settings?: CallSettings): Promise<void>;
    create(options: BookingsCreateOptions & { format: 'xlsx' | 'parquet' }, settings?: CallSettings): Promise<Uint8Array>;
    create(options: BookingsCreateOptions & { format: 'table' | 'csv' | 'html' }, settings?: CallSettings): Promise<string>;
    create(options: BookingsCreateOptions, settings?: CallSettings): Rows<BookingsCreate>;
    /** Resend a booking whose outcome is unknown. */
    resume(options: BookingsResumeOptions & { output: string; format?: string }, settings?: CallSettings): Promise<void>;
    resume(options: BookingsResumeOptions & { format: 'xlsx' | 'parquet' }, settings?: CallSettings): Promise<Uint8Array>;
    resume(options: BookingsResumeOptions & { format: 'table' | 'csv' | 'html' }, settings?: CallSettings): Promise<string>;
    resume(options: BookingsResumeOptions, settings?: CallSettings): Rows<BookingsResume>;
    /** Record the outcome of a booking that cannot be resumed. */
    settle(options: BookingsSettleOptions, settings?: CallSettings): Promise<void>;
    /** List the bookings sent from this machine. */
    list(options: BookingsListOptions & { output: string; format?: string }, settings?: CallSettings): Promise<void>;
    list(options: BookingsListOptions & { format: 'xlsx' | 'parquet' }, settings?: CallSettings): Promise<Uint8Array>;
    list(options: BookingsListOptions & { format: 'table' | 'csv' | 'html' }, settings?: CallSettings): Promise<string>;
    list(options?: BookingsListOptions, settings?: CallSettings): Rows<BookingsList>;
  };
  readonly close: {
    /** Reconcile a month's reports and archive the result. */
    month(options: CloseMonthOptions & { output: string; format?: string }, settings?: CallSettings): Promise<void>;
    month(options: CloseMonthOptions & { format: 'xlsx' | 'parquet' }, settings?: CallSettings): Promise<Uint8Array>;
    month(options: CloseMonthOptions & { format: 'table' | 'csv' | 'html' }, settings?: CallSettings): Promise<string>;
    month(options?: CloseMonthOptions, settings?: CallSettings): Rows<CloseMonth>;
    /** List the closes on this machine. */
    list(options: CloseListOptions & { output: string; format?: string }, settings?: CallSettings): Promise<void>;
    list(options: CloseListOptions & { format: 'xlsx' | 'parquet' }, settings?: CallSettings): Promise<Uint8Array>;
    list(options: CloseListOptions & { format: 'table' | 'csv' | 'html' }, settings?: CallSettings): Promise<string>;
    list(options?: CloseListOptions, settings?: CallSettings): Rows<CloseList>;
    /** Check that no close was changed or removed. */
    verify(options: CloseVerifyOptions & { output: string; format?: string }, settings?: CallSettings): Promise<void>;
    verify(options: CloseVerifyOptions & { format: 'xlsx' | 'parquet' }, settings?: CallSettings): Promise<Uint8Array>;
    verify(options: CloseVerifyOptions & { format: 'table' | 'csv' | 'html' }, settings?: CallSettings): Promise<string>;
    verify(options?: CloseVerifyOptions, settings?: CallSettings): Rows<CloseVerify>;
    /** Record why an open check or a question is accepted. */
    accept(options: CloseAcceptOptions, settings?: CallSettings): Promise<void>;
    /** Record who prepared or reviewed a close. */
    sign(options?: CloseSignOptions, settings?: CallSettings): Promise<void>;
  };
  readonly journal: {
    /** Export the ledger as a journal for your accounting system. */
    export(options: JournalExportOptions & { output: string; format?: string }, settings?: CallSettings): Promise<void>;
    export(options: JournalExportOptions & { format: 'datev' | 'xlsx' }, settings?: CallSettings): Promise<Uint8Array>;
    export(options: JournalExportOptions & { format: 'csv' }, settings?: CallSettings): Promise<string>;
    export(options?: JournalExportOptions, settings?: CallSettings): Promise<string>;
    /** List the last twelve months' accounts as a map to fill in. */
    map(options: JournalMapOptions & { output: string; format?: string }, settings?: CallSettings): Promise<void>;
    map(options: JournalMapOptions & { format: 'xlsx' | 'parquet' }, settings?: CallSettings): Promise<Uint8Array>;
    map(options: JournalMapOptions & { format: 'table' | 'csv' | 'html' }, settings?: CallSettings): Promise<string>;
    map(options?: JournalMapOptions, settings?: CallSettings): Rows<JournalMap>;
    /** Write the audit medium: index.xml, and CSV files of the ledger, its taxes and the invoices. */
    evidence(options: JournalEvidenceOptions & { output: string; format?: string }, settings?: CallSettings): Promise<void>;
  };
  readonly statistics: {
    /** Prepare the monthly statistics return. */
    (options: StatisticsOptions & { output: string; format?: string }, settings?: CallSettings): Promise<void>;
    (options: StatisticsOptions & { format: 'xlsx' | 'parquet' }, settings?: CallSettings): Promise<Uint8Array>;
    (options: StatisticsOptions & { format: 'table' | 'csv' | 'html' }, settings?: CallSettings): Promise<string>;
    (options: StatisticsOptions, settings?: CallSettings): Rows<Statistics>;
  };
  readonly pack: {
    /** Write the month pack: results against last year and budget, revenues, company invoices. */
    (options: PackOptions & { output: string; format?: string }, settings?: CallSettings): Promise<void>;
    (options: PackOptions & { format: 'xlsx' }, settings?: CallSettings): Promise<Uint8Array>;
    (options: PackOptions & { format: 'table' | 'html' }, settings?: CallSettings): Promise<string>;
    (options?: PackOptions, settings?: CallSettings): Promise<string>;
  };
  readonly snapshots: {
    /** Record today's on-the-books figures. */
    take(options: SnapshotsTakeOptions & { output: string; format?: string }, settings?: CallSettings): Promise<void>;
    take(options: SnapshotsTakeOptions & { format: 'xlsx' | 'parquet' }, settings?: CallSettings): Promise<Uint8Array>;
    take(options: SnapshotsTakeOptions & { format: 'table' | 'csv' | 'html' }, settings?: CallSettings): Promise<string>;
    take(options?: SnapshotsTakeOptions, settings?: CallSettings): Rows<SnapshotsTake>;
    /** List the snapshots on this machine. */
    list(options: SnapshotsListOptions & { output: string; format?: string }, settings?: CallSettings): Promise<void>;
    list(options: SnapshotsListOptions & { format: 'xlsx' | 'parquet' }, settings?: CallSettings): Promise<Uint8Array>;
    list(options: SnapshotsListOptions & { format: 'table' | 'csv' | 'html' }, settings?: CallSettings): Promise<string>;
    list(options?: SnapshotsListOptions, settings?: CallSettings): Rows<SnapshotsList>;
    /** Find damaged and missing snapshots. */
    verify(options: SnapshotsVerifyOptions & { output: string; format?: string }, settings?: CallSettings): Promise<void>;
    verify(options: SnapshotsVerifyOptions & { format: 'xlsx' | 'parquet' }, settings?: CallSettings): Promise<Uint8Array>;
    verify(options: SnapshotsVerifyOptions & { format: 'table' | 'csv' | 'html' }, settings?: CallSettings): Promise<string>;
    verify(options?: SnapshotsVerifyOptions, settings?: CallSettings): Rows<SnapshotsVerify>;
    /** Remove old snapshots. */
    prune(options: SnapshotsPruneOptions & { output: string; format?: string }, settings?: CallSettings): Promise<void>;
    prune(options: SnapshotsPruneOptions & { format: 'xlsx' | 'parquet' }, settings?: CallSettings): Promise<Uint8Array>;
    prune(options: SnapshotsPruneOptions & { format: 'table' | 'csv' | 'html' }, settings?: CallSettings): Promise<string>;
    prune(options: SnapshotsPruneOptions, settings?: CallSettings): Rows<SnapshotsPrune>;
  };
  readonly sync: {
    /** Write reports into a data lake or Postgres, month by month. */
    write(options: SyncWriteOptions & { output: string; format?: string }, settings?: CallSettings): Promise<void>;
    write(options: SyncWriteOptions & { format: 'xlsx' | 'parquet' }, settings?: CallSettings): Promise<Uint8Array>;
    write(options: SyncWriteOptions & { format: 'table' | 'csv' | 'html' }, settings?: CallSettings): Promise<string>;
    write(options: SyncWriteOptions, settings?: CallSettings): Rows<SyncWrite>;
    /** Check that the files of a data lake are as they were written. */
    verify(options: SyncVerifyOptions & { output: string; format?: string }, settings?: CallSettings): Promise<void>;
    verify(options: SyncVerifyOptions & { format: 'xlsx' | 'parquet' }, settings?: CallSettings): Promise<Uint8Array>;
    verify(options: SyncVerifyOptions & { format: 'table' | 'csv' | 'html' }, settings?: CallSettings): Promise<string>;
    verify(options: SyncVerifyOptions, settings?: CallSettings): Rows<SyncVerify>;
  };
  readonly uiIntegrations: {
    /** List the targets where views can be embedded, with their sizes and forwarded data. */
    targets(options: UiIntegrationsTargetsOptions & { output: string; format?: string }, settings?: CallSettings): Promise<void>;
    targets(options: UiIntegrationsTargetsOptions & { format: 'xlsx' | 'parquet' }, settings?: CallSettings): Promise<Uint8Array>;
    targets(options: UiIntegrationsTargetsOptions & { format: 'table' | 'csv' | 'html' }, settings?: CallSettings): Promise<string>;
    targets(options?: UiIntegrationsTargetsOptions, settings?: CallSettings): Rows<UiIntegrationsTargets>;
    /** Register a view at a target. */
    create(options: UiIntegrationsCreateOptions & { output: string; format?: string }, settings?: CallSettings): Promise<void>;
    create(options: UiIntegrationsCreateOptions & { format: 'xlsx' | 'parquet' }, settings?: CallSettings): Promise<Uint8Array>;
    create(options: UiIntegrationsCreateOptions & { format: 'table' | 'csv' | 'html' }, settings?: CallSettings): Promise<string>;
    create(options: UiIntegrationsCreateOptions, settings?: CallSettings): Rows<UiIntegrationsCreate>;
    /** Change fields of a UI integration; the others stay unchanged. */
    update(options: UiIntegrationsUpdateOptions, settings?: CallSettings): Promise<void>;
    /** Delete a UI integration, after confirmation. */
    delete(options: UiIntegrationsDeleteOptions, settings?: CallSettings): Promise<void>;
    /** List the registered UI integrations, for all targets or one. */
    list(options: UiIntegrationsListOptions & { output: string; format?: string }, settings?: CallSettings): Promise<void>;
    list(options: UiIntegrationsListOptions & { format: 'xlsx' | 'parquet' }, settings?: CallSettings): Promise<Uint8Array>;
    list(options: UiIntegrationsListOptions & { format: 'table' | 'csv' | 'html' }, settings?: CallSettings): Promise<string>;
    list(options?: UiIntegrationsListOptions, settings?: CallSettings): Rows<UiIntegrationsList>;
    /** Show one UI integration. */
    get(options: UiIntegrationsGetOptions & { output: string; format?: string }, settings?: CallSettings): Promise<void>;
    get(options: UiIntegrationsGetOptions & { format: 'xlsx' | 'parquet' }, settings?: CallSettings): Promise<Uint8Array>;
    get(options: UiIntegrationsGetOptions & { format: 'table' | 'csv' | 'html' }, settings?: CallSettings): Promise<string>;
    get(options: UiIntegrationsGetOptions, settings?: CallSettings): Rows<UiIntegrationsGet>;
    /** Run the platform's test suite on a registered private integration; exit code 10 if it fails. */
    test(options: UiIntegrationsTestOptions & { output: string; format?: string }, settings?: CallSettings): Promise<void>;
    test(options: UiIntegrationsTestOptions & { format: 'xlsx' | 'parquet' }, settings?: CallSettings): Promise<Uint8Array>;
    test(options: UiIntegrationsTestOptions & { format: 'table' | 'csv' | 'html' }, settings?: CallSettings): Promise<string>;
    test(options: UiIntegrationsTestOptions, settings?: CallSettings): Rows<UiIntegrationsTest>;
    /** Run the platform's checks from this machine; exit code 10 if one fails. */
    check(options: UiIntegrationsCheckOptions & { output: string; format?: string }, settings?: CallSettings): Promise<void>;
    check(options: UiIntegrationsCheckOptions & { format: 'xlsx' | 'parquet' }, settings?: CallSettings): Promise<Uint8Array>;
    check(options: UiIntegrationsCheckOptions & { format: 'table' | 'csv' | 'html' }, settings?: CallSettings): Promise<string>;
    check(options: UiIntegrationsCheckOptions, settings?: CallSettings): Rows<UiIntegrationsCheck>;
  };
  /** Any operation of the platform; decimals of the body are texts, and an empty body is undefined. */
  request(method: string, path: string, options?: RequestOptions): Promise<unknown>;
}

/** A client with the settings of a profile, the environment and these options, in ascending precedence. */
export declare function createHotelctl(options?: ClientOptions): Hotelctl;

export interface ReportsList {
  name?: string | null;
  summary?: string | null;
  description?: string | null;
  method?: string | null;
  flags?: string[] | null;
  limits?: string[] | null;
  views?: string[] | null;
  versions?: string[] | null;
}

export interface ReportsListOptions {
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
}

export interface ReportsColumns {
  view?: string | null;
  column?: string | null;
  heading?: string | null;
  type?: string | null;
  definition?: string | null;
}

export interface ReportsColumnsOptions {
  /** Name of the report. */
  report: 'gross-transactions' | 'ordered-services' | 'room-nights' | 'bed-nights' | 'arrivals' | 'property-performance' | 'company-invoices-vat' | 'revenues' | (string & {}) | number;
  /** Compare with the same weekdays of last year, or the same dates; the default for days and weeks is weekday. */
  align?: 'weekday' | 'date' | (string & {}) | number | undefined;
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
}

export interface ReportsGrossTransactionsTaxes {
  propertyId?: string | null;
  sourceEntryNumber?: string | null;
  type?: string | null;
  percent?: Decimal | null;
  amount?: Decimal | null;
  currency?: string | null;
}

export interface ReportsGrossTransactions {
  propertyId?: string | null;
  timestamp: string;
  date: string;
  debitedAccount: {
    name: string;
    number: string;
    parentNumber?: string | null;
    type: string;
  };
  creditedAccount: {
    name: string;
    number: string;
    parentNumber?: string | null;
    type: string;
  };
  command: string;
  currency: string;
  grossAmount: Decimal;
  netAmount: Decimal;
  receipt: {
    type?: string | null;
    number: string;
  };
  sourceEntryNumber: string;
  reference: string;
  referenceType: string;
  reservation?: {
    id: string;
    status: string;
    arrival: string;
    departure: string;
  } | null;
  taxes?: {
    type: string;
    percent: Decimal;
    amount: Decimal;
  }[] | null;
}

export type ReportsGrossTransactionsOptions = {
  /** Property id, or several separated by commas; may be a list (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly (string | number)[] | undefined;
  /** A reservation, booking or external folio id, or the property id for the house folio. */
  reference?: string | number | undefined;
  /** All properties that you can access. */
  allProperties?: boolean | undefined;
  /** Parallel requests, 1 to 100 (default 8). */
  concurrency?: string | number | undefined;
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
  /** Exit with code 6 instead of printing a warning if a response is incomplete or not as documented. */
  strict?: boolean | undefined;
  /** Email the page, or the file and a summary, to this address; may be a list. */
  mailTo?: string | number | readonly (string | number)[] | undefined;
  /** When to send the email; change means after a failure, or when the file has changed since the last email (default always; failure for a job that writes no page). */
  notifyOn?: 'failure' | 'always' | 'change' | (string & {}) | number | undefined;
  /** Write Prometheus metrics of the run to this file (.prom). */
  metrics?: string | number | undefined;
  /** Monitoring URL to request at the end of a run; URL/start when a job begins, URL/fail after a failure (HOTELCTL_HEARTBEAT). */
  heartbeat?: string | number | undefined;
} & ({
  /** Period, such as last-month or 2026-Q3; may be a list. */
  period: string | number | readonly (string | number)[];
} | {
  /** Filter on the business date; every expression must apply; may be a list. */
  dateFilter: 'eq_' | 'neq_' | 'lt_' | 'gt_' | 'lte_' | 'gte_' | (string & {}) | number | readonly (string | number)[];
});

export interface ReportsOrderedServices {
  propertyId?: string | null;
  id: string;
  code: string;
  name: string;
  serviceDate: string;
  count: number;
  guest?: {
    title?: string | null;
    gender?: string | null;
    firstName?: string | null;
    middleInitial?: string | null;
    lastName: string;
  } | null;
  reservation?: {
    id: string;
    arrival: string;
    departure: string;
    persons: number;
  } | null;
  booking?: {
    id: string;
  } | null;
  unit?: {
    id: string;
    name: string;
  } | null;
  unitGroup?: {
    id: string;
    code: string;
    name: string;
  } | null;
  amount?: {
    amount: Decimal;
    currency: string;
  } | null;
}

export type ReportsOrderedServicesOptions = {
  /** Property id, or several separated by commas; may be a list (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly (string | number)[] | undefined;
  /** A service to report on; may be a list. */
  service: string | number | readonly (string | number)[];
  /** All properties that you can access. */
  allProperties?: boolean | undefined;
  /** Parallel requests, 1 to 100 (default 8). */
  concurrency?: string | number | undefined;
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
  /** Exit with code 6 instead of printing a warning if a response is incomplete or not as documented. */
  strict?: boolean | undefined;
  /** Email the page, or the file and a summary, to this address; may be a list. */
  mailTo?: string | number | readonly (string | number)[] | undefined;
  /** When to send the email; change means after a failure, or when the file has changed since the last email (default always; failure for a job that writes no page). */
  notifyOn?: 'failure' | 'always' | 'change' | (string & {}) | number | undefined;
  /** Write Prometheus metrics of the run to this file (.prom). */
  metrics?: string | number | undefined;
  /** Monitoring URL to request at the end of a run; URL/start when a job begins, URL/fail after a failure (HOTELCTL_HEARTBEAT). */
  heartbeat?: string | number | undefined;
} & ({
  /** Period, such as last-month or 2026-Q3; may be a list. */
  period: string | number | readonly (string | number)[];
} | {
  /** First day. */
  from: string | number;
  /** Day after the last (exclusive). */
  to: string | number;
});

export interface ReportsRoomNightsCompared {
  propertyId?: string | null;
  year?: number | null;
  month?: number | null;
  breakdown?: string | null;
  key?: string | null;
  thenFrom?: string | null;
  thenTo?: string | null;
  number?: {
    then?: number | null;
    now?: number | null;
    change?: number | null;
    changePercent?: Decimal | null;
  } | null;
  percent?: {
    then?: Decimal | null;
    now?: Decimal | null;
    change?: Decimal | null;
  } | null;
}

export interface ReportsRoomNightsBreakdown {
  propertyId?: string | null;
  year?: number | null;
  month?: number | null;
  breakdown?: string | null;
  key?: string | null;
  number?: number | null;
  percent?: Decimal | null;
}

export interface ReportsRoomNightsReservations {
  propertyId?: string | null;
  year?: number | null;
  month?: number | null;
  breakdown?: string | null;
  key?: string | null;
  reservationId?: string | null;
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

export type ReportsRoomNightsOptions = {
  /** Property id, or several separated by commas; may be a list (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly (string | number)[] | undefined;
  /** Compare with the same weekdays of last year, or the same dates; the default for days and weeks is weekday. */
  align?: 'weekday' | 'date' | (string & {}) | number | undefined;
  /** CSV file with property, name, region and other columns (HOTELCTL_PORTFOLIO, default portfolio.csv in the configuration folder). */
  portfolio?: string | number | undefined;
  /** Convert amounts to this currency, with rates. */
  currency?: string | number | undefined;
  /** CSV file with the columns currency, rate (of one unit in currency) and optionally from, to. */
  rates?: string | number | undefined;
  /** All properties that you can access. */
  allProperties?: boolean | undefined;
  /** Parallel requests, 1 to 100 (default 8). */
  concurrency?: string | number | undefined;
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
  /** Exit with code 6 instead of printing a warning if a response is incomplete or not as documented. */
  strict?: boolean | undefined;
  /** Email the page, or the file and a summary, to this address; may be a list. */
  mailTo?: string | number | readonly (string | number)[] | undefined;
  /** When to send the email; change means after a failure, or when the file has changed since the last email (default always; failure for a job that writes no page). */
  notifyOn?: 'failure' | 'always' | 'change' | (string & {}) | number | undefined;
  /** Write Prometheus metrics of the run to this file (.prom). */
  metrics?: string | number | undefined;
  /** Monitoring URL to request at the end of a run; URL/start when a job begins, URL/fail after a failure (HOTELCTL_HEARTBEAT). */
  heartbeat?: string | number | undefined;
} & ({
  /** Period, such as last-month or 2026-Q3; may be a list. */
  period: string | number | readonly (string | number)[];
} | {
  /** Month, 1 to 12. */
  month: '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '10' | '11' | '12' | (string & {}) | number;
  /** Year, four digits. */
  year: string | number;
});

export interface ReportsBedNightsCompared {
  propertyId?: string | null;
  year?: number | null;
  month?: number | null;
  breakdown?: string | null;
  key?: string | null;
  thenFrom?: string | null;
  thenTo?: string | null;
  number?: {
    then?: number | null;
    now?: number | null;
    change?: number | null;
    changePercent?: Decimal | null;
  } | null;
  percent?: {
    then?: Decimal | null;
    now?: Decimal | null;
    change?: Decimal | null;
  } | null;
}

export interface ReportsBedNightsBreakdown {
  propertyId?: string | null;
  year?: number | null;
  month?: number | null;
  breakdown?: string | null;
  key?: string | null;
  number?: number | null;
  percent?: Decimal | null;
}

export interface ReportsBedNightsReservations {
  propertyId?: string | null;
  year?: number | null;
  month?: number | null;
  breakdown?: string | null;
  key?: string | null;
  reservationId?: string | null;
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

export type ReportsBedNightsOptions = {
  /** Property id, or several separated by commas; may be a list (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly (string | number)[] | undefined;
  /** Compare with the same weekdays of last year, or the same dates; the default for days and weeks is weekday. */
  align?: 'weekday' | 'date' | (string & {}) | number | undefined;
  /** CSV file with property, name, region and other columns (HOTELCTL_PORTFOLIO, default portfolio.csv in the configuration folder). */
  portfolio?: string | number | undefined;
  /** Convert amounts to this currency, with rates. */
  currency?: string | number | undefined;
  /** CSV file with the columns currency, rate (of one unit in currency) and optionally from, to. */
  rates?: string | number | undefined;
  /** All properties that you can access. */
  allProperties?: boolean | undefined;
  /** Parallel requests, 1 to 100 (default 8). */
  concurrency?: string | number | undefined;
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
  /** Exit with code 6 instead of printing a warning if a response is incomplete or not as documented. */
  strict?: boolean | undefined;
  /** Email the page, or the file and a summary, to this address; may be a list. */
  mailTo?: string | number | readonly (string | number)[] | undefined;
  /** When to send the email; change means after a failure, or when the file has changed since the last email (default always; failure for a job that writes no page). */
  notifyOn?: 'failure' | 'always' | 'change' | (string & {}) | number | undefined;
  /** Write Prometheus metrics of the run to this file (.prom). */
  metrics?: string | number | undefined;
  /** Monitoring URL to request at the end of a run; URL/start when a job begins, URL/fail after a failure (HOTELCTL_HEARTBEAT). */
  heartbeat?: string | number | undefined;
} & ({
  /** Period, such as last-month or 2026-Q3; may be a list. */
  period: string | number | readonly (string | number)[];
} | {
  /** Month, 1 to 12. */
  month: '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '10' | '11' | '12' | (string & {}) | number;
  /** Year, four digits. */
  year: string | number;
});

export interface ReportsArrivalsCompared {
  propertyId?: string | null;
  year?: number | null;
  month?: number | null;
  breakdown?: string | null;
  key?: string | null;
  thenFrom?: string | null;
  thenTo?: string | null;
  number?: {
    then?: number | null;
    now?: number | null;
    change?: number | null;
    changePercent?: Decimal | null;
  } | null;
  percent?: {
    then?: Decimal | null;
    now?: Decimal | null;
    change?: Decimal | null;
  } | null;
}

export interface ReportsArrivalsBreakdown {
  propertyId?: string | null;
  year?: number | null;
  month?: number | null;
  breakdown?: string | null;
  key?: string | null;
  number?: number | null;
  percent?: Decimal | null;
}

export interface ReportsArrivalsReservations {
  propertyId?: string | null;
  year?: number | null;
  month?: number | null;
  breakdown?: string | null;
  key?: string | null;
  reservationId?: string | null;
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

export type ReportsArrivalsOptions = {
  /** Property id, or several separated by commas; may be a list (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly (string | number)[] | undefined;
  /** Compare with the same weekdays of last year, or the same dates; the default for days and weeks is weekday. */
  align?: 'weekday' | 'date' | (string & {}) | number | undefined;
  /** CSV file with property, name, region and other columns (HOTELCTL_PORTFOLIO, default portfolio.csv in the configuration folder). */
  portfolio?: string | number | undefined;
  /** Convert amounts to this currency, with rates. */
  currency?: string | number | undefined;
  /** CSV file with the columns currency, rate (of one unit in currency) and optionally from, to. */
  rates?: string | number | undefined;
  /** All properties that you can access. */
  allProperties?: boolean | undefined;
  /** Parallel requests, 1 to 100 (default 8). */
  concurrency?: string | number | undefined;
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
  /** Exit with code 6 instead of printing a warning if a response is incomplete or not as documented. */
  strict?: boolean | undefined;
  /** Email the page, or the file and a summary, to this address; may be a list. */
  mailTo?: string | number | readonly (string | number)[] | undefined;
  /** When to send the email; change means after a failure, or when the file has changed since the last email (default always; failure for a job that writes no page). */
  notifyOn?: 'failure' | 'always' | 'change' | (string & {}) | number | undefined;
  /** Write Prometheus metrics of the run to this file (.prom). */
  metrics?: string | number | undefined;
  /** Monitoring URL to request at the end of a run; URL/start when a job begins, URL/fail after a failure (HOTELCTL_HEARTBEAT). */
  heartbeat?: string | number | undefined;
} & ({
  /** Period, such as last-month or 2026-Q3; may be a list. */
  period: string | number | readonly (string | number)[];
} | {
  /** Month, 1 to 12. */
  month: '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '10' | '11' | '12' | (string & {}) | number;
  /** Year, four digits. */
  year: string | number;
});

export interface ReportsPropertyPerformanceCompared {
  propertyId?: string | null;
  from?: string | null;
  to?: string | null;
  thenFrom?: string | null;
  thenTo?: string | null;
  houseCount?: {
    then?: number | null;
    now?: number | null;
    change?: number | null;
    changePercent?: Decimal | null;
  } | null;
  houseItemsCount?: {
    then?: number | null;
    now?: number | null;
    change?: number | null;
    changePercent?: Decimal | null;
  } | null;
  soldCount?: {
    then?: number | null;
    now?: number | null;
    change?: number | null;
    changePercent?: Decimal | null;
  } | null;
  soldItemsCount?: {
    then?: number | null;
    now?: number | null;
    change?: number | null;
    changePercent?: Decimal | null;
  } | null;
  unsoldCount?: {
    then?: number | null;
    now?: number | null;
    change?: number | null;
    changePercent?: Decimal | null;
  } | null;
  unsoldItemsCount?: {
    then?: number | null;
    now?: number | null;
    change?: number | null;
    changePercent?: Decimal | null;
  } | null;
  outOfOrderCount?: {
    then?: number | null;
    now?: number | null;
    change?: number | null;
    changePercent?: Decimal | null;
  } | null;
  outOfOrderItemsCount?: {
    then?: number | null;
    now?: number | null;
    change?: number | null;
    changePercent?: Decimal | null;
  } | null;
  tentativelyBlockedCount?: {
    then?: number | null;
    now?: number | null;
    change?: number | null;
    changePercent?: Decimal | null;
  } | null;
  tentativelyBlockedItemsCount?: {
    then?: number | null;
    now?: number | null;
    change?: number | null;
    changePercent?: Decimal | null;
  } | null;
  definitelyBlockedCount?: {
    then?: number | null;
    now?: number | null;
    change?: number | null;
    changePercent?: Decimal | null;
  } | null;
  optionallyBlockedCount?: {
    then?: number | null;
    now?: number | null;
    change?: number | null;
    changePercent?: Decimal | null;
  } | null;
  arrivalsCount?: {
    then?: number | null;
    now?: number | null;
    change?: number | null;
    changePercent?: Decimal | null;
  } | null;
  departuresCount?: {
    then?: number | null;
    now?: number | null;
    change?: number | null;
    changePercent?: Decimal | null;
  } | null;
  noShowsCount?: {
    then?: number | null;
    now?: number | null;
    change?: number | null;
    changePercent?: Decimal | null;
  } | null;
  cancellationsCount?: {
    then?: number | null;
    now?: number | null;
    change?: number | null;
    changePercent?: Decimal | null;
  } | null;
  occupancyPercentage?: {
    then?: Decimal | null;
    now?: Decimal | null;
    change?: Decimal | null;
  } | null;
  grossUnitRevenue?: {
    then?: Decimal | null;
    thenCurrency?: string | null;
    now?: Decimal | null;
    currency?: string | null;
    change?: Decimal | null;
    changePercent?: Decimal | null;
  } | null;
  netUnitRevenue?: {
    then?: Decimal | null;
    thenCurrency?: string | null;
    now?: Decimal | null;
    currency?: string | null;
    change?: Decimal | null;
    changePercent?: Decimal | null;
  } | null;
  grossAccommodationRevenue?: {
    then?: Decimal | null;
    thenCurrency?: string | null;
    now?: Decimal | null;
    currency?: string | null;
    change?: Decimal | null;
    changePercent?: Decimal | null;
  } | null;
  netAccommodationRevenue?: {
    then?: Decimal | null;
    thenCurrency?: string | null;
    now?: Decimal | null;
    currency?: string | null;
    change?: Decimal | null;
    changePercent?: Decimal | null;
  } | null;
  grossFoodAndBeveragesRevenue?: {
    then?: Decimal | null;
    thenCurrency?: string | null;
    now?: Decimal | null;
    currency?: string | null;
    change?: Decimal | null;
    changePercent?: Decimal | null;
  } | null;
  netFoodAndBeveragesRevenue?: {
    then?: Decimal | null;
    thenCurrency?: string | null;
    now?: Decimal | null;
    currency?: string | null;
    change?: Decimal | null;
    changePercent?: Decimal | null;
  } | null;
  grossOtherRevenue?: {
    then?: Decimal | null;
    thenCurrency?: string | null;
    now?: Decimal | null;
    currency?: string | null;
    change?: Decimal | null;
    changePercent?: Decimal | null;
  } | null;
  netOtherRevenue?: {
    then?: Decimal | null;
    thenCurrency?: string | null;
    now?: Decimal | null;
    currency?: string | null;
    change?: Decimal | null;
    changePercent?: Decimal | null;
  } | null;
  grossAdr?: {
    then?: Decimal | null;
    thenCurrency?: string | null;
    now?: Decimal | null;
    currency?: string | null;
    change?: Decimal | null;
    changePercent?: Decimal | null;
  } | null;
  netAdr?: {
    then?: Decimal | null;
    thenCurrency?: string | null;
    now?: Decimal | null;
    currency?: string | null;
    change?: Decimal | null;
    changePercent?: Decimal | null;
  } | null;
  revPar?: {
    then?: Decimal | null;
    thenCurrency?: string | null;
    now?: Decimal | null;
    currency?: string | null;
    change?: Decimal | null;
    changePercent?: Decimal | null;
  } | null;
  businessDay?: string | null;
  thenDay?: string | null;
  unitGroup?: {
    id?: string | null;
    code?: string | null;
    name?: string | null;
    description?: string | null;
    type?: string | null;
  } | null;
  month?: string | null;
  days?: {
    then?: number | null;
    now?: number | null;
    change?: number | null;
    changePercent?: Decimal | null;
  } | null;
  week?: string | null;
  weekday?: string | null;
  perDay?: {
    soldCount?: {
      then?: Decimal | null;
      now?: Decimal | null;
      change?: Decimal | null;
      changePercent?: Decimal | null;
    } | null;
    grossAccommodationRevenue?: {
      then?: Decimal | null;
      thenCurrency?: string | null;
      now?: Decimal | null;
      currency?: string | null;
      change?: Decimal | null;
      changePercent?: Decimal | null;
    } | null;
    netAccommodationRevenue?: {
      then?: Decimal | null;
      thenCurrency?: string | null;
      now?: Decimal | null;
      currency?: string | null;
      change?: Decimal | null;
      changePercent?: Decimal | null;
    } | null;
  } | null;
  rank?: number | null;
  propertyName?: string | null;
  mix?: string | null;
  share?: {
    then?: Decimal | null;
    now?: Decimal | null;
    change?: Decimal | null;
  } | null;
  group?: string | null;
  hotels?: {
    then?: number | null;
    now?: number | null;
    change?: number | null;
    changePercent?: Decimal | null;
  } | null;
}

export interface ReportsPropertyPerformanceGrouped {
  propertyId?: string | null;
  from?: string | null;
  to?: string | null;
  month?: string | null;
  days?: number | null;
  houseCount?: number | null;
  houseItemsCount?: number | null;
  soldCount?: number | null;
  soldItemsCount?: number | null;
  unsoldCount?: number | null;
  unsoldItemsCount?: number | null;
  outOfOrderCount?: number | null;
  outOfOrderItemsCount?: number | null;
  tentativelyBlockedCount?: number | null;
  tentativelyBlockedItemsCount?: number | null;
  definitelyBlockedCount?: number | null;
  optionallyBlockedCount?: number | null;
  arrivalsCount?: number | null;
  departuresCount?: number | null;
  noShowsCount?: number | null;
  cancellationsCount?: number | null;
  occupancyPercentage?: Decimal | null;
  grossUnitRevenue?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  netUnitRevenue?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  grossAccommodationRevenue?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  netAccommodationRevenue?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  grossFoodAndBeveragesRevenue?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  netFoodAndBeveragesRevenue?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  grossOtherRevenue?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  netOtherRevenue?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  grossAdr?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  netAdr?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  revPar?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  week?: string | null;
  weekday?: string | null;
  perDay?: {
    soldCount?: Decimal | null;
    grossAccommodationRevenue?: {
      amount?: Decimal | null;
    } | null;
    netAccommodationRevenue?: {
      amount?: Decimal | null;
    } | null;
  } | null;
  unitGroup?: {
    id?: string | null;
    name?: string | null;
  } | null;
  rank?: number | null;
  propertyName?: string | null;
  mix?: string | null;
  share?: Decimal | null;
  group?: string | null;
  hotels?: number | null;
}

export interface ReportsPropertyPerformanceSummary {
  propertyId?: string | null;
  from?: string | null;
  to?: string | null;
  houseCount?: number | null;
  houseItemsCount?: number | null;
  soldCount?: number | null;
  soldItemsCount?: number | null;
  unsoldCount?: number | null;
  unsoldItemsCount?: number | null;
  outOfOrderCount?: number | null;
  outOfOrderItemsCount?: number | null;
  tentativelyBlockedCount?: number | null;
  tentativelyBlockedItemsCount?: number | null;
  definitelyBlockedCount?: number | null;
  optionallyBlockedCount?: number | null;
  arrivalsCount?: number | null;
  departuresCount?: number | null;
  noShowsCount?: number | null;
  cancellationsCount?: number | null;
  occupancyPercentage?: Decimal | null;
  grossUnitRevenue?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  netUnitRevenue?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  grossAccommodationRevenue?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  netAccommodationRevenue?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  grossFoodAndBeveragesRevenue?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  netFoodAndBeveragesRevenue?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  grossOtherRevenue?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  netOtherRevenue?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  grossAdr?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  netAdr?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  revPar?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
}

export interface ReportsPropertyPerformanceDays {
  propertyId?: string | null;
  from?: string | null;
  to?: string | null;
  businessDay?: string | null;
  houseCount?: number | null;
  houseItemsCount?: number | null;
  soldCount?: number | null;
  soldItemsCount?: number | null;
  unsoldCount?: number | null;
  unsoldItemsCount?: number | null;
  outOfOrderCount?: number | null;
  outOfOrderItemsCount?: number | null;
  tentativelyBlockedCount?: number | null;
  tentativelyBlockedItemsCount?: number | null;
  definitelyBlockedCount?: number | null;
  optionallyBlockedCount?: number | null;
  arrivalsCount?: number | null;
  departuresCount?: number | null;
  noShowsCount?: number | null;
  cancellationsCount?: number | null;
  occupancyPercentage?: Decimal | null;
  grossUnitRevenue?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  netUnitRevenue?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  grossAccommodationRevenue?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  netAccommodationRevenue?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  grossFoodAndBeveragesRevenue?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  netFoodAndBeveragesRevenue?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  grossOtherRevenue?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  netOtherRevenue?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  grossAdr?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  netAdr?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  revPar?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
}

export interface ReportsPropertyPerformanceUnitGroups {
  propertyId?: string | null;
  from?: string | null;
  to?: string | null;
  businessDay?: string | null;
  unitGroup?: {
    id?: string | null;
    code?: string | null;
    name?: string | null;
    description?: string | null;
    type?: string | null;
  } | null;
  houseCount?: number | null;
  houseItemsCount?: number | null;
  soldCount?: number | null;
  soldItemsCount?: number | null;
  unsoldCount?: number | null;
  unsoldItemsCount?: number | null;
  outOfOrderCount?: number | null;
  outOfOrderItemsCount?: number | null;
  tentativelyBlockedCount?: number | null;
  tentativelyBlockedItemsCount?: number | null;
  definitelyBlockedCount?: number | null;
  optionallyBlockedCount?: number | null;
  arrivalsCount?: number | null;
  departuresCount?: number | null;
  noShowsCount?: number | null;
  cancellationsCount?: number | null;
  occupancyPercentage?: Decimal | null;
  grossUnitRevenue?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  netUnitRevenue?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  grossAccommodationRevenue?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  netAccommodationRevenue?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  grossFoodAndBeveragesRevenue?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  netFoodAndBeveragesRevenue?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  grossOtherRevenue?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  netOtherRevenue?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  grossAdr?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  netAdr?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  revPar?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
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

export type ReportsPropertyPerformanceOptions = {
  /** Property id, or several separated by commas; may be a list (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly (string | number)[] | undefined;
  /** Only stays of this company; may be a list. */
  company?: string | number | readonly (string | number)[] | undefined;
  /** Only this rate plan; may be a list. */
  ratePlan?: string | number | readonly (string | number)[] | undefined;
  /** Only unit groups of this type; may be a list. */
  unitGroupType?: 'BedRoom' | 'MeetingRoom' | 'EventSpace' | 'ParkingLot' | 'Other' | (string & {}) | number | readonly (string | number)[] | undefined;
  /** Only this unit group; may be a list. */
  unitGroup?: string | number | readonly (string | number)[] | undefined;
  /** Only this time slice definition; may be a list. */
  timeSliceDefinition?: string | number | readonly (string | number)[] | undefined;
  /** Only this channel; may be a list. */
  channelCode?: 'Direct' | 'BookingCom' | 'Ibe' | 'ChannelManager' | 'Expedia' | 'Homelike' | 'Hrs' | 'AltoVita' | 'DesVu' | 'Gimsi' | (string & {}) | number | readonly (string | number)[] | undefined;
  /** Only this source; may be a list. */
  source?: string | number | readonly (string | number)[] | undefined;
  /** Only this market segment; may be a list. */
  marketSegment?: string | number | readonly (string | number)[] | undefined;
  /** Only this travel purpose. */
  travelPurpose?: 'Business' | 'Leisure' | (string & {}) | number | undefined;
  /** Embed the figures of each business day; may be a list. */
  expand?: 'businessDays' | (string & {}) | number | readonly (string | number)[] | undefined;
  /** Report the books of this earlier day, from its snapshot; works offline. */
  asOf?: string | number | undefined;
  /** With asOf: use the nearest snapshot if the snapshot of that day is missing. */
  nearest?: boolean | undefined;
  /** Folder of snapshots, closes and saved statistics (HOTELCTL_DATA_DIR, default the data folder of your user account). */
  dataDir?: string | number | undefined;
  /** Kind of amounts, net or gross (without or with taxes); CSV, JSON and Parquet keep the platform's RevPAR (HOTELCTL_AMOUNTS, default net). */
  amounts?: 'net' | 'gross' | (string & {}) | number | undefined;
  /** CSV file with property, month (or day), measure (revenue, sold, available or an account number) and amount (HOTELCTL_BUDGET). */
  budget?: string | number | undefined;
  /** Compare with the same weekdays of last year, or the same dates; the default for days and weeks is weekday. */
  align?: 'weekday' | 'date' | (string & {}) | number | undefined;
  /** CSV file with property, name, region and other columns (HOTELCTL_PORTFOLIO, default portfolio.csv in the configuration folder). */
  portfolio?: string | number | undefined;
  /** Convert amounts to this currency, with rates. */
  currency?: string | number | undefined;
  /** CSV file with the columns currency, rate (of one unit in currency) and optionally from, to. */
  rates?: string | number | undefined;
  /** All properties that you can access. */
  allProperties?: boolean | undefined;
  /** Parallel requests, 1 to 100 (default 8). */
  concurrency?: string | number | undefined;
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
  /** Exit with code 6 instead of printing a warning if a response is incomplete or not as documented. */
  strict?: boolean | undefined;
  /** Email the page, or the file and a summary, to this address; may be a list. */
  mailTo?: string | number | readonly (string | number)[] | undefined;
  /** When to send the email; change means after a failure, or when the file has changed since the last email (default always; failure for a job that writes no page). */
  notifyOn?: 'failure' | 'always' | 'change' | (string & {}) | number | undefined;
  /** Write Prometheus metrics of the run to this file (.prom). */
  metrics?: string | number | undefined;
  /** Monitoring URL to request at the end of a run; URL/start when a job begins, URL/fail after a failure (HOTELCTL_HEARTBEAT). */
  heartbeat?: string | number | undefined;
} & ({
  /** Period, such as last-month or 2026-Q3; may be a list. */
  period: string | number | readonly (string | number)[];
} | {
  /** First day. */
  from: string | number;
  /** Last day (inclusive). */
  to: string | number;
});

export interface ReportsCompanyInvoicesVatTaxes {
  propertyId?: string | null;
  company?: {
    id?: string | null;
    code?: string | null;
    name?: string | null;
  } | null;
  invoice?: {
    number?: string | null;
    date?: string | null;
  } | null;
  vatType?: string | null;
  vatPercent?: Decimal | null;
  net?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  tax?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
}

export interface ReportsCompanyInvoicesVatAgeing {
  propertyId?: string | null;
  company?: {
    id?: string | null;
    code?: string | null;
    name?: string | null;
  } | null;
  invoices?: number | null;
  outstanding?: {
    amount?: Decimal | null;
    current?: Decimal | null;
    days30?: Decimal | null;
    days60?: Decimal | null;
    days90?: Decimal | null;
    currency?: string | null;
  } | null;
}

export interface ReportsCompanyInvoicesVat {
  propertyId?: string | null;
  company: {
    id: string;
    code: string;
    name: string;
    taxId?: string | null;
    address: {
      addressLine1: string;
      addressLine2?: string | null;
      postalCode: string;
      city: string;
      regionCode?: string | null;
      countryCode: string;
    };
  };
  invoice: {
    number?: string | null;
    date: string;
    subTotal: {
      amount: Decimal;
      currency: string;
    };
    outstandingPayment?: {
      amount: Decimal;
      currency: string;
    } | null;
    taxDetails?: {
      vatType: string;
      vatPercent: Decimal;
      net: {
        amount: Decimal;
        currency: string;
      };
      tax: {
        amount: Decimal;
        currency: string;
      };
    }[] | null;
  };
}

export interface ReportsCompanyInvoicesVatOptions {
  /** Property id, or several separated by commas; may be a list (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly (string | number)[] | undefined;
  /** Only invoices to this company; may be a list. */
  company?: string | number | readonly (string | number)[] | undefined;
  /** Period, such as last-month or 2026-Q3; may be a list. */
  period?: string | number | readonly (string | number)[] | undefined;
  /** Filter on the invoice date, at most one month; every expression must apply; default: dates that the platform chooses; may be a list. */
  dateFilter?: 'eq_' | 'neq_' | 'lt_' | 'gt_' | 'lte_' | 'gte_' | (string & {}) | number | readonly (string | number)[] | undefined;
  /** CSV file with property, name, region and other columns (HOTELCTL_PORTFOLIO, default portfolio.csv in the configuration folder). */
  portfolio?: string | number | undefined;
  /** Convert amounts to this currency, with rates. */
  currency?: string | number | undefined;
  /** CSV file with the columns currency, rate (of one unit in currency) and optionally from, to. */
  rates?: string | number | undefined;
  /** All properties that you can access. */
  allProperties?: boolean | undefined;
  /** Parallel requests, 1 to 100 (default 8). */
  concurrency?: string | number | undefined;
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
  /** Exit with code 6 instead of printing a warning if a response is incomplete or not as documented. */
  strict?: boolean | undefined;
  /** Email the page, or the file and a summary, to this address; may be a list. */
  mailTo?: string | number | readonly (string | number)[] | undefined;
  /** When to send the email; change means after a failure, or when the file has changed since the last email (default always; failure for a job that writes no page). */
  notifyOn?: 'failure' | 'always' | 'change' | (string & {}) | number | undefined;
  /** Write Prometheus metrics of the run to this file (.prom). */
  metrics?: string | number | undefined;
  /** Monitoring URL to request at the end of a run; URL/start when a job begins, URL/fail after a failure (HOTELCTL_HEARTBEAT). */
  heartbeat?: string | number | undefined;
}

export interface ReportsRevenuesCompared {
  propertyId?: string | null;
  from?: string | null;
  to?: string | null;
  depth?: number | null;
  account?: {
    name?: string | null;
    number?: string | null;
    parentNumber?: string | null;
    type?: string | null;
  } | null;
  thenFrom?: string | null;
  thenTo?: string | null;
  netAmount?: {
    then?: Decimal | null;
    thenCurrency?: string | null;
    now?: Decimal | null;
    currency?: string | null;
    change?: Decimal | null;
    changePercent?: Decimal | null;
  } | null;
  grossAmount?: {
    then?: Decimal | null;
    thenCurrency?: string | null;
    now?: Decimal | null;
    currency?: string | null;
    change?: Decimal | null;
    changePercent?: Decimal | null;
  } | null;
}

export interface ReportsRevenuesAccounts {
  propertyId?: string | null;
  from?: string | null;
  to?: string | null;
  depth?: number | null;
  account?: {
    name?: string | null;
    number?: string | null;
    parentNumber?: string | null;
    type?: string | null;
  } | null;
  netAmount?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  grossAmount?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
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

export type ReportsRevenuesOptions = {
  /** Property id, or several separated by commas; may be a list (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly (string | number)[] | undefined;
  /** Language of the account names. */
  languageCode?: 'en' | 'de' | 'fr' | 'es' | 'it' | 'nl' | (string & {}) | number | undefined;
  /** Compare with the same weekdays of last year, or the same dates; the default for days and weeks is weekday. */
  align?: 'weekday' | 'date' | (string & {}) | number | undefined;
  /** CSV file with property, name, region and other columns (HOTELCTL_PORTFOLIO, default portfolio.csv in the configuration folder). */
  portfolio?: string | number | undefined;
  /** Convert amounts to this currency, with rates. */
  currency?: string | number | undefined;
  /** CSV file with the columns currency, rate (of one unit in currency) and optionally from, to. */
  rates?: string | number | undefined;
  /** All properties that you can access. */
  allProperties?: boolean | undefined;
  /** Parallel requests, 1 to 100 (default 8). */
  concurrency?: string | number | undefined;
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
  /** Exit with code 6 instead of printing a warning if a response is incomplete or not as documented. */
  strict?: boolean | undefined;
  /** Email the page, or the file and a summary, to this address; may be a list. */
  mailTo?: string | number | readonly (string | number)[] | undefined;
  /** When to send the email; change means after a failure, or when the file has changed since the last email (default always; failure for a job that writes no page). */
  notifyOn?: 'failure' | 'always' | 'change' | (string & {}) | number | undefined;
  /** Write Prometheus metrics of the run to this file (.prom). */
  metrics?: string | number | undefined;
  /** Monitoring URL to request at the end of a run; URL/start when a job begins, URL/fail after a failure (HOTELCTL_HEARTBEAT). */
  heartbeat?: string | number | undefined;
} & ({
  /** Period, such as last-month or 2026-Q3; may be a list. */
  period: string | number | readonly (string | number)[];
} | {
  /** First day. */
  from: string | number;
  /** Day after the last (exclusive). */
  to: string | number;
});

export interface PropertiesListPortfolioTemplate {
  property?: string | null;
  name?: string | null;
  region?: string | null;
  brand?: string | null;
}

export interface PropertiesList {
  id?: string | null;
  code?: string | null;
  name?: string | null;
  timeZone?: string | null;
  currencyCode?: string | null;
}

export interface PropertiesListOptions {
  /** Write a first portfolio file: property, name, and empty columns for region and brand. */
  portfolioTemplate?: boolean | undefined;
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
}

export interface Brief {
  propertyId?: string | null;
  part?: string | null;
  from?: string | null;
  to?: string | null;
  basis?: string | null;
  sold?: {
    lastYear?: number | null;
    now?: number | null;
    change?: number | null;
  } | null;
  available?: {
    lastYear?: number | null;
    now?: number | null;
    change?: number | null;
  } | null;
  grossRevenue?: {
    lastYear?: Decimal | null;
    now?: Decimal | null;
    change?: Decimal | null;
  } | null;
  netRevenue?: {
    lastYear?: Decimal | null;
    now?: Decimal | null;
    change?: Decimal | null;
  } | null;
  currency?: string | null;
  grossAdr?: {
    lastYear?: Decimal | null;
    now?: Decimal | null;
    change?: Decimal | null;
  } | null;
  netAdr?: {
    lastYear?: Decimal | null;
    now?: Decimal | null;
    change?: Decimal | null;
  } | null;
  grossRevPar?: {
    lastYear?: Decimal | null;
    now?: Decimal | null;
    change?: Decimal | null;
  } | null;
  netRevPar?: {
    lastYear?: Decimal | null;
    now?: Decimal | null;
    change?: Decimal | null;
  } | null;
  occupancyPercentage?: {
    lastYear?: Decimal | null;
    now?: Decimal | null;
    change?: Decimal | null;
  } | null;
  pickup?: {
    since?: string | null;
    sold?: number | null;
    grossRevenue?: Decimal | null;
    netRevenue?: Decimal | null;
  } | null;
  pickup7?: {
    since?: string | null;
    sold?: number | null;
    grossRevenue?: Decimal | null;
    netRevenue?: Decimal | null;
  } | null;
}

export interface BriefOptions {
  /** Property id, or several separated by commas; may be a list (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly (string | number)[] | undefined;
  /** All properties that you can access. */
  allProperties?: boolean | undefined;
  /** Compare with the same weekday of last year, or the same date. */
  align?: 'weekday' | 'date' | (string & {}) | number | undefined;
  /** Subtotals by a column of the portfolio, such as region. */
  by?: string | number | undefined;
  /** Type of the unit groups to count; may be a list (HOTELCTL_UNIT_GROUP_TYPES, default BedRoom; reports: all types). */
  unitGroupType?: 'BedRoom' | 'MeetingRoom' | 'EventSpace' | 'ParkingLot' | 'Other' | (string & {}) | number | readonly (string | number)[] | undefined;
  /** Kind of amounts, net or gross (without or with taxes); CSV, JSON and Parquet keep the platform's RevPAR (HOTELCTL_AMOUNTS, default net). */
  amounts?: 'net' | 'gross' | (string & {}) | number | undefined;
  /** CSV file with property, month (or day), measure (revenue, sold, available or an account number) and amount (HOTELCTL_BUDGET). */
  budget?: string | number | undefined;
  /** CSV file with property, name, region and other columns (HOTELCTL_PORTFOLIO, default portfolio.csv in the configuration folder). */
  portfolio?: string | number | undefined;
  /** Convert amounts to this currency, with rates. */
  currency?: string | number | undefined;
  /** CSV file with the columns currency, rate (of one unit in currency) and optionally from, to. */
  rates?: string | number | undefined;
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
  /** Email the page, or the file and a summary, to this address; may be a list. */
  mailTo?: string | number | readonly (string | number)[] | undefined;
  /** When to send the email; change means after a failure, or when the file has changed since the last email (default always; failure for a job that writes no page). */
  notifyOn?: 'failure' | 'always' | 'change' | (string & {}) | number | undefined;
  /** Write Prometheus metrics of the run to this file (.prom). */
  metrics?: string | number | undefined;
  /** Monitoring URL to request at the end of a run; URL/start when a job begins, URL/fail after a failure (HOTELCTL_HEARTBEAT). */
  heartbeat?: string | number | undefined;
}

export interface Pickup {
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
  group?: string | null;
  hotels?: {
    before?: number | null;
    now?: number | null;
    pickup?: number | null;
  } | null;
}

export interface PickupOptions {
  /** Day of the earlier snapshot: 7d, yesterday or a date. */
  since: string | number;
  /** Period of the stay dates. */
  period?: string | number | undefined;
  /** How to group the rows. */
  by?: 'day' | 'week' | 'month' | 'weekday' | 'unit-group' | 'property' | (string & {}) | number | undefined;
  /** Property id, or several separated by commas; may be a list (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly (string | number)[] | undefined;
  /** All properties that you can access. */
  allProperties?: boolean | undefined;
  /** Day of the later snapshot (default today). */
  asOf?: string | number | undefined;
  /** Use the nearest snapshot if the snapshot of a day is missing. */
  nearest?: boolean | undefined;
  /** Type of the unit groups to count; may be a list (HOTELCTL_UNIT_GROUP_TYPES, default BedRoom; reports: all types). */
  unitGroupType?: 'BedRoom' | 'MeetingRoom' | 'EventSpace' | 'ParkingLot' | 'Other' | (string & {}) | number | readonly (string | number)[] | undefined;
  /** Kind of amounts, net or gross (without or with taxes); CSV, JSON and Parquet keep the platform's RevPAR (HOTELCTL_AMOUNTS, default net). */
  amounts?: 'net' | 'gross' | (string & {}) | number | undefined;
  /** CSV file with property, name, region and other columns (HOTELCTL_PORTFOLIO, default portfolio.csv in the configuration folder). */
  portfolio?: string | number | undefined;
  /** Convert amounts to this currency, with rates. */
  currency?: string | number | undefined;
  /** CSV file with the columns currency, rate (of one unit in currency) and optionally from, to. */
  rates?: string | number | undefined;
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
  /** Email the page, or the file and a summary, to this address; may be a list. */
  mailTo?: string | number | readonly (string | number)[] | undefined;
  /** When to send the email; change means after a failure, or when the file has changed since the last email (default always; failure for a job that writes no page). */
  notifyOn?: 'failure' | 'always' | 'change' | (string & {}) | number | undefined;
  /** Write Prometheus metrics of the run to this file (.prom). */
  metrics?: string | number | undefined;
  /** Monitoring URL to request at the end of a run; URL/start when a job begins, URL/fail after a failure (HOTELCTL_HEARTBEAT). */
  heartbeat?: string | number | undefined;
}

export interface Pace {
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
  budget?: Decimal | null;
  onBudget?: Decimal | null;
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
  group?: string | null;
  hotels?: {
    versus?: number | null;
    now?: number | null;
    difference?: number | null;
  } | null;
}

export interface PaceOptions {
  /** Period of the stay dates. */
  period: string | number;
  /** What to compare with: last-year, or the date of an earlier snapshot. */
  versus?: string | number | undefined;
  /** How to group the rows. */
  by?: 'day' | 'week' | 'month' | 'weekday' | 'unit-group' | 'property' | (string & {}) | number | undefined;
  /** Compare with the same weekday of last year, or the same date. */
  align?: 'weekday' | 'date' | (string & {}) | number | undefined;
  /** Property id, or several separated by commas; may be a list (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly (string | number)[] | undefined;
  /** All properties that you can access. */
  allProperties?: boolean | undefined;
  /** Day of the later snapshot (default today). */
  asOf?: string | number | undefined;
  /** Use the nearest snapshot if the snapshot of a day is missing. */
  nearest?: boolean | undefined;
  /** Type of the unit groups to count; may be a list (HOTELCTL_UNIT_GROUP_TYPES, default BedRoom; reports: all types). */
  unitGroupType?: 'BedRoom' | 'MeetingRoom' | 'EventSpace' | 'ParkingLot' | 'Other' | (string & {}) | number | readonly (string | number)[] | undefined;
  /** Kind of amounts, net or gross (without or with taxes); CSV, JSON and Parquet keep the platform's RevPAR (HOTELCTL_AMOUNTS, default net). */
  amounts?: 'net' | 'gross' | (string & {}) | number | undefined;
  /** CSV file with property, month (or day), measure (revenue, sold, available or an account number) and amount (HOTELCTL_BUDGET). */
  budget?: string | number | undefined;
  /** CSV file with property, name, region and other columns (HOTELCTL_PORTFOLIO, default portfolio.csv in the configuration folder). */
  portfolio?: string | number | undefined;
  /** Convert amounts to this currency, with rates. */
  currency?: string | number | undefined;
  /** CSV file with the columns currency, rate (of one unit in currency) and optionally from, to. */
  rates?: string | number | undefined;
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
  /** Email the page, or the file and a summary, to this address; may be a list. */
  mailTo?: string | number | readonly (string | number)[] | undefined;
  /** When to send the email; change means after a failure, or when the file has changed since the last email (default always; failure for a job that writes no page). */
  notifyOn?: 'failure' | 'always' | 'change' | (string & {}) | number | undefined;
  /** Write Prometheus metrics of the run to this file (.prom). */
  metrics?: string | number | undefined;
  /** Monitoring URL to request at the end of a run; URL/start when a job begins, URL/fail after a failure (HOTELCTL_HEARTBEAT). */
  heartbeat?: string | number | undefined;
}

export interface OffersListNights {
  propertyId?: string | null;
  ratePlan?: {
    id?: string | null;
  } | null;
  unitGroup?: {
    id?: string | null;
  } | null;
  from?: string | null;
  to?: string | null;
  availableUnits?: number | null;
  totalGrossAmount?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  baseAmount?: {
    grossAmount?: Decimal | null;
    netAmount?: Decimal | null;
    vatType?: string | null;
    vatPercent?: Decimal | null;
    currency?: string | null;
  } | null;
}

export interface OffersListFees {
  propertyId?: string | null;
  ratePlan?: {
    id?: string | null;
  } | null;
  unitGroup?: {
    id?: string | null;
  } | null;
  kind?: string | null;
  id?: string | null;
  name?: string | null;
  totalAmount?: {
    grossAmount?: Decimal | null;
    netAmount?: Decimal | null;
    vatType?: string | null;
    vatPercent?: Decimal | null;
    currency?: string | null;
  } | null;
}

export interface OffersListTaxes {
  propertyId?: string | null;
  ratePlan?: {
    id?: string | null;
  } | null;
  unitGroup?: {
    id?: string | null;
  } | null;
  vatType?: string | null;
  vatPercent?: Decimal | null;
  net?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  tax?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
}

export interface OffersList {
  propertyId?: string | null;
  arrival?: string | null;
  departure?: string | null;
  ratePlan: {
    id?: string | null;
    code?: string | null;
    name?: string | null;
    [further: string]: unknown;
  };
  unitGroup: {
    id?: string | null;
    code?: string | null;
    name?: string | null;
    [further: string]: unknown;
  };
  minGuaranteeType?: string | null;
  availableUnits?: number | null;
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
    description?: string | null;
    dueDateTime?: string | null;
    fee?: {
      amount: Decimal;
      currency: string;
      [further: string]: unknown;
    } | null;
    [further: string]: unknown;
  } | null;
  noShowFee?: {
    code?: string | null;
    description?: string | null;
    dueDateTime?: string | null;
    fee?: {
      amount: Decimal;
      currency: string;
      [further: string]: unknown;
    } | null;
    [further: string]: unknown;
  } | null;
  reasons?: string[] | null;
  totalGrossAmount: {
    amount: Decimal;
    currency: string;
    [further: string]: unknown;
  };
  prePaymentGrossAmount?: {
    amount: Decimal;
    currency: string;
    [further: string]: unknown;
  } | null;
  prePaymentAmount?: {
    amount: Decimal;
    currency: string;
    [further: string]: unknown;
  } | null;
  cityTax?: {
    grossAmount: Decimal;
    netAmount?: Decimal | null;
    currency?: string | null;
    [further: string]: unknown;
  } | null;
  cityTaxes?: {
    name?: string | null;
    totalGrossAmount: {
      amount: Decimal;
      currency: string;
      [further: string]: unknown;
    };
    [further: string]: unknown;
  }[] | null;
  fees?: {
    name?: string | null;
    totalAmount: {
      grossAmount: Decimal;
      netAmount?: Decimal | null;
      currency?: string | null;
      [further: string]: unknown;
    };
    [further: string]: unknown;
  }[] | null;
  timeSlices?: {
    from?: string | null;
    to?: string | null;
    totalGrossAmount?: {
      amount: Decimal;
      currency: string;
      [further: string]: unknown;
    } | null;
    [further: string]: unknown;
  }[] | null;
  services?: unknown[] | null;
  validationMessages?: {
    code?: string | null;
    message?: string | null;
    [further: string]: unknown;
  }[] | null;
  [further: string]: unknown;
}

export interface OffersListOptions {
  /** Property id, or several separated by commas; may be a list (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly (string | number)[] | undefined;
  /** Arrival date, or date and time. */
  arrival: string | number;
  /** Departure date, or date and time. */
  departure: string | number;
  /** Number of adults. */
  adults: string | number;
  /** Age of a child; may be a list. */
  childAge?: string | number | readonly (string | number)[] | undefined;
  /** Nights or day use (default OverNight). */
  timeSliceTemplate?: 'OverNight' | 'DayUse' | (string & {}) | number | undefined;
  /** Only this time slice definition; may be a list. */
  timeSliceDefinition?: string | number | readonly (string | number)[] | undefined;
  /** Only this unit group; may be a list. */
  unitGroup?: string | number | readonly (string | number)[] | undefined;
  /** Only unit groups of this type; may be a list. */
  unitGroupType?: 'BedRoom' | 'MeetingRoom' | 'EventSpace' | 'ParkingLot' | 'Other' | (string & {}) | number | readonly (string | number)[] | undefined;
  /** Sales channel. */
  channelCode?: 'Direct' | 'BookingCom' | 'Ibe' | 'ChannelManager' | 'Expedia' | 'Homelike' | 'Hrs' | 'AltoVita' | 'DesVu' | 'Gimsi' | (string & {}) | number | undefined;
  /** Promotion code, which makes its rate plans available. */
  promoCode?: string | number | undefined;
  /** Corporate code, which makes its rate plans available. */
  corporateCode?: string | number | undefined;
  /** Include offers that cannot be booked, with the reasons. */
  includeUnavailable?: boolean | undefined;
  /** Exit code 6 if an offer's amounts are not valid; the offer is left out of records. */
  strict?: boolean | undefined;
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
}

export interface OffersServicesDates {
  ratePlanId?: string | null;
  service?: {
    id?: string | null;
    name?: string | null;
  } | null;
  count?: Decimal | null;
  serviceDate?: string | null;
  isDefaultDate?: boolean | null;
  amount?: {
    grossAmount?: Decimal | null;
    netAmount?: Decimal | null;
    vatType?: string | null;
    vatPercent?: Decimal | null;
    currency?: string | null;
  } | null;
}

export interface OffersServices {
  ratePlanId?: string | null;
  service: {
    id?: string | null;
    code?: string | null;
    name?: string | null;
    pricingUnit?: string | null;
    [further: string]: unknown;
  };
  count?: number | null;
  serviceDates?: string[] | null;
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
  reasons?: string[] | null;
  totalAmount: {
    grossAmount: Decimal;
    netAmount?: Decimal | null;
    currency?: string | null;
    [further: string]: unknown;
  };
  prePaymentGrossAmount?: {
    amount: Decimal;
    currency: string;
    [further: string]: unknown;
  } | null;
  prePaymentAmount?: {
    amount: Decimal;
    currency: string;
    [further: string]: unknown;
  } | null;
  cityTax?: {
    grossAmount: Decimal;
    netAmount?: Decimal | null;
    currency?: string | null;
    [further: string]: unknown;
  } | null;
  cityTaxes?: {
    name?: string | null;
    totalGrossAmount: {
      amount: Decimal;
      currency: string;
      [further: string]: unknown;
    };
    [further: string]: unknown;
  }[] | null;
  fees?: {
    name?: string | null;
    totalAmount: {
      grossAmount: Decimal;
      netAmount?: Decimal | null;
      currency?: string | null;
      [further: string]: unknown;
    };
    [further: string]: unknown;
  }[] | null;
  dates?: {
    serviceDate: string;
    amount: {
      grossAmount: Decimal;
      netAmount?: Decimal | null;
      currency?: string | null;
      [further: string]: unknown;
    };
    isDefaultDate?: boolean | null;
    [further: string]: unknown;
  }[] | null;
  validationMessages?: {
    code?: string | null;
    message?: string | null;
    [further: string]: unknown;
  }[] | null;
  [further: string]: unknown;
}

export interface OffersServicesOptions {
  /** Rate plan of the stay. */
  ratePlan: string | number;
  /** Arrival date, or date and time. */
  arrival: string | number;
  /** Departure date, or date and time. */
  departure: string | number;
  /** Number of adults. */
  adults: string | number;
  /** Sales channel. */
  channelCode?: 'Direct' | 'BookingCom' | 'Ibe' | 'ChannelManager' | 'Expedia' | 'Homelike' | 'Hrs' | 'AltoVita' | 'DesVu' | 'Gimsi' | (string & {}) | number | undefined;
  /** Age of a child; may be a list. */
  childAge?: string | number | readonly (string | number)[] | undefined;
  /** Include every date on which a service is available, not only its default dates. */
  allDates?: boolean | undefined;
  /** Include offers that cannot be booked, with the reasons. */
  includeUnavailable?: boolean | undefined;
  /** Exit code 6 if an offer's amounts are not valid; the offer is left out of records. */
  strict?: boolean | undefined;
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
}

export interface QuotesCreate {
  version: unknown;
  id: string;
  quotedAt: string;
  host: string;
  digest: string;
  reservations: {
    propertyId: string;
    ratePlanId: string;
    arrival: string;
    departure: string;
    adults: number;
    childrenAges?: number[] | null;
    ratePlanIds?: string[] | null;
    unitGroupId?: string | null;
    timeSliceTemplate?: string | null;
    channelCode?: string | null;
    promoCode?: string | null;
    corporateCode?: string | null;
    offer: {
      arrival?: string | null;
      departure?: string | null;
      ratePlan: {
        id?: string | null;
        code?: string | null;
        name?: string | null;
        [further: string]: unknown;
      };
      unitGroup: {
        id?: string | null;
        code?: string | null;
        name?: string | null;
        [further: string]: unknown;
      };
      minGuaranteeType?: string | null;
      availableUnits?: number | null;
      totalGrossAmount: {
        amount: Decimal;
        currency: string;
        [further: string]: unknown;
      };
      prePaymentGrossAmount?: {
        amount: Decimal;
        currency: string;
        [further: string]: unknown;
      } | null;
      prePaymentAmount?: {
        amount: Decimal;
        currency: string;
        [further: string]: unknown;
      } | null;
      cityTax?: {
        grossAmount: Decimal;
        netAmount?: Decimal | null;
        currency?: string | null;
        [further: string]: unknown;
      } | null;
      cityTaxes?: {
        name?: string | null;
        totalGrossAmount: {
          amount: Decimal;
          currency: string;
          [further: string]: unknown;
        };
        [further: string]: unknown;
      }[] | null;
      fees?: {
        name?: string | null;
        totalAmount: {
          grossAmount: Decimal;
          netAmount?: Decimal | null;
          currency?: string | null;
          [further: string]: unknown;
        };
        [further: string]: unknown;
      }[] | null;
      cancellationFee?: {
        code?: string | null;
        description?: string | null;
        dueDateTime?: string | null;
        fee?: {
          amount: Decimal;
          currency: string;
          [further: string]: unknown;
        } | null;
        [further: string]: unknown;
      } | null;
      noShowFee?: {
        code?: string | null;
        description?: string | null;
        dueDateTime?: string | null;
        fee?: {
          amount: Decimal;
          currency: string;
          [further: string]: unknown;
        } | null;
        [further: string]: unknown;
      } | null;
      timeSlices?: {
        from?: string | null;
        to?: string | null;
        totalGrossAmount?: {
          amount: Decimal;
          currency: string;
          [further: string]: unknown;
        } | null;
        [further: string]: unknown;
      }[] | null;
      services?: unknown[] | null;
      validationMessages?: {
        code?: string | null;
        message?: string | null;
        [further: string]: unknown;
      }[] | null;
      [further: string]: unknown;
    };
    laterOffers?: {
      arrival?: string | null;
      departure?: string | null;
      ratePlan: {
        id?: string | null;
        code?: string | null;
        name?: string | null;
        [further: string]: unknown;
      };
      unitGroup: {
        id?: string | null;
        code?: string | null;
        name?: string | null;
        [further: string]: unknown;
      };
      minGuaranteeType?: string | null;
      availableUnits?: number | null;
      totalGrossAmount: {
        amount: Decimal;
        currency: string;
        [further: string]: unknown;
      };
      prePaymentGrossAmount?: {
        amount: Decimal;
        currency: string;
        [further: string]: unknown;
      } | null;
      prePaymentAmount?: {
        amount: Decimal;
        currency: string;
        [further: string]: unknown;
      } | null;
      cityTax?: {
        grossAmount: Decimal;
        netAmount?: Decimal | null;
        currency?: string | null;
        [further: string]: unknown;
      } | null;
      cityTaxes?: {
        name?: string | null;
        totalGrossAmount: {
          amount: Decimal;
          currency: string;
          [further: string]: unknown;
        };
        [further: string]: unknown;
      }[] | null;
      fees?: {
        name?: string | null;
        totalAmount: {
          grossAmount: Decimal;
          netAmount?: Decimal | null;
          currency?: string | null;
          [further: string]: unknown;
        };
        [further: string]: unknown;
      }[] | null;
      cancellationFee?: {
        code?: string | null;
        description?: string | null;
        dueDateTime?: string | null;
        fee?: {
          amount: Decimal;
          currency: string;
          [further: string]: unknown;
        } | null;
        [further: string]: unknown;
      } | null;
      noShowFee?: {
        code?: string | null;
        description?: string | null;
        dueDateTime?: string | null;
        fee?: {
          amount: Decimal;
          currency: string;
          [further: string]: unknown;
        } | null;
        [further: string]: unknown;
      } | null;
      timeSlices?: {
        from?: string | null;
        to?: string | null;
        totalGrossAmount?: {
          amount: Decimal;
          currency: string;
          [further: string]: unknown;
        } | null;
        [further: string]: unknown;
      }[] | null;
      services?: unknown[] | null;
      validationMessages?: {
        code?: string | null;
        message?: string | null;
        [further: string]: unknown;
      }[] | null;
      [further: string]: unknown;
    }[] | null;
    services: {
      serviceId: string;
      count?: number | null;
      dates?: string[] | null;
      offer: {
        service: {
          id?: string | null;
          code?: string | null;
          name?: string | null;
          pricingUnit?: string | null;
          [further: string]: unknown;
        };
        count?: number | null;
        totalAmount: {
          grossAmount: Decimal;
          netAmount?: Decimal | null;
          currency?: string | null;
          [further: string]: unknown;
        };
        prePaymentGrossAmount?: {
          amount: Decimal;
          currency: string;
          [further: string]: unknown;
        } | null;
        prePaymentAmount?: {
          amount: Decimal;
          currency: string;
          [further: string]: unknown;
        } | null;
        cityTax?: {
          grossAmount: Decimal;
          netAmount?: Decimal | null;
          currency?: string | null;
          [further: string]: unknown;
        } | null;
        cityTaxes?: {
          name?: string | null;
          totalGrossAmount: {
            amount: Decimal;
            currency: string;
            [further: string]: unknown;
          };
          [further: string]: unknown;
        }[] | null;
        fees?: {
          name?: string | null;
          totalAmount: {
            grossAmount: Decimal;
            netAmount?: Decimal | null;
            currency?: string | null;
            [further: string]: unknown;
          };
          [further: string]: unknown;
        }[] | null;
        dates?: {
          serviceDate: string;
          amount: {
            grossAmount: Decimal;
            netAmount?: Decimal | null;
            currency?: string | null;
            [further: string]: unknown;
          };
          isDefaultDate?: boolean | null;
          [further: string]: unknown;
        }[] | null;
        validationMessages?: {
          code?: string | null;
          message?: string | null;
          [further: string]: unknown;
        }[] | null;
        [further: string]: unknown;
      };
    }[];
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
  }[];
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
  /** Stay, as arrival=,departure=,adults=,child=,rate-plan= (once, or once for each night),unit-group=,property=,channel-code=,promo-code=,corporate-code=,time-slice-template=; write \, for a comma in a value; may be a list. */
  reservation: string | number | readonly (string | number)[];
  /** Service, as reservation=,service=,date=,count=; date may be a list; count is the number for each date (default: the offered number); may be repeated. */
  service?: string | number | readonly (string | number)[] | undefined;
  /** Property id (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | undefined;
}

export interface BookingsAuthorization {
  amount: {
    value: number;
    currency: string;
  };
  configuration: {
    cardHolderName: string;
  };
  deliveryDate: string;
  enableOneClick: boolean;
  enableRecurring: boolean;
  reference: string;
  shopperReference: string;
  shopperInteraction: string;
  recurringProcessingModel: string;
  additionalData: {
    metadata: {
      flowType: string;
      accountId: string;
      propertyId: string;
    };
  };
}

export interface BookingsAuthorizationOptions {
  /** Content of the file of the quote. */
  quote: string | number;
  /** Id of the hotel account. */
  accountId: string | number;
  /** Name on the card. */
  cardHolderName: string | number;
  /** UUID of the shopper at the processor (default: the quote's id). */
  shopperReference?: string | number | undefined;
  /** Property that receives the payout; required if the quote has several properties. */
  property?: string | number | undefined;
  /** Allow the guest to pay with one click later. */
  oneClick?: boolean | undefined;
  /** Allow later payments without the guest. */
  recurring?: boolean | undefined;
  /** Authorize a second booking of a quote that was booked. */
  again?: boolean | undefined;
  /** Age of the quote after which its prices are requested again. */
  maxAge?: string | number | undefined;
}

export interface BookingsCreate {
  bookingId?: string | null;
  reservationId?: string | null;
}

export interface BookingsCreateOptions {
  /** Content of the file of the quote. */
  quote?: string | number | undefined;
  /** File of the payment processor's response. */
  authorization?: string | number | undefined;
  /** Last name of the booker. */
  bookerLastName: string | number;
  /** First name of the booker. */
  bookerFirstName?: string | number | undefined;
  /** Title of the booker. */
  bookerTitle?: 'Mr' | 'Ms' | 'Dr' | 'Prof' | 'Mrs' | 'Other' | (string & {}) | number | undefined;
  /** Email address of the booker. */
  bookerEmail?: string | number | undefined;
  /** Telephone number of the booker. */
  bookerPhone?: string | number | undefined;
  /** Street and number of the booker's address. */
  bookerAddressLine1?: string | number | undefined;
  /** Second line of the booker's address. */
  bookerAddressLine2?: string | number | undefined;
  /** Postal code of the booker's address. */
  bookerPostalCode?: string | number | undefined;
  /** City of the booker's address. */
  bookerCity?: string | number | undefined;
  /** Region of the booker's address. */
  bookerRegion?: string | number | undefined;
  /** Country of the booker's address, two letters. */
  bookerCountry?: string | number | undefined;
  /** Primary guest: reservation=,last-name=,first-name=,title=,email=,phone=,address-line-1=,address-line-2=,postal-code=,city=,region=,country=; and for this reservation only: travel-purpose=,guarantee-type=,guest-comment=; write \, for a comma in a value; may be a list. */
  guest?: string | number | readonly (string | number)[] | undefined;
  /** Sales channel, if the quote has none (default Direct). */
  channelCode?: 'Direct' | 'BookingCom' | 'Ibe' | 'ChannelManager' | 'Expedia' | 'Homelike' | 'Hrs' | 'AltoVita' | 'DesVu' | 'Gimsi' | (string & {}) | number | undefined;
  /** Guarantee (default: the minimum of the offer). */
  guaranteeType?: 'PM6Hold' | 'CreditCard' | 'Prepayment' | 'Company' | (string & {}) | number | undefined;
  /** Travel purpose. */
  travelPurpose?: 'Business' | 'Leisure' | (string & {}) | number | undefined;
  /** Comment of the guest, on each reservation. */
  guestComment?: string | number | undefined;
  /** Comment for the hotel. */
  comment?: string | number | undefined;
  /** Comment of the booker. */
  bookerComment?: string | number | undefined;
  /** Masked number of the card, for example 411111******1111. */
  accountNumber?: string | number | undefined;
  /** Name on the card. */
  accountHolder?: string | number | undefined;
  /** Expiry month of the card, two digits. */
  expiryMonth?: string | number | undefined;
  /** Expiry year of the card, four digits. */
  expiryYear?: string | number | undefined;
  /** Payment method, as the processor names it, for example visa. */
  paymentMethod?: string | number | undefined;
  /** Email address of the payer. */
  payerEmail?: string | number | undefined;
  /** The card is a virtual card. */
  virtualCard?: boolean | undefined;
  /** ShopperReference of the authorization request, if it was not created on this machine. */
  shopperReference?: string | number | undefined;
  /** Authorization time, such as 2026-12-01T15:00:00Z (default: when the request was written on this machine). */
  authorizedAt?: string | number | undefined;
  /** Property that receives the payout, if the authorization request was not created on this machine. */
  property?: string | number | undefined;
  /** Also send the processor's reference at the top level of the request. */
  transactionReferenceOnTop?: boolean | undefined;
  /** Order number in your system; a second booking with it is refused, even from another quote. */
  reference?: string | number | undefined;
  /** Refuse the booking unless its grand total is this amount, such as 123.45EUR. */
  expectTotal: string;
  /** Create a second booking of the same quote or stay. */
  again?: boolean | undefined;
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
}

export interface BookingsResume {
  bookingId?: string | null;
  reservationId?: string | null;
}

export interface BookingsResumeOptions {
  /** Idempotency-Key, from the message of exit code 9 or from `bookings.list()`. */
  key: string | number;
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
}

export interface BookingsSettleOptions {
  /** Idempotency-Key, from the message of exit code 9 or from `bookings.list()`. */
  key: string | number;
  /** Id of the booking that was found in the platform. */
  bookingId?: string | number | undefined;
  /** The platform has no such booking; it may be booked again. */
  notMade?: boolean | undefined;
}

export interface BookingsList {
  state?: string | null;
  bookingId?: string | null;
  transactionReference?: string | null;
  propertyIds?: string[] | null;
  grandTotal?: {
    amount?: Decimal | null;
    currency?: string | null;
  } | null;
  secondsLeft?: Decimal | null;
  at?: string | null;
  authorizedAt?: string | null;
  reservationIds?: string[] | null;
  quoteId?: string | null;
  key?: string | null;
  reference?: string | null;
  host?: string | null;
  firstSentAt?: string | null;
  firstPlatformTime?: string | null;
  guest?: string | null;
  arrival?: string | null;
  departure?: string | null;
}

export interface BookingsListOptions {
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
}

export interface CloseMonth {
  propertyId?: string | null;
  period?: string | null;
  close?: string | null;
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
  /** Month to close. */
  period?: string | number | undefined;
  /** Show the checks of a month, also of one that is not over yet; nothing is kept. */
  provisional?: boolean | undefined;
  /** Show this close as it was kept, accepted and signed; last is the newest of the month; nothing is requested. */
  close?: string | number | undefined;
  /** CSV file with the first close's opening balances from your previous system: ledger, reference, amount. */
  opening?: string | number | undefined;
  /** Unexplained differences between booked and posted revenue above this amount are open. */
  tolerance?: string | number | undefined;
  /** Compare the orders of this service, with the account that only this service uses; may be a list. */
  service?: string | number | readonly (string | number)[] | undefined;
  /** Count only these over-night time slices as sold, without day use; may be a list. */
  timeSliceDefinition?: string | number | readonly (string | number)[] | undefined;
  /** Property id, or several separated by commas; may be a list (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly (string | number)[] | undefined;
  /** All properties that you can access. */
  allProperties?: boolean | undefined;
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
  /** Email the page, or the file and a summary, to this address; may be a list. */
  mailTo?: string | number | readonly (string | number)[] | undefined;
  /** When to send the email; change means after a failure, or when the file has changed since the last email (default always; failure for a job that writes no page). */
  notifyOn?: 'failure' | 'always' | 'change' | (string & {}) | number | undefined;
  /** Write Prometheus metrics of the run to this file (.prom). */
  metrics?: string | number | undefined;
  /** Monitoring URL to request at the end of a run; URL/start when a job begins, URL/fail after a failure (HOTELCTL_HEARTBEAT). */
  heartbeat?: string | number | undefined;
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
  /** Property id, or several separated by commas; may be a list (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly (string | number)[] | undefined;
  /** All properties with closes (default if none is set). */
  allProperties?: boolean | undefined;
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
}

export interface CloseVerify {
  check?: string | null;
  state?: string | null;
  found?: string | null;
  fix?: string | null;
}

export interface CloseVerifyOptions {
  /** Hash of a close that you noted; it must be in the archive; may be a list. */
  head?: string | number | readonly (string | number)[] | undefined;
  /** Property id, or several separated by commas; may be a list (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly (string | number)[] | undefined;
  /** All properties with closes (default if none is set). */
  allProperties?: boolean | undefined;
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
}

export interface CloseAcceptOptions {
  /** The check, such as L2. */
  check: string | number;
  /** Month of the close. */
  period?: string | number | undefined;
  /** Number of the close (default: the newest of the month). */
  close?: string | number | undefined;
  /** Why it is accepted; required. */
  reason?: string | number | undefined;
  /** Who accepts it; required. */
  by?: string | number | undefined;
  /** Property id, or several separated by commas; may be a list (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly (string | number)[] | undefined;
  /** All properties that you can access. */
  allProperties?: boolean | undefined;
}

export interface CloseSignOptions {
  /** Month of the close. */
  period?: string | number | undefined;
  /** Number of the close (default: the newest of the month). */
  close?: string | number | undefined;
  /** Who prepared the close. */
  prepared?: string | number | undefined;
  /** Who reviewed it. */
  reviewed?: string | number | undefined;
  /** Property id, or several separated by commas; may be a list (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly (string | number)[] | undefined;
  /** All properties that you can access. */
  allProperties?: boolean | undefined;
}

export interface JournalExportOptions {
  /** Business dates of the journal. */
  period?: string | number | undefined;
  /** Number of the close that it is made from (default: the newest of each month). */
  close?: string | number | undefined;
  /** Make it from the platform, of months that are not closed; the file says so. */
  withoutClose?: boolean | undefined;
  /** Export a month that was exported before. */
  again?: boolean | undefined;
  /** Export only what has changed since the last export of the month. */
  sinceExport?: boolean | undefined;
  /** CSV file with the account of the accounting system for each account; see `journal map`. */
  map?: string | number | undefined;
  /** Account for postings without a target in the map. */
  suspense?: string | number | undefined;
  /** Day-account writes daily sums per account, tax and side, instead of one row for each posting. */
  sum?: 'day-account' | (string & {}) | number | undefined;
  /** Of csv and xlsx: entries have both accounts in one row; rows have one account each, with debit and credit. */
  layout?: 'entries' | 'rows' | (string & {}) | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** Adviser number at DATEV (HOTELCTL_ADVISER_NUMBER). */
  adviserNumber?: string | number | undefined;
  /** Client number at the adviser (HOTELCTL_CLIENT_NUMBER). */
  clientNumber?: string | number | undefined;
  /** Month and day on which your fiscal year starts (HOTELCTL_FISCAL_YEAR_START, default 01-01). */
  fiscalYearStart?: string | number | undefined;
  /** Digits of the accounts at DATEV (HOTELCTL_ACCOUNT_LENGTH, default 4). */
  accountLength?: string | number | undefined;
  /** Property id, or several separated by commas; may be a list (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly (string | number)[] | undefined;
  /** All properties that you can access. */
  allProperties?: boolean | undefined;
  /** Email the page, or the file and a summary, to this address; may be a list. */
  mailTo?: string | number | readonly (string | number)[] | undefined;
  /** When to send the email; change means after a failure, or when the file has changed since the last email (default always; failure for a job that writes no page). */
  notifyOn?: 'failure' | 'always' | 'change' | (string & {}) | number | undefined;
  /** Write Prometheus metrics of the run to this file (.prom). */
  metrics?: string | number | undefined;
  /** Monitoring URL to request at the end of a run; URL/start when a job begins, URL/fail after a failure (HOTELCTL_HEARTBEAT). */
  heartbeat?: string | number | undefined;
}

export interface JournalMap {
  number?: string | null;
  name?: string | null;
  type?: string | null;
  target?: string | null;
  key?: string | null;
  'cost-centre'?: string | null;
  document?: string | null;
  'valid-from'?: string | null;
  company?: string | null;
}

export interface JournalMapOptions {
  /** Keep the rows of this map and add the missing accounts. */
  map?: string | number | undefined;
  /** Add a row for each company of the city ledger, with the next account of debtorRange. */
  debtors?: boolean | undefined;
  /** Accounts of companies in the accounting system. */
  debtorRange?: string | number | undefined;
  /** Property id, or several separated by commas; may be a list (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly (string | number)[] | undefined;
  /** All properties that you can access. */
  allProperties?: boolean | undefined;
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
}

export interface JournalEvidenceOptions {
  /** Business dates of the ledger and invoice dates. */
  period?: string | number | undefined;
  /** Number of the close that it is made from (default: the newest of each month). */
  close?: string | number | undefined;
  /** Make it from the platform, of months that are not closed; the file says so. */
  withoutClose?: boolean | undefined;
  /** The DTD of the standard, gdpdu-01-03-2019.dtd, which is copied into the folder. */
  dtd?: string | number | undefined;
  /** Property id, or several separated by commas; may be a list (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly (string | number)[] | undefined;
  /** All properties that you can access. */
  allProperties?: boolean | undefined;
}

export interface Statistics {
  propertyId?: string | null;
  period?: string | null;
  form?: string | null;
  part?: string | null;
  row?: string | null;
  name?: string | null;
  countries?: string | null;
  arrivals?: number | null;
  nights?: number | null;
  number?: number | null;
  source?: string | null;
}

export interface StatisticsOptions {
  /** DE or CH; totals is a list by country of residence for every other office. */
  form: 'DE' | 'CH' | 'totals' | (string & {}) | number;
  /** Month of the return, which must be over. */
  period?: string | number | undefined;
  /** CSV file with property and what the reports do not contain: beds, rooms, open-days, deadline, office-id (HOTELCTL_PORTFOLIO, default portfolio.csv in the configuration folder). */
  portfolio?: string | number | undefined;
  /** CSV file with guests to subtract: property, month, country, arrivals, nights, room-nights, reason. */
  adjustments?: string | number | undefined;
  /** Keep the figures that you report; a later run prints the correction. */
  save?: boolean | undefined;
  /** Property id, or several separated by commas; may be a list (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly (string | number)[] | undefined;
  /** All properties that you can access. */
  allProperties?: boolean | undefined;
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
  /** Email the page, or the file and a summary, to this address; may be a list. */
  mailTo?: string | number | readonly (string | number)[] | undefined;
  /** When to send the email; change means after a failure, or when the file has changed since the last email (default always; failure for a job that writes no page). */
  notifyOn?: 'failure' | 'always' | 'change' | (string & {}) | number | undefined;
  /** Write Prometheus metrics of the run to this file (.prom). */
  metrics?: string | number | undefined;
  /** Monitoring URL to request at the end of a run; URL/start when a job begins, URL/fail after a failure (HOTELCTL_HEARTBEAT). */
  heartbeat?: string | number | undefined;
}

export interface PackOptions {
  /** Period of the pack, which must be over. */
  period?: string | number | undefined;
  /** Subtotals by a column of the portfolio (default region, if there is one). */
  by?: string | number | undefined;
  /** What totals are compared with: the same dates of last year, or the same weekdays; days always use weekdays. */
  align?: 'weekday' | 'date' | (string & {}) | number | undefined;
  /** Property id, or several separated by commas; may be a list (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly (string | number)[] | undefined;
  /** All properties that you can access. */
  allProperties?: boolean | undefined;
  /** Type of the unit groups to count; may be a list (HOTELCTL_UNIT_GROUP_TYPES, default BedRoom; reports: all types). */
  unitGroupType?: 'BedRoom' | 'MeetingRoom' | 'EventSpace' | 'ParkingLot' | 'Other' | (string & {}) | number | readonly (string | number)[] | undefined;
  /** Kind of amounts, net or gross (without or with taxes); CSV, JSON and Parquet keep the platform's RevPAR (HOTELCTL_AMOUNTS, default net). */
  amounts?: 'net' | 'gross' | (string & {}) | number | undefined;
  /** CSV file with property, month (or day), measure (revenue, sold, available or an account number) and amount (HOTELCTL_BUDGET). */
  budget?: string | number | undefined;
  /** CSV file with property, name, region and other columns (HOTELCTL_PORTFOLIO, default portfolio.csv in the configuration folder). */
  portfolio?: string | number | undefined;
  /** Convert amounts to this currency, with rates. */
  currency?: string | number | undefined;
  /** CSV file with the columns currency, rate (of one unit in currency) and optionally from, to. */
  rates?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** Email the page, or the file and a summary, to this address; may be a list. */
  mailTo?: string | number | readonly (string | number)[] | undefined;
  /** When to send the email; change means after a failure, or when the file has changed since the last email (default always; failure for a job that writes no page). */
  notifyOn?: 'failure' | 'always' | 'change' | (string & {}) | number | undefined;
  /** Write Prometheus metrics of the run to this file (.prom). */
  metrics?: string | number | undefined;
  /** Monitoring URL to request at the end of a run; URL/start when a job begins, URL/fail after a failure (HOTELCTL_HEARTBEAT). */
  heartbeat?: string | number | undefined;
}

export interface SnapshotsTake {
  propertyId?: string | null;
  taken?: string | null;
  outcome?: string | null;
  error?: string | null;
}

export interface SnapshotsTakeOptions {
  /** Number of future days to save. */
  ahead?: string | number | undefined;
  /** How many past days to record again (default: from the first day of last month). */
  behind?: string | number | undefined;
  /** Today, or yesterday before the night audit (default: today at the property). */
  businessDay?: string | number | undefined;
  /** Replace the snapshot if the day already has one. */
  replace?: boolean | undefined;
  /** Property id, or several separated by commas; may be a list (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly (string | number)[] | undefined;
  /** All properties that you can access. */
  allProperties?: boolean | undefined;
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
}

export interface SnapshotsList {
  propertyId?: string | null;
  taken?: string | null;
  first?: string | null;
  last?: string | null;
  takenAt?: string | null;
  hotelctl?: string | null;
  error?: string | null;
}

export interface SnapshotsListOptions {
  /** Property id, or several separated by commas; may be a list. */
  property?: string | number | readonly (string | number)[] | undefined;
  /** All properties that have snapshots (default). */
  allProperties?: boolean | undefined;
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
}

export interface SnapshotsVerify {
  check?: string | null;
  state?: string | null;
  found?: string | null;
  fix?: string | null;
}

export interface SnapshotsVerifyOptions {
  /** Property id, or several separated by commas; may be a list. */
  property?: string | number | readonly (string | number)[] | undefined;
  /** All properties that have snapshots (default). */
  allProperties?: boolean | undefined;
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
}

export interface SnapshotsPrune {
  propertyId?: string | null;
  taken?: string | null;
  first?: string | null;
  last?: string | null;
  takenAt?: string | null;
  hotelctl?: string | null;
  error?: string | null;
}

export interface SnapshotsPruneOptions {
  /** Number of snapshots to keep, for example daily=90,weekly=52,monthly=all. */
  keep: string | number;
  /** Print what would be removed; remove nothing. */
  dryRun?: boolean | undefined;
  /** Property id, or several separated by commas; may be a list. */
  property?: string | number | readonly (string | number)[] | undefined;
  /** All properties that have snapshots (default). */
  allProperties?: boolean | undefined;
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
}

export interface SyncWrite {
  propertyId?: string | null;
  written?: number | null;
  upToDate?: number | null;
  failed?: number | null;
  error?: string | null;
}

export interface SyncWriteOptions {
  /** Folder or s3://BUCKET/PREFIX of the data lake, or the word postgres. */
  target: string | number;
  /** Report to sync; may be a list (default: all reports). */
  report?: 'gross-transactions' | 'ordered-services' | 'room-nights' | 'bed-nights' | 'arrivals' | 'property-performance' | 'company-invoices-vat' | 'revenues' | (string & {}) | number | readonly (string | number)[] | undefined;
  /** Months to sync (default: last month and this month). */
  period?: string | number | undefined;
  /** Service id for ordered-services; may be a list; months without one of them are fetched again. */
  service?: string | number | readonly (string | number)[] | undefined;
  /** For how many days after its end a month is fetched again, for late postings. */
  refetch?: string | number | undefined;
  /** Sync only the properties of shard i of n (HOTELCTL_SHARD). */
  shard?: string | number | undefined;
  /** Maximum requests per minute, for all shards together (default 3000). */
  rate?: string | number | undefined;
  /** Properties to process in parallel, 1 to 100. */
  concurrency?: string | number | undefined;
  /** Property id, or several separated by commas; may be a list (default HOTELCTL_PROPERTY, else the profile's property). */
  property?: string | number | readonly (string | number)[] | undefined;
  /** All properties that you can access. */
  allProperties?: boolean | undefined;
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
}

export interface SyncVerify {
  check?: string | null;
  state?: string | null;
  found?: string | null;
  fix?: string | null;
}

export interface SyncVerifyOptions {
  /** Folder or s3://BUCKET/PREFIX of the data lake. */
  target: string | number;
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
}

export interface UiIntegrationsTargets {
  target?: string | null;
  size?: string | null;
  forwards?: string | null;
  appended?: string | null;
  place?: string | null;
}

export interface UiIntegrationsTargetsOptions {
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
}

export interface UiIntegrationsCreate {
  target?: string | null;
  id?: string | null;
  code?: string | null;
}

export interface UiIntegrationsCreateOptions {
  /** Target of the view; on a terminal, hotelctl prompts for it. */
  target: 'DashboardAccountContext' | 'DashboardPropertyContext' | 'ReservationDetailsTab' | 'CompanyDetailsTab' | 'PropertyMenuReports' | 'PropertyMenuApps' | 'AccountMenuApps' | 'GuestDetailsDialog' | (string & {}) | number;
  /** Text in the header of the view. */
  label: string | number;
  /** Https URL. */
  sourceUrl: string | number;
  /** Whether the URL is the view itself, or a private endpoint that returns its URL. */
  sourceType: 'public' | 'private' | (string & {}) | number;
  /** Icon of the view. */
  iconSource?: string | number | undefined;
  /** Label in another language; may be a list. */
  labelTranslation?: string | number | readonly (string | number)[] | undefined;
  /** Enable the view only for these properties, separated by commas; may be a list (default: all properties). */
  property?: string | number | readonly (string | number)[] | undefined;
  /** Show the view only to hotel users with this role; may be a list (default: all roles). */
  role?: string | number | readonly (string | number)[] | undefined;
  /** Identifier of the integration, which cannot be changed later (default: the target). */
  code?: string | number | undefined;
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
}

export interface UiIntegrationsUpdateOptions {
  /** Target of the view; on a terminal, hotelctl prompts for it. */
  target: 'DashboardAccountContext' | 'DashboardPropertyContext' | 'ReservationDetailsTab' | 'CompanyDetailsTab' | 'PropertyMenuReports' | 'PropertyMenuApps' | 'AccountMenuApps' | 'GuestDetailsDialog' | (string & {}) | number;
  /** Id of the UI integration; on a terminal, hotelctl prompts for it. */
  id: string | number;
  /** Text in the header of the view. */
  label?: string | number | undefined;
  /** Https URL. */
  sourceUrl?: string | number | undefined;
  /** Whether the URL is the view itself, or a private endpoint that returns its URL. */
  sourceType?: 'public' | 'private' | (string & {}) | number | undefined;
  /** Icon of the view. */
  iconSource?: string | number | undefined;
  /** Label in another language; may be a list. */
  labelTranslation?: string | number | readonly (string | number)[] | undefined;
  /** Enable the view only for these properties, separated by commas; may be a list (default: all properties). */
  property?: string | number | readonly (string | number)[] | undefined;
  /** Show the view only to hotel users with this role; may be a list (default: all roles). */
  role?: string | number | readonly (string | number)[] | undefined;
  /** Enable the view for all properties. */
  allProperties?: boolean | undefined;
}

export interface UiIntegrationsDeleteOptions {
  /** Target of the view; on a terminal, hotelctl prompts for it. */
  target: 'DashboardAccountContext' | 'DashboardPropertyContext' | 'ReservationDetailsTab' | 'CompanyDetailsTab' | 'PropertyMenuReports' | 'PropertyMenuApps' | 'AccountMenuApps' | 'GuestDetailsDialog' | (string & {}) | number;
  /** Id of the UI integration; on a terminal, hotelctl prompts for it. */
  id: string | number;
}

export interface UiIntegrationsList {
  target?: string | null;
  id?: string | null;
  code?: string | null;
  label?: string | null;
  sourceType?: string | null;
  sourceUrl?: string | null;
  iconSource?: string | null;
  propertyIds?: string[] | null;
}

export interface UiIntegrationsListOptions {
  /** Target to list. */
  target?: 'DashboardAccountContext' | 'DashboardPropertyContext' | 'ReservationDetailsTab' | 'CompanyDetailsTab' | 'PropertyMenuReports' | 'PropertyMenuApps' | 'AccountMenuApps' | 'GuestDetailsDialog' | (string & {}) | number | undefined;
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
}

export interface UiIntegrationsGet {
  target?: string | null;
  id?: string | null;
  code?: string | null;
  label?: string | null;
  sourceType?: string | null;
  sourceUrl?: string | null;
  iconSource?: string | null;
  propertyIds?: string[] | null;
}

export interface UiIntegrationsGetOptions {
  /** Target of the view; on a terminal, hotelctl prompts for it. */
  target: 'DashboardAccountContext' | 'DashboardPropertyContext' | 'ReservationDetailsTab' | 'CompanyDetailsTab' | 'PropertyMenuReports' | 'PropertyMenuApps' | 'AccountMenuApps' | 'GuestDetailsDialog' | (string & {}) | number;
  /** Id of the UI integration; on a terminal, hotelctl prompts for it. */
  id: string | number;
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
}

export interface UiIntegrationsTest {
  field?: string | null;
  value?: string | null;
}

export interface UiIntegrationsTestOptions {
  /** Target of the view; on a terminal, hotelctl prompts for it. */
  target: 'DashboardAccountContext' | 'DashboardPropertyContext' | 'ReservationDetailsTab' | 'CompanyDetailsTab' | 'PropertyMenuReports' | 'PropertyMenuApps' | 'AccountMenuApps' | 'GuestDetailsDialog' | (string & {}) | number;
  /** Id of the UI integration; on a terminal, hotelctl prompts for it. */
  id: string | number;
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
}

export interface UiIntegrationsCheck {
  suite?: boolean | null;
  number?: number | null;
  check?: string | null;
  result?: string | null;
  seen?: string | null;
  fix?: string | null;
}

export interface UiIntegrationsCheckOptions {
  /** URL to check. */
  url: string | number;
  /** Whether the URL is the view itself, or a private endpoint that returns its URL. */
  sourceType?: 'public' | 'private' | (string & {}) | number | undefined;
  /** Target whose context, with example values, is appended to the URL of the view. */
  target?: 'DashboardAccountContext' | 'DashboardPropertyContext' | 'ReservationDetailsTab' | 'CompanyDetailsTab' | 'PropertyMenuReports' | 'PropertyMenuApps' | 'AccountMenuApps' | 'GuestDetailsDialog' | (string & {}) | number | undefined;
  /** Additional certificate authority to trust (PEM file), for example of a self-signed certificate. */
  ca?: string | number | undefined;
  /** Also connect to addresses that are not public, such as this machine and your network. */
  allowPrivateNetwork?: boolean | undefined;
  /** Columns to write, in this order, by path or heading. */
  columns?: string | number | undefined;
  /** Sort the rows by this column. */
  sort?: string | number | undefined;
  /** Write at most this many rows; totals still cover all rows. */
  limit?: string | number | undefined;
  /** Locale of numbers, dates and CSV files, such as en-GB; de, fr, es and it translate words too (HOTELCTL_LOCALE). */
  locale?: string | number | undefined;
  /** CSV delimiter: one character, or the word tab (HOTELCTL_DELIMITER, default the locale's, else a comma). */
  delimiter?: string | number | undefined;
  /** Write CSV numbers with a decimal comma (HOTELCTL_DECIMAL_COMMA). */
  decimalComma?: boolean | undefined;
  /** Start CSV files with a byte order mark, so that Excel detects UTF-8 (HOTELCTL_BOM). */
  bom?: boolean | undefined;
  /** CSV header: field paths or readable headings (default path). */
  headings?: 'path' | 'human' | (string & {}) | number | undefined;
  /** Omit the CSV header line. */
  noHeader?: boolean | undefined;
  /** Do not escape formulas in CSV text; a spreadsheet may then run text from the platform. */
  noFormulaGuard?: boolean | undefined;
}
