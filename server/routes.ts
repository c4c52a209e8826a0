import type { FastifyInstance, RouteOptions } from 'fastify'
import * as demo from '../demo/demo-routes.ts'
import type { ShopKeys } from '../demo/pages.ts'
import { type AccessPolicy, accessPolicies } from './access.ts'
import { storeHistory } from './accounts/security/history-routes.ts'
import * as account from './accounts/sign-in/account-routes.ts'
import * as links from './accounts/sign-in/link-routes.ts'
import * as sessions from './accounts/sign-in/session-routes.ts'
import * as setup from './accounts/sign-in/setup-routes.ts'
import { createMyStore } from './accounts/store-routes.ts'
import * as invitations from './accounts/team/invitation-routes.ts'
import * as members from './accounts/team/member-routes.ts'
import { takeWebhook } from './connections/connect-routes.ts'
import { adminOpenApiDocument } from './dashboard/admin-reference.ts'
import * as connections from './dashboard/connections/connection-routes.ts'
import * as connectionEvents from './dashboard/connections/event-routes.ts'
import { tryOneMapping } from './dashboard/connections/mapping-routes.ts'
import { latestContentChange } from './dashboard/content-change-routes.ts'
import { dashboard } from './dashboard/dashboard-routes.ts'
import { entrance } from './dashboard/entrance-routes.ts'
import * as exports from './dashboard/exports/export-routes.ts'
import * as feeds from './dashboard/feeds/feed-routes.ts'
import * as imports from './dashboard/imports/import-routes.ts'
import * as insights from './dashboard/insights/insight-routes.ts'
import * as mailContent from './dashboard/mail/content-routes.ts'
import * as deliveries from './dashboard/mail/delivery-routes.ts'
import { sendLogo } from './dashboard/mail/logo-routes.ts'
import * as suppressions from './dashboard/mail/suppression-routes.ts'
import * as dashboardOrders from './dashboard/orders/order-routes.ts'
import * as people from './dashboard/people/people-routes.ts'
import * as dashboardProducts from './dashboard/products/product-routes.ts'
import * as dashboardQuestions from './dashboard/questions/question-routes.ts'
import * as dashboardReviews from './dashboard/reviews/review-routes.ts'
import * as keys from './dashboard/settings/key-routes.ts'
import * as settings from './dashboard/settings/settings-routes.ts'
import * as webhookDeliveries from './dashboard/webhooks/delivery-routes.ts'
import * as webhooks from './dashboard/webhooks/webhook-routes.ts'
import { widgetPreview } from './dashboard/widgets/widget-preview-routes.ts'
import * as dashboardWidgets from './dashboard/widgets/widget-routes.ts'
import type { Dependencies } from './dependencies.ts'
import { readFeed } from './feeds/feed-routes.ts'
import { asset } from './forms/asset-routes.ts'
import * as confirmation from './forms/confirm-routes.ts'
import * as questionForm from './forms/question-form-routes.ts'
import * as reviewForm from './forms/review-form-routes.ts'
import * as unsubscription from './forms/unsubscribe-routes.ts'
import * as writeForm from './forms/write-form-routes.ts'
import { preflight } from './http/cors.ts'
import { live, metricsPage, ready } from './http/operator-routes.ts'
import { builtFile } from './http/pages/built-file-routes.ts'
import { openApiDocument } from './http/reference/reference.ts'
import { takeBounce } from './mail/bounces/bounce-routes.ts'
import { mailFrame } from './mail/deliveries/mail-frame-routes.ts'
import * as outbox from './mail/deliveries/outbox-routes.ts'
import * as managedFeeds from './management/feed-routes.ts'
import { managedInsights } from './management/insight-routes.ts'
import { managementOpenApiDocument } from './management/management-reference.ts'
import { createOrders } from './management/order-batch.ts'
import * as managedOrders from './management/order-routes.ts'
import * as managedPeople from './management/people-routes.ts'
import * as managedProducts from './management/product-routes.ts'
import * as managedQuestions from './management/question-routes.ts'
import * as managedReviews from './management/review-routes.ts'
import * as managedSettings from './management/settings-routes.ts'
import * as managedDeliveries from './management/webhook-delivery-routes.ts'
import * as managedWebhooks from './management/webhook-routes.ts'
import * as access from './operators/access-routes.ts'
import { operatorOpenApiDocument } from './operators/operator-reference.ts'
import * as operators from './operators/operator-routes.ts'
import * as orders from './orders/order-routes.ts'
import { picture } from './pictures/picture-routes.ts'
import { createProduct } from './products/product-routes.ts'
import { listQuestions } from './questions/question-list-routes.ts'
import * as olderClients from './reviews/storefront/older-client-routes.ts'
import { listRatings } from './reviews/storefront/rating-routes.ts'
import { renderReviews } from './reviews/storefront/review-list-routes.ts'
import { listReviews } from './reviews/storefront/review-routes.ts'
import { readStructuredData } from './reviews/storefront/structured-data-routes.ts'
import * as visitors from './reviews/storefront/visitor-routes.ts'

