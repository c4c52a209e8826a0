import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { readCookie, writeCookie } from '../../../foundation/http/cookies.ts'
import { type Secrets, sign } from '../../../foundation/lib/secret.ts'
import { signInAddress } from '../users.ts'

const lifetime = 90 * 24 * 60 * 60 // s

type Device = { id: string; expires: number; mac: string }

/**
 * The id of this browser if the address signed in here within 90 days and kept its password since; otherwise ''.
 * It grants no access: it only selects the budget of attempts. See docs/decisions/0027.
 */
export async function knownDevice(
  db: Connection,
  secrets: Secrets,
  request: FastifyRequest,
  email: string,
  now: Date,
): Promise<string> {
  const device = secrets.all.map(secret => deviceOf(readCookie(request, nameOf(secret, email)))).find(Boolean)
  if (!device || device.expires * 1000 <= now.getTime()) return ''
  // An unknown address takes the same steps, over an empty owner.
  const owner = await ownerOf(db, email)
  const given = Buffer.from(device.mac, 'base64url')
  const isGenuine = secrets.all.some(secret => {
    const expected = macOf(secret, device, owner)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return isGenuine && owner ? device.id : ''
}

/** The Set-Cookie header that marks this browser as known for another 90 days. */
export async function deviceCookie(
  db: Connection,
  secrets: Secrets,
  request: FastifyRequest,
  email: string,
  now: Date,
): Promise<string> {
  const id = (await knownDevice(db, secrets, request, email, now)) || randomBytes(16).toString('base64url')
  const expires = Math.floor(now.getTime() / 1000) + lifetime
  const mac = macOf(secrets.current, { id, expires }, await ownerOf(db, email)).toString('base64url')
  return writeCookie(request, nameOf(secrets.current, email), `${id}.${expires}.${mac}`, lifetime)
}

type Owner = { id: string; password: string }

async function ownerOf(db: Connection, email: string): Promise<Owner | undefined> {
  const [owner] = await db.query<Owner>(sql`
    select person."id", account."password"
    from accounts."user" as person
    join accounts."account" on account."userId" = person."id" and account."providerId" = 'credential'
    where person."email" = ${signInAddress(email)}`)
  return owner
}

// Includes the password's hash, so that a new password makes all devices unknown.
function macOf(secret: string, { id, expires }: Pick<Device, 'id' | 'expires'>, owner?: Owner): Buffer {
  return sign(secret, 'known device', [owner?.id ?? '', owner?.password ?? '', id, expires].join('\n'))
}

// One name per address, because several people may share a browser.
function nameOf(secret: string, email: string): string {
  const suffix = sign(secret, 'known device of', signInAddress(email)).toString('hex').slice(0, 12)
  return `realword.device_${suffix}`
}

function deviceOf(cookie: string): Device | undefined {
  const [, id, expires, mac] = /^([\w-]{22})\.(\d{1,12})\.([\w-]{43})$/.exec(cookie) ?? []
  return id && expires && mac ? { id, expires: Number(expires), mac } : undefined
}
