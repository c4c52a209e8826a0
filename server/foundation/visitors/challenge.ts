import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/sha'
import type { Challenge, Solution } from 'altcha-lib/types'
import type { Connection } from '../database/connect.ts'
import { isFirstTime } from './used-once.ts'

/**
 * Proof of work that a browser computes before it sends a form. It takes a phone of 2018 about half a second, which
 * nobody notices, but makes ten thousand forms expensive. `pages/assets/solve.js` solves it.
 */
export type Challenges = {
  /** Creates a challenge for one form of one store, as JSON. */
  issue: (storeId: string, form: string, now: number) => Promise<string>
  /**
   * Checks a solution for this form. Returns the proof to spend with `spendProof`, or 'none' if nothing was sent
   * because the browser runs no scripts. Undefined if it is wrong or expired.
   */
  check: (sent: string, storeId: string, form: string, now: number) => Promise<Proof | undefined>
}

/** 'none' without a proof; 'spent' if an earlier step of the same submission spent it. */
export type Proof = { nonce: string; expiresAt: Date } | 'none' | 'spent'

/** Chosen by measurement: docs/decisions/0013-proof-of-work.md. */
const counters = { least: 150_000, most: 300_000 }
const validFor = 2 * 60 * 60_000 // ms: people write slowly

export function createChallenges(secret: string): Challenges {
  const secrets = { hmacSignatureSecret: `challenge ${secret}`, hmacKeySignatureSecret: `solution ${secret}` }
  return {
    issue: async (storeId, form, now) => {
      const challenge = await createChallenge({
        algorithm: 'SHA-256',
        cost: 1,
        counter: randomInt(counters.most, counters.least),
        deriveKey,
        data: { store: storeId, form, until: now + validFor },
        ...secrets,
      })
      return JSON.stringify(challenge)
    },
    check: async (sent, storeId, form, now) => {
      if (sent === '') return 'none'
      const parsed = parse(sent)
      if (!parsed) return undefined
      const { challenge, solution } = parsed
      const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets }).catch(() => ({
        verified: false,
      }))
      const { store, form: meant, until } = challenge.parameters.data ?? {}
      const isOurs = verified && store === storeId && meant === form && Number(until) > now
      if (!isOurs) return undefined
      return { nonce: challenge.parameters.nonce, expiresAt: new Date(Number(until)) }
    },
  }
}

/** Spends the proof. Returns false if another submission spent it before. The commit of `tx` decides. */
export async function spendProof(tx: Connection, storeId: string, proof: Proof, at: Date): Promise<boolean> {
  const isFree = proof === 'none' || proof === 'spent'
  return isFree || (await isFirstTime(tx, storeId, `proof ${proof.nonce}`, proof.expiresAt, at))
}

function parse(sent: string): { challenge: Challenge; solution: Solution } | undefined {
  try {
    const parsed = JSON.parse(sent)
    const isWhole = typeof parsed?.challenge?.parameters === 'object' && parsed.challenge.parameters !== null
    return isWhole ? parsed : undefined
  } catch {
    return undefined
  }
}
