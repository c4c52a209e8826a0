import type { FastifyInstance, onRequestAsyncHookHandler, RouteOptions } from 'fastify'
import {
  demoConfigure,
  demoEntrance,
  demoFile,
  demoList,
  demoPicture,
  demoProduct,
} from '../demo/demo-routes.ts'
import type { ShopKeys } from '../demo/pages.ts'
import {
  changeMyPassword,
  offerFactor,
  proveFactor,
  removeFactor,
  renameMyself,
} from './accounts/account-routes.ts'
import type { Auth } from './accounts/auth.ts'
import { requireHttps, requireOwnPage, requirePerson, requireRole } from './accounts/guards.ts'
import { storeHistory } from './accounts/history-routes.ts'
import { inviteMember, storeInvitations, withdrawInvitation } from './accounts/invitation-routes.ts'
import {
  acceptMyInvitation,
  askPasswordLink,
  joinByInvitation,
  lookAtInvitation,
  setNewPassword,
} from './accounts/link-routes.ts'
import { dismissMember, giveRole, storeMembers } from './accounts/member-routes.ts'
import type { Role } from './accounts/roles.ts'
import {
  endMySession,
  endMySessions,
  giveSecondFactor,
  mySessions,
  signIn,
  signOut,
  whoAmI,
} from './accounts/session-routes.ts'
import { doSetup, needsSetup } from './accounts/setup-routes.ts'
import {
  beginExport,
  downloadExport,
  lookAtExport,
  removeExport,
  storeExports,
} from './archives/dashboard-export-routes.ts'
import type { Config } from './config.ts'
import { adminOpenApiDocument } from './dashboard/admin-reference.ts'
import { dashboard } from './dashboard/dashboard-routes.ts'
import type { Database } from './database/connect.ts'
import type { Session } from './database/session.ts'
import type { KeptFiles } from './files/kept-files.ts'
import { asset } from './forms/asset-routes.ts'
import type { Challenges } from './forms/challenge.ts'
import { confirm, confirmForm } from './forms/confirm-routes.ts'
import { questionForm, sendQuestion, similarQuestions } from './forms/question-form-routes.ts'
import { reviewForm, sendPicture, sendReviews, withdraw } from './forms/review-form-routes.ts'
import { sendWritten, writeForm } from './forms/write-form-routes.ts'
import { builtFile } from './http/built-file-routes.ts'
import type { BuiltFiles } from './http/built-files.ts'
import { allowAnyOrigin, allowOriginsOfStore, preflight } from './http/cors.ts'
import { requireKey, requireStoreKey } from './http/credentials.ts'
import type { Metrics } from './http/metrics.ts'
import { live, metricsPage, ready, requireBearer, requireOperator } from './http/operator-routes.ts'
import { limitPerPerson, limitWrites } from './http/rate-limit.ts'
import { openApiDocument } from './http/reference.ts'
import type { Reading } from './http/store-answers.ts'
import { limitPerNetwork, limitVisitors } from './http/visitor-limits.ts'
import {
  beginImport,
  cancelOneImport,
  importReport,
  lookAtImport,
  runOneImport,
  sendPart,
  storeImports,
  tryOneImport,
} from './imports/dashboard-import-routes.ts'
import { storeFirstSteps, storeInsights, storeWaiting } from './insights/dashboard-insight-routes.ts'
import type { Clock } from './lib/clock.ts'
import type { Secrets } from './lib/secret.ts'
import { takeBounce } from './mail/bounce-routes.ts'
import {
  changeContent,
  previewContent,
  storeMailContent,
  testContent,
} from './mail/dashboard-content-routes.ts'
import {
  lookForDeliveries,
  retryDelivery,
  storeDeliveries,
  storeMailHealth,
} from './mail/dashboard-delivery-routes.ts'
import {
  addSuppression,
  lookForSuppression,
  removeSuppression,
  storeSuppressions,
} from './mail/dashboard-suppression-routes.ts'
import { mailFrame } from './mail/mail-frame-routes.ts'
import { outbox, outboxHtml, outboxMail } from './mail/outbox-routes.ts'
import { unsubscribe, unsubscribeForm } from './mail/unsubscribe-routes.ts'
import {
  cancelOrderByHand,
  moveOrderByHand,
  orderInDetail,
  ordersOfStore,
  previewRequest,
  sendOrderByHand,
} from './orders/dashboard-order-routes.ts'
import { cancelOneOrder, createOrder, moveOneOrder, showOrder } from './orders/order-routes.ts'
import type { Orders } from './orders/orders.ts'
import { eraseOnePerson, exportOnePerson } from './people/dashboard-people-routes.ts'
import { picture } from './pictures/picture-routes.ts'
import type { PictureStore } from './pictures/picture-store.ts'
import {
  addToCatalogue,
  dissolveGroup,
  editGroup,
  editProduct,
  listCatalogue,
  makeGroup,
  showProduct,
} from './products/dashboard-product-routes.ts'
import { createProduct } from './products/product-routes.ts'
import type { Products } from './products/products.ts'
import {
  decideQuestion,
  questionHistory,
  questionsForModeration,
  replyToQuestion,
} from './questions/dashboard-question-routes.ts'
import { listQuestions } from './questions/question-list-routes.ts'
import {
  answerReview,
  decideReviews,
  reviewHistory,
  reviewsForModeration,
} from './reviews/dashboard-review-routes.ts'
import { listRatings } from './reviews/rating-routes.ts'
import { renderReviews } from './reviews/review-list-routes.ts'
import { listReviews } from './reviews/review-routes.ts'
import { readStructuredData } from './reviews/structured-data-routes.ts'
import { castVote, deleteVote, sendReport } from './reviews/visitor-routes.ts'
import { makeKey, storeKeys, withdrawKey } from './stores/dashboard-key-routes.ts'
import {
  changeSettings,
  previewSchedule,
  readPlan,
  storeSettings,
} from './stores/dashboard-settings-routes.ts'
import type { KeyRing, StoreRing } from './stores/key-ring.ts'
import { checkWidgets, codeOfWidgets } from './widgets/dashboard-widget-routes.ts'
import { widgetPreview } from './widgets/widget-preview-routes.ts'

