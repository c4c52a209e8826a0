import type { FastifyInstance, RouteOptions } from 'fastify'
import * as demo from '../demo/demo-routes.ts'
import type { ShopKeys } from '../demo/pages.ts'
import { type AccessPolicy, accessPolicies } from './access.ts'
import { storeHistory } from './accounts/security/history-routes.ts'
import * as account from './accounts/sign-in/account-routes.ts'
import * as links from './accounts/sign-in/link-routes.ts'
import * as sessions from './accounts/sign-in/session-routes.ts'
import * as setup from './accounts/sign-in/setup-routes.ts'
import * as invitations from './accounts/team/invitation-routes.ts'
import * as members from './accounts/team/member-routes.ts'
import { adminOpenApiDocument } from './dashboard/admin-reference.ts'
import { dashboard } from './dashboard/dashboard-routes.ts'
import * as exports from './dashboard/exports/export-routes.ts'
import * as imports from './dashboard/imports/import-routes.ts'
import * as insights from './dashboard/insights/insight-routes.ts'
import * as mailContent from './dashboard/mail/content-routes.ts'
import * as deliveries from './dashboard/mail/delivery-routes.ts'
import * as suppressions from './dashboard/mail/suppression-routes.ts'
import * as dashboardOrders from './dashboard/orders/order-routes.ts'
import * as people from './dashboard/people/people-routes.ts'
import * as dashboardProducts from './dashboard/products/product-routes.ts'
import * as dashboardQuestions from './dashboard/questions/question-routes.ts'
import * as dashboardReviews from './dashboard/reviews/review-routes.ts'
import * as keys from './dashboard/settings/key-routes.ts'
import * as settings from './dashboard/settings/settings-routes.ts'
import { widgetPreview } from './dashboard/widgets/widget-preview-routes.ts'
import * as dashboardWidgets from './dashboard/widgets/widget-routes.ts'
import type { Dependencies } from './dependencies.ts'
import { asset } from './forms/asset-routes.ts'
import * as confirmation from './forms/confirm-routes.ts'
import * as questionForm from './forms/question-form-routes.ts'
import * as reviewForm from './forms/review-form-routes.ts'
import * as unsubscription from './forms/unsubscribe-routes.ts'
import * as writeForm from './forms/write-form-routes.ts'
import { builtFile } from './http/built-file-routes.ts'
import { preflight } from './http/cors.ts'
import { live, metricsPage, ready } from './http/operator-routes.ts'
import { openApiDocument } from './http/reference.ts'
import { takeBounce } from './mail/bounces/bounce-routes.ts'
import { mailFrame } from './mail/deliveries/mail-frame-routes.ts'
import * as outbox from './mail/deliveries/outbox-routes.ts'
import * as orders from './orders/order-routes.ts'
import { picture } from './pictures/picture-routes.ts'
import { createProduct } from './products/product-routes.ts'
import { listQuestions } from './questions/question-list-routes.ts'
import { listRatings } from './reviews/storefront/rating-routes.ts'
import { renderReviews } from './reviews/storefront/review-list-routes.ts'
import { listReviews } from './reviews/storefront/review-routes.ts'
import { readStructuredData } from './reviews/storefront/structured-data-routes.ts'
import * as visitors from './reviews/storefront/visitor-routes.ts'

