// Generated from the definitions of hotelctl.

export * from './index.cjs';
