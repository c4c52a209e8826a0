import { z } from 'zod'
import { campaignStates, skipReasons } from './campaign-states.ts'
import { mostPerDay } from './campaigns.ts'

const day = z.string().max(10).meta({ format: 'date', description: "In the store's time zone" })
const dayOut = z.string().meta({ format: 'date' })
const count = z.int().min(0)
const instantOut = z.date().meta({ type: 'string', format: 'date-time' })

/** That somebody says so is required, and logged with their name. */
const consent = z.literal(true).meta({
  description:
    'You confirm that these buyers may be asked: they bought from this store, and none of them has objected',
})

const range = {
  from: day.meta({ description: 'The first day of the orders' }),
  to: day.meta({ description: 'The last day of the orders' }),
  per_day: z.int().min(1).max(mostPerDay).optional().meta({
    description: 'Buyers a day; 200, or the daily email limit of the plan, when it is left out',
  }),
}

const example = { from: '2025-01-01', to: '2026-10-31', per_day: 200 }

export const newCampaign = z.strictObject(range).meta({ examples: [example] })

export const newManagedCampaign = z
  .strictObject({ ...range, buyers_may_be_asked: consent.optional() })
  .meta({ title: 'NewCampaign', examples: [example, { ...example, buyers_may_be_asked: true }] })

export const campaignStart = z
  .strictObject({ buyers_may_be_asked: consent })
  .meta({ title: 'CampaignStart', examples: [{ buyers_may_be_asked: true }] })

const shown = {
  id: z.uuid(),
  state: z.enum(campaignStates).meta({
    description:
      'planning: its buyers are being listed. planned: a preview that nobody has started. The campaign is over when it is finished or stopped',
  }),
  from: dayOut,
  to: dayOut,
  per_day: count,
  orders_read: count.meta({ description: 'Of the orders of the store, while the plan is made' }),
  orders_in_all: count,
  planned: count.meta({ description: 'Buyers who are still to be asked' }),
  asked: count.meta({ description: 'Buyers who were asked' }),
  skipped: z
    .partialRecord(z.enum(skipReasons), count)
    .meta({ description: 'Buyers who are not asked, by reason', examples: [{ asked_before: 120 }] }),
  next_on: dayOut.nullable().meta({ description: 'The day of the next email' }),
  last_on: dayOut.nullable().meta({
    description: 'The day of the last email, if the settings stay as they are',
  }),
  created_at: instantOut,
  confirmed_at: instantOut.nullable(),
  ended_at: instantOut.nullable(),
}

export const shownCampaign = z.object(shown).meta({ title: 'Campaign' })

export const campaignInDetail = z
  .object({
    ...shown,
    sample: z
      .array(z.object({ order_id: z.string(), ordered_at: instantOut }))
      .meta({ description: 'The next buyers, at most ten, by the newest of their orders' }),
    outcome: z
      .object({ waiting: count, delivered: count, reviewed: count, failed: count })
      .meta({ description: 'What came of the buyers who were asked' }),
  })
  .meta({ title: 'CampaignInDetail' })

export type CampaignWire = z.infer<typeof campaignInDetail>

export const campaignList = z
  .object({
    result: z.array(shownCampaign),
    /** Buyers a day, if nobody chooses another number. */
    usual_per_day: z.int(),
  })
  .meta({ title: 'CampaignList' })

export type CampaignList = z.infer<typeof campaignList>