/** Addresses that the same people may call. */
export type Group = AccessPolicy & { who: string; routes: Route[] }

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
export function routes(app: FastifyInstance, dependencies: Dependencies): Group[] {
  const door = accessPolicies(app, dependencies)
  return [
    group("A store's server, with an API key of the type orders", door.ordersKeyToWrite, [
      ['POST', '/orders', orders.createOrder(dependencies)],
      ['POST', '/products', createProduct(dependencies)],
    ]),
    group('The same, looking at what it sent and changing it', door.ordersKey, [
      ['GET', '/orders/:order_id', orders.showOrder(dependencies)],
      ['PATCH', '/orders/:order_id', orders.moveOneOrder(dependencies)],
      ['POST', '/orders/:order_id/cancel', orders.cancelOneOrder(dependencies)],
    ]),
    group('Anyone with the store key', door.storeKey, [
      ['GET', '/api/v1/ratings.json', listRatings(dependencies)],
      ['GET', '/api/v1/reviews.json', listReviews(dependencies)],
      ['GET', '/api/v1/questions.json', listQuestions(dependencies)],
      ['GET', '/api/v1/reviews.html', renderReviews(dependencies)],
      ['GET', '/api/v1/structured-data.json', readStructuredData(dependencies)],
    ]),
    group('Visitors, with the store key, which is public', door.storeKeyToWrite, [
      ['POST', '/api/v1/reviews/:id/votes', visitors.castVote(dependencies)],
      ['DELETE', '/api/v1/reviews/:id/votes', visitors.deleteVote(dependencies)],
      ['POST', '/api/v1/reviews/:id/reports', visitors.sendReport(dependencies)],
    ]),
    group('Anyone', door.none, [
      ['GET', '/health/live', live()],
      ['GET', '/health/ready', ready(dependencies)],
      ['GET', '/openapi.json', openApiDocument()],
      ['GET', '/widgets/v1/*', builtFile(dependencies.widgets)],
      ['GET', '/assets/:file', asset()],
      ['GET', '/pictures/:file', picture(dependencies)],
      ['OPTIONS', '/api/v1/ratings.json', preflight('GET')],
      ['OPTIONS', '/api/v1/reviews.json', preflight('GET')],
      ['OPTIONS', '/api/v1/questions.json', preflight('GET')],
      ['OPTIONS', '/api/v1/reviews/:id/votes', preflight('POST', 'DELETE')],
      ['OPTIONS', '/api/v1/reviews/:id/reports', preflight('POST')],
      ['OPTIONS', '/api/v1/reviews.html', preflight('GET')],
      ['OPTIONS', '/api/v1/structured-data.json', preflight('GET')],
    ]),
    group('The operator: from this machine, or with METRICS_TOKEN', door.operator, [
      ['GET', '/metrics', metricsPage(dependencies)],
    ]),
    group('A mail server, with BOUNCE_TOKEN', door.mailServer, [
      ['POST', '/mail/bounces', takeBounce(dependencies)],
    ]),
    group(
      'The operator with OUTBOX_TOKEN, while there is no SMTP_URL',
      door.outbox,
      dependencies.config.SMTP_URL
        ? []
        : [
            ['GET', '/outbox', outbox.list(dependencies)],
            ['GET', '/outbox/:store_id/:mailing_id', outbox.mail(dependencies)],
            ['GET', '/outbox/:store_id/:mailing_id/html', outbox.html(dependencies)],
          ],
    ),
    // Mail apps unsubscribe many people from few addresses: nothing is counted here.
    group('Whoever has the link of a mail, to unsubscribe', door.mailLink, [
      ['GET', '/u/:token', unsubscription.show(dependencies)],
      ['POST', '/u/:token', unsubscription.unsubscribe(dependencies)],
    ]),
    group('Visitors: with the store key, which is public, or with the link of a mail', door.visitor, [
      ['GET', '/embed/question', questionForm.show(dependencies)],
      ['POST', '/embed/question', questionForm.send(dependencies)],
      ['GET', '/r/:token', reviewForm.show(dependencies)],
      ['POST', '/r/:token', reviewForm.send(dependencies)],
      ['POST', '/r/:token/withdraw', reviewForm.withdraw(dependencies)],
      ['GET', '/write', writeForm.show(dependencies)],
      ['POST', '/write', writeForm.send(dependencies)],
      ['GET', '/confirm/:token', confirmation.show(dependencies)],
      ['POST', '/confirm/:token', confirmation.confirm(dependencies)],
    ]),
    group('The same, more often: what their browsers ask while a form is filled', door.visitorFilling, [
      ['GET', '/embed/question/similar', questionForm.similar(dependencies)],
      ['POST', '/r/:token/pictures', reviewForm.sendPicture(dependencies)],
    ]),
    group('Anyone, on the way to the dashboard', door.ownPage, [
      ['GET', '/admin', dashboard()],
      ['GET', '/admin/*', dashboard()],
      ['GET', '/admin/assets/*', builtFile(dependencies.dashboardFiles)],
      ['GET', '/admin/mail-frame', mailFrame()],
      ['GET', '/admin/widget-preview', widgetPreview()],
      ['GET', '/admin/openapi.json', adminOpenApiDocument()],
      ['GET', '/admin/api/setup', setup.needsSetup(dependencies)],
    ]),
    group('Anyone with a password, over https', door.password, [
      ['POST', '/admin/api/setup', setup.doSetup(dependencies)],
      ['POST', '/admin/api/session', sessions.signIn(dependencies)],
      ['POST', '/admin/api/session/second-factor', sessions.giveSecondFactor(dependencies)],
    ]),
    group('Whoever has the link of a mail that lets them in, or asks for one', door.accessLink, [
      ['POST', '/admin/api/password-links', links.askPasswordLink(dependencies)],
      ['POST', '/admin/api/password', links.setNewPassword(dependencies)],
      ['POST', '/admin/api/invitations/look', links.readInvitation(dependencies)],
      ['POST', '/admin/api/invitations/join', links.joinByInvitation(dependencies)],
    ]),
    group('Whoever is signed in, about themselves', door.person, [
      ['GET', '/admin/api/session', sessions.whoAmI(dependencies)],
      ['DELETE', '/admin/api/session', sessions.signOut(dependencies)],
      ['GET', '/admin/api/sessions', sessions.mySessions(dependencies)],
      ['DELETE', '/admin/api/sessions', sessions.endMySessions(dependencies)],
      ['DELETE', '/admin/api/sessions/:id', sessions.endMySession(dependencies)],
      ['POST', '/admin/api/invitations/acceptance', links.acceptMyInvitation(dependencies)],
      ['PATCH', '/admin/api/account', account.renameMyself(dependencies)],
      ['POST', '/admin/api/account/password', account.changeMyPassword(dependencies)],
      ['POST', '/admin/api/account/second-factor', account.offerFactor(dependencies)],
      ['POST', '/admin/api/account/second-factor/proof', account.proveFactor(dependencies)],
      ['POST', '/admin/api/account/second-factor/removal', account.removeFactor(dependencies)],
    ]),
    group('A viewer of the store', door.viewer, [
      ['GET', '/admin/api/stores/:storeId/insights', insights.storeInsights(dependencies)],
      ['GET', '/admin/api/stores/:storeId/waiting', insights.storeWaiting(dependencies)],
      ['GET', '/admin/api/stores/:storeId/first-steps', insights.storeFirstSteps(dependencies)],
      ['GET', '/admin/api/stores/:storeId/members', members.storeMembers(dependencies)],
      ['GET', '/admin/api/stores/:storeId/reviews', dashboardReviews.reviewsForModeration(dependencies)],
      ['GET', '/admin/api/stores/:storeId/reviews/:id/history', dashboardReviews.reviewHistory(dependencies)],
      [
        'GET',
        '/admin/api/stores/:storeId/questions',
        dashboardQuestions.questionsForModeration(dependencies),
      ],
      [
        'GET',
        '/admin/api/stores/:storeId/questions/:id/history',
        dashboardQuestions.questionHistory(dependencies),
      ],
      ['GET', '/admin/api/stores/:storeId/orders', dashboardOrders.ordersOfStore(dependencies)],
      ['GET', '/admin/api/stores/:storeId/orders/detail', dashboardOrders.orderInDetail(dependencies)],
      ['GET', '/admin/api/stores/:storeId/orders/preview', dashboardOrders.previewRequest(dependencies)],
      ['GET', '/admin/api/stores/:storeId/products', dashboardProducts.listCatalogue(dependencies)],
      ['GET', '/admin/api/stores/:storeId/products/detail', dashboardProducts.showProduct(dependencies)],
      ['GET', '/admin/api/stores/:storeId/widget-code', dashboardWidgets.codeOfWidgets(dependencies)],
    ]),
    group('A moderator of the store', door.moderator, [
      ['POST', '/admin/api/stores/:storeId/reviews/decisions', dashboardReviews.decideReviews(dependencies)],
      ['PUT', '/admin/api/stores/:storeId/reviews/:id/reply', dashboardReviews.answerReview(dependencies)],
      [
        'POST',
        '/admin/api/stores/:storeId/questions/:id/decision',
        dashboardQuestions.decideQuestion(dependencies),
      ],
      [
        'PUT',
        '/admin/api/stores/:storeId/questions/:id/reply',
        dashboardQuestions.replyToQuestion(dependencies),
      ],
      ['POST', '/admin/api/stores/:storeId/orders/move', dashboardOrders.moveOrderByHand(dependencies)],
      ['POST', '/admin/api/stores/:storeId/orders/cancel', dashboardOrders.cancelOrderByHand(dependencies)],
      ['POST', '/admin/api/stores/:storeId/orders/send-now', dashboardOrders.sendOrderByHand(dependencies)],
      [
        'POST',
        '/admin/api/stores/:storeId/mail/deliveries/:id/again',
        deliveries.retryDelivery(dependencies),
      ],
      ['POST', '/admin/api/stores/:storeId/mail/suppressions', suppressions.addSuppression(dependencies)],
      [
        'DELETE',
        '/admin/api/stores/:storeId/mail/suppressions/:id',
        suppressions.removeSuppression(dependencies),
      ],
    ]),
    group('The same, ten times a minute: it makes us fetch a page', door.moderatorFetching, [
      ['POST', '/admin/api/stores/:storeId/widget-checks', dashboardWidgets.checkWidgets(dependencies)],
    ]),
    group('A viewer of the store, about its settings', door.viewer, [
      ['GET', '/admin/api/stores/:storeId/settings', settings.storeSettings(dependencies)],
      ['GET', '/admin/api/stores/:storeId/schedule-preview', settings.previewSchedule(dependencies)],
      ['GET', '/admin/api/stores/:storeId/plan', settings.readPlan(dependencies)],
      ['GET', '/admin/api/stores/:storeId/keys', keys.storeKeys(dependencies)],
      ['GET', '/admin/api/stores/:storeId/invitations', invitations.storeInvitations(dependencies)],
      ['GET', '/admin/api/stores/:storeId/history', storeHistory(dependencies)],
    ]),
    group('A viewer of the store, about its mails', door.viewer, [
      ['GET', '/admin/api/stores/:storeId/mail/content', mailContent.storeMailContent(dependencies)],
      ['POST', '/admin/api/stores/:storeId/mail/preview', mailContent.previewContent(dependencies)],
      ['GET', '/admin/api/stores/:storeId/mail/health', deliveries.storeMailHealth(dependencies)],
      ['GET', '/admin/api/stores/:storeId/mail/deliveries', deliveries.storeDeliveries(dependencies)],
      ['POST', '/admin/api/stores/:storeId/mail/deliveries/look', deliveries.searchDeliveries(dependencies)],
      ['GET', '/admin/api/stores/:storeId/mail/suppressions', suppressions.storeSuppressions(dependencies)],
      [
        'POST',
        '/admin/api/stores/:storeId/mail/suppressions/look',
        suppressions.searchSuppressions(dependencies),
      ],
    ]),
    group('The same as an owner, five times a minute: it sends a mail, to themselves', door.ownerTesting, [
      ['POST', '/admin/api/stores/:storeId/mail/test', mailContent.testContent(dependencies)],
    ]),
    group('An owner of the store', door.owner, [
      ['PATCH', '/admin/api/stores/:storeId/members/:userId', members.giveRole(dependencies)],
      ['DELETE', '/admin/api/stores/:storeId/members/:userId', members.dismissMember(dependencies)],
      ['POST', '/admin/api/stores/:storeId/invitations', invitations.inviteMember(dependencies)],
      ['DELETE', '/admin/api/stores/:storeId/invitations/:id', invitations.withdrawInvitation(dependencies)],
      ['PATCH', '/admin/api/stores/:storeId/settings', settings.changeSettings(dependencies)],
      ['PATCH', '/admin/api/stores/:storeId/mail/content', mailContent.changeContent(dependencies)],
      ['POST', '/admin/api/stores/:storeId/keys', keys.makeKey(dependencies)],
      ['DELETE', '/admin/api/stores/:storeId/keys/:keyId', keys.withdrawKey(dependencies)],
      ['PATCH', '/admin/api/stores/:storeId/products', dashboardProducts.editProduct(dependencies)],
      ['POST', '/admin/api/stores/:storeId/products', dashboardProducts.addToCatalogue(dependencies)],
      ['POST', '/admin/api/stores/:storeId/product-groups', dashboardProducts.makeGroup(dependencies)],
      ['PUT', '/admin/api/stores/:storeId/product-groups/:id', dashboardProducts.editGroup(dependencies)],
      [
        'DELETE',
        '/admin/api/stores/:storeId/product-groups/:id',
        dashboardProducts.dissolveGroup(dependencies),
      ],
      ['GET', '/admin/api/stores/:storeId/imports', imports.storeImports(dependencies)],
      ['POST', '/admin/api/stores/:storeId/imports', imports.beginImport(dependencies)],
      ['GET', '/admin/api/stores/:storeId/imports/:id', imports.readOneImport(dependencies)],
      ['PUT', '/admin/api/stores/:storeId/imports/:id/parts/:number', imports.sendPart(dependencies)],
      ['POST', '/admin/api/stores/:storeId/imports/:id/trial', imports.tryOneImport(dependencies)],
      ['POST', '/admin/api/stores/:storeId/imports/:id/run', imports.runOneImport(dependencies)],
      ['POST', '/admin/api/stores/:storeId/imports/:id/again', imports.tryOneImportAgain(dependencies)],
      ['POST', '/admin/api/stores/:storeId/imports/:id/cancel', imports.cancelOneImport(dependencies)],
      ['GET', '/admin/api/stores/:storeId/imports/:id/report', imports.importReport(dependencies)],
      ['GET', '/admin/api/stores/:storeId/exports', exports.storeExports(dependencies)],
      ['POST', '/admin/api/stores/:storeId/exports', exports.beginExport(dependencies)],
      ['GET', '/admin/api/stores/:storeId/exports/:id', exports.readOneExport(dependencies)],
      ['DELETE', '/admin/api/stores/:storeId/exports/:id', exports.removeExport(dependencies)],
      ['GET', '/admin/api/stores/:storeId/exports/:id/file', exports.downloadExport(dependencies)],
      ['POST', '/admin/api/stores/:storeId/people/export', people.exportOnePerson(dependencies)],
      ['POST', '/admin/api/stores/:storeId/people/erase', people.eraseOnePerson(dependencies)],
    ]),
    ...(dependencies.demo ? [demoShop(dependencies.demo)] : []),
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

function group(who: string, door: AccessPolicy, routes: Route[]): Group {
  return { who, ...door, routes }
}