/** Routes with the same access policy. `who` names their callers. */
export type Group = AccessPolicy & { who: string; routes: Route[] }

type Route = [
  method: 'GET' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  route: Omit<RouteOptions, 'method' | 'url'>,
]

declare module 'fastify' {
  interface FastifyContextConfig {
    who?: string
    signedIn?: boolean
  }
}

/**
 * Every route, grouped by access policy. This list is the security model, and `access.ts` has the guards of each group.
 * `http/reference/reference.ts` serves `/docs`.
 */
export function routes(app: FastifyInstance, deps: Dependencies): Group[] {
  const policy = accessPolicies(app, deps)
  return [
    group("A store's server, with an API key of the type orders", policy.ordersKeyToWrite, [
      ['POST', '/orders', orders.createOrder(deps)],
      ['POST', '/products', createProduct(deps)],
    ]),
    group("The store's server, reading and changing its orders", policy.ordersKey, [
      ['GET', '/orders/:order_id', orders.showOrder(deps)],
      ['PATCH', '/orders/:order_id', orders.moveOneOrder(deps)],
      ['POST', '/orders/:order_id/cancel', orders.cancelOneOrder(deps)],
    ]),
    group('Anyone with the store key', policy.storeKey, [
      ['GET', '/api/v1/ratings.json', listRatings(deps)],
      ['GET', '/api/v1/reviews.json', listReviews(deps)],
      ['GET', '/api/v1/questions.json', listQuestions(deps)],
      ['GET', '/api/v1/reviews.html', renderReviews(deps)],
      ['GET', '/api/v1/structured-data.json', readStructuredData(deps)],
    ]),
    group('The same for older widgets, which may send no store id', policy.storeKeyAlone, [
      ['GET', '/v1/reviews.json', olderClients.listReviewsAsBefore(deps)],
      ['GET', '/v1/average.json', olderClients.readAverageAsBefore(deps)],
    ]),
    group('Visitors with the store key, which is public', policy.storeKeyToWrite, [
      ['POST', '/api/v1/reviews/:id/votes', visitors.castVote(deps)],
      ['DELETE', '/api/v1/reviews/:id/votes', visitors.deleteVote(deps)],
      ['POST', '/api/v1/reviews/:id/reports', visitors.sendReport(deps)],
    ]),
    group('Anyone', policy.none, [
      ['GET', '/health/live', live()],
      ['GET', '/health/ready', ready(deps)],
      ['GET', '/openapi.json', openApiDocument()],
      ['GET', '/manage/openapi.json', managementOpenApiDocument()],
      ['GET', '/operator/openapi.json', operatorOpenApiDocument()],
      ['GET', '/widgets/v1/*', builtFile(deps.widgets)],
      ['GET', '/assets/:file', asset()],
      ['GET', '/pictures/:file', picture(deps)],
      ['OPTIONS', '/api/v1/ratings.json', preflight('GET')],
      ['OPTIONS', '/api/v1/reviews.json', preflight('GET')],
      ['OPTIONS', '/api/v1/questions.json', preflight('GET')],
      ['OPTIONS', '/api/v1/reviews/:id/votes', preflight('POST', 'DELETE')],
      ['OPTIONS', '/api/v1/reviews/:id/reports', preflight('POST')],
      ['OPTIONS', '/api/v1/reviews.html', preflight('GET')],
      ['OPTIONS', '/api/v1/structured-data.json', preflight('GET')],
      ['OPTIONS', '/v1/reviews.json', preflight('GET')],
      ['OPTIONS', '/v1/average.json', preflight('GET')],
    ]),
    group('Anyone with the address of a feed', policy.feed, [
      ['GET', '/feeds/:token/google-product-reviews.xml', readFeed(deps, 'google')],
      ['GET', '/feeds/:token/meta-reviews.csv', readFeed(deps, 'meta')],
    ]),
    group('The operator: from this machine, or with METRICS_TOKEN', policy.operator, [
      ['GET', '/metrics', metricsPage(deps)],
    ]),
    group('A mail server, with BOUNCE_TOKEN', policy.mailServer, [
      ['POST', '/mail/bounces', takeBounce(deps)],
    ]),
    group('A connected shop, with the signature of its connection', policy.shop, [
      ['POST', '/connect/:platform/:connection_id', takeWebhook(deps)],
    ]),
    group(
      'The operator with OUTBOX_TOKEN, while there is no SMTP_URL',
      policy.outbox,
      deps.config.SMTP_URL
        ? []
        : [
            ['GET', '/outbox', outbox.list(deps)],
            ['GET', '/outbox/:store_id/:mailing_id', outbox.mail(deps)],
            ['GET', '/outbox/:store_id/:mailing_id/html', outbox.html(deps)],
          ],
    ),
    // No rate limit, because mail apps unsubscribe many people from few addresses.
    group('Anyone with the link of a mail, to unsubscribe', policy.mailLink, [
      ['GET', '/u/:token', unsubscription.show(deps)],
      ['POST', '/u/:token', unsubscription.unsubscribe(deps)],
    ]),
    group('Visitors with the store key, which is public, or with the link of a mail', policy.visitor, [
      ['GET', '/embed/question', questionForm.show(deps)],
      ['POST', '/embed/question', questionForm.send(deps)],
      ['GET', '/r/:token', reviewForm.show(deps)],
      ['POST', '/r/:token', reviewForm.send(deps)],
      ['POST', '/r/:token/withdraw', reviewForm.withdraw(deps)],
      ['GET', '/write', writeForm.show(deps)],
      ['POST', '/write', writeForm.send(deps)],
      ['GET', '/confirm/:token', confirmation.show(deps)],
      ['POST', '/confirm/:token', confirmation.confirm(deps)],
    ]),
    group('Visitors filling in a form: their browsers send more requests', policy.visitorFilling, [
      ['GET', '/embed/question/similar', questionForm.similar(deps)],
      ['POST', '/r/:token/pictures', reviewForm.sendPicture(deps)],
    ]),
    group('Anyone, on the way to the dashboard', policy.ownPage, [
      ['GET', '/admin', dashboard()],
      ['GET', '/admin/*', dashboard()],
      ['GET', '/admin/assets/*', builtFile(deps.dashboardFiles)],
      ['GET', '/admin/mail-frame', mailFrame()],
      ['GET', '/admin/widget-preview', widgetPreview()],
      ['GET', '/admin/openapi.json', adminOpenApiDocument()],
      ['GET', '/admin/api/setup', setup.needsSetup(deps)],
    ]),
    group('Anyone with a password, over https', policy.password, [
      ['POST', '/admin/api/setup', setup.doSetup(deps)],
      ['POST', '/admin/api/session', sessions.signIn(deps)],
      ['POST', '/admin/api/session/second-factor', sessions.giveSecondFactor(deps)],
    ]),
    group('Anyone with the link of a mail for signing in, or who asks for one', policy.accessLink, [
      ['POST', '/admin/api/setup/look', setup.lookAtSetup(deps)],
      ['POST', '/admin/api/password-links', links.askPasswordLink(deps)],
      ['POST', '/admin/api/password', links.setNewPassword(deps)],
      ['POST', '/admin/api/invitations/look', links.readInvitation(deps)],
      ['POST', '/admin/api/invitations/join', links.joinByInvitation(deps)],
    ]),
    group('Any signed-in user, about themselves', policy.person, [
      ['GET', '/admin/api/session', sessions.whoAmI(deps)],
      ['DELETE', '/admin/api/session', sessions.signOut(deps)],
      ['GET', '/admin/api/sessions', sessions.mySessions(deps)],
      ['DELETE', '/admin/api/sessions', sessions.endMySessions(deps)],
      ['DELETE', '/admin/api/sessions/:id', sessions.endMySession(deps)],
      ['POST', '/admin/api/invitations/acceptance', links.acceptMyInvitation(deps)],
      ['PATCH', '/admin/api/account', account.renameMyself(deps)],
      ['POST', '/admin/api/stores', createMyStore(deps)],
      ['POST', '/admin/api/account/password', account.changeMyPassword(deps)],
      ['POST', '/admin/api/account/second-factor', account.offerFactor(deps)],
      ['POST', '/admin/api/account/second-factor/proof', account.proveFactor(deps)],
      ['POST', '/admin/api/account/second-factor/removal', account.removeFactor(deps)],
    ]),
    group('A viewer of the store', policy.viewer, [
      ['GET', '/admin/api/stores/:storeId/insights', insights.storeInsights(deps)],
      ['GET', '/admin/api/stores/:storeId/waiting', insights.storeWaiting(deps)],
      ['GET', '/admin/api/stores/:storeId/latest-change', latestContentChange(deps)],
      ['GET', '/admin/api/stores/:storeId/first-steps', insights.storeFirstSteps(deps)],
      ['PUT', '/admin/api/stores/:storeId/first-steps/dismissal', insights.dismissFirstSteps(deps)],
      ['GET', '/admin/api/stores/:storeId/members', members.storeMembers(deps)],
      ['GET', '/admin/api/stores/:storeId/reviews', dashboardReviews.reviewsForModeration(deps)],
      ['GET', '/admin/api/stores/:storeId/reviews/counts', dashboardReviews.reviewCounts(deps)],
      ['GET', '/admin/api/stores/:storeId/reviews/:id/history', dashboardReviews.reviewHistory(deps)],
      ['GET', '/admin/api/stores/:storeId/questions', dashboardQuestions.questionsForModeration(deps)],
      ['GET', '/admin/api/stores/:storeId/questions/counts', dashboardQuestions.questionCounts(deps)],
      ['GET', '/admin/api/stores/:storeId/questions/:id/history', dashboardQuestions.questionHistory(deps)],
      ['GET', '/admin/api/stores/:storeId/orders', dashboardOrders.ordersOfStore(deps)],
      ['GET', '/admin/api/stores/:storeId/orders/detail', dashboardOrders.orderInDetail(deps)],
      ['GET', '/admin/api/stores/:storeId/orders/preview', dashboardOrders.previewRequest(deps)],
      ['GET', '/admin/api/stores/:storeId/products', dashboardProducts.listCatalogue(deps)],
      ['GET', '/admin/api/stores/:storeId/products/detail', dashboardProducts.showProduct(deps)],
      ['GET', '/admin/api/stores/:storeId/widget-code', dashboardWidgets.codeOfWidgets(deps)],
    ]),
    group('A moderator of the store', policy.moderator, [
      ['POST', '/admin/api/stores/:storeId/reviews/decisions', dashboardReviews.decideReviews(deps)],
      ['PUT', '/admin/api/stores/:storeId/reviews/:id/reply', dashboardReviews.answerReview(deps)],
      ['POST', '/admin/api/stores/:storeId/questions/:id/decision', dashboardQuestions.decideQuestion(deps)],
      ['PUT', '/admin/api/stores/:storeId/questions/:id/reply', dashboardQuestions.replyToQuestion(deps)],
      ['POST', '/admin/api/stores/:storeId/orders/move', dashboardOrders.moveOrderByHand(deps)],
      ['POST', '/admin/api/stores/:storeId/orders/cancel', dashboardOrders.cancelOrderByHand(deps)],
      ['POST', '/admin/api/stores/:storeId/orders/deliver', dashboardOrders.deliverOrderByHand(deps)],
      ['POST', '/admin/api/stores/:storeId/orders/refund', dashboardOrders.refundOrderByHand(deps)],
      ['POST', '/admin/api/stores/:storeId/orders/send-now', dashboardOrders.sendOrderByHand(deps)],
      ['POST', '/admin/api/stores/:storeId/mail/deliveries/:id/again', deliveries.retryDelivery(deps)],
      ['POST', '/admin/api/stores/:storeId/mail/suppressions', suppressions.addSuppression(deps)],
      ['DELETE', '/admin/api/stores/:storeId/mail/suppressions/:id', suppressions.removeSuppression(deps)],
    ]),
    group(
      'The same, five times a minute: it orders and sends a mail, to themselves',
      policy.moderatorTesting,
      [['POST', '/admin/api/stores/:storeId/orders/test', dashboardOrders.sendTestOrder(deps)]],
    ),
    group('The same, ten times a minute: it makes us fetch a page', policy.moderatorFetching, [
      ['POST', '/admin/api/stores/:storeId/widget-checks', dashboardWidgets.checkWidgets(deps)],
    ]),
    // Moderators keep what an owner connected running. Owners alone decide which shop brings buyers' data here, hold its
    // keys, and start what asks many buyers at once.
    group('A moderator, ten times a minute: it makes us contact a shop', policy.moderatorTestingShops, [
      ['POST', '/admin/api/stores/:storeId/connections/:connectionId/test', connections.testConnection(deps)],
    ]),
    group('The same, counted apart: it makes us change webhooks of a shop', policy.moderatorRepairing, [
      [
        'POST',
        '/admin/api/stores/:storeId/connections/:connectionId/repair',
        connections.repairConnection(deps),
      ],
    ]),
    group(
      'An owner, ten times a minute: it makes us fetch the orders of a shop',
      policy.ownerFetchingOrders,
      [
        [
          'POST',
          '/admin/api/stores/:storeId/connections/:connectionId/backfill',
          connections.fetchOrders(deps),
        ],
      ],
    ),
    group('The same, counted apart: it makes us ask a shop for a token', policy.ownerAuthorizing, [
      [
        'POST',
        '/admin/api/stores/:storeId/connections/:connectionId/authorization',
        connections.authorizeOneConnection(deps),
      ],
    ]),
    group('The same, counted apart: it evaluates expressions', policy.ownerTryingMappings, [
      ['POST', '/admin/api/stores/:storeId/mapping-trials', tryOneMapping()],
    ]),
    group('A viewer of the store, about its connections', policy.viewer, [
      ['GET', '/admin/api/stores/:storeId/connections', connections.storeConnections(deps)],
      [
        'GET',
        '/admin/api/stores/:storeId/connections/:connectionId/events',
        connectionEvents.eventsOfConnection(deps),
      ],
    ]),
    group('A moderator of the store, about its connections', policy.moderator, [
      [
        'POST',
        '/admin/api/stores/:storeId/connections/:connectionId/retry',
        connectionEvents.retryAllEvents(deps),
      ],
      [
        'POST',
        '/admin/api/stores/:storeId/connections/:connectionId/events/:eventId/retry',
        connectionEvents.retryOneEvent(deps),
      ],
    ]),
    group('An owner of the store, about its connections', policy.owner, [
      ['POST', '/admin/api/stores/:storeId/connections', connections.addOneConnection(deps)],
      [
        'PATCH',
        '/admin/api/stores/:storeId/connections/:connectionId',
        connections.changeOneConnection(deps),
      ],
      [
        'DELETE',
        '/admin/api/stores/:storeId/connections/:connectionId',
        connections.removeOneConnection(deps),
      ],
      [
        'POST',
        '/admin/api/stores/:storeId/connections/:connectionId/secret',
        connections.makeNewSecret(deps),
      ],
      [
        'POST',
        '/admin/api/stores/:storeId/connections/:connectionId/pause',
        connections.pauseOneConnection(deps),
      ],
      [
        'POST',
        '/admin/api/stores/:storeId/connections/:connectionId/resume',
        connections.resumeOneConnection(deps),
      ],
    ]),
    group('A viewer of the store, about its webhooks', policy.viewer, [
      ['GET', '/admin/api/stores/:storeId/webhooks', webhooks.storeWebhooks(deps)],
      [
        'GET',
        '/admin/api/stores/:storeId/webhooks/:webhookId/deliveries',
        webhookDeliveries.deliveriesOfWebhook(deps),
      ],
      [
        'GET',
        '/admin/api/stores/:storeId/webhooks/:webhookId/deliveries/:deliveryId',
        webhookDeliveries.oneDelivery(deps),
      ],
    ]),
    // Owners alone decide where the store's events go. Moderators may send again what was sent before.
    group('A moderator of the store, about its webhooks', policy.moderator, [
      [
        'POST',
        '/admin/api/stores/:storeId/webhooks/:webhookId/deliveries/:deliveryId/replay',
        webhookDeliveries.replayOneDelivery(deps),
      ],
    ]),
    group('The same, ten times a minute: it makes us send an event', policy.moderatorTestingWebhooks, [
      ['POST', '/admin/api/stores/:storeId/webhooks/:webhookId/test', webhookDeliveries.testOneWebhook(deps)],
    ]),
    group('The same, counted apart: it makes us send many events', policy.moderatorReplaying, [
      ['POST', '/admin/api/stores/:storeId/webhooks/:webhookId/replay', webhookDeliveries.replayTime(deps)],
    ]),
    group('An owner of the store, about its webhooks', policy.owner, [
      ['POST', '/admin/api/stores/:storeId/webhooks', webhooks.addWebhook(deps)],
      ['PATCH', '/admin/api/stores/:storeId/webhooks/:webhookId', webhooks.changeOneWebhook(deps)],
      ['DELETE', '/admin/api/stores/:storeId/webhooks/:webhookId', webhooks.removeWebhook(deps)],
      ['POST', '/admin/api/stores/:storeId/webhooks/:webhookId/secret', webhooks.makeNewSigningSecret(deps)],
    ]),
    group('A viewer of the store, about its settings', policy.viewer, [
      ['GET', '/admin/api/stores/:storeId/settings', settings.storeSettings(deps)],
      ['GET', '/admin/api/stores/:storeId/schedule-preview', settings.previewSchedule(deps)],
      ['GET', '/admin/api/stores/:storeId/plan', settings.readPlan(deps)],
      ['GET', '/admin/api/stores/:storeId/widget-design', dashboardWidgets.storeWidgetDesign(deps)],
      ['GET', '/admin/api/stores/:storeId/keys', keys.storeKeys(deps)],
      ['GET', '/admin/api/stores/:storeId/invitations', invitations.storeInvitations(deps)],
      ['GET', '/admin/api/stores/:storeId/history', storeHistory(deps)],
    ]),
    group('A viewer of the store, about its mails', policy.viewer, [
      ['GET', '/admin/api/stores/:storeId/mail/content', mailContent.storeMailContent(deps)],
      ['POST', '/admin/api/stores/:storeId/mail/preview', mailContent.previewContent(deps)],
      ['GET', '/admin/api/stores/:storeId/mail/health', deliveries.storeMailHealth(deps)],
      ['GET', '/admin/api/stores/:storeId/mail/deliveries', deliveries.storeDeliveries(deps)],
      ['POST', '/admin/api/stores/:storeId/mail/deliveries/look', deliveries.searchDeliveries(deps)],
      ['GET', '/admin/api/stores/:storeId/mail/suppressions', suppressions.storeSuppressions(deps)],
      ['POST', '/admin/api/stores/:storeId/mail/suppressions/look', suppressions.searchSuppressions(deps)],
    ]),
    group('The same as an owner, five times a minute: it sends a mail, to themselves', policy.ownerTesting, [
      ['POST', '/admin/api/stores/:storeId/mail/test', mailContent.testContent(deps)],
    ]),
    group('The same, ten times a minute: it decodes a picture', policy.ownerUploading, [
      ['PUT', '/admin/api/stores/:storeId/logo', sendLogo(deps)],
    ]),
    group('An owner of the store', policy.owner, [
      ['PATCH', '/admin/api/stores/:storeId/members/:userId', members.giveRole(deps)],
      ['DELETE', '/admin/api/stores/:storeId/members/:userId', members.dismissMember(deps)],
      ['POST', '/admin/api/stores/:storeId/invitations', invitations.inviteMember(deps)],
      ['DELETE', '/admin/api/stores/:storeId/invitations/:id', invitations.withdrawInvitation(deps)],
      ['PATCH', '/admin/api/stores/:storeId/settings', settings.changeSettings(deps)],
      ['PATCH', '/admin/api/stores/:storeId/widget-design', dashboardWidgets.changeDesign(deps)],
      ['GET', '/admin/api/stores/:storeId/old-data', settings.countOld(deps)],
      ['PATCH', '/admin/api/stores/:storeId/mail/content', mailContent.changeContent(deps)],
      ['POST', '/admin/api/stores/:storeId/keys', keys.makeKey(deps)],
      ['PATCH', '/admin/api/stores/:storeId/keys/:keyId', keys.changeKey(deps)],
      ['DELETE', '/admin/api/stores/:storeId/keys/:keyId', keys.withdrawKey(deps)],
      ['PATCH', '/admin/api/stores/:storeId/products', dashboardProducts.editProduct(deps)],
      ['POST', '/admin/api/stores/:storeId/products', dashboardProducts.addToCatalogue(deps)],
      ['POST', '/admin/api/stores/:storeId/product-groups', dashboardProducts.makeGroup(deps)],
      ['PUT', '/admin/api/stores/:storeId/product-groups/:id', dashboardProducts.editGroup(deps)],
      ['DELETE', '/admin/api/stores/:storeId/product-groups/:id', dashboardProducts.dissolveGroup(deps)],
      ['GET', '/admin/api/stores/:storeId/imports', imports.storeImports(deps)],
      ['POST', '/admin/api/stores/:storeId/imports', imports.beginImport(deps)],
      ['GET', '/admin/api/stores/:storeId/imports/:id', imports.readOneImport(deps)],
      ['PUT', '/admin/api/stores/:storeId/imports/:id/parts/:number', imports.sendPart(deps)],
      ['POST', '/admin/api/stores/:storeId/imports/:id/trial', imports.tryOneImport(deps)],
      ['POST', '/admin/api/stores/:storeId/imports/:id/run', imports.runOneImport(deps)],
      ['POST', '/admin/api/stores/:storeId/imports/:id/again', imports.tryOneImportAgain(deps)],
      ['POST', '/admin/api/stores/:storeId/imports/:id/cancel', imports.cancelOneImport(deps)],
      ['GET', '/admin/api/stores/:storeId/imports/:id/undo', imports.previewUndo(deps)],
      ['POST', '/admin/api/stores/:storeId/imports/:id/undo', imports.undoOneImport(deps)],
      ['GET', '/admin/api/stores/:storeId/imports/:id/report', imports.importReport(deps)],
      ['GET', '/admin/api/stores/:storeId/feeds', feeds.storeFeeds(deps)],
      ['POST', '/admin/api/stores/:storeId/feeds', feeds.makeFeed(deps)],
      ['DELETE', '/admin/api/stores/:storeId/feeds/:feedId', feeds.removeFeed(deps)],
      ['GET', '/admin/api/stores/:storeId/exports', exports.storeExports(deps)],
      ['POST', '/admin/api/stores/:storeId/exports', exports.beginExport(deps)],
      ['GET', '/admin/api/stores/:storeId/exports/:id', exports.readOneExport(deps)],
      ['DELETE', '/admin/api/stores/:storeId/exports/:id', exports.removeExport(deps)],
      ['GET', '/admin/api/stores/:storeId/exports/:id/file', exports.downloadExport(deps)],
      ['POST', '/admin/api/stores/:storeId/people/export', people.exportOnePerson(deps)],
      ['POST', '/admin/api/stores/:storeId/people/erase', people.eraseOnePerson(deps)],
    ]),
    group("A store's program with the scope reviews:read", policy.manage('reviews:read'), [
      ['GET', '/manage/v1/reviews', managedReviews.managedReviews(deps)],
      ['GET', '/manage/v1/reviews/:id', managedReviews.managedReview(deps)],
    ]),
    group("A store's program with the scope reviews:write", policy.manage('reviews:write'), [
      ['POST', '/manage/v1/reviews', managedReviews.addReview(deps)],
      ['POST', '/manage/v1/reviews/:id/publish', managedReviews.publishOneReview(deps)],
      ['POST', '/manage/v1/reviews/:id/reject', managedReviews.rejectOneReview(deps)],
      ['POST', '/manage/v1/reviews/:id/remove', managedReviews.removeOneReview(deps)],
      ['POST', '/manage/v1/reviews/:id/restore', managedReviews.restoreOneReview(deps)],
      ['PUT', '/manage/v1/reviews/:id/reply', managedReviews.replyToOneReview(deps)],
      ['DELETE', '/manage/v1/reviews/:id/reply', managedReviews.withdrawReply(deps)],
    ]),
    group("A store's program with the scope questions:read", policy.manage('questions:read'), [
      ['GET', '/manage/v1/questions', managedQuestions.managedQuestions(deps)],
      ['GET', '/manage/v1/questions/:id', managedQuestions.managedQuestion(deps)],
    ]),
    group("A store's program with the scope questions:write", policy.manage('questions:write'), [
      ['POST', '/manage/v1/questions', managedQuestions.addQuestion(deps)],
      ['POST', '/manage/v1/questions/:id/publish', managedQuestions.publishOneQuestion(deps)],
      ['POST', '/manage/v1/questions/:id/reject', managedQuestions.rejectOneQuestion(deps)],
      ['POST', '/manage/v1/questions/:id/remove', managedQuestions.removeOneQuestion(deps)],
      ['POST', '/manage/v1/questions/:id/restore', managedQuestions.restoreOneQuestion(deps)],
      ['PUT', '/manage/v1/questions/:id/answer', managedQuestions.answerOneQuestion(deps)],
      ['DELETE', '/manage/v1/questions/:id/answer', managedQuestions.withdrawAnswer(deps)],
    ]),
    group("A store's program with the scope products:read", policy.manage('products:read'), [
      ['GET', '/manage/v1/products', managedProducts.managedProducts(deps)],
      ['GET', '/manage/v1/products/:product_id', managedProducts.managedProduct(deps)],
    ]),
    group("A store's program with the scope products:write", policy.manage('products:write'), [
      ['PUT', '/manage/v1/products/:product_id', managedProducts.putOneProduct(deps)],
      ['PATCH', '/manage/v1/products/:product_id', managedProducts.changeOneProduct(deps)],
      ['DELETE', '/manage/v1/products/:product_id', managedProducts.hideOneProduct(deps)],
    ]),
    group("A store's program with the scope orders:read", policy.manage('orders:read'), [
      ['GET', '/manage/v1/orders', managedOrders.managedOrders(deps)],
      ['GET', '/manage/v1/orders/:order_id', managedOrders.managedOrder(deps)],
    ]),
    group("A store's program with the scope orders:write", policy.manage('orders:write'), [
      ['POST', '/manage/v1/orders/batch', createOrders(deps)],
      ['PATCH', '/manage/v1/orders/:order_id', managedOrders.changeOneOrder(deps)],
      ['POST', '/manage/v1/orders/:order_id/cancel', managedOrders.cancelManagedOrder(deps)],
      ['POST', '/manage/v1/orders/:order_id/send-now', managedOrders.sendManagedOrder(deps)],
      ['POST', '/manage/v1/orders/:order_id/fulfillments', managedOrders.deliverManagedOrder(deps)],
      ['POST', '/manage/v1/orders/:order_id/refunds', managedOrders.refundManagedOrder(deps)],
    ]),
    group("A store's program with the scope people:write", policy.manage('people:write'), [
      ['POST', '/manage/v1/people/export', managedPeople.exportManagedPerson(deps)],
      ['POST', '/manage/v1/people/erase', managedPeople.eraseManagedPerson(deps)],
    ]),
    group("A store's program with the scope settings:read", policy.manage('settings:read'), [
      ['GET', '/manage/v1/settings', managedSettings.managedSettings(deps)],
      ['GET', '/manage/v1/insights', managedInsights(deps)],
    ]),
    group("A store's program with the scope settings:write", policy.manage('settings:write'), [
      ['PATCH', '/manage/v1/settings', managedSettings.changeManagedSettings(deps)],
    ]),
    group("A store's program with the scope webhooks:write", policy.manage('webhooks:write'), [
      ['GET', '/manage/v1/webhooks', managedWebhooks.managedWebhooks(deps)],
      ['POST', '/manage/v1/webhooks', managedWebhooks.createManagedWebhook(deps)],
      ['GET', '/manage/v1/webhooks/:id', managedWebhooks.managedWebhook(deps)],
      ['PATCH', '/manage/v1/webhooks/:id', managedWebhooks.changeManagedWebhook(deps)],
      ['DELETE', '/manage/v1/webhooks/:id', managedWebhooks.deleteManagedWebhook(deps)],
      ['POST', '/manage/v1/webhooks/:id/rotate', managedWebhooks.rotateManagedWebhook(deps)],
      ['POST', '/manage/v1/webhooks/:id/test', managedDeliveries.testManagedWebhook(deps)],
      ['GET', '/manage/v1/webhooks/:id/deliveries', managedDeliveries.managedDeliveries(deps)],
      ['POST', '/manage/v1/webhooks/:id/replay', managedDeliveries.replayManagedDeliveries(deps)],
      ['GET', '/manage/v1/webhook-samples', managedDeliveries.webhookSamples()],
    ]),
    group("A store's program with the scope feeds:write", policy.manage('feeds:write'), [
      ['GET', '/manage/v1/feeds', managedFeeds.managedFeeds(deps)],
      ['POST', '/manage/v1/feeds', managedFeeds.createManagedFeed(deps)],
      ['DELETE', '/manage/v1/feeds/:feed_id', managedFeeds.deleteManagedFeed(deps)],
    ]),
    group('A program that operates the installation, with an operator key', policy.operatorKey, [
      ...operatorRoutes('/operator/v1', deps),
    ]),
    group('A signed-in operator of the installation', policy.operatorRole, [
      ...operatorRoutes('/admin/api/operator', deps),
      ['GET', '/admin/api/operator/operators', access.operatorsOfAll(deps)],
      ['POST', '/admin/api/operator/operators', access.makeOperator(deps)],
      ['DELETE', '/admin/api/operator/operators/:userId', access.dismissOperator(deps)],
      ['GET', '/admin/api/operator/keys', access.operatorKeys(deps)],
      ['POST', '/admin/api/operator/keys', access.makeOperatorKey(deps)],
      ['PATCH', '/admin/api/operator/keys/:keyId', access.changeOperatorKey(deps)],
      ['DELETE', '/admin/api/operator/keys/:keyId', access.withdrawOperatorKey(deps)],
    ]),
    deps.demo
      ? demoShop(deps.demo)
      : group('Anyone at the address of the service itself', policy.page, [['GET', '/', entrance(deps)]]),
  ]
}