/** What the routes are made of. */
export type Parts = {
  config: Config
  clock: Clock
  database: Database
  session: Session
  metrics: Metrics
  secrets: Secrets
  challenges: Challenges
  pictures: PictureStore
  kept: KeptFiles
  keys: KeyRing
  stores: StoreRing
  reading: Reading
  orders: Orders
  products: Products
  widgets: BuiltFiles
  dashboardFiles: BuiltFiles
  auth: Auth
  /** Private networks in which the pages of stores may lie. */
  allowedNetworks: readonly string[]
  /** The store of the demo's shop; absent: there is no demo. */
  demo?: ShopKeys | undefined
}

type Route = [
  method: 'GET' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  route: Omit<RouteOptions, 'method' | 'url'>,
]

declare module 'fastify' {
  interface FastifyContextConfig {
    who?: string
  }
}

export type Group = {
  who: string
  /** The least role in the store of the address. */
  role?: Role
  /** For people: reads forms, and answers pages in the visitor's language even when something is wrong. */
  pages?: true
  guards: onRequestAsyncHookHandler[]
  routes: Route[]
}

/**
 * Every address, grouped by who may call it: read from top to bottom, this is the security model. A guard
 * runs before anything of the request's body is read. (`/docs` itself is served by reference.ts.)
 */
