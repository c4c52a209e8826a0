import type { Command } from 'commander'
import type { SkipReason } from '../../asking/campaigns/campaign-states.ts'
import {
  type CampaignWish,
  createCampaign,
  mostPerDay,
  pauseCampaign,
  resumeCampaign,
  stopCampaign,
} from '../../asking/campaigns/campaigns.ts'
import { planBatch } from '../../asking/campaigns/plan.ts'
import { type CampaignInDetail, listCampaigns, readCampaign } from '../../asking/campaigns/show.ts'
import type { Connection, Database } from '../../foundation/database/connect.ts'
import type { By } from '../../foundation/events/audit/audit.ts'
import type { Secrets } from '../../foundation/lib/secret.ts'
import { systemClock } from '../../foundation/lib/time/clock.ts'
import { readStore, type Store } from '../../tenants/stores/stores.ts'
import { configuredSecrets } from './access/secrets.ts'
import { bold, print, say, sayPairs, sayTable, wholeNumber } from './output.ts'
import { withDatabase, withDatabaseInBackground } from './with-database.ts'

type Flags = { store: string; json?: boolean }

/** `campaign`: asks earlier buyers for reviews, some each day. */
export function addCampaignCommands(program: Command): void {
  const campaign = program.command('campaign').description('ask earlier buyers for reviews, some each day')
  addCreate(campaign)
  addList(campaign)
  withId(campaign, 'show', 'show a campaign, who is not asked and why, and what came of it').action(
    async (id: string, { store, json }: Flags) => {
      const found = await withDatabase(async db =>
        readCampaign(db, await readStore(db, store), id, systemClock()),
      )
      print(json, found, () => printCampaign(found))
    },
  )
  withId(campaign, 'pause', 'ask nobody of a campaign for now').action(change(pauseCampaign))
  withId(campaign, 'resume', 'continue a paused campaign').action(change(resumeCampaign))
  withId(campaign, 'stop', 'end a campaign for good; what was not sent is cancelled').action(
    change(stopCampaign),
  )
}

type CreateFlags = Flags & { from: string; to: string; perDay?: number; dryRun?: boolean }

function addCreate(campaign: Command): void {
  campaign
    .command('create')
    .description('ask the buyers of earlier orders; by running it you confirm that they may be asked')
    .requiredOption('--store <id>', 'the store')
    .requiredOption('--from <YYYY-MM-DD>', 'the first day of the orders')
    .requiredOption('--to <YYYY-MM-DD>', 'the last day of the orders')
    .option(
      '--per-day <number>',
      "buyers a day (200, or the plan's daily email limit)",
      wholeNumber(1, mostPerDay),
    )
    .option('--dry-run', 'only print who would be asked, who not and why')
    .option('--json', 'print JSON')
    .action(async ({ store: storeId, from, to, perDay, dryRun, json }: CreateFlags) => {
      const made = await withDatabaseInBackground(async db => {
        const secrets = await configuredSecrets(db)
        const store = await readStore(db, storeId)
        return await plan(db, { store, secrets, wish: { from, to, perDay }, isDry: dryRun === true })
      })
      print(json, made, () => {
        printCampaign(made)
        say()
        say(dryRun ? 'Nobody is asked. This was a preview, and its list is discarded.' : startedText)
      })
    })
}

const startedText =
  'By this command you confirmed that these buyers may be asked: they bought from this store, the law of their country\n' +
  'or their consent allows it, and none of them has objected. A running service asks them.'

type Planning = { store: Store; secrets: Secrets; wish: CampaignWish; isDry: boolean }

/** Lists the buyers here, as the service would: it continues the plan if this process is killed. */
async function plan(db: Database, { store, secrets, wish, isDry }: Planning): Promise<CampaignInDetail> {
  const by = (): By => ({ at: new Date(systemClock()), actor: 'command' })
  const id = await db.transaction(tx => createCampaign(tx, store, wish, by(), !isDry))
  while (await planBatch(db, { store, secrets, now: systemClock() }, id));
  const made = await readCampaign(db, store, id, systemClock())
  if (isDry) await db.transaction(tx => stopCampaign(tx, store.store_id, id, by()))
  return made
}

function addList(campaign: Command): void {
  campaign
    .command('list')
    .description('list the newest campaigns of a store')
    .requiredOption('--store <id>', 'the store')
    .option('--json', 'print JSON')
    .action(async ({ store, json }: Flags) => {
      const found = await withDatabase(async db =>
        listCampaigns(db, await readStore(db, store), systemClock()),
      )
      print(json, found, () => {
        if (found.length === 0)
          return say(
            `No campaign yet. See who can be asked: ./realword campaign create --store ${store} --from … --to … --dry-run`,
          )
        sayTable(
          ['id', 'state', 'from', 'to', 'a day', 'to ask', 'asked', 'next', 'last'],
          found.map(one => [
            ...[one.id, one.state, one.from, one.to, one.per_day, one.planned, one.asked],
            ...[one.next_on, one.last_on],
          ]),
        )
      })
    })
}

function withId(campaign: Command, name: string, description: string): Command {
  return campaign
    .command(name)
    .description(description)
    .argument('<campaign-id>', 'as `campaign list` shows it')
    .requiredOption('--store <id>', 'the store')
    .option('--json', 'print JSON')
}

type Verb = (tx: Connection, storeId: string, id: string, by: By) => Promise<void>

function change(verb: Verb) {
  return async (id: string, { store: storeId, json }: Flags) => {
    const changed = await withDatabase(async db => {
      const store = await readStore(db, storeId)
      const by: By = { at: new Date(systemClock()), actor: 'command' }
      await db.transaction(tx => verb(tx, store.store_id, id, by))
      return await readCampaign(db, store, id, systemClock())
    })
    print(json, changed, () => printCampaign(changed))
  }
}

const whys: Record<SkipReason, string> = {
  asked_before: 'asked before',
  reviewed: 'reviewed already',
  scheduled: 'will be asked anyway',
  suppressed: 'unsubscribed, bounced or suppressed',
  returned: 'order cancelled or returned',
  too_old: 'ordered more than 24 months ago, or past the days for a review',
  unasked: 'only products that are not asked about',
  undelivered: 'not delivered yet',
  no_address: 'no usable email address',
  gone: 'deleted or erased since',
}

function printCampaign(campaign: CampaignInDetail): void {
  const { id, state, from, to, per_day, planned, asked, next_on, last_on, sample, outcome } = campaign
  say(`${bold(`Campaign ${id}`)}, ${state}`)
  sayPairs({
    orders: `${from} to ${to}`,
    'a day': per_day,
    'to ask': planned,
    asked,
    next: next_on,
    last: last_on,
    ...(asked > 0 && { delivered: outcome.delivered, reviewed: outcome.reviewed, failed: outcome.failed }),
  })
  const skipped = Object.entries(campaign.skipped) as [SkipReason, number][]
  if (skipped.length > 0) {
    say()
    sayTable(
      ['not asked', 'buyers'],
      skipped.sort((a, b) => b[1] - a[1]).map(([why, buyers]) => [whys[why], buyers]),
    )
  }
  if (sample.length > 0) {
    say()
    sayTable(
      ['next by order', 'ordered'],
      sample.map(({ order_id, ordered_at }) => [order_id, ordered_at]),
    )
  }
}
