import { mailFrame } from '../../asking/mail/deliveries/mail-frame-routes.ts'
import type { Dependencies } from '../../dependencies.ts'
import { builtFile } from '../../foundation/http/pages/built-file-routes.ts'
import { storeHistory } from '../../tenants/accounts/security/history-routes.ts'
import * as account from '../../tenants/accounts/sign-in/account-routes.ts'
import * as links from '../../tenants/accounts/sign-in/link-routes.ts'
import * as sessions from '../../tenants/accounts/sign-in/session-routes.ts'
import * as setup from '../../tenants/accounts/sign-in/setup-routes.ts'
import { createMyStore } from '../../tenants/accounts/store-routes.ts'
import * as invitations from '../../tenants/accounts/team/invitation-routes.ts'
import * as members from '../../tenants/accounts/team/member-routes.ts'
import type { AccessPolicies } from '../access.ts'
import { adminOpenApiDocument } from '../dashboard/admin-reference.ts'
import * as campaigns from '../dashboard/campaigns/campaign-routes.ts'
import { latestContentChange } from '../dashboard/content-change-routes.ts'
import { dashboard } from '../dashboard/dashboard-routes.ts'
import * as exports from '../dashboard/exports/export-routes.ts'
import * as feeds from '../dashboard/feeds/feed-routes.ts'
import * as imports from '../dashboard/imports/import-routes.ts'
import * as insights from '../dashboard/insights/insight-routes.ts'
import * as mailContent from '../dashboard/mail/content-routes.ts'
import * as deliveries from '../dashboard/mail/delivery-routes.ts'
import { sendLogo } from '../dashboard/mail/logo-routes.ts'
import * as suppressions from '../dashboard/mail/suppression-routes.ts'
import * as orders from '../dashboard/orders/order-routes.ts'
import * as people from '../dashboard/people/people-routes.ts'
import * as products from '../dashboard/products/product-routes.ts'
import * as answers from '../dashboard/questions/answer-routes.ts'
import * as questions from '../dashboard/questions/question-routes.ts'
import * as captions from '../dashboard/reviews/caption-routes.ts'
import * as reviews from '../dashboard/reviews/review-routes.ts'
import * as attributes from '../dashboard/settings/attribute-routes.ts'
import * as keys from '../dashboard/settings/key-routes.ts'
import * as model from '../dashboard/settings/model-routes.ts'
import * as reward from '../dashboard/settings/reward-routes.ts'
import * as rules from '../dashboard/settings/rule-routes.ts'
import * as settings from '../dashboard/settings/settings-routes.ts'
import { widgetPreview } from '../dashboard/widgets/widget-preview-routes.ts'
import * as widgets from '../dashboard/widgets/widget-routes.ts'
import { type Group, group } from './group.ts'

