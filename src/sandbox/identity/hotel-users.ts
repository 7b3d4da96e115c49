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

function makeUser(name: string, role: string, workplace = 'All properties'): HotelUser {
  const id = name.toLowerCase().replace(' ', '.');
  return { id, name, email: `${id}@hotel.example`, role, workplace };
}

export const hotelUsers: readonly [HotelUser, ...HotelUser[]] = [
  makeUser('Anna Berger', 'Front office manager'),
  makeUser('Daniel Okafor', 'Revenue manager'),
  makeUser('Mira Lindqvist', 'Accountant', 'Head office, all properties'),
];

export const findHotelUser = (id: string): HotelUser | undefined => hotelUsers.find(user => user.id === id);
