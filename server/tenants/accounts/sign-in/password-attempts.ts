import type { FastifyRequest } from 'fastify'
import type { Dependencies } from '../../../dependencies.ts'
import type { ErrorName } from '../../../foundation/errors/codes.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { type AuthAnswer, askAuth } from '../sessions.ts'
import { knownDevice } from './known-devices.ts'
import { addressHash, countAttempt, forgetAttempts, uncountAttempt } from './sign-in-failures.ts'

type Asked = { email: string; path: string; body: Record<string, unknown>; refusal: ErrorName }

/**
 * Sends better-auth a request that contains the user's password. Sign-ins and confirmations within a session share one
 * budget of attempts: a stolen session must not allow more guesses than a stranger has. Throws `refusal` if the
 * password is wrong, and `too_many` while the budget is locked.
 */
export async function askWithPassword(
  { auth, database, secrets, clock }: Pick<Dependencies, 'auth' | 'database' | 'secrets' | 'clock'>,
  request: FastifyRequest,
  { email, path, body, refusal }: Asked,
): Promise<AuthAnswer> {
  const now = new Date(clock())
  const device = await knownDevice(database, secrets, request, email, now)
  const attempt = { addressHash: addressHash(secrets.current, email), device }
  await countAttempt(database, attempt, now)
  const answer = await askAuth(auth, request, path, body, refusal).catch(async error => {
    const isWrong = error instanceof ApiError && error.errorName === refusal
    if (!isWrong) await uncountAttempt(database, attempt)
    throw error
  })
  await forgetAttempts(database, attempt)
  return answer
}
