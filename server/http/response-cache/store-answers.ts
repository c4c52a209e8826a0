import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../database/connect.ts'
import type { CostlyReads } from '../../database/costly-reads.ts'
import { ApiError } from '../../errors/errors.ts'
import { commonErrors } from '../api-docs.ts'
import type { ReadBudget, ReadLimits } from '../limits/read-limits.ts'
import { addressOf, type ReadyAnswer, readyAnswer, sendReady } from './ready-answers.ts'
import type { Answers } from './remembered-answers.ts'

/** What the reads of a store are answered from. */
export type Reading = {
  database: Database
  answers: Answers<ReadyAnswer>
  publicUrl: () => string
  countRead: ReadLimits
  costlyReads: CostlyReads
}

type Answer = {
  /** All that the answer depends on beside the store. */
  question: unknown
  topics: string[]
  /** The budget it counts towards when it is not in the response cache. */
  budget?: ReadBudget
  contentType?: string
  headers?: Record<string, string>
  make: () => Promise<string>
}

/**
 * Answers from the response cache, or makes the answer and caches it. Throws `too_many` beyond the requester's limit,
 * and Busy while too many costly reads wait.
 */
export async function answerReading(
  { answers, countRead, costlyReads }: Reading,
  request: FastifyRequest,
  reply: FastifyReply,
  {
    question,
    topics,
    budget = 'reads',
    contentType = 'application/json; charset=utf-8',
    headers = {},
    make,
  }: Answer,
): Promise<FastifyReply> {
  const route = request.routeOptions.url ?? ''
  const { store_id, origins } = request.store
  const key = JSON.stringify([route, store_id, question])
  // Before `ask`: requesters of the same answer share its outcome, and must not share a refusal.
  if (!answers.has(key)) await countRead(request, budget)
  const isCostly = budget === 'searches' || budget === 'deep'
  const answer = await answers.ask(key, topics, async () => {
    const body = isCostly ? await costlyReads(store_id, make) : await make()
    const answer = await readyAnswer({ body, contentType, origins, route, headers })
    await countLength(countRead, request, budget, answer.bytes.length)
    return answer
  })
  answers.name(addressOf(request.raw), key)
  return sendReady(request, reply, answer)
}

const bytesOfRead = 256 * 1024

// A long answer counts as many reads. It is made by then, so a spent budget refuses the next read and not this one.
async function countLength(
  countRead: ReadLimits,
  request: FastifyRequest,
  budget: ReadBudget,
  bytes: number,
): Promise<void> {
  try {
    for (let counted = bytesOfRead; counted <= bytes; counted += bytesOfRead) await countRead(request, budget)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/** Errors that every read may answer. */
export const readErrors = [
  'key_missing',
  'store_missing',
  'key_invalid',
  'store_inactive',
  'store_mismatch',
  'body_invalid',
  ...commonErrors,
] as const

/** For the reference: the three ways to bring the store's public key. */
export const storeKeySecurity = [
  { storeKey: [], storeId: [] },
  { storeKeyQuery: [], storeIdQuery: [] },
]
