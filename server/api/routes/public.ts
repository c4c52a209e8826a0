import * as demo from '../../../demo/demo-routes.ts'
import type { ShopKeys } from '../../../demo/layout.ts'
import * as answerForm from '../../answers/forms/answer-form-routes.ts'
import * as confirmation from '../../answers/forms/links/confirm-routes.ts'
import * as unsubscription from '../../answers/forms/links/unsubscribe-routes.ts'
import { asset } from '../../answers/forms/pages/asset-routes.ts'
import * as questionForm from '../../answers/forms/question-form-routes.ts'
import * as reviewForm from '../../answers/forms/review-form-routes.ts'
import { showTransparency } from '../../answers/forms/transparency-routes.ts'
import * as videoForm from '../../answers/forms/video-form-routes.ts'
import * as writeForm from '../../answers/forms/write-form-routes.ts'
import { listQuestions } from '../../answers/questions/question-list-routes.ts'
import { reportAnswer, reportQuestion } from '../../answers/questions/report-routes.ts'
import { translate } from '../../answers/reviews/machine/translation-routes.ts'
import * as olderClients from '../../answers/reviews/storefront/older-client-routes.ts'
import { listRatings, readStoreRating } from '../../answers/reviews/storefront/rating-routes.ts'
import { renderReviews } from '../../answers/reviews/storefront/review-list-routes.ts'
import { listReviews, listStoreReviews } from '../../answers/reviews/storefront/review-routes.ts'
import { readStructuredData } from '../../answers/reviews/storefront/structured-data-routes.ts'
import * as visitors from '../../answers/reviews/storefront/visitor-routes.ts'
import { listTopics } from '../../answers/reviews/topics/topic-routes.ts'
import { receiveBounce } from '../../asking/mail/bounces/bounce-routes.ts'
import * as outbox from '../../asking/mail/deliveries/outbox-routes.ts'
import * as orders from '../../asking/orders/order-routes.ts'
import type { Dependencies } from '../../dependencies.ts'
import { readFeed } from '../../exchange/feeds/feed-routes.ts'
import { live, metricsPage, ready } from '../../foundation/http/health-routes.ts'
import { builtFile } from '../../foundation/http/pages/built-file-routes.ts'
import { openApiDocument } from '../../foundation/http/reference/reference.ts'
import { picture } from '../../foundation/storage/pictures/picture-routes.ts'
import { captions } from '../../foundation/storage/videos/caption-routes.ts'
import { video } from '../../foundation/storage/videos/video-routes.ts'
import { receiveChannelReport, verifyChannelEndpoint } from '../../links/channels/receiving/channel-routes.ts'
import { receiveWebhook } from '../../links/connections/events/connect-routes.ts'
import { createProduct } from '../../tenants/products/product-routes.ts'
import type { AccessPolicies } from '../access.ts'
import { entrance } from '../dashboard/entrance-routes.ts'
import { managementOpenApiDocument } from '../management/management-reference.ts'
import { operatorOpenApiDocument } from '../operators/operator-reference.ts'
import { type Group, group } from './group.ts'

