/** Parts of undici, for which its index has the types. */
declare module 'undici/lib/*';
