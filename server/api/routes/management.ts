import type { Dependencies } from '../../dependencies.ts'
import type { AccessPolicies } from '../access.ts'
import { createOrders } from '../management/order-batch.ts'
import * as answers from '../management/routes/answer-routes.ts'
import * as attributes from '../management/routes/attribute-routes.ts'
import * as campaigns from '../management/routes/campaign-routes.ts'
import { captionsOfReview } from '../management/routes/caption-routes.ts'
import * as consents from '../management/routes/consent-routes.ts'
import * as feeds from '../management/routes/feed-routes.ts'
import { nationalHolidays } from '../management/routes/holiday-routes.ts'
import {
  managedInsights,
  managedRequestFigures,
  managedRequestTests,
} from '../management/routes/insight-routes.ts'
import * as orders from '../management/routes/order-routes.ts'
import * as people from '../management/routes/people-routes.ts'
import * as products from '../management/routes/product-routes.ts'
import * as questions from '../management/routes/question-routes.ts'
import * as reviews from '../management/routes/review-routes.ts'
import * as rewards from '../management/routes/reward-routes.ts'
import * as settings from '../management/routes/settings-routes.ts'
import * as deliveries from '../management/routes/webhook-delivery-routes.ts'
import * as webhooks from '../management/routes/webhook-routes.ts'
import { type Group, group } from './group.ts'