export function routes(app: FastifyInstance, parts: Parts): Group[] {
  const { config, clock, keys, stores, orders, products, reading, database, session, metrics, widgets } =
    parts
  return [
    {
      who: "A store's server, with an API key of the type orders",
      guards: [requireKey('orders', keys, clock), ...limitWrites(app, config.WRITE_RATE_LIMIT)],
      routes: [
        ['POST', '/orders', createOrder(orders)],
        ['POST', '/products', createProduct(products)],
      ],
    },
    {
      who: 'The same, looking at what it sent and changing it',
      guards: [requireKey('orders', keys, clock)],
      routes: [
        ['GET', '/orders/:order_id', showOrder(parts)],
        ['PATCH', '/orders/:order_id', moveOneOrder(parts)],
        ['POST', '/orders/:order_id/cancel', cancelOneOrder(parts)],
      ],
    },
    {
      who: 'Anyone with the store key',
      guards: [allowAnyOrigin, requireStoreKey(stores, clock), allowOriginsOfStore],
      routes: [
        ['GET', '/api/v1/ratings.json', listRatings(reading)],
        ['GET', '/api/v1/reviews.json', listReviews(reading)],
        ['GET', '/api/v1/questions.json', listQuestions(reading)],
        ['GET', '/api/v1/reviews.html', renderReviews(reading)],
        ['GET', '/api/v1/structured-data.json', readStructuredData(reading)],
      ],
    },
    {
      who: 'Visitors, with the store key, which is public',
      guards: [
        allowAnyOrigin,
        requireStoreKey(stores, clock),
        allowOriginsOfStore,
        ...limitVisitors(app, { perAddress: config.VISITOR_RATE_LIMIT, perStore: config.STORE_RATE_LIMIT }),
      ],
      routes: [
        ['POST', '/api/v1/reviews/:id/votes', castVote(parts)],
        ['DELETE', '/api/v1/reviews/:id/votes', deleteVote(parts)],
        ['POST', '/api/v1/reviews/:id/reports', sendReport(parts)],
      ],
    },
    {
      who: 'Anyone',
      guards: [],
      routes: [
        ['GET', '/health/live', live()],
        ['GET', '/health/ready', ready(database, session)],
        ['GET', '/openapi.json', openApiDocument()],
        ['GET', '/widgets/v1/*', builtFile(widgets)],
        ['GET', '/assets/:file', asset()],
        ['GET', '/pictures/:file', picture(parts.pictures)],
        ['OPTIONS', '/api/v1/ratings.json', preflight('GET')],
        ['OPTIONS', '/api/v1/reviews.json', preflight('GET')],
        ['OPTIONS', '/api/v1/questions.json', preflight('GET')],
        ['OPTIONS', '/api/v1/reviews/:id/votes', preflight('POST', 'DELETE')],
        ['OPTIONS', '/api/v1/reviews/:id/reports', preflight('POST')],
        ['OPTIONS', '/api/v1/reviews.html', preflight('GET')],
        ['OPTIONS', '/api/v1/structured-data.json', preflight('GET')],
      ],
    },
    {
      who: 'The operator: from this machine, or with METRICS_TOKEN',
      guards: [requireOperator({ publicUrl: config.PUBLIC_URL, token: config.METRICS_TOKEN })],
      routes: [['GET', '/metrics', metricsPage(metrics)]],
    },
    {
      who: 'A mail server, with BOUNCE_TOKEN',
      guards: [requireBearer(config.BOUNCE_TOKEN)],
      routes: [['POST', '/mail/bounces', takeBounce(parts)]],
    },
    {
      who: 'Whoever sits at this machine, while there is no SMTP_URL',
      guards: [requireOperator({ publicUrl: config.PUBLIC_URL })],
      routes: config.SMTP_URL
        ? []
        : [
            ['GET', '/outbox', outbox(parts)],
            ['GET', '/outbox/:store_id/:mailing_id', outboxMail(parts)],
            ['GET', '/outbox/:store_id/:mailing_id/html', outboxHtml(parts)],
          ],
    },
    {
      // Mail apps unsubscribe many people from few addresses: nothing is counted here.
      who: 'Whoever has the link of a mail, to unsubscribe',
      pages: true,
      guards: [],
      routes: [
        ['GET', '/u/:token', unsubscribeForm(parts)],
        ['POST', '/u/:token', unsubscribe(parts)],
      ],
    },
    ...visitorPages(app, parts),
    ...adminGroups(app, parts),
    ...(parts.demo ? [demoGroup(parts.demo)] : []),
  ]
}

