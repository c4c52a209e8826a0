import type { AddressInfo } from 'node:net'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import packageJson from '../../package.json' with { type: 'json' }
import { answerErrorPage, answerPageOrJson } from '../answers/forms/pages/error-page.ts'
import { noticeKinds } from '../answers/mail-kinds.ts'
import { followContentChanges } from '../answers/moderation/content-changes.ts'
import { describeAdminApi } from '../api/dashboard/admin-reference.ts'
import { dashboardFolder } from '../api/dashboard/dashboard-page.ts'
import { describeManagementApi } from '../api/management/management-reference.ts'
import { describeOperatorApi } from '../api/operators/operator-reference.ts'
import type { Group } from '../api/routes/group.ts'
import { routes } from '../api/routes.ts'
import { widgetsFolder } from '../api/widgets/built-widgets.ts'
import { createOrders } from '../asking/orders/orders.ts'
import { warmHolidays } from '../asking/requests/warm-holidays.ts'
import type { Dependencies, Shared } from '../dependencies.ts'
import { limitFeeds } from '../exchange/feeds/feed-limits.ts'
import { largestPart } from '../exchange/feeds/write-feed.ts'
import { limitCostlyReads } from '../foundation/database/costly-reads.ts'
import { answerError } from '../foundation/errors/error-answers.ts'
import { ApiError } from '../foundation/errors/errors.ts'
import { decideBrowserSide, httpsBy } from '../foundation/http/browser-side.ts'
import { hasWrongHost } from '../foundation/http/host.ts'
import { drainQuickly } from '../foundation/http/input/drain.ts'
import { readForms } from '../foundation/http/input/form-body.ts'
import { readJsonBodies, validateWithZod } from '../foundation/http/input/json-body.ts'
import { budgetPerNetwork } from '../foundation/http/limits/byte-budget.ts'
import { countInMemory } from '../foundation/http/limits/counts.ts'
import { limitPerNetwork } from '../foundation/http/limits/visitor-limits.ts'
import { createOtherMethods, type OtherMethods } from '../foundation/http/other-methods.ts'
import { createBuiltFiles } from '../foundation/http/pages/built-files.ts'
import { protect, protectAnswers } from '../foundation/http/pages/page-headers.ts'
import { publicUrlOf } from '../foundation/http/public-url.ts'
import { describeApi } from '../foundation/http/reference/reference.ts'
import { answerFromCache } from '../foundation/http/response-cache/front.ts'
import { answerBrokenRequests } from '../foundation/http/sockets/broken-request.ts'
import { closeConnectionsWhile, createDraining } from '../foundation/http/sockets/draining.ts'
import {
  createEndings,
  type Endings,
  endAfterEarlyAnswers,
} from '../foundation/http/sockets/early-answers.ts'
import {
  createSlowBodies,
  noteBodies,
  type Pace,
  type SlowBodies,
} from '../foundation/http/sockets/slow-bodies.ts'
import { createMetrics, type Metrics } from '../foundation/http/telemetry/metrics.ts'
import { logRequests, requestIdHeader, requestIds } from '../foundation/http/telemetry/request-log.ts'
import { traceRequests } from '../foundation/http/telemetry/traces.ts'
import { createLog, type Log } from '../foundation/lib/logging/log.ts'
import { noteOwnPort } from '../foundation/lib/network/own-ports.ts'
import { readSecrets } from '../foundation/lib/secret.ts'
import { createKeptFiles } from '../foundation/storage/files/kept-files.ts'
import { openPictureStore } from '../foundation/storage/pictures/picture-store.ts'
import { createChallenges } from '../foundation/visitors/challenge.ts'
import { limitWebhooks } from '../links/connections/limits.ts'
import { teamMails } from '../links/notices/team-mails.ts'
import { createAuth } from '../tenants/accounts/auth.ts'
import { logRefusedRequests } from '../tenants/accounts/security/refused-requests.ts'
import { logSecurityEvents } from '../tenants/accounts/security/security-log.ts'
import { createKeyCache, createStoreCache } from '../tenants/admission/key-cache.ts'
import { limitReads } from '../tenants/admission/read-limits.ts'
import { limitApiRequests } from '../tenants/admission/request-limit.ts'
import { createResponseCache } from '../tenants/products/invalidation.ts'
import { createProducts } from '../tenants/products/products.ts'
import { withFormerKeys } from '../upkeep/secrets/former-keys.ts'
import { measureProcess } from '../upkeep/watch/process-metrics.ts'
import { watchScans } from '../upkeep/watch/scan-metrics.ts'

