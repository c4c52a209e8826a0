/** pg-boss's schema in our database. */
export const jobSchema = 'pgboss'

const day = 86_400 // s; the maximum that pg-boss accepts

// A job whose worker was killed is detected after 20 s without a heartbeat. The check runs every 10 s.
const common = {
  policy: 'exclusive',
  heartbeatSeconds: 20,
  expireInSeconds: 3_600,
  deleteAfterSeconds: 3_600,
}

/**
 * Every kind of job. Our own rows are authoritative and a job only triggers work: it may run late, twice or never. A
 * job with the same key as a pending or running one is not created.
 */
export const queues = {
  /** Each minute: lists the stores with something due. The next run covers a missed one. */
  'look-for-due': { ...common, retryLimit: 0 },
  /** Gathers a store's due requests into mailings. The key is the store. */
  'gather-mailings': { ...common, retryLimit: 0 },
  /** Sends one mail that a person waits for: an invitation, a password link, a confirmation. The key is its mailing. */
  'send-access-mail': { ...common, retryLimit: 100, retryDelay: 1 },
  /** Sends one mail. The key is its mailing, whose row counts the attempts; the retries here are for killed workers. */
  'send-mailing': { ...common, retryLimit: 100, retryDelay: 1 },
  /** Sends a store's due messages of channels. The key is the store; the rows count their attempts. */
  'send-messages': { ...common, retryLimit: 0 },
  /** Works through the events of a store's connections. The key is the store; the events count their attempts. */
  'take-events': { ...common, retryLimit: 0 },
  /** Fetches the orders of a connection that its shop did not send. The key is the connection. */
  'backfill-orders': { ...common, expireInSeconds: day - 1, retryLimit: 0 },
  /** Lists the buyers of a store's campaign, or asks those of today. The key is the store. */
  'run-campaigns': { ...common, retryLimit: 0 },
  /** Wakes the sender of webhooks for a store. The key is the first event of a transaction, or the store. */
  'send-webhooks': { ...common, retryLimit: 0 },
  /** Gathers and sends what the people of a store are notified of. The key is the store; the rows have their state. */
  'send-notices': { ...common, retryLimit: 0 },
  /** Checks or imports a file of a store. The key is the import, whose row records its progress. */
  'run-import': { ...common, expireInSeconds: day - 1, retryLimit: 100, retryDelay: 5 },
  /** Exports a store. The key is the export. */
  'run-export': { ...common, expireInSeconds: day - 1, retryLimit: 100, retryDelay: 5 },
  /** Rewrites the words that another PostgreSQL or release made of a store's texts. The key is the store. */
  'rewrite-search': { ...common, retryLimit: 0 },
  /** Copies pictures that imports brought as addresses. The key is the store; the rows count their attempts. */
  'copy-pictures': { ...common, retryLimit: 0 },
  /** Writes a store's due summaries of reviews. The key is the store; the rows count their attempts. */
  'write-digests': { ...common, retryLimit: 0 },
  /** Each hour: deletes expired data. */
  tidy: { ...common, retryLimit: 0 },
}

export type QueueName = keyof typeof queues
