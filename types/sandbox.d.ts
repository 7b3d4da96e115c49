// Generated from the definitions of hotelctl.

export * from './sandbox.cjs';