const MiB = 1024 * 1024
const maxParamLength = 255 * 12 // an order id of 255 characters, each four bytes percent-encoded
const MB = 1e6

/**
 * The whole HTTP service over its dependencies; it does not listen yet. Without `allowedNetworks`, it fetches public
 * pages only. `shared` is what several HTTP processes have in common.
 */
export async function createApp(
  options: Pick<Dependencies, 'config' | 'database' | 'session' | 'clock' | 'demo'> &
    Partial<Pick<Dependencies, 'allowedNetworks' | 'draining' | 'largestFeedPart'>> & {
      shared?: Shared
      log?: Log
      metrics?: Metrics
      /** Of slow bodies; for tests. */
      pace?: Pace
    },
): Promise<FastifyInstance> {
  const { config, database, session, clock, shared, draining = createDraining() } = options
  const metrics = shared?.metrics ?? options.metrics ?? createMetrics()
  const orders = createOrders(database, clock, { onGroup: metrics.observeGroup('orders') })
  const products = createProducts(database, clock, metrics.observeGroup('products'))
  metrics.gauge(
    'realword_write_queue_rows',
    'Rows that wait for a commit',
    () => orders.queued() + products.queued(),
  )
  metrics.gauge('realword_database_up', '1 while changes are heard from the database', () =>
    Number(session.isListening()),
  )
  const nameRequest = requestIds(config.TRUSTED_PROXIES)
  const endings = createEndings()
  const slowBodies = createSlowBodies(options.pace)
  const app = createServer(config, { nameRequest, endings, slowBodies, log: options.log })
  noteBodies(app, slowBodies)
  logRequests(app)
  traceRequests(app)
  metrics.observe(app)
  decideBrowserSide(app, config)
  protectAnswers(app)
  const otherMethods = createOtherMethods(maxParamLength)
  answerStrictly(app, otherMethods)
  drainQuickly(app)
  const counts = shared?.counts ?? countInMemory(clock)
  await describeApi(app, packageJson.version, counts)
  await describeAdminApi(app, packageJson.version, counts)
  await describeManagementApi(app, packageJson.version, counts)
  await describeOperatorApi(app, packageJson.version, counts)
  const responseCache = createResponseCache(session)
  measureProcess(metrics, database, responseCache)
  answerFromCache(app, { cache: responseCache, metrics, nameRequest, isHttps: httpsBy(config) })
  closeConnectionsWhile(app, draining)
  endAfterEarlyAnswers(app, endings)
  neverFetchFrom(app)
  const secrets = await withFormerKeys(database, readSecrets(config))
  const processes = shared?.processes ?? 1
  logSecurityEvents(app, { database, secrets, clock, processes })
  logRefusedRequests(app, { processes })
  await warmHolidays(database, clock)
  const pictures = openPictureStore(
    config,
    watchScans(metrics, message => app.log.warn(message)),
  )
  const keys = createKeyCache({ database, session })
  await addRoutes(app, otherMethods, {
    allowedNetworks: [],
    largestFeedPart: largestPart,
    ...options,
    draining,
    secrets,
    auth: createAuth({
      database,
      secrets,
      triesPerMinute: config.SIGN_IN_RATE_LIMIT,
    }),
    challenges: createChallenges(secrets.current),
    pictures,
    kept: createKeptFiles(pictures, secrets),
    keys,
    stores: createStoreCache({ database, session }),
    orders,
    notices: { ...noticeKinds, team: teamMails },
    products,
    responseCache,
    contentChanges: followContentChanges(session),
    publicUrl: publicUrlOf(app, config.PUBLIC_URL),
    counts,
    costlyReads: shared?.costlyReads ?? limitCostlyReads(),
    countApiRequest: limitApiRequests(database, clock),
    countRead: limitReads(counts, { keys, clock, perMinute: config.READ_RATE_LIMIT }),
    countUnproven: limitPerNetwork(counts, 'unproven', config.UNPROVEN_RATE_LIMIT),
    countPictureBytes: budgetPerNetwork(counts, config.PICTURE_RATE_LIMIT * MB),
    countFeedPart: limitFeeds(counts),
    ...limitWebhooks(counts, config.WEBHOOK_RATE_LIMIT),
    metrics,
    widgets: createBuiltFiles(widgetsFolder),
    dashboardFiles: createBuiltFiles(dashboardFolder),
  })
  return app
}

