import { remember } from '../../src/base/text.ts';
import { createHotel, type Hotel } from '../../src/sandbox/hotel/hotel.ts';
import { fewerBookings } from './fewer-bookings.ts';

/** The hotels of the documents, shared by a process: three years of stays take a second. A test that books makes its own. */
const hotelOn = remember((today: string) => createHotel({ seed: 'hotelctl', today }));
export const testHotel = (today = '2026-11-21'): Hotel => hotelOn(today);

/** The same with an eighth of the bookings. */
export const smallHotel = remember((today: string) =>
  fewerBookings(createHotel({ seed: 'hotelctl', today })),
);
