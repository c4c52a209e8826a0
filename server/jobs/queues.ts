/** pg-boss's schema in our database. */
export const jobSchema = 'pgboss'

/**
 * Every kind of job. Our own rows are the truth and a job only wakes us: each may run twice, or late. With
 * `exclusive` a job whose `key` already waits or runs is not made again.
 *
 * A job whose worker was killed is seen after 20 s without a heartbeat, by a look every 10 s.
 */
export const queues = {
  'look-for-due': { policy: 'exclusive', heartbeatSeconds: 20, retryLimit: 0, deleteAfterSeconds: 3_600 },
  'send-mailing': {
    policy: 'exclusive',
    heartbeatSeconds: 20,
    // Not how often a mail is tried (its row counts that), but how often its worker may die.
    retryLimit: 100,
    retryDelay: 1,
    deleteAfterSeconds: 3_600,
  },
} as const

export type QueueName = keyof typeof queues
