import type { Database } from '../database/connect.ts'
import type { BrowserSide } from '../http/browser-side.ts'
import { type Secrets, sign } from '../lib/secret.ts'
import { uuid } from '../lib/uuid.ts'
import { hashPassword, longestPassword, shortestPassword, verifyPassword } from './passwords/passwords.ts'

/**
 * better-auth for one kind of connection: over https its cookies are Secure and have the prefix __Host-, which binds
 * them to this host. Loaded at the first sign-in, because loading takes half a second.
 */
export type Auth = (side: BrowserSide) => ReturnType<typeof load>

/** Where better-auth believes to be. It is asked by our own routes alone, never by a browser. */
export const authUrl = 'http://accounts.realword.internal/auth'

/** The header that carries the visitor's address to better-auth's rate limit; nobody outside can send it. */
export const peerHeader = 'x-realword-peer'

const day = 24 * 60 * 60 // s

/**
 * Sign-in: users, sessions and second factors, over the schema `accounts`. Sessions are looked up at each
 * request, so that one which is ended is ended at once.
 */
export function createAuth(options: AuthOptions): Auth {
  const loaded: { secure?: ReturnType<typeof load>; plain?: ReturnType<typeof load> } = {}
  return side => {
    if (side !== 'https') {
      loaded.plain ??= load(options, false)
      return loaded.plain
    }
    loaded.secure ??= load(options, true)
    return loaded.secure
  }
}

export type AuthOptions = {
  database: Database
  secrets: Secrets
  triesPerMinute: number
}

/**
 * Keys for better-auth, the current one first. It stores a key's version beside each ciphertext, so the version is
 * derived from the secret and does not depend on other settings.
 */
function keysOf({ all }: Secrets): { version: number; value: string }[] {
  return all.map(secret => {
    return {
      version: sign(secret, 'sign-in version', '').readUInt32BE(),
      value: sign(secret, 'sign-in', '').toString('base64url'),
    }
  })
}

async function load({ database, secrets, triesPerMinute }: AuthOptions, secure: boolean) {
  const [{ betterAuth }, { twoFactor }] = await Promise.all([
    import('better-auth'),
    import('better-auth/plugins'),
  ])
  const url = new URL(authUrl)
  const keys = keysOf(secrets)
  const oldest = keys.at(-1)
  return betterAuth({
    appName: 'Realword',
    baseURL: url.origin,
    basePath: url.pathname,
    secrets: keys,
    // For second factors stored without a version, by releases in which the secret could not be replaced.
    ...(oldest && { secret: oldest.value }),
    database: database.schemaPool('accounts'),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true, // people are invited
      minPasswordLength: shortestPassword,
      maxPasswordLength: longestPassword,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    session: { expiresIn: 14 * day, updateAge: day, cookieCache: { enabled: false } },
    rateLimit: {
      enabled: true,
      storage: 'database',
      window: 60,
      max: 300,
      customRules: {
        '/sign-in/email': { window: 60, max: triesPerMinute },
        '/change-password': { window: 60, max: triesPerMinute },
        '/two-factor/enable': { window: 60, max: triesPerMinute },
        '/two-factor/disable': { window: 60, max: triesPerMinute },
        '/two-factor/verify-totp': { window: 60, max: triesPerMinute },
        '/two-factor/verify-backup-code': { window: 60, max: triesPerMinute },
      },
    },
    advanced: {
      cookiePrefix: secure ? '__Host-realword' : 'realword',
      useSecureCookies: false, // would put __Secure- before it
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [peerHeader] },
      database: { generateId: uuid },
    },
    plugins: [twoFactor({ issuer: 'Realword' })],
    telemetry: { enabled: false },
    logger: { disabled: true },
    onAPIError: { throw: true },
  })
}