function operatorRoutes(base: string, deps: Dependencies): Route[] {
  return [
    ['GET', `${base}/stores`, operators.operatedStores(deps)],
    ['POST', `${base}/stores`, operators.createStoreAsOperator(deps)],
    ['GET', `${base}/stores/:storeId`, operators.operatedStore(deps)],
    ['PATCH', `${base}/stores/:storeId`, operators.changeStoreAsOperator(deps)],
    ['DELETE', `${base}/stores/:storeId`, operators.deleteStoreAsOperator(deps)],
    ['GET', `${base}/stores/:storeId/usage`, operators.operatedStoreUsage(deps)],
    ['GET', `${base}/usage`, operators.usageOfAll(deps)],
    ['GET', `${base}/health`, operators.healthOfAll(deps)],
    ['GET', `${base}/log`, operators.operatorsLog(deps)],
  ]
}

function demoShop(shop: ShopKeys): Group {
  return group('Anyone, for the demo shop of a service started with --demo', { guards: [] }, [
    ['GET', '/', demo.entrance()],
    ['GET', '/demo', demo.list(shop)],
    ['GET', '/demo/p/:sku', demo.product(shop)],
    ['GET', '/demo/configure', demo.configure(shop)],
    ['GET', '/demo/pictures/:sku.svg', demo.picture()],
    ['GET', '/demo/storefront.css', demo.file('storefront.css')],
    ['GET', '/demo/configure.js', demo.file('configure.js')],
    ['GET', '/demo/markup.js', demo.file('../widgets/markup.js')],
  ])
}

function group(who: string, policy: AccessPolicy, routes: Route[]): Group {
  return { who, ...policy, routes }
}