function visitorPages(
  app: FastifyInstance,
  { config, clock, database, secrets, challenges, pictures }: Parts,
): Group[] {
  const forms = {
    database,
    clock,
    secrets,
    challenges,
    pictures,
    countUnproven: limitPerNetwork(app, 'unproven', config.UNPROVEN_RATE_LIMIT),
  }
  const perAddress = config.VISITOR_RATE_LIMIT
  const perStore = config.STORE_RATE_LIMIT
  const visitors: Group = {
    who: 'Visitors: with the store key, which is public, or with the link of a mail',
    pages: true,
    guards: limitVisitors(app, { perAddress, perStore }),
    routes: [
      ['GET', '/embed/question', questionForm(forms)],
      ['POST', '/embed/question', sendQuestion(forms)],
      ['GET', '/r/:token', reviewForm(forms)],
      ['POST', '/r/:token', sendReviews(forms)],
      ['POST', '/r/:token/withdraw', withdraw(forms)],
      ['GET', '/write', writeForm(forms)],
      ['POST', '/write', sendWritten(forms)],
      ['GET', '/confirm/:token', confirmForm(forms)],
      ['POST', '/confirm/:token', confirm(forms)],
    ],
  }
  const often: Group = {
    who: 'The same, for what their browsers ask while a form is filled: pictures one by one, similar questions',
    pages: true,
    guards: limitVisitors(app, { perAddress: perAddress * whileFilling, perStore: perStore * whileFilling }),
    routes: [
      ['GET', '/embed/question/similar', similarQuestions(forms)],
      ['POST', '/r/:token/pictures', sendPicture(forms)],
    ],
  }
  return [visitors, often]
}

const whileFilling = 5