/** The dashboard: signing in, and each store. */
export function dashboardRoutes(policy: AccessPolicies, deps: Dependencies): Group[] {
  return [
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
    group('Any signed-in user, even if they still have to set up a second factor', policy.withoutFactor, [
      ['GET', '/admin/api/session', sessions.whoAmI(deps)],
      ['POST', '/admin/api/account/second-factor', account.offerFactor(deps)],
      ['POST', '/admin/api/account/second-factor/proof', account.proveFactor(deps)],
      ['DELETE', '/admin/api/session', sessions.signOut(deps)],
    ]),
    group('Any signed-in user, about themselves', policy.user, [
      ['GET', '/admin/api/sessions', sessions.mySessions(deps)],
      ['DELETE', '/admin/api/sessions', sessions.endMySessions(deps)],
      ['DELETE', '/admin/api/sessions/:id', sessions.endMySession(deps)],
      ['POST', '/admin/api/invitations/acceptance', links.acceptMyInvitation(deps)],
      ['PATCH', '/admin/api/account', account.renameMyself(deps)],
      ['POST', '/admin/api/stores', createMyStore(deps)],
      ['POST', '/admin/api/account/password', account.changeMyPassword(deps)],
      ['POST', '/admin/api/account/second-factor/removal', account.removeFactor(deps)],
    ]),
    group('A viewer of the store', policy.viewer, [
      ['GET', '/admin/api/stores/:storeId/insights', insights.storeInsights(deps)],
      ['GET', '/admin/api/stores/:storeId/insights/requests', insights.storeRequestFigures(deps)],
      ['GET', '/admin/api/stores/:storeId/insights/tests', insights.storeRequestTests(deps)],
      ['GET', '/admin/api/stores/:storeId/waiting', insights.storeToDo(deps)],
      ['GET', '/admin/api/stores/:storeId/latest-change', latestContentChange(deps)],
      ['GET', '/admin/api/stores/:storeId/first-steps', insights.storeFirstSteps(deps)],
      ['PUT', '/admin/api/stores/:storeId/first-steps/dismissal', insights.dismissFirstSteps(deps)],
      ['GET', '/admin/api/stores/:storeId/members', members.storeMembers(deps)],
      ['GET', '/admin/api/stores/:storeId/reviews', reviews.reviewsForModeration(deps)],
      ['GET', '/admin/api/stores/:storeId/reviews/counts', reviews.reviewCounts(deps)],
      ['GET', '/admin/api/stores/:storeId/reviews/:id/history', reviews.reviewHistory(deps)],
      ['GET', '/admin/api/stores/:storeId/questions', questions.questionsForModeration(deps)],
      ['GET', '/admin/api/stores/:storeId/questions/counts', questions.questionCounts(deps)],
      ['GET', '/admin/api/stores/:storeId/questions/:id/history', questions.questionHistory(deps)],
      ['GET', '/admin/api/stores/:storeId/answers', answers.answersForModeration(deps)],
      ['GET', '/admin/api/stores/:storeId/orders', orders.ordersOfStore(deps)],
      ['GET', '/admin/api/stores/:storeId/orders/detail', orders.orderInDetail(deps)],
      ['GET', '/admin/api/stores/:storeId/orders/preview', orders.previewRequest(deps)],
      ['GET', '/admin/api/stores/:storeId/campaigns', campaigns.storeCampaigns(deps)],
      ['GET', '/admin/api/stores/:storeId/campaigns/:id', campaigns.oneCampaign(deps)],
      ['GET', '/admin/api/stores/:storeId/products', products.listCatalogue(deps)],
      ['GET', '/admin/api/stores/:storeId/products/detail', products.showProduct(deps)],
      ['GET', '/admin/api/stores/:storeId/widget-code', widgets.codeOfWidgets(deps)],
    ]),
    group('A moderator of a store that is not suspended', policy.moderatorReaching, [
      ['POST', '/admin/api/stores/:storeId/orders/send-now', orders.sendOrderByHand(deps)],
      ['POST', '/admin/api/stores/:storeId/mail/deliveries/:id/again', deliveries.retryDelivery(deps)],
    ]),
    group('A moderator of the store', policy.moderator, [
      ['POST', '/admin/api/stores/:storeId/reviews/decisions', reviews.decideReviews(deps)],
      ['PUT', '/admin/api/stores/:storeId/reviews/:id/reply', reviews.answerReview(deps)],
      ['PUT', '/admin/api/stores/:storeId/reviews/:id/captions/:language', captions.setVideoCaptions(deps)],
      [
        'DELETE',
        '/admin/api/stores/:storeId/reviews/:id/captions/:language',
        captions.removeVideoCaptions(deps),
      ],
      ['POST', '/admin/api/stores/:storeId/questions/:id/decision', questions.decideQuestion(deps)],
      ['PUT', '/admin/api/stores/:storeId/questions/:id/reply', questions.replyToQuestion(deps)],
      ['POST', '/admin/api/stores/:storeId/answers/:id/decision', answers.decideAnswer(deps)],
      ['POST', '/admin/api/stores/:storeId/orders/move', orders.rescheduleOrderByHand(deps)],
      ['POST', '/admin/api/stores/:storeId/orders/cancel', orders.cancelOrderByHand(deps)],
      ['POST', '/admin/api/stores/:storeId/orders/deliver', orders.deliverOrderByHand(deps)],
      ['POST', '/admin/api/stores/:storeId/orders/refund', orders.refundOrderByHand(deps)],
      ['POST', '/admin/api/stores/:storeId/campaigns/:id/pause', campaigns.pauseOneCampaign(deps)],
      ['POST', '/admin/api/stores/:storeId/campaigns/:id/stop', campaigns.stopOneCampaign(deps)],
      ['POST', '/admin/api/stores/:storeId/mail/suppressions', suppressions.addSuppression(deps)],
      ['DELETE', '/admin/api/stores/:storeId/mail/suppressions/:id', suppressions.removeSuppression(deps)],
    ]),
    group(
      'The same, five times a minute: it orders and sends a mail, to themselves',
      policy.moderatorTesting,
      [['POST', '/admin/api/stores/:storeId/orders/test', orders.sendTestOrder(deps)]],
    ),
    group('The same, ten times a minute: it makes us fetch a page', policy.moderatorFetching, [
      ['POST', '/admin/api/stores/:storeId/widget-checks', widgets.checkWidgets(deps)],
    ]),
    group('A viewer of the store, about its settings', policy.viewer, [
      ['GET', '/admin/api/stores/:storeId/settings', settings.storeSettings(deps)],
      ['GET', '/admin/api/stores/:storeId/attributes', attributes.storeAttributes(deps)],
      ['GET', '/admin/api/stores/:storeId/reward', reward.storeReward(deps)],
      ['GET', '/admin/api/stores/:storeId/schedule-preview', settings.previewOfSchedule(deps)],
      ['GET', '/admin/api/stores/:storeId/plan', settings.readPlan(deps)],
      ['GET', '/admin/api/stores/:storeId/widget-design', widgets.storeWidgetDesign(deps)],
      ['GET', '/admin/api/stores/:storeId/keys', keys.storeKeys(deps)],
      ['GET', '/admin/api/stores/:storeId/language-model', model.showModel(deps)],
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
    group('The same, ten times a minute: it asks a server that bills it', policy.ownerAskingModel, [
      ['POST', '/admin/api/stores/:storeId/language-model/try', model.askModelOnce(deps)],
    ]),
    group('The same, ten times a minute: it decodes a picture', policy.ownerUploading, [
      ['PUT', '/admin/api/stores/:storeId/logo', sendLogo(deps)],
    ]),
    group('An owner of a store that is not suspended', policy.ownerReaching, [
      ['POST', '/admin/api/stores/:storeId/invitations', invitations.inviteMember(deps)],
      ['POST', '/admin/api/stores/:storeId/keys', keys.makeKey(deps)],
      ['POST', '/admin/api/stores/:storeId/feeds', feeds.makeFeed(deps)],
      ['POST', '/admin/api/stores/:storeId/campaigns', campaigns.previewCampaign(deps)],
      ['POST', '/admin/api/stores/:storeId/campaigns/:id/start', campaigns.startOneCampaign(deps)],
      ['POST', '/admin/api/stores/:storeId/campaigns/:id/resume', campaigns.resumeOneCampaign(deps)],
    ]),
    group('An owner of the store', policy.owner, [
      ['PATCH', '/admin/api/stores/:storeId/members/:userId', members.giveRole(deps)],
      ['DELETE', '/admin/api/stores/:storeId/members/:userId', members.dismissMember(deps)],
      ['DELETE', '/admin/api/stores/:storeId/invitations/:id', invitations.withdrawInvitation(deps)],
      ['POST', '/admin/api/stores/:storeId/rules-preview', rules.previewOfRules(deps)],
      ['POST', '/admin/api/stores/:storeId/rules/apply', rules.applyToPending(deps)],
      ['PATCH', '/admin/api/stores/:storeId/settings', settings.changeSettings(deps)],
      ['PUT', '/admin/api/stores/:storeId/attributes', attributes.putAttributes(deps)],
      ['PATCH', '/admin/api/stores/:storeId/reward', reward.changeStoreReward(deps)],
      ['POST', '/admin/api/stores/:storeId/reward/codes', reward.addStoreCodes(deps)],
      ['DELETE', '/admin/api/stores/:storeId/reward/codes', reward.removeStoreCodes(deps)],
      ['PUT', '/admin/api/stores/:storeId/language-model/key', model.setModelKey(deps)],
      ['PATCH', '/admin/api/stores/:storeId/widget-design', widgets.changeDesign(deps)],
      ['GET', '/admin/api/stores/:storeId/old-data', settings.countOld(deps)],
      ['PATCH', '/admin/api/stores/:storeId/mail/content', mailContent.changeContent(deps)],
      ['PATCH', '/admin/api/stores/:storeId/keys/:keyId', keys.changeKey(deps)],
      ['DELETE', '/admin/api/stores/:storeId/keys/:keyId', keys.withdrawKey(deps)],
      ['PATCH', '/admin/api/stores/:storeId/products', products.editProduct(deps)],
      ['POST', '/admin/api/stores/:storeId/products', products.addToCatalogue(deps)],
      ['GET', '/admin/api/stores/:storeId/product-groups/proposals', products.proposeGroups(deps)],
      ['POST', '/admin/api/stores/:storeId/product-groups', products.makeGroup(deps)],
      ['PUT', '/admin/api/stores/:storeId/product-groups/:id', products.editGroup(deps)],
      ['DELETE', '/admin/api/stores/:storeId/product-groups/:id', products.dissolveGroup(deps)],
      ['GET', '/admin/api/stores/:storeId/imports', imports.storeImports(deps)],
      ['POST', '/admin/api/stores/:storeId/imports', imports.beginImport(deps)],
      ['GET', '/admin/api/stores/:storeId/imports/:id', imports.readOneImport(deps)],
      ['PUT', '/admin/api/stores/:storeId/imports/:id/parts/:number', imports.sendPart(deps)],
      ['POST', '/admin/api/stores/:storeId/imports/:id/inspection', imports.inspectOneImport(deps)],
      ['POST', '/admin/api/stores/:storeId/imports/:id/trial', imports.tryOneImport(deps)],
      ['POST', '/admin/api/stores/:storeId/imports/:id/run', imports.runOneImport(deps)],
      ['POST', '/admin/api/stores/:storeId/imports/:id/again', imports.tryOneImportAgain(deps)],
      ['POST', '/admin/api/stores/:storeId/imports/:id/pictures', imports.copyPicturesAgain(deps)],
      ['POST', '/admin/api/stores/:storeId/imports/:id/cancel', imports.cancelOneImport(deps)],
      ['GET', '/admin/api/stores/:storeId/imports/:id/undo', imports.previewUndo(deps)],
      ['POST', '/admin/api/stores/:storeId/imports/:id/undo', imports.undoOneImport(deps)],
      ['GET', '/admin/api/stores/:storeId/imports/:id/report', imports.importReport(deps)],
      ['GET', '/admin/api/stores/:storeId/feeds', feeds.storeFeeds(deps)],
      ['DELETE', '/admin/api/stores/:storeId/feeds/:feedId', feeds.removeFeed(deps)],
      ['GET', '/admin/api/stores/:storeId/exports', exports.storeExports(deps)],
      ['POST', '/admin/api/stores/:storeId/exports', exports.beginExport(deps)],
      ['GET', '/admin/api/stores/:storeId/exports/:id', exports.readOneExport(deps)],
      ['DELETE', '/admin/api/stores/:storeId/exports/:id', exports.removeExport(deps)],
      ['GET', '/admin/api/stores/:storeId/exports/:id/file', exports.downloadExport(deps)],
    ]),
    group('The same, ten times a minute: it reads all orders', policy.ownerExportingPeople, [
      ['POST', '/admin/api/stores/:storeId/people/export', people.exportOnePerson(deps)],
    ]),
    group('The same, counted apart', policy.ownerErasing, [
      ['POST', '/admin/api/stores/:storeId/people/erase', people.eraseOnePerson(deps)],
    ]),
  ]
}
