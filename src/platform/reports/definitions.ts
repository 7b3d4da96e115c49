/**
 * One-sentence definitions of the report columns: for the metadata of Parquet files and the comments of database
 * columns.
 */
const definitions: Readonly<Record<string, string>> = {
  houseCount: 'Units that physically exist, without those out of inventory',
  houseItemsCount: 'Items (beds, seats) that physically exist, without those out of inventory',
  soldCount: 'Sold units and definitely blocked units of groups',
  soldItemsCount: 'Sold items and definitely blocked items of groups',
  unsoldCount: 'Units of the house without sold units and units out of order',
  unsoldItemsCount: 'Items of the house without sold items and items out of order',
  outOfOrderCount: 'Units out of order',
  outOfOrderItemsCount: 'Items out of order',
  tentativelyBlockedCount: 'Tentatively blocked units',
  tentativelyBlockedItemsCount: 'Tentatively blocked items',
  definitelyBlockedCount: 'Definitely blocked units of groups',
  optionallyBlockedCount: 'Optionally blocked units of groups',
  arrivalsCount: 'Arriving units',
  departuresCount: 'Departing units',
  noShowsCount: 'Units of guests who did not arrive',
  cancellationsCount: 'Cancelled units',
  occupancyPercentage: 'Sold units in percent of the units of the house without those out of order',
  grossUnitRevenue: 'Booked unit revenue, taxes included',
  netUnitRevenue: 'Booked unit revenue, without taxes',
  grossAccommodationRevenue: 'Booked accommodation revenue, taxes included',
  netAccommodationRevenue: 'Booked accommodation revenue, without taxes',
  grossFoodAndBeveragesRevenue: 'Booked food and beverages revenue, taxes included',
  netFoodAndBeveragesRevenue: 'Booked food and beverages revenue, without taxes',
  grossOtherRevenue: 'Booked other revenue, taxes included',
  netOtherRevenue: 'Booked other revenue, without taxes',
  grossAdr: 'Average daily rate, taxes included',
  netAdr: 'Average daily rate, without taxes',
  revPar: 'Revenue per available room',
  propertyId: 'Id of the property',
  businessDay: 'Business day of the property',
  from: 'First day of the report',
  to: 'Last day of the report, or the day after it where the report excludes its end',
  year: 'Year of the report',
  month: 'Month of the report, 1 to 12',
  breakdown: 'What the guests are counted by',
  key: 'Travel purpose or country code; empty for the total',
  reservationId: 'Id of the reservation',
  sourceEntryNumber: 'Number of the ledger entry',
  grossAmount: 'Posted amount, taxes included',
  netAmount: 'Posted amount, without taxes',
  serviceDate: 'Day on which the service is delivered',
  depth: 'Depth of the account in the tree, 0 for the top',
};

/** The definition of a column, by its path; undefined if its name is self-explanatory. */
export function columnDefinition(path: string): string | undefined {
  const [field = '', part] = path.split('.');
  const definition = definitions[field];
  if (definition === undefined || part === undefined || part === 'amount') return definition;
  return part === 'currency' ? `Currency of: ${definition}` : undefined;
}
