import packageJson from '../../package.json' with { type: 'json' }
import { recountChangedDays, saveHomeDays } from '../answers/insights/kept-days.ts'
import { noticeKinds } from '../answers/mail-kinds.ts'
import { copyPictures, enqueueCopies } from '../answers/reviews/copies/copy-pictures.ts'
import { enqueueDigests, writeDigests } from '../answers/reviews/machine/write-digests.ts'
import { enqueueCampaigns, runCampaign } from '../asking/campaigns/run.ts'
import { enqueueDueStores, gatherMailings } from '../asking/dispatch/due.ts'
import { countResults } from '../asking/mail/delivering/counted-results.ts'
import { openPost, type PostOptions } from '../asking/mail/delivering/post.ts'
import { createResults } from '../asking/mail/delivering/results.ts'
import { sendMailings } from '../asking/mail/delivering/sending.ts'
import { createOrders } from '../asking/orders/orders.ts'
import type { Config } from '../foundation/config/config.ts'
import type { Database } from '../foundation/database/connect.ts'
import { egressOf } from '../foundation/http/egress.ts'
import { sweepUploads } from '../foundation/http/input/uploads.ts'
import type { Metrics } from '../foundation/http/telemetry/metrics.ts'
import { createJobs, type Job, type Jobs } from '../foundation/jobs/jobs.ts'
import type { QueueName } from '../foundation/jobs/queues.ts'
import { createFairLimit } from '../foundation/lib/fair-limit.ts'
import type { Lookup } from '../foundation/lib/network/guarded-fetch.ts'
import type { Secrets } from '../foundation/lib/secret.ts'
import type { Clock } from '../foundation/lib/time/clock.ts'
import { traced } from '../foundation/lib/tracing/spans.ts'
import { createKeptFiles } from '../foundation/storage/files/kept-files.ts'
import { filesLimit } from '../foundation/storage/files/quota.ts'
import { openPictureStore } from '../foundation/storage/pictures/picture-store.ts'
import { enqueueMessages, sendMessages } from '../links/channels/sending/send-messages.ts'
import { continueBackfill } from '../links/connections/backfill/backfill.ts'
import { enqueueConnections } from '../links/connections/due.ts'
import { processEvents } from '../links/connections/events/take-events.ts'
import { enqueueNotices, runNotices } from '../links/notices/due.ts'
import { teamMails } from '../links/notices/team-mails.ts'
import { enqueueWebhooks } from '../links/webhooks/sending/due.ts'
import { createSender } from '../links/webhooks/sending/sender.ts'
import { countDeliveries } from '../links/webhooks/webhook-metrics.ts'
import { renewAccessLink } from '../tenants/accounts/access-links.ts'
import { tidyAccounts } from '../tenants/accounts/tidy.ts'
import { createProducts } from '../tenants/products/products.ts'
import { readStore, type Store } from '../tenants/stores/stores.ts'
import { backupState } from '../upkeep/backups/state.ts'
import { eraseDeletedStores } from '../upkeep/housekeeping/deleted-stores.ts'
import { enqueueSearchRewriting, rewriteSearch } from '../upkeep/housekeeping/search-rewriting.ts'
import { tidyStores } from '../upkeep/housekeeping/tidy.ts'
import { resumeTransfers } from '../upkeep/housekeeping/transfers.ts'
import { erasePerson } from '../upkeep/people/people.ts'
import { countMessages } from '../upkeep/watch/channel-metrics.ts'
import { countOutcomes } from '../upkeep/watch/connection-metrics.ts'
import { countCopiesIn } from '../upkeep/watch/copy-metrics.ts'
import { watchScans } from '../upkeep/watch/scan-metrics.ts'
import { measureService } from '../upkeep/watch/service-metrics.ts'

export type WorkerDependencies = {
  config: Config
  database: Database
  clock: Clock
  secrets: Secrets
  /** Our public base address: the beginning of every link. */
  address: () => string
  log: (message: string, error?: unknown) => void
  post?: PostOptions
  /** Where the results of jobs are counted. */
  metrics?: Metrics | undefined
  /** Private networks in which connected shops may lie. */
  allowedNetworks?: readonly string[]
  /** How the names of webhooks and pictures are resolved; absent: by the system. For tests. */
  lookup?: Lookup
  /** How long an attempt to send a webhook may take, in ms. For tests. */
  webhookTimeout?: number | undefined
}

// Twice the connections: while one half waits for its commit, the other keeps the connections busy.
const mostInFlight = 20

