/** pg-boss's schema in our database. */
export const jobSchema = 'pgboss'

const day = 86_400 // s: the most that pg-boss takes

// A job whose worker was killed is missed after 20 s without a sign of life, and looked for every 10 s.
const common = {
  policy: 'exclusive',
  heartbeatSeconds: 20,
  expireInSeconds: 3_600,
  deleteAfterSeconds: 3_600,
}

/**
 * Every kind of job. Our own rows are the truth and a job only wakes us: it may come late, twice or not at
 * all. Where one with the same key waits or runs, it is not made again.
 */
export const queues = {
  /** Each minute: which stores have something due. What it missed the next one sees. */
  'look-for-due': { ...common, retryLimit: 0 },
  /** Gathers what is due at one store into mailings. The key is the store. */
  'gather-mailings': { ...common, retryLimit: 0 },
  /** Sends one mail. The key is its mailing, whose row counts the attempts: these are deaths of workers. */
  'send-mailing': { ...common, retryLimit: 100, retryDelay: 1 },
  /** Tries or imports a file of a store. The key is the import, whose row knows how far it is. */
  'run-import': { ...common, expireInSeconds: day - 1, retryLimit: 100, retryDelay: 5 },
  /** Exports a store. The key is the export. */
  'run-export': { ...common, expireInSeconds: day - 1, retryLimit: 100, retryDelay: 5 },
  /** Each hour: what was kept long enough goes. */
  tidy: { ...common, retryLimit: 0 },
}

export type QueueName = keyof typeof queues
