/** pg-boss's schema in our database. */
export const jobSchema = 'pgboss'

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
  /** Each hour: what was kept long enough goes. */
  tidy: { ...common, retryLimit: 0 },
}

export type QueueName = keyof typeof queues