// Mails of a store in a row, so that the results of a commit are of one or two stores: each costs a statement. In turns
// of one mail, there were almost four times as many.
const mailsPerTurn = 10

// Access mails have connections of their own, which the other mails never use up.
const accessConnections = 3

const longestAttempt = 20_000 // ms

/** Creates the workers of all background jobs. Throws Problem if the mail settings contradict each other. */
export function createWorkers(dependencies: WorkerDependencies): Jobs {
  const { config, database, clock, secrets, log, metrics } = dependencies
  let tidied: number | undefined
  if (metrics) {
    measureService(metrics, {
      database,
      clock,
      dataDir: config.DATA_DIR,
      lastTidy: () => tidied,
      backups: () => backupState(config, clock()),
    })
  }
  const results = createResults(database, clock)
  const post = openPost(config, dependencies.post)
  const accessPost = openPost(config, { ...dependencies.post, connections: accessConnections })
  const pictures = openPictureStore(config, watchScans(metrics, log))
  const sending = {
    ...dependencies,
    post,
    results: metrics ? countResults(results, metrics) : results,
    inFlight: createFairLimit(mostInFlight, { perTurn: mailsPerTurn }),
    renewAccess: renewAccessLink,
    notices: { ...noticeKinds, team: teamMails },
  }
  const sendingAccess = {
    ...sending,
    post: accessPost,
    inFlight: createFairLimit(accessConnections),
  }
  const places = {
    database,
    clock,
    secrets,
    pictures,
    kept: createKeptFiles(pictures, secrets),
    address: dependencies.address,
  }
  const egress = egressOf(config, dependencies.allowedNetworks)
  const sender = createSender({
    ...places,
    egress,
    log,
    userAgent: () => `Realword/${packageJson.version} (+${dependencies.address()})`,
    ...(dependencies.lookup && { lookup: dependencies.lookup }),
    timeoutMs: dependencies.webhookTimeout,
    ...(metrics && { countOutcome: countDeliveries(metrics) }),
  })
  const connecting = {
    ...places,
    log,
    orders: createOrders(database, clock),
    products: createProducts(database, clock),
    allowedNetworks: egress.allow,
    ...(metrics && { countOutcome: countOutcomes(metrics) }),
    erase: async (db: Database, store: Store, address: string, at: Date) =>
      (await erasePerson(db, secrets, store, address, at, 'api')) !== undefined,
  }
  const copying = {
    ...places,
    log,
    fetching: {
      allow: egress.allow,
      userAgent: `Realword/${packageJson.version}`,
      lookup: dependencies.lookup,
    },
    ...(metrics && { count: countCopiesIn(metrics) }),
  }
  const notifying = {
    ...{ database, clock, secrets, egress, log, address: dependencies.address },
    ...(dependencies.lookup && { lookup: dependencies.lookup }),
  }
  const messaging = {
    ...places,
    allow: egress.allow,
    timeoutMs: dependencies.webhookTimeout,
    ...(metrics && { count: countMessages(metrics) }),
  }
  const exporting = { ...places, mostBytes: filesLimit(config) }
  const ending = new AbortController()
  const jobs = createJobs({
    database,
    clock,
    log,
    waitingStores: post.slowStores,
    // Files are rare: the code that reads and writes them is loaded with the first.
    handlers: {
      'look-for-due': () =>
        traced(jobSpan('look-for-due'), async () => {
          await enqueueDueStores(dependencies)
          await enqueueCampaigns(database, new Date(clock()))
          await resumeTransfers(database, new Date(clock()))
          await enqueueConnections(database, new Date(clock()))
          await enqueueMessages(database, new Date(clock()))
          await enqueueWebhooks(database, new Date(clock()))
          await enqueueSearchRewriting(database)
          await enqueueCopies(database, new Date(clock()))
          await enqueueDigests(database, new Date(clock()))
          await enqueueNotices(database, new Date(clock()))
        }),
      'gather-mailings': jobs =>
        untilFinished('gather-mailings', jobs, storeId => gatherMailings(dependencies, storeId)),
      'run-campaigns': jobs =>
        untilFinished('run-campaigns', jobs, storeId => runCampaign(dependencies, storeId, ending.signal)),
      'take-events': jobs =>
        untilFinished('take-events', jobs, storeId => processEvents(connecting, storeId)),
      'send-webhooks': async jobs => {
        for (const { storeId } of jobs) if (storeId !== null) sender.wake(storeId)
        return []
      },
      'send-access-mail': async jobs => {
        await byStore(jobs, (storeId, ids, traces) =>
          sendMailings({ ...sendingAccess, traces }, storeId, ids),
        )
        return []
      },
      'send-mailing': async jobs => {
        await byStore(jobs, (storeId, ids, traces) => sendMailings({ ...sending, traces }, storeId, ids))
        return []
      },
      'send-messages': jobs =>
        untilFinished('send-messages', jobs, storeId => sendMessages(messaging, storeId)),
      'rewrite-search': jobs =>
        untilFinished('rewrite-search', jobs, storeId => rewriteSearch(database, storeId, ending.signal)),
      'copy-pictures': jobs =>
        untilFinished('copy-pictures', jobs, storeId => copyPictures(copying, storeId, ending.signal)),
      'write-digests': jobs =>
        untilFinished('write-digests', jobs, storeId =>
          writeDigests({ ...places, allow: egress.allow }, storeId, ending.signal),
        ),
      'send-notices': jobs =>
        untilFinished('send-notices', jobs, storeId => runNotices(notifying, storeId, ending.signal)),
      'backfill-orders': jobs =>
        each('backfill-orders', jobs, (storeId, id) =>
          continueBackfill(connecting, storeId, id, ending.signal),
        ),
      'run-import': jobs =>
        each('run-import', jobs, async (storeId, id) => {
          const { continueImport } = await import('../exchange/imports/uploads/run-import.ts')
          await continueImport(places, storeId, id, ending.signal)
          if (ending.signal.aborted) return
          // Here, and not when somebody opens the home: an import can change every day.
          const store = await readStore(database, storeId)
          await recountChangedDays(database, store)
          await saveHomeDays(database, store, clock())
        }),
      'run-export': jobs =>
        each('run-export', jobs, async (storeId, id) => {
          const { continueExport } = await import('../exchange/archives/run-export.ts')
          await continueExport(exporting, storeId, id, ending.signal)
        }),
      tidy: async () => {
        await tidyStores(database, pictures, new Date(clock()), log)
        await sweepUploads()
        await tidyAccounts(database, new Date(clock()))
        await eraseDeletedStores(database, pictures, new Date(clock()), log)
        tidied = clock()
      },
    },
  })
  return {
    ...jobs,
    runDue: async () => {
      await jobs.runDue()
      await sender.idle()
    },
    stop: async () => {
      // Long jobs are not awaited: they resume where they stopped, here or on another instance.
      ending.abort()
      await Promise.all([jobs.stop(), sender.stop(longestAttempt)])
      post.close()
      accessPost.close()
    },
  }
}