/** What shops, visitors, mail servers and monitors call. */
export function publicRoutes(policy: AccessPolicies, deps: Dependencies): Group[] {
  return [
    group("A store's server, with an API key of the type orders", policy.ordersKeyToWrite, [
      ['POST', '/orders', orders.createOrder(deps)],
      ['POST', '/products', createProduct(deps)],
    ]),
    group("The store's server, reading and changing its orders", policy.ordersKey, [
      ['GET', '/orders/:order_id', orders.showOrder(deps)],
      ['PATCH', '/orders/:order_id', orders.rescheduleOneOrder(deps)],
      ['POST', '/orders/:order_id/cancel', orders.cancelOneOrder(deps)],
    ]),
    group('Anyone with the store key', policy.storeKey, [
      ['GET', '/api/v1/ratings.json', listRatings(deps)],
      ['GET', '/api/v1/reviews.json', listReviews(deps)],
      ['GET', '/api/v1/topics.json', listTopics(deps)],
      ['GET', '/api/v1/store-rating.json', readStoreRating(deps)],
      ['GET', '/api/v1/store-reviews.json', listStoreReviews(deps)],
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
      ['POST', '/api/v1/questions/:id/reports', reportQuestion(deps)],
      ['POST', '/api/v1/answers/:id/reports', reportAnswer(deps)],
    ]),
    group('Visitors who have a review translated', policy.storeKeyTranslating, [
      ['POST', '/api/v1/reviews/:id/translations', translate(deps)],
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
      ['GET', '/videos/:file', video(deps)],
      ['GET', '/captions/:file', captions(deps)],
    ]),
    group('Anyone with the address of a feed', policy.feed, [
      ['GET', '/feeds/:token/google-product-reviews.xml', readFeed(deps, 'google')],
      ['GET', '/feeds/:token/meta-reviews.csv', readFeed(deps, 'meta')],
    ]),
    group('The operator: from this machine, or with METRICS_TOKEN', policy.operator, [
      ['GET', '/metrics', metricsPage(deps)],
    ]),
    group('A mail server, with BOUNCE_TOKEN', policy.mailServer, [
      ['POST', '/mail/bounces', receiveBounce(deps)],
    ]),
    group('A connected shop, with the signature of its connection', policy.shop, [
      ['POST', '/connect/:platform/:connection_id', receiveWebhook(deps)],
    ]),
    group("A channel's provider, with its signature", policy.shop, [
      ['GET', '/channels/:channel/:channel_id', verifyChannelEndpoint(deps)],
      ['POST', '/channels/:channel/:channel_id', receiveChannelReport(deps)],
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
      ['GET', '/embed/answer', answerForm.show(deps)],
      ['POST', '/embed/answer', answerForm.send(deps)],
      ['GET', '/r/:token', reviewForm.show(deps)],
      ['POST', '/r/:token', reviewForm.send(deps)],
      ['POST', '/r/:token/withdraw', reviewForm.withdraw(deps)],
      ['GET', '/transparency/:store_id', showTransparency(deps)],
      ['GET', '/write', writeForm.show(deps)],
      ['POST', '/write', writeForm.send(deps)],
      ['GET', '/confirm/:token', confirmation.show(deps)],
      ['POST', '/confirm/:token', confirmation.confirm(deps)],
    ]),
    group('Visitors filling in a form: their browsers send more requests', policy.visitorFilling, [
      ['GET', '/embed/question/similar', questionForm.similar(deps)],
      ['POST', '/r/:token/pictures', reviewForm.sendPicture(deps)],
      ['POST', '/r/:token/videos', videoForm.begin(deps)],
      ['GET', '/r/:token/videos/:id', videoForm.find(deps)],
      ['PATCH', '/r/:token/videos/:id', videoForm.send(deps)],
    ]),
    deps.demo
      ? demoShop(deps.demo)
      : group('Anyone at the address of the service itself', policy.page, [['GET', '/', entrance(deps)]]),
  ]
}

function demoShop(shop: ShopKeys): Group {
  return group('Anyone, for the demo shop of a service started with --demo', { guards: [] }, [
    ['GET', '/', demo.entrance()],
    ['GET', '/demo', demo.list(shop)],
    ['GET', '/demo/p/:sku', demo.product(shop)],
    ['GET', '/demo/reviews', demo.reviews(shop)],
    ['GET', '/demo/configure', demo.configure(shop)],
    ['GET', '/demo/pictures/:sku.svg', demo.picture()],
    ['GET', '/demo/scenes/:name.webp', demo.scene()],
    ['GET', '/demo/storefront.css', demo.file('storefront.css')],
    ['GET', '/demo/configure.js', demo.file('configure.js')],
    ['GET', '/demo/markup.js', demo.file('../widgets/markup.js')],
  ])
}
