import { signInAsHotelUser } from './sandbox/sign-in-as-hotel-user.ts';

/** A BROWSER for tests: receives the sign-in's URL as its one argument and clicks what a hotel user would click. */
void signInAsHotelUser(process.argv[2] ?? '', { allow: true });