/** Runs `act` for each store separately: a store that fails does not stop the others. */
async function byStore(
  jobs: Job[],
  act: (storeId: string, keys: string[], traces: Map<string, string>) => Promise<void>,
): Promise<void> {
  const keys = new Map<string, string[]>()
  const traces = new Map<string, string>()
  for (const { storeId, key, traceparent } of jobs) {
    if (storeId !== null) keys.set(storeId, [...(keys.get(storeId) ?? []), key])
    if (traceparent) traces.set(key, traceparent)
  }
  const done = await Promise.allSettled([...keys].map(([storeId, ofStore]) => act(storeId, ofStore, traces)))
  const failed = done.find(result => result.status === 'rejected')
  if (failed) throw failed.reason
}

/** Runs `act` for each store. Returns the jobs of those that have more to do. */
async function untilFinished(
  queue: QueueName,
  jobs: Job[],
  act: (storeId: string) => Promise<boolean>,
): Promise<Job[]> {
  const unfinished = new Set<string>()
  await byStore(jobs, async (storeId, _ids, traces) => {
    if (await traced(jobSpan(queue, traces.get(storeId)), () => act(storeId))) unfinished.add(storeId)
  })
  return jobs.filter(({ storeId }) => storeId !== null && unfinished.has(storeId))
}

async function each(
  queue: QueueName,
  jobs: Job[],
  act: (storeId: string, id: string) => Promise<void>,
): Promise<void> {
  for (const { storeId, key, traceparent } of jobs)
    if (storeId !== null) await traced(jobSpan(queue, traceparent), () => act(storeId, key))
}

function jobSpan(queue: QueueName, traceparent?: string) {
  return {
    name: `process ${queue}`,
    kind: 'consumer',
    traceparent,
    attributes: {
      'messaging.system': 'pgboss',
      'messaging.operation.name': 'process',
      'messaging.operation.type': 'process',
      'messaging.destination.name': queue,
    },
  } as const
}