// What it fetches for users must not be its own answers, which trust this machine.
function neverFetchFrom(app: FastifyInstance): void {
  let forget = () => {}
  app.addHook('onListen', async () => {
    forget = noteOwnPort((app.server.address() as AddressInfo).port)
  })
  app.addHook('onClose', async () => forget())
}

function createServer(
  config: Dependencies['config'],
  {
    nameRequest,
    endings,
    slowBodies,
    log = createLog({ level: config.LOG_LEVEL, format: config.LOG_FORMAT ?? 'json' }),
  }: {
    nameRequest: ReturnType<typeof requestIds>
    endings: Endings
    slowBodies: SlowBodies
    log: Log | undefined
  },
): FastifyInstance {
  return fastify({
    bodyLimit: MiB,
    trustProxy: config.TRUSTED_PROXIES,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    loggerInstance: log as FastifyBaseLogger,
    genReqId: nameRequest,
    // While closing, requests on open connections are still served: only our error format is allowed.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Set here, because Fastify's own would load 150 modules.
    schemaController: {
      compilersFactory: {
        buildValidator: () => validateWithZod as never,
        buildSerializer: () => serializerCompiler as never,
      },
    },
    routerOptions: { maxParamLength },
    // Bodies that arrive steadily may take longer: slow-bodies.ts. Headers keep Node's limit of a minute.
    requestTimeout: 180_000,
    keepAliveTimeout: 65_000, // longer than the 60 s of common load balancers
    // Node's own answer to a request without Host has no body; answerStrictly sends ours.
    http: { requireHostHeader: false },
    clientErrorHandler: answerBrokenRequests(endings, slowBodies),
    frameworkErrors: (error, request, reply) => {
      // The hooks do not run.
      reply.header(requestIdHeader, request.id)
      protect(request, reply)
      answerPageOrJson(error, request, reply)
    },
  })
}

/** Every answer, including every error, has our format. */
function answerStrictly(app: FastifyInstance, otherMethods: OtherMethods): void {
  app.setErrorHandler(answerPageOrJson)
  app.setNotFoundHandler(() => {
    throw new ApiError('route_unknown')
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (hasWrongHost(request.raw)) return done(new ApiError('request_invalid')) // RFC 9112, 3.2
    if (request.is404 && otherMethods.refuseUnusual(request, reply)) return
    // Checked before Fastify reads the body, so that an unknown address is always reported as unknown.
    if (request.is404) return done(new ApiError('route_unknown'))
    done()
  })
  // RFC 9110, 10.1.1: an unknown expectation may be refused. Ignoring it avoids a second error format.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
}

// Programs and people have separate scopes. One accepts only strict JSON; the other accepts forms, and answers with
// pages even on errors.
async function addRoutes(
  app: FastifyInstance,
  otherMethods: OtherMethods,
  dependencies: Dependencies,
): Promise<void> {
  const groups = routes(dependencies)
  await app.register(async api => {
    api.setErrorHandler(answerError)
    readJsonBodies(api)
    addGroups(
      api,
      groups.filter(group => !group.pages),
      { otherMethods, onError: answerError },
    )
  })
  await app.register(async pages => {
    await readForms(pages)
    pages.setErrorHandler(answerErrorPage)
    addGroups(
      pages,
      groups.filter(group => group.pages),
      { otherMethods, onError: answerErrorPage },
    )
  })
}

function addGroups(
  app: FastifyInstance,
  groups: Group[],
  { otherMethods, onError }: { otherMethods: OtherMethods; onError: typeof answerError },
): void {
  const allowed = new Map<string, string[]>()
  for (const { who, signedIn = false, scope, guards, bodyLimit, opensInBrowser, routes: table } of groups) {
    for (const [method, url, route] of table) {
      app.route({
        ...(bodyLimit && { bodyLimit }),
        ...(opensInBrowser && { errorHandler: answerPageOrJson }),
        ...route,
        method,
        url,
        onRequest: guards,
        config: { ...route.config, who, signedIn, ...(scope && { scope }) },
      })
      const methods = method === 'GET' ? ['GET', 'HEAD'] : [method]
      allowed.set(url, [...(allowed.get(url) ?? []), ...methods])
    }
  }
  for (const [url, methods] of allowed) otherMethods.refuse(app, url, { allowed: methods, answer: onError })
}
