import type { FastifyRequest } from 'fastify'
import type { Database } from '../database/connect.ts'
import type { Clock } from '../lib/clock.ts'
import type { Secrets } from '../lib/secret.ts'
import type { PictureStore } from '../pictures/picture-store.ts'
import type { Challenges } from './challenge.ts'

/** What the forms for any visitor are made of. */
export type FormParts = {
  database: Database
  clock: Clock
  secrets: Secrets
  challenges: Challenges
  pictures: PictureStore
  /** Counts a form sent without proof of work; throws `too_many` beyond what a network may send so. */
  countUnproven: (request: FastifyRequest) => Promise<void>
}
