import { createHmac } from 'node:crypto'
import type { SecretConfig } from 'better-auth/crypto'
import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import type { Connection } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import type { Secrets } from '../../../foundation/lib/secret.ts'
import { type Auth, keysOf } from '../auth.ts'
import { type AuthAnswer, askAuth, endSessionOf } from '../sessions.ts'
import { underCurrentKey } from './encrypted-factors.ts'

const stepLength = 30_000 // ms
const window = 1 // steps before and after the current one that better-auth accepts

type Checked = AuthAnswer & { userId: string }

/**
 * Verifies a six-digit code of an authenticator app and uses up its time step. Of two requests with the same code, even
 * concurrent ones, only one succeeds. Throws `code_wrong`.
 */
export async function checkCode(
  { auth, database, secrets }: { auth: Auth; database: Connection; secrets: Secrets },
  request: FastifyRequest,
  code: string,
): Promise<Checked> {
  const answer = await askAuth(auth, request, '/two-factor/verify-totp', { code }, 'code_wrong')
  const { token, user } = answer.body as { token: string; user: { id: string } }
  if (await useStep(keysOf(secrets), database, user.id, code)) return { ...answer, userId: user.id }
  // better-auth has already created the session. Its cookie was not sent.
  if (answer.cookies.length > 0) await endSessionOf(database, token)
  throw new ApiError('code_wrong')
}

// One statement compares and updates the step, so the row lock decides between concurrent requests.
async function useStep(keys: SecretConfig, db: Connection, userId: string, code: string): Promise<boolean> {
  const [factor] = await db.query<{ secret: string; backupCodes: string }>(sql`
    select "secret", "backupCodes"
    from accounts."twoFactor"
    where "userId" = ${userId}`)
  const step = factor && (await stepOf(keys, factor.secret, code))
  if (!factor || step === undefined) return false
  const used = await db.query(sql`
    update accounts."twoFactor"
    set last_step = ${step}, "secret" = ${await underCurrentKey(keys, factor.secret)}
    where "userId" = ${userId} and "secret" = ${factor.secret} and coalesce(last_step, 0) < ${step}
    returning 1`)
  if (used.length === 0) return false
  // If a recovery code was used meanwhile, keep its change: better-auth has encrypted the remaining codes again.
  await db.query(sql`
    update accounts."twoFactor"
    set "backupCodes" = ${await underCurrentKey(keys, factor.backupCodes)}
    where "userId" = ${userId} and "backupCodes" = ${factor.backupCodes}`)
  return true
}

/** The latest step with this code. Uses the machine's clock instead of the service's, because better-auth does. */
async function stepOf(keys: SecretConfig, encrypted: string, code: string): Promise<number | undefined> {
  const { symmetricDecrypt } = await import('better-auth/crypto')
  const secret = await symmetricDecrypt({ key: keys, data: encrypted })
  const now = Math.floor(Date.now() / stepLength)
  // Try one more step in the past: a step may have ended since better-auth verified the code.
  for (let step = now + window; step >= now - window - 1; step--) {
    if (codeOf(secret, step) === code) return step
  }
  return undefined
}

/** RFC 4226: the six digits of a step. */
function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
