import type { Platform, PlatformName } from './platform.ts'

/** Every platform that is built. */
export const platforms: Partial<Record<PlatformName, Platform>> = {}