/** The management API. */
export function managementRoutes(policy: AccessPolicies, deps: Dependencies): Group[] {
  const review = reviews.oneReview(deps)
  const captions = captionsOfReview(deps, review)
  const question = questions.oneQuestion(deps)
  const answer = answers.oneAnswer(deps)
  return [
    group("A store's program with the scope reviews:read", policy.manage('reviews:read'), [
      ['GET', '/manage/v1/reviews', reviews.managedReviews(deps)],
      ['GET', '/manage/v1/reviews/:id', review.read],
    ]),
    group("A store's program with the scope reviews:write", policy.manage('reviews:write'), [
      ['POST', '/manage/v1/reviews', reviews.addReview(deps)],
      ['POST', '/manage/v1/reviews/:id/publish', review.publish],
      ['POST', '/manage/v1/reviews/:id/reject', review.reject],
      ['POST', '/manage/v1/reviews/:id/remove', review.remove],
      ['POST', '/manage/v1/reviews/:id/restore', review.restore],
      ['POST', '/manage/v1/reviews/:id/pin', review.pin],
      ['POST', '/manage/v1/reviews/:id/unpin', review.unpin],
      ['POST', '/manage/v1/reviews/:id/mark-insider', review.markInsider],
      ['POST', '/manage/v1/reviews/:id/unmark-insider', review.unmarkInsider],
      ['PUT', '/manage/v1/reviews/:id/reply', review.reply],
      ['DELETE', '/manage/v1/reviews/:id/reply', review.withdrawReply],
      ['PUT', '/manage/v1/reviews/:id/captions/:language', captions.set],
      ['DELETE', '/manage/v1/reviews/:id/captions/:language', captions.remove],
    ]),
    group("A store's program with the scope questions:read", policy.manage('questions:read'), [
      ['GET', '/manage/v1/questions', questions.managedQuestions(deps)],
      ['GET', '/manage/v1/questions/:id', question.read],
      ['GET', '/manage/v1/answers', answers.managedAnswers(deps)],
      ['GET', '/manage/v1/answers/:id', answer.read],
    ]),
    group("A store's program with the scope questions:write", policy.manage('questions:write'), [
      ['POST', '/manage/v1/questions', questions.addQuestion(deps)],
      ['POST', '/manage/v1/questions/:id/publish', question.publish],
      ['POST', '/manage/v1/questions/:id/reject', question.reject],
      ['POST', '/manage/v1/questions/:id/remove', question.remove],
      ['POST', '/manage/v1/questions/:id/restore', question.restore],
      ['PUT', '/manage/v1/questions/:id/answer', question.reply],
      ['DELETE', '/manage/v1/questions/:id/answer', question.withdrawReply],
      ['POST', '/manage/v1/answers/:id/publish', answer.publish],
      ['POST', '/manage/v1/answers/:id/reject', answer.reject],
      ['POST', '/manage/v1/answers/:id/remove', answer.remove],
      ['POST', '/manage/v1/answers/:id/restore', answer.restore],
    ]),
    group("A store's program with the scope products:read", policy.manage('products:read'), [
      ['GET', '/manage/v1/products', products.managedProducts(deps)],
      ['GET', '/manage/v1/products/:product_id', products.managedProduct(deps)],
    ]),
    group("A store's program with the scope products:write", policy.manage('products:write'), [
      ['PUT', '/manage/v1/products/:product_id', products.putOneProduct(deps)],
      ['PATCH', '/manage/v1/products/:product_id', products.changeOneProduct(deps)],
      ['DELETE', '/manage/v1/products/:product_id', products.hideOneProduct(deps)],
    ]),
    group("A store's program with the scope orders:read", policy.manage('orders:read'), [
      ['GET', '/manage/v1/orders', orders.managedOrders(deps)],
      ['GET', '/manage/v1/orders/:order_id', orders.managedOrder(deps)],
      ['GET', '/manage/v1/campaigns', campaigns.managedCampaigns(deps)],
      ['GET', '/manage/v1/campaigns/:id', campaigns.managedCampaign(deps)],
    ]),
    group("A store's program with the scope orders:write", policy.manage('orders:write'), [
      ['POST', '/manage/v1/orders/batch', createOrders(deps)],
      ['PATCH', '/manage/v1/orders/:order_id', orders.changeOneOrder(deps)],
      ['POST', '/manage/v1/orders/:order_id/cancel', orders.cancelManagedOrder(deps)],
      ['POST', '/manage/v1/orders/:order_id/send-now', orders.sendManagedOrder(deps)],
      ['POST', '/manage/v1/orders/:order_id/fulfillments', orders.deliverManagedOrder(deps)],
      ['POST', '/manage/v1/orders/:order_id/refunds', orders.refundManagedOrder(deps)],
      ['POST', '/manage/v1/campaigns', campaigns.createManagedCampaign(deps)],
      ['POST', '/manage/v1/campaigns/:id/start', campaigns.startManagedCampaign(deps)],
      ['POST', '/manage/v1/campaigns/:id/pause', campaigns.pauseManagedCampaign(deps)],
      ['POST', '/manage/v1/campaigns/:id/resume', campaigns.resumeManagedCampaign(deps)],
      ['POST', '/manage/v1/campaigns/:id/stop', campaigns.stopManagedCampaign(deps)],
    ]),
    group("A store's program with the scope people:write", policy.manage('people:write'), [
      ['GET', '/manage/v1/consents', consents.managedConsents(deps)],
      ['POST', '/manage/v1/consents', consents.grantManagedConsent(deps)],
      ['POST', '/manage/v1/consents/withdraw', consents.withdrawManagedConsent(deps)],
      ['POST', '/manage/v1/people/export', people.exportManagedPerson(deps)],
      ['POST', '/manage/v1/people/erase', people.eraseManagedPerson(deps)],
    ]),
    group("A store's program with the scope settings:read", policy.manage('settings:read'), [
      ['GET', '/manage/v1/settings', settings.managedSettings(deps)],
      ['GET', '/manage/v1/attributes', attributes.managedAttributes(deps)],
      ['GET', '/manage/v1/reward', rewards.managedReward(deps)],
      ['GET', '/manage/v1/insights', managedInsights(deps)],
      ['GET', '/manage/v1/insights/requests', managedRequestFigures(deps)],
      ['GET', '/manage/v1/insights/tests', managedRequestTests(deps)],
      ['GET', '/manage/v1/holidays', nationalHolidays()],
    ]),
    group("A store's program with the scope settings:write", policy.manage('settings:write'), [
      ['PATCH', '/manage/v1/settings', settings.changeManagedSettings(deps)],
      ['PUT', '/manage/v1/attributes', attributes.putManagedAttributes(deps)],
      ['PATCH', '/manage/v1/reward', rewards.changeManagedReward(deps)],
      ['POST', '/manage/v1/reward/codes', rewards.addManagedCodes(deps)],
      ['DELETE', '/manage/v1/reward/codes', rewards.removeManagedCodes(deps)],
    ]),
    group("A store's program with the scope webhooks:write", policy.manage('webhooks:write'), [
      ['GET', '/manage/v1/webhooks', webhooks.managedWebhooks(deps)],
      ['POST', '/manage/v1/webhooks', webhooks.createManagedWebhook(deps)],
      ['GET', '/manage/v1/webhooks/:id', webhooks.managedWebhook(deps)],
      ['PATCH', '/manage/v1/webhooks/:id', webhooks.changeManagedWebhook(deps)],
      ['DELETE', '/manage/v1/webhooks/:id', webhooks.deleteManagedWebhook(deps)],
      ['POST', '/manage/v1/webhooks/:id/rotate', webhooks.rotateManagedWebhook(deps)],
      ['GET', '/manage/v1/webhooks/:id/deliveries', deliveries.managedDeliveries(deps)],
      ['GET', '/manage/v1/webhook-samples', deliveries.webhookSamples()],
    ]),
    group('The same, ten times a minute: it sends again', policy.manageReplaying('webhooks:write'), [
      ['POST', '/manage/v1/webhooks/:id/replay', deliveries.replayManagedDeliveries(deps)],
    ]),
    group('The same, ten times a minute', policy.manageTestingWebhooks('webhooks:write'), [
      ['POST', '/manage/v1/webhooks/:id/test', deliveries.testManagedWebhook(deps)],
    ]),
    group("A store's program with the scope feeds:write", policy.manage('feeds:write'), [
      ['GET', '/manage/v1/feeds', feeds.managedFeeds(deps)],
      ['POST', '/manage/v1/feeds', feeds.createManagedFeed(deps)],
      ['DELETE', '/manage/v1/feeds/:feed_id', feeds.deleteManagedFeed(deps)],
    ]),
  ]
}
