import type { FastifyInstance, RouteOptions } from 'fastify'
import * as demo from '../demo/demo-routes.ts'
import type { ShopKeys } from '../demo/pages.ts'
import * as account from './accounts/account-routes.ts'
import { storeHistory } from './accounts/history-routes.ts'
import * as invitations from './accounts/invitation-routes.ts'
import * as links from './accounts/link-routes.ts'
import * as members from './accounts/member-routes.ts'
import * as sessions from './accounts/session-routes.ts'
import * as setup from './accounts/setup-routes.ts'
import * as exports from './archives/dashboard-export-routes.ts'
import { adminOpenApiDocument } from './dashboard/admin-reference.ts'
import { dashboard } from './dashboard/dashboard-routes.ts'
import { type Door, doors } from './doors.ts'
import { asset } from './forms/asset-routes.ts'
import * as confirmation from './forms/confirm-routes.ts'
import * as questionForm from './forms/question-form-routes.ts'
import * as reviewForm from './forms/review-form-routes.ts'
import * as writeForm from './forms/write-form-routes.ts'
import { builtFile } from './http/built-file-routes.ts'
import { preflight } from './http/cors.ts'
import { live, metricsPage, ready } from './http/operator-routes.ts'
import { openApiDocument } from './http/reference.ts'
import * as imports from './imports/dashboard-import-routes.ts'
import * as insights from './insights/dashboard-insight-routes.ts'
import { takeBounce } from './mail/bounce-routes.ts'
import * as mailContent from './mail/dashboard-content-routes.ts'
import * as deliveries from './mail/dashboard-delivery-routes.ts'
import * as suppressions from './mail/dashboard-suppression-routes.ts'
import { mailFrame } from './mail/mail-frame-routes.ts'
import * as outbox from './mail/outbox-routes.ts'
import * as unsubscription from './mail/unsubscribe-routes.ts'
import * as dashboardOrders from './orders/dashboard-order-routes.ts'
import * as orders from './orders/order-routes.ts'
import type { Parts } from './parts.ts'
import * as people from './people/dashboard-people-routes.ts'
import { picture } from './pictures/picture-routes.ts'
import * as dashboardProducts from './products/dashboard-product-routes.ts'
import { createProduct } from './products/product-routes.ts'
import * as dashboardQuestions from './questions/dashboard-question-routes.ts'
import { listQuestions } from './questions/question-list-routes.ts'
import * as dashboardReviews from './reviews/dashboard-review-routes.ts'
import { listRatings } from './reviews/rating-routes.ts'
import { renderReviews } from './reviews/review-list-routes.ts'
import { listReviews } from './reviews/review-routes.ts'
import { readStructuredData } from './reviews/structured-data-routes.ts'
import * as visitors from './reviews/visitor-routes.ts'
import * as keys from './stores/dashboard-key-routes.ts'
import * as settings from './stores/dashboard-settings-routes.ts'
import * as dashboardWidgets from './widgets/dashboard-widget-routes.ts'
import { widgetPreview } from './widgets/widget-preview-routes.ts'

/** Addresses that the same people may call. */
export type Group = Door & { who: string; routes: Route[] }

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

/**
 * Every address, grouped by who may call it: read from top to bottom, this is the security model. What each door
 * asks for stands in doors.ts. (`/docs` itself is served by reference.ts.)
 */
