import type { FastifyRequest } from 'fastify'
import type { Dependencies } from '../../dependencies.ts'
import { type Proof, spendProof } from '../../foundation/visitors/challenge.ts'

/**
 * The proof of work of one submission. The first step that needs it spends it, even if the submission then fails.
 * Otherwise one proof would pay for any number of failing forms.
 */
export type Payment = {
  /** Checks the proof once; undefined if it is wrong. Counts a submission without one. Throws `too_many`. */
  check: (sent: string) => Promise<Proof | undefined>
  /** Spends the proof once. False if it is wrong or another submission spent it. */
  spend: () => Promise<boolean>
  /** Returns the proof, unless an earlier step spent it, for the transaction that stores the submission. */
  left: (proof: Proof) => Promise<Proof>
}

export function createPayment(
  { database, clock, challenges, countUnproven }: Dependencies,
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
