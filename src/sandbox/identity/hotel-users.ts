/** The people who may sign in to the sandbox. There are no passwords: they are invented, and so is the hotel. */
export interface HotelUser {
  /** Becomes the id token's `sub`. */
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  /** Where they work, in words. */
  readonly workplace: string;
}

export const hotelUsers: readonly [HotelUser, ...HotelUser[]] = [
  {
    id: 'anna.berger',
    name: 'Anna Berger',
    email: 'anna.berger@hotel.example',
    role: 'Front office manager',
    workplace: 'Munich',
  },
  {
    id: 'daniel.okafor',
    name: 'Daniel Okafor',
    email: 'daniel.okafor@hotel.example',
    role: 'Revenue manager',
    workplace: 'All properties',
  },
  {
    id: 'mira.lindqvist',
    name: 'Mira Lindqvist',
    email: 'mira.lindqvist@hotel.example',
    role: 'Accountant',
    workplace: 'Head office',
  },
];

export const findHotelUser = (id: string): HotelUser | undefined => hotelUsers.find(user => user.id === id);