export function routes(app: FastifyInstance, parts: Parts): Group[] {
  const door = doors(app, parts)
  return [
    group("A store's server, with an API key of the type orders", door.ordersKeyToWrite, [
      ['POST', '/orders', orders.createOrder(parts)],
      ['POST', '/products', createProduct(parts)],
    ]),
    group('The same, looking at what it sent and changing it', door.ordersKey, [
      ['GET', '/orders/:order_id', orders.showOrder(parts)],
      ['PATCH', '/orders/:order_id', orders.moveOneOrder(parts)],
      ['POST', '/orders/:order_id/cancel', orders.cancelOneOrder(parts)],
    ]),
    group('Anyone with the store key', door.storeKey, [
      ['GET', '/api/v1/ratings.json', listRatings(parts)],
      ['GET', '/api/v1/reviews.json', listReviews(parts)],
      ['GET', '/api/v1/questions.json', listQuestions(parts)],
      ['GET', '/api/v1/reviews.html', renderReviews(parts)],
      ['GET', '/api/v1/structured-data.json', readStructuredData(parts)],
    ]),
    group('Visitors, with the store key, which is public', door.storeKeyToWrite, [
      ['POST', '/api/v1/reviews/:id/votes', visitors.castVote(parts)],
      ['DELETE', '/api/v1/reviews/:id/votes', visitors.deleteVote(parts)],
      ['POST', '/api/v1/reviews/:id/reports', visitors.sendReport(parts)],
    ]),
    group('Anyone', door.none, [
      ['GET', '/health/live', live()],
      ['GET', '/health/ready', ready(parts)],
      ['GET', '/openapi.json', openApiDocument()],
      ['GET', '/widgets/v1/*', builtFile(parts.widgets)],
      ['GET', '/assets/:file', asset()],
      ['GET', '/pictures/:file', picture(parts)],
      ['OPTIONS', '/api/v1/ratings.json', preflight('GET')],
      ['OPTIONS', '/api/v1/reviews.json', preflight('GET')],
      ['OPTIONS', '/api/v1/questions.json', preflight('GET')],
      ['OPTIONS', '/api/v1/reviews/:id/votes', preflight('POST', 'DELETE')],
      ['OPTIONS', '/api/v1/reviews/:id/reports', preflight('POST')],
      ['OPTIONS', '/api/v1/reviews.html', preflight('GET')],
      ['OPTIONS', '/api/v1/structured-data.json', preflight('GET')],
    ]),
    group('The operator: from this machine, or with METRICS_TOKEN', door.operator, [
      ['GET', '/metrics', metricsPage(parts)],
    ]),
    group('A mail server, with BOUNCE_TOKEN', door.mailServer, [
      ['POST', '/mail/bounces', takeBounce(parts)],
    ]),
    group(
      'The operator with OUTBOX_TOKEN, while there is no SMTP_URL',
      door.outbox,
      parts.config.SMTP_URL
        ? []
        : [
            ['GET', '/outbox', outbox.list(parts)],
            ['GET', '/outbox/:store_id/:mailing_id', outbox.mail(parts)],
            ['GET', '/outbox/:store_id/:mailing_id/html', outbox.html(parts)],
          ],
    ),
    // Mail apps unsubscribe many people from few addresses: nothing is counted here.
    group('Whoever has the link of a mail, to unsubscribe', door.mailLink, [
      ['GET', '/u/:token', unsubscription.show(parts)],
      ['POST', '/u/:token', unsubscription.unsubscribe(parts)],
    ]),
    group('Visitors: with the store key, which is public, or with the link of a mail', door.visitor, [
      ['GET', '/embed/question', questionForm.show(parts)],
      ['POST', '/embed/question', questionForm.send(parts)],
      ['GET', '/r/:token', reviewForm.show(parts)],
      ['POST', '/r/:token', reviewForm.send(parts)],
      ['POST', '/r/:token/withdraw', reviewForm.withdraw(parts)],
      ['GET', '/write', writeForm.show(parts)],
      ['POST', '/write', writeForm.send(parts)],
      ['GET', '/confirm/:token', confirmation.show(parts)],
      ['POST', '/confirm/:token', confirmation.confirm(parts)],
    ]),
    group('The same, more often: what their browsers ask while a form is filled', door.visitorFilling, [
      ['GET', '/embed/question/similar', questionForm.similar(parts)],
      ['POST', '/r/:token/pictures', reviewForm.sendPicture(parts)],
    ]),
    group('Anyone, on the way to the dashboard', door.ownPage, [
      ['GET', '/admin', dashboard()],
      ['GET', '/admin/*', dashboard()],
      ['GET', '/admin/assets/*', builtFile(parts.dashboardFiles)],
      ['GET', '/admin/mail-frame', mailFrame()],
      ['GET', '/admin/widget-preview', widgetPreview()],
      ['GET', '/admin/openapi.json', adminOpenApiDocument()],
      ['GET', '/admin/api/setup', setup.needsSetup(parts)],
    ]),
    group('Anyone with a password, over https', door.password, [
      ['POST', '/admin/api/setup', setup.doSetup(parts)],
      ['POST', '/admin/api/session', sessions.signIn(parts)],
      ['POST', '/admin/api/session/second-factor', sessions.giveSecondFactor(parts)],
    ]),
    group('Whoever has the link of a mail that lets them in, or asks for one', door.accessLink, [
      ['POST', '/admin/api/password-links', links.askPasswordLink(parts)],
      ['POST', '/admin/api/password', links.setNewPassword(parts)],
      ['POST', '/admin/api/invitations/look', links.lookAtInvitation(parts)],
      ['POST', '/admin/api/invitations/join', links.joinByInvitation(parts)],
    ]),
    group('Whoever is signed in, about themselves', door.person, [
      ['GET', '/admin/api/session', sessions.whoAmI(parts)],
      ['DELETE', '/admin/api/session', sessions.signOut(parts)],
      ['GET', '/admin/api/sessions', sessions.mySessions(parts)],
      ['DELETE', '/admin/api/sessions', sessions.endMySessions(parts)],
      ['DELETE', '/admin/api/sessions/:id', sessions.endMySession(parts)],
      ['POST', '/admin/api/invitations/acceptance', links.acceptMyInvitation(parts)],
      ['PATCH', '/admin/api/account', account.renameMyself(parts)],
      ['POST', '/admin/api/account/password', account.changeMyPassword(parts)],
      ['POST', '/admin/api/account/second-factor', account.offerFactor(parts)],
      ['POST', '/admin/api/account/second-factor/proof', account.proveFactor(parts)],
      ['POST', '/admin/api/account/second-factor/removal', account.removeFactor(parts)],
    ]),
    group('A viewer of the store', door.viewer, [
      ['GET', '/admin/api/stores/:storeId/insights', insights.storeInsights(parts)],
      ['GET', '/admin/api/stores/:storeId/waiting', insights.storeWaiting(parts)],
      ['GET', '/admin/api/stores/:storeId/first-steps', insights.storeFirstSteps(parts)],
      ['GET', '/admin/api/stores/:storeId/members', members.storeMembers(parts)],
      ['GET', '/admin/api/stores/:storeId/reviews', dashboardReviews.reviewsForModeration(parts)],
      ['GET', '/admin/api/stores/:storeId/reviews/:id/history', dashboardReviews.reviewHistory(parts)],
      ['GET', '/admin/api/stores/:storeId/questions', dashboardQuestions.questionsForModeration(parts)],
      ['GET', '/admin/api/stores/:storeId/questions/:id/history', dashboardQuestions.questionHistory(parts)],
      ['GET', '/admin/api/stores/:storeId/orders', dashboardOrders.ordersOfStore(parts)],
      ['GET', '/admin/api/stores/:storeId/orders/detail', dashboardOrders.orderInDetail(parts)],
      ['GET', '/admin/api/stores/:storeId/orders/preview', dashboardOrders.previewRequest(parts)],
      ['GET', '/admin/api/stores/:storeId/products', dashboardProducts.listCatalogue(parts)],
      ['GET', '/admin/api/stores/:storeId/products/detail', dashboardProducts.showProduct(parts)],
      ['GET', '/admin/api/stores/:storeId/widget-code', dashboardWidgets.codeOfWidgets(parts)],
    ]),
    group('A moderator of the store', door.moderator, [
      ['POST', '/admin/api/stores/:storeId/reviews/decisions', dashboardReviews.decideReviews(parts)],
      ['PUT', '/admin/api/stores/:storeId/reviews/:id/reply', dashboardReviews.answerReview(parts)],
      ['POST', '/admin/api/stores/:storeId/questions/:id/decision', dashboardQuestions.decideQuestion(parts)],
      ['PUT', '/admin/api/stores/:storeId/questions/:id/reply', dashboardQuestions.replyToQuestion(parts)],
      ['POST', '/admin/api/stores/:storeId/orders/move', dashboardOrders.moveOrderByHand(parts)],
      ['POST', '/admin/api/stores/:storeId/orders/cancel', dashboardOrders.cancelOrderByHand(parts)],
      ['POST', '/admin/api/stores/:storeId/orders/send-now', dashboardOrders.sendOrderByHand(parts)],
      ['POST', '/admin/api/stores/:storeId/mail/deliveries/:id/again', deliveries.retryDelivery(parts)],
      ['POST', '/admin/api/stores/:storeId/mail/suppressions', suppressions.addSuppression(parts)],
      ['DELETE', '/admin/api/stores/:storeId/mail/suppressions/:id', suppressions.removeSuppression(parts)],
    ]),
    group('The same, ten times a minute: it makes us fetch a page', door.moderatorFetching, [
      ['POST', '/admin/api/stores/:storeId/widget-checks', dashboardWidgets.checkWidgets(parts)],
    ]),
    group('A viewer of the store, about its settings', door.viewer, [
      ['GET', '/admin/api/stores/:storeId/settings', settings.storeSettings(parts)],
      ['GET', '/admin/api/stores/:storeId/schedule-preview', settings.previewSchedule(parts)],
      ['GET', '/admin/api/stores/:storeId/plan', settings.readPlan(parts)],
      ['GET', '/admin/api/stores/:storeId/keys', keys.storeKeys(parts)],
      ['GET', '/admin/api/stores/:storeId/invitations', invitations.storeInvitations(parts)],
      ['GET', '/admin/api/stores/:storeId/history', storeHistory(parts)],
    ]),
    group('A viewer of the store, about its mails', door.viewer, [
      ['GET', '/admin/api/stores/:storeId/mail/content', mailContent.storeMailContent(parts)],
      ['POST', '/admin/api/stores/:storeId/mail/preview', mailContent.previewContent(parts)],
      ['GET', '/admin/api/stores/:storeId/mail/health', deliveries.storeMailHealth(parts)],
      ['GET', '/admin/api/stores/:storeId/mail/deliveries', deliveries.storeDeliveries(parts)],
      ['POST', '/admin/api/stores/:storeId/mail/deliveries/look', deliveries.lookForDeliveries(parts)],
      ['GET', '/admin/api/stores/:storeId/mail/suppressions', suppressions.storeSuppressions(parts)],
      ['POST', '/admin/api/stores/:storeId/mail/suppressions/look', suppressions.lookForSuppression(parts)],
    ]),
    group('The same as an owner, five times a minute: it sends a mail, to themselves', door.ownerTesting, [
      ['POST', '/admin/api/stores/:storeId/mail/test', mailContent.testContent(parts)],
    ]),
    group('An owner of the store', door.owner, [
      ['PATCH', '/admin/api/stores/:storeId/members/:userId', members.giveRole(parts)],
      ['DELETE', '/admin/api/stores/:storeId/members/:userId', members.dismissMember(parts)],
      ['POST', '/admin/api/stores/:storeId/invitations', invitations.inviteMember(parts)],
      ['DELETE', '/admin/api/stores/:storeId/invitations/:id', invitations.withdrawInvitation(parts)],
      ['PATCH', '/admin/api/stores/:storeId/settings', settings.changeSettings(parts)],
      ['PATCH', '/admin/api/stores/:storeId/mail/content', mailContent.changeContent(parts)],
      ['POST', '/admin/api/stores/:storeId/keys', keys.makeKey(parts)],
      ['DELETE', '/admin/api/stores/:storeId/keys/:keyId', keys.withdrawKey(parts)],
      ['PATCH', '/admin/api/stores/:storeId/products', dashboardProducts.editProduct(parts)],
      ['POST', '/admin/api/stores/:storeId/products', dashboardProducts.addToCatalogue(parts)],
      ['POST', '/admin/api/stores/:storeId/product-groups', dashboardProducts.makeGroup(parts)],
      ['PUT', '/admin/api/stores/:storeId/product-groups/:id', dashboardProducts.editGroup(parts)],
      ['DELETE', '/admin/api/stores/:storeId/product-groups/:id', dashboardProducts.dissolveGroup(parts)],
      ['GET', '/admin/api/stores/:storeId/imports', imports.storeImports(parts)],
      ['POST', '/admin/api/stores/:storeId/imports', imports.beginImport(parts)],
      ['GET', '/admin/api/stores/:storeId/imports/:id', imports.lookAtImport(parts)],
      ['PUT', '/admin/api/stores/:storeId/imports/:id/parts/:number', imports.sendPart(parts)],
      ['POST', '/admin/api/stores/:storeId/imports/:id/trial', imports.tryOneImport(parts)],
      ['POST', '/admin/api/stores/:storeId/imports/:id/run', imports.runOneImport(parts)],
      ['POST', '/admin/api/stores/:storeId/imports/:id/again', imports.tryOneImportAgain(parts)],
      ['POST', '/admin/api/stores/:storeId/imports/:id/cancel', imports.cancelOneImport(parts)],
      ['GET', '/admin/api/stores/:storeId/imports/:id/report', imports.importReport(parts)],
      ['GET', '/admin/api/stores/:storeId/exports', exports.storeExports(parts)],
      ['POST', '/admin/api/stores/:storeId/exports', exports.beginExport(parts)],
      ['GET', '/admin/api/stores/:storeId/exports/:id', exports.lookAtExport(parts)],
      ['DELETE', '/admin/api/stores/:storeId/exports/:id', exports.removeExport(parts)],
      ['GET', '/admin/api/stores/:storeId/exports/:id/file', exports.downloadExport(parts)],
      ['POST', '/admin/api/stores/:storeId/people/export', people.exportOnePerson(parts)],
      ['POST', '/admin/api/stores/:storeId/people/erase', people.eraseOnePerson(parts)],
    ]),
    ...(parts.demo ? [demoShop(parts.demo)] : []),
  ]
}

function demoShop(shop: ShopKeys): Group {
  return group("Anyone, where the service was started with --demo: the demo's shop", { guards: [] }, [
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

function group(who: string, door: Door, routes: Route[]): Group {
  return { who, ...door, routes }
}
