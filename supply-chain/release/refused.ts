/** Why there is no release, and what to do about it. */
export class ReleaseRefused extends Error {}
