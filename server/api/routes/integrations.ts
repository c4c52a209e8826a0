import type { Dependencies } from '../../dependencies.ts'
import type { AccessPolicies } from '../access.ts'
import * as channels from '../dashboard/channels/channel-routes.ts'
import * as connections from '../dashboard/connections/connection-routes.ts'
import * as connectionEvents from '../dashboard/connections/event-routes.ts'
import { tryOneMapping } from '../dashboard/connections/mapping-routes.ts'
import * as notifications from '../dashboard/notifications/notification-routes.ts'
import * as deliveries from '../dashboard/webhooks/delivery-routes.ts'
import * as webhooks from '../dashboard/webhooks/webhook-routes.ts'
import { type Group, group } from './group.ts'

/** The dashboard: the connections and webhooks of a store. */
export function integrationRoutes(policy: AccessPolicies, deps: Dependencies): Group[] {
  return [
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
    group('A viewer of the store, about its channels', policy.viewer, [
      ['GET', '/admin/api/stores/:storeId/channels', channels.storeChannels(deps)],
    ]),
    // Owners alone decide who is written to, hold the keys of providers, and spend.
    group('An owner of a store that is not suspended, about its channels', policy.ownerReaching, [
      ['PUT', '/admin/api/stores/:storeId/channels/:channel', channels.saveOneChannel(deps)],
    ]),
    group('An owner of the store, about its channels', policy.owner, [
      ['DELETE', '/admin/api/stores/:storeId/channels/:channel', channels.removeOneChannel(deps)],
    ]),
    group('The same, five times a minute: it sends a message that costs', policy.ownerTestingChannels, [
      ['POST', '/admin/api/stores/:storeId/channels/:channel/test', channels.testOneChannel(deps)],
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
    group(
      'An owner of a store that is not suspended, about its connections and webhooks',
      policy.ownerReaching,
      [
        ['POST', '/admin/api/stores/:storeId/connections', connections.addOneConnection(deps)],
        [
          'POST',
          '/admin/api/stores/:storeId/connections/:connectionId/resume',
          connections.resumeOneConnection(deps),
        ],
        ['POST', '/admin/api/stores/:storeId/webhooks', webhooks.addWebhook(deps)],
      ],
    ),
    group('An owner of the store, about its connections', policy.owner, [
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
    ]),
    group('A member of the store, about their own notifications', policy.viewer, [
      ['GET', '/admin/api/stores/:storeId/notifications/mine', notifications.myChoice(deps)],
      ['PUT', '/admin/api/stores/:storeId/notifications/mine', notifications.changeMyChoice(deps)],
    ]),
    group('An owner of the store, about its notifications', policy.owner, [
      ['GET', '/admin/api/stores/:storeId/notifications', notifications.storeTargets(deps)],
      ['PATCH', '/admin/api/stores/:storeId/notifications/:targetId', notifications.changeOneTarget(deps)],
      ['DELETE', '/admin/api/stores/:storeId/notifications/:targetId', notifications.removeOneTarget(deps)],
    ]),
    group('An owner of a store that is not suspended, about its notifications', policy.ownerReaching, [
      ['POST', '/admin/api/stores/:storeId/notifications', notifications.addOneTarget(deps)],
    ]),
    group('The same, ten times a minute: it sends a message', policy.ownerTestingNotifications, [
      ['POST', '/admin/api/stores/:storeId/notifications/:targetId/test', notifications.testOneTarget(deps)],
    ]),
    group('A viewer of the store, about its webhooks', policy.viewer, [
      ['GET', '/admin/api/stores/:storeId/webhooks', webhooks.storeWebhooks(deps)],
      [
        'GET',
        '/admin/api/stores/:storeId/webhooks/:webhookId/deliveries',
        deliveries.deliveriesOfWebhook(deps),
      ],
      [
        'GET',
        '/admin/api/stores/:storeId/webhooks/:webhookId/deliveries/:deliveryId',
        deliveries.oneDelivery(deps),
      ],
    ]),
    // Owners alone decide where the store's events go. Moderators may send again what was sent before.
    group('A moderator of a store that is not suspended, about its webhooks', policy.moderatorReaching, [
      [
        'POST',
        '/admin/api/stores/:storeId/webhooks/:webhookId/deliveries/:deliveryId/replay',
        deliveries.replayOneDelivery(deps),
      ],
    ]),
    group('The same, ten times a minute: it makes us send an event', policy.moderatorTestingWebhooks, [
      ['POST', '/admin/api/stores/:storeId/webhooks/:webhookId/test', deliveries.testOneWebhook(deps)],
    ]),
    group('The same, counted apart: it makes us send many events', policy.moderatorReplaying, [
      ['POST', '/admin/api/stores/:storeId/webhooks/:webhookId/replay', deliveries.replayTime(deps)],
    ]),
    group('An owner of the store, about its webhooks', policy.owner, [
      ['PATCH', '/admin/api/stores/:storeId/webhooks/:webhookId', webhooks.changeOneWebhook(deps)],
      ['DELETE', '/admin/api/stores/:storeId/webhooks/:webhookId', webhooks.removeWebhook(deps)],
      ['POST', '/admin/api/stores/:storeId/webhooks/:webhookId/secret', webhooks.makeNewSigningSecret(deps)],
    ]),
  ]
}
