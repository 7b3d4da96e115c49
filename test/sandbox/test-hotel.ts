import { createHotel, type Hotel } from '../../src/sandbox/hotel/hotel.ts';

const made = new Map<string, Hotel>();

/**
 * The hotels of the documents on a day. All tests of a process read the same ones, because creating three years of stays
 * takes a second; a test that advances the clock or books creates its own.
 */
export function testHotel(today = '2026-11-21'): Hotel {
  const hotel = made.get(today) ?? createHotel({ seed: 'hotelctl', today });
  made.set(today, hotel);
  return hotel;
}
