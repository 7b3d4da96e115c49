/** The hotel users who can sign in to the sandbox, without a password. Each of them has access to all properties. */
export interface HotelUser {
  /** The id token's `sub`. */
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  /** The properties that the person works for, as text: all of them, because the sandbox does not restrict access. */
  readonly workplace: string;
}

export const hotelUsers: readonly [HotelUser, ...HotelUser[]] = [
  {
    id: 'anna.berger',
    name: 'Anna Berger',
    email: 'anna.berger@hotel.example',
    role: 'Front office manager',
    workplace: 'All properties',
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
    workplace: 'Head office, all properties',
  },
];

export const findHotelUser = (id: string): HotelUser | undefined => hotelUsers.find(user => user.id === id);
