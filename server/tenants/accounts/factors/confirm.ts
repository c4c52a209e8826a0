import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import type { Connection } from '../../../foundation/database/connect.ts'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { text } from '../../../foundation/http/input/fields.ts'
import { verifyPassword } from '../passwords/passwords.ts'
import { askAuth } from '../sessions.ts'
import { countPasswordAttempt } from '../sign-in/password-attempts.ts'
import { checkCode } from '../sign-in/second-factor.ts'

/** What proves again who sits at an open session: the password, and a code if the user has a second factor. */
export const confirmation = z.strictObject({
  password: text(256, 1),
  code: z
    .string()
    .regex(/^\d{6}$/)
    .optional()
    .meta({ description: 'Of the authenticator app. Who has a second step sends it, or a recovery code' }),
  recovery_code: text(50, 1).optional(),
})

export type Confirmation = z.infer<typeof confirmation>

/**
 * Confirms that the user of the session is at the keyboard, before a change of their account. Wrong passwords and
 * wrong codes use up the budget of sign-ins. Throws `password_wrong`, `code_wrong` without a valid code of a user who
 * has a second factor, and `too_many` while the budget is locked.
 */
export async function confirmUser(
  parts: Pick<Dependencies, 'auth' | 'database' | 'secrets' | 'clock'>,
  request: FastifyRequest,
  { password, code, recovery_code }: Confirmation,
): Promise<void> {
  const { id, email, hasSecondFactor } = request.user
  await countPasswordAttempt(parts, request, email, ['password_wrong', 'code_wrong'], async () => {
    const hash = await passwordHashOf(parts.database, id)
    if (!hash || !(await verifyPassword({ hash, password }))) throw new ApiError('password_wrong')
    if (hasSecondFactor) await useCode(parts, request, { code, recovery_code })
  })
}

async function useCode(
  { auth, database, secrets }: Pick<Dependencies, 'auth' | 'database' | 'secrets'>,
  request: FastifyRequest,
  { code, recovery_code }: Pick<Confirmation, 'code' | 'recovery_code'>,
): Promise<void> {
  if (code !== undefined) await checkCode({ auth, database, secrets }, request, code)
  else if (recovery_code !== undefined)
    await askAuth(auth, request, '/two-factor/verify-backup-code', { code: recovery_code }, 'code_wrong')
  else throw new ApiError('code_wrong')
}

async function passwordHashOf(db: Connection, userId: string): Promise<string | undefined> {
  const [account] = await db.query<{ password: string }>(sql`
    select "password"
    from accounts."account"
    where "userId" = ${userId} and "providerId" = 'credential'`)
  return account?.password
}