// The dashboard. Whatever is changed must come from its own page; whoever does not belong to a store learns
// nothing of it, and each group names the least role that may enter.
function adminGroups(app: FastifyInstance, parts: Parts): Group[] {
  const { auth, clock, config, database, dashboardFiles, widgets } = parts
  const publicUrl = () => parts.reading.publicUrl()
  const ownPage = requireOwnPage(config)
  const person = requirePerson(auth)
  const withRole = (role: Role, ...more: onRequestAsyncHookHandler[]) => ({
    role,
    guards: [ownPage, person, requireRole(database, role), ...more],
  })
  return [
    {
      who: 'Anyone, on the way to the dashboard',
      guards: [ownPage],
      routes: [
        ['GET', '/admin', dashboard()],
        ['GET', '/admin/*', dashboard()],
        ['GET', '/admin/assets/*', builtFile(dashboardFiles)],
        ['GET', '/admin/mail-frame', mailFrame()],
        ['GET', '/admin/widget-preview', widgetPreview()],
        ['GET', '/admin/openapi.json', adminOpenApiDocument()],
        ['GET', '/admin/api/setup', needsSetup(database)],
      ],
    },
    {
      who: 'Anyone with a password, over https',
      guards: [ownPage, requireHttps(config)],
      routes: [
        ['POST', '/admin/api/setup', doSetup(auth, database, clock)],
        ['POST', '/admin/api/session', signIn(auth, database, clock)],
        ['POST', '/admin/api/session/second-factor', giveSecondFactor(auth)],
      ],
    },
    {
      who: 'Whoever has the link of a mail that lets them in, or asks for one',
      guards: [ownPage, requireHttps(config), limitPerNetwork(app, 'access', config.SIGN_IN_RATE_LIMIT * 5)],
      routes: [
        ['POST', '/admin/api/password-links', askPasswordLink(parts)],
        ['POST', '/admin/api/password', setNewPassword(parts)],
        ['POST', '/admin/api/invitations/look', lookAtInvitation(parts)],
        ['POST', '/admin/api/invitations/join', joinByInvitation(parts)],
      ],
    },
    {
      who: 'Whoever is signed in, about themselves',
      guards: [ownPage, person],
      routes: [
        ['GET', '/admin/api/session', whoAmI(database)],
        ['DELETE', '/admin/api/session', signOut(auth)],
        ['GET', '/admin/api/sessions', mySessions(database, clock)],
        ['DELETE', '/admin/api/sessions', endMySessions(database)],
        ['DELETE', '/admin/api/sessions/:id', endMySession(database)],
        ['POST', '/admin/api/invitations/acceptance', acceptMyInvitation(parts)],
        ['PATCH', '/admin/api/account', renameMyself(database, clock)],
        ['POST', '/admin/api/account/password', changeMyPassword(auth)],
        ['POST', '/admin/api/account/second-factor', offerFactor(auth)],
        ['POST', '/admin/api/account/second-factor/proof', proveFactor(auth)],
        ['POST', '/admin/api/account/second-factor/removal', removeFactor(auth)],
      ],
    },
    {
      who: 'A viewer of the store',
      ...withRole('viewer'),
      routes: [
        ['GET', '/admin/api/stores/:storeId/insights', storeInsights(database, clock)],
        ['GET', '/admin/api/stores/:storeId/waiting', storeWaiting(database, clock)],
        ['GET', '/admin/api/stores/:storeId/first-steps', storeFirstSteps(database, clock)],
        ['GET', '/admin/api/stores/:storeId/members', storeMembers(database)],
        ['GET', '/admin/api/stores/:storeId/reviews', reviewsForModeration(database)],
        ['GET', '/admin/api/stores/:storeId/reviews/:id/history', reviewHistory(database)],
        ['GET', '/admin/api/stores/:storeId/questions', questionsForModeration(database)],
        ['GET', '/admin/api/stores/:storeId/questions/:id/history', questionHistory(database)],
        ['GET', '/admin/api/stores/:storeId/orders', ordersOfStore(parts)],
        ['GET', '/admin/api/stores/:storeId/orders/detail', orderInDetail(parts)],
        ['GET', '/admin/api/stores/:storeId/orders/preview', previewRequest(app, parts)],
        ['GET', '/admin/api/stores/:storeId/products', listCatalogue(database)],
        ['GET', '/admin/api/stores/:storeId/products/detail', showProduct(database)],
        ['GET', '/admin/api/stores/:storeId/widget-code', codeOfWidgets({ database, widgets, publicUrl })],
      ],
    },
    {
      who: 'A moderator of the store',
      ...withRole('moderator'),
      routes: [
        ['POST', '/admin/api/stores/:storeId/reviews/decisions', decideReviews(database, clock)],
        ['PUT', '/admin/api/stores/:storeId/reviews/:id/reply', answerReview(database, clock)],
        ['POST', '/admin/api/stores/:storeId/questions/:id/decision', decideQuestion(database, clock)],
        ['PUT', '/admin/api/stores/:storeId/questions/:id/reply', replyToQuestion(database, clock)],
        ['POST', '/admin/api/stores/:storeId/orders/move', moveOrderByHand(parts)],
        ['POST', '/admin/api/stores/:storeId/orders/cancel', cancelOrderByHand(parts)],
        ['POST', '/admin/api/stores/:storeId/orders/send-now', sendOrderByHand(parts)],
        ['POST', '/admin/api/stores/:storeId/mail/deliveries/:id/again', retryDelivery(parts)],
        ['POST', '/admin/api/stores/:storeId/mail/suppressions', addSuppression(parts)],
        ['DELETE', '/admin/api/stores/:storeId/mail/suppressions/:id', removeSuppression(parts)],
      ],
    },
    {
      who: 'The same, ten times a minute: it makes us fetch a page',
      ...withRole('moderator', limitPerPerson(app, 'widget checks', 10)),
      routes: [['POST', '/admin/api/stores/:storeId/widget-checks', checkWidgets({ ...parts, publicUrl })]],
    },
    {
      who: 'A viewer of the store, about its settings',
      ...withRole('viewer'),
      routes: [
        ['GET', '/admin/api/stores/:storeId/settings', storeSettings(database)],
        ['GET', '/admin/api/stores/:storeId/schedule-preview', previewSchedule(database)],
        ['GET', '/admin/api/stores/:storeId/plan', readPlan(database, clock)],
        ['GET', '/admin/api/stores/:storeId/keys', storeKeys(database)],
        ['GET', '/admin/api/stores/:storeId/invitations', storeInvitations(database, clock)],
        ['GET', '/admin/api/stores/:storeId/history', storeHistory(database)],
      ],
    },
    {
      who: 'A viewer of the store, about its mails',
      ...withRole('viewer'),
      routes: [
        ['GET', '/admin/api/stores/:storeId/mail/content', storeMailContent(database)],
        ['POST', '/admin/api/stores/:storeId/mail/preview', previewContent(parts)],
        ['GET', '/admin/api/stores/:storeId/mail/health', storeMailHealth(parts)],
        ['GET', '/admin/api/stores/:storeId/mail/deliveries', storeDeliveries(parts)],
        ['POST', '/admin/api/stores/:storeId/mail/deliveries/look', lookForDeliveries(parts)],
        ['GET', '/admin/api/stores/:storeId/mail/suppressions', storeSuppressions(parts)],
        ['POST', '/admin/api/stores/:storeId/mail/suppressions/look', lookForSuppression(parts)],
      ],
    },
    {
      who: 'The same as an owner, five times a minute: it sends a mail, to themselves',
      ...withRole('owner', limitPerPerson(app, 'test mails', 5)),
      routes: [['POST', '/admin/api/stores/:storeId/mail/test', testContent(parts)]],
    },
    {
      who: 'An owner of the store',
      ...withRole('owner'),
      routes: [
        ['PATCH', '/admin/api/stores/:storeId/members/:userId', giveRole(database, clock)],
        ['DELETE', '/admin/api/stores/:storeId/members/:userId', dismissMember(database, clock)],
        ['POST', '/admin/api/stores/:storeId/invitations', inviteMember(parts)],
        ['DELETE', '/admin/api/stores/:storeId/invitations/:id', withdrawInvitation(database, clock)],
        ['PATCH', '/admin/api/stores/:storeId/settings', changeSettings(database, clock)],
        ['PATCH', '/admin/api/stores/:storeId/mail/content', changeContent(database, clock)],
        ['POST', '/admin/api/stores/:storeId/keys', makeKey(database, clock)],
        ['DELETE', '/admin/api/stores/:storeId/keys/:keyId', withdrawKey(database, clock)],
        ['PATCH', '/admin/api/stores/:storeId/products', editProduct(database, clock)],
        ['POST', '/admin/api/stores/:storeId/products', addToCatalogue(database, clock)],
        ['POST', '/admin/api/stores/:storeId/product-groups', makeGroup(database, clock)],
        ['PUT', '/admin/api/stores/:storeId/product-groups/:id', editGroup(database, clock)],
        ['DELETE', '/admin/api/stores/:storeId/product-groups/:id', dissolveGroup(database, clock)],
        ['GET', '/admin/api/stores/:storeId/imports', storeImports(parts)],
        ['POST', '/admin/api/stores/:storeId/imports', beginImport(parts)],
        ['GET', '/admin/api/stores/:storeId/imports/:id', lookAtImport(parts)],
        ['PUT', '/admin/api/stores/:storeId/imports/:id/parts/:number', sendPart(parts)],
        ['POST', '/admin/api/stores/:storeId/imports/:id/trial', tryOneImport(parts)],
        ['POST', '/admin/api/stores/:storeId/imports/:id/run', runOneImport(parts)],
        ['POST', '/admin/api/stores/:storeId/imports/:id/cancel', cancelOneImport(parts)],
        ['GET', '/admin/api/stores/:storeId/imports/:id/report', importReport(parts)],
        ['GET', '/admin/api/stores/:storeId/exports', storeExports(parts)],
        ['POST', '/admin/api/stores/:storeId/exports', beginExport(parts)],
        ['GET', '/admin/api/stores/:storeId/exports/:id', lookAtExport(parts)],
        ['DELETE', '/admin/api/stores/:storeId/exports/:id', removeExport(parts)],
        ['GET', '/admin/api/stores/:storeId/exports/:id/file', downloadExport(parts)],
        ['POST', '/admin/api/stores/:storeId/people/export', exportOnePerson(parts)],
        ['POST', '/admin/api/stores/:storeId/people/erase', eraseOnePerson(parts)],
      ],
    },
  ]
}

function demoGroup(keys: ShopKeys): Group {
  return {
    who: "Anyone, where the service was started with --demo: the demo's shop",
    guards: [],
    routes: [
      ['GET', '/', demoEntrance()],
      ['GET', '/demo', demoList(keys)],
      ['GET', '/demo/p/:sku', demoProduct(keys)],
      ['GET', '/demo/configure', demoConfigure(keys)],
      ['GET', '/demo/pictures/:sku.svg', demoPicture()],
      ['GET', '/demo/storefront.css', demoFile('storefront.css')],
      ['GET', '/demo/configure.js', demoFile('configure.js')],
      ['GET', '/demo/markup.js', demoFile('../widgets/markup.js')],
    ],
  }
}
