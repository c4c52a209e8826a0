import type { FastifyRequest } from 'fastify'
import type { Parts } from '../parts.ts'
import { type Proof, spendProof } from './challenge.ts'

/**
 * The proof of work of one submission. It is spent once, by the first part of the submission that needs it, and
 * whatever becomes of the submission: else one proof pays for any number of forms that fail.
 */
export type Payment = {
  /** What `sent` proves, counted when it is nothing. The first call decides. Throws `too_many`. */
  check: (sent: string) => Promise<Proof | undefined>
  /** Whether the proof is spent by this submission; false when it is wrong or another one spent it. */
  spend: () => Promise<boolean>
  /** What of the checked proof the transaction that keeps the submission still has to spend. */
  left: (proof: Proof) => Promise<Proof>
}

export function createPayment(
  { database, clock, challenges, countUnproven }: Parts,
  request: FastifyRequest,
  storeId: string,
  form: string,
): Payment {
  let checked: Promise<Proof | undefined> | undefined
  let spent: Promise<boolean> | undefined
  let proof: Proof | undefined
  const check = async (sent: string) => {
    proof = await challenges.check(sent, storeId, form, clock())
    if (proof === 'none') await countUnproven(request)
    return proof
  }
  const spend = async () =>
    proof !== undefined && (await spendProof(database, storeId, proof, new Date(clock())))
  return {
    check: sent => {
      checked ??= check(sent)
      return checked
    },
    spend: () => {
      spent ??= spend()
      return spent
    },
    left: async checked => (checked !== 'none' && (await spent) ? 'spent' : checked),
  }
}
