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
  const parts = { database, secrets, clock }
  return await countPasswordAttempt(parts, request, email, [refusal], () =>
    askAuth(auth, request, path, body, refusal),
  )
}

/**
 * Runs an attempt to prove who the user is, and counts it in the budget of their address unless it succeeds. Attempts
 * that end with another error than `refusals` do not count. Throws `too_many` while the budget is locked.
 */
export async function countPasswordAttempt<Result>(
  { database, secrets, clock }: Pick<Dependencies, 'database' | 'secrets' | 'clock'>,
  request: FastifyRequest,
  email: string,
  refusals: ErrorName[],
  attempt: () => Promise<Result>,
): Promise<Result> {
  const now = new Date(clock())
  const device = await knownDevice(database, secrets, request, email, now)
  const counted = { addressHash: addressHash(secrets.current, email), device }
  await countAttempt(database, counted, now)
  const result = await attempt().catch(async error => {
    const isWrong = error instanceof ApiError && refusals.includes(error.errorName)
    if (!isWrong) await uncountAttempt(database, counted)
    throw error
  })
  await forgetAttempts(database, counted)
  return result
}
