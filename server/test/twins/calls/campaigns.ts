import sql, { type Sql } from 'sql-template-tag'
import { buyer } from '../seeded.ts'
import { at, by, type Calls, later, never, person } from './call.ts'

const requests = [{ order_id: 'due', part: 0, address: buyer }]

/** The campaign of each store has started; `more` sets other columns. */
const started = (state: string, more: Sql = sql``) =>
  sql`update campaigns set state = ${state}, confirmed_at = ${at}${more}`

/** The request of `due` is too old, or was scheduled by the campaign. */
const tooOld = sql`update review_requests set state = 'expired' where order_id = 'due'`
const ofCampaign = sql`
  update review_requests
  set campaign_id = campaigns.id
  from campaigns
  where campaigns.store_id = review_requests.store_id and order_id = 'due'`

/** Campaigns to earlier buyers. */
export const campaigns: Calls = {
  'asking/orders/reads/earlier-orders.ts': {
    ordersAfter: () => ['asked', 2],
    earlierOrders: () => [['due', 'asked']],
    countOrders: () => [],
  },
  'asking/requests/campaign-requests.ts': {
    requestsOfEarlierOrders: () => [['due', 'asked']],
    unaskedOrdersOf: { with: () => ({ args: [[buyer]], first: tooOld }) },
    askedBuyers: () => [[buyer]],
    scheduleForCampaign: { with: ({ campaign }) => ({ args: [campaign, requests, at], first: tooOld }) },
    withdrawFromCampaign: { with: ({ campaign }) => ({ args: [campaign, at], first: ofCampaign }) },
    cancelMailsOfCampaign: { with: ({ campaign }) => ({ args: [campaign, at], first: ofCampaign }) },
    outcomeOfCampaign: { with: ({ campaign }) => ({ args: [campaign], first: ofCampaign }) },
  },
  'asking/campaigns/rows.ts': {
    findCampaigns: () => [sql`state = 'planned'`],
    lockCampaign: ({ campaign }) => [campaign],
    changeCampaign: ({ campaign }) => [{ id: campaign }, sql`per_day = 7`],
    insertCampaign: {
      with: () => ({
        args: [{ from: '2026-01-01', to: '2026-02-01', perDay: 5, ordersInAll: 2, isConfirmed: false }, at],
        first: started('stopped'),
      }),
    },
  },
  'asking/campaigns/campaigns.ts': {
    startCampaign: ({ campaign }) => [campaign, by],
    pauseCampaign: { with: ({ campaign }) => ({ args: [campaign, by], first: started('running') }) },
    resumeCampaign: { with: ({ campaign }) => ({ args: [campaign, by], first: started('paused') }) },
    stopCampaign: ({ campaign }) => [campaign, by],
  },
  'asking/campaigns/run.ts': {
    runCampaign: {
      with: () => ({
        args: [never()],
        first: started('planning', sql`, next_at = ${at}`),
      }),
    },
  },
  'asking/campaigns/old-campaigns.ts': { forgetCampaigns: () => [later] },
  'asking/campaigns/person.ts': {
    campaignsOfPerson: () => [person],
    erasePersonFromCampaigns: () => [person],
  },
  'asking/campaigns/recount.ts': {
    recountCampaigns: {
      with: ({ campaign }) => ({ args: [[campaign]], first: sql`update campaigns set buyers_planned = 9` }),
    },
  },
}
