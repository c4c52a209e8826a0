import type { SecretConfig } from 'better-auth/crypto'
import type { Database } from '../../foundation/database/connect.ts'
import type { BrowserSide } from '../../foundation/http/browser-side.ts'
import { uuid } from '../../foundation/lib/ids/uuid.ts'
import { once } from '../../foundation/lib/once.ts'
import { type Secrets, sign } from '../../foundation/lib/secret.ts'
import { hashPassword, longestPassword, shortestPassword, verifyPassword } from './passwords/passwords.ts'

/**
 * Returns better-auth for one kind of connection. Over https its cookies are Secure and have the prefix __Host-, which
 * binds them to this host. It is loaded at the first sign-in, because loading takes half a second.
 */
export type Auth = (side: BrowserSide) => ReturnType<typeof load>

/** The address that better-auth is configured with. Only our own routes call it, never a browser. */
export const authUrl = 'http://accounts.realword.internal/auth'

/** The header that carries the visitor's address to better-auth's rate limit. Clients cannot set it. */
export const peerHeader = 'x-realword-peer'

const day = 24 * 60 * 60 // s

/**
 * Sign-in: users, sessions and second factors, in the schema `accounts`. Sessions are not cached, so an ended session
 * is invalid immediately.
 */
export function createAuth(options: AuthOptions): Auth {
  const secure = once(() => load(options, true))
  const plain = once(() => load(options, false))
  return side => (side === 'https' ? secure() : plain())
}

export type AuthOptions = {
  database: Database
  secrets: Secrets
  triesPerMinute: number
}

/**
 * The keys of better-auth's encryption. It stores a key's version beside each ciphertext, so the version is derived
 * from the secret and does not depend on other settings. Releases that could not replace the secret stored ciphertexts
 * without a version: the oldest secret decrypts them.
 */
export function keysOf({ all }: Secrets): SecretConfig {
  const keys = all.map(secret => {
    return {
      version: sign(secret, 'sign-in version', '').readUInt32BE(),
      value: sign(secret, 'sign-in', '').toString('base64url'),
    }
  })
  const [current, oldest] = [keys[0], keys.at(-1)]
  if (!current || !oldest) throw new Error('there is no secret')
  return {
    keys: new Map(keys.map(({ version, value }) => [version, value])),
    currentVersion: current.version,
    legacySecret: oldest.value,
  }
}

async function load({ database, secrets, triesPerMinute }: AuthOptions, secure: boolean) {
  const [{ betterAuth }, { twoFactor }] = await Promise.all([
    import('better-auth'),
    import('better-auth/plugins'),
  ])
  const url = new URL(authUrl)
  const { keys, legacySecret } = keysOf(secrets)
  return betterAuth({
    appName: 'Realword',
    baseURL: url.origin,
    basePath: url.pathname,
    secrets: [...keys].map(([version, value]) => ({ version, value })), // the current one first
    ...(legacySecret !== undefined && { secret: legacySecret }),
    database: database.schemaPool('accounts'),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true, // users are invited
      minPasswordLength: shortestPassword,
      maxPasswordLength: longestPassword,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    session: { expiresIn: 14 * day, updateAge: day, cookieCache: { enabled: false } },
    rateLimit: {
      // Beside ours, because all instances share it.
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
      useSecureCookies: false, // would add the prefix __Secure-
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
