import type { Plugin } from 'rolldown';

export const textFiles: Plugin;
