import { type Command, InvalidArgumentError, Option } from 'commander'
import { readConfig } from '../../foundation/config/config.ts'
import type { Database } from '../../foundation/database/connect.ts'
import { egressOf } from '../../foundation/http/egress.ts'
import { urlForCommands } from '../../foundation/http/public-url.ts'
import { Problem } from '../../foundation/lib/problem.ts'
import { systemClock } from '../../foundation/lib/time/clock.ts'
import { languagesIn } from '../../foundation/texts/texts.ts'
import { addTarget, listTargets, removeTarget, type Target } from '../../links/notices/targets.ts'
import { testTarget } from '../../links/notices/test-target.ts'
import {
  type Channel,
  channels,
  type NoticeKindName,
  noticeKinds,
  type Pace,
  paces,
} from '../../tenants/notices/kinds.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { configuredSecrets } from './access/secrets.ts'
import { print, say, sayTable } from './output.ts'
import { withDatabase } from './with-database.ts'

type OfStore = { store: string; json?: boolean }

/** `notify`: who hears of what happens in a store, by mail and in chats. */
export function addNotifyCommands(program: Command): void {
  const notify = program.command('notify').description('notify the people of a store by mail, and in chats')
  addAdd(notify)
  addList(notify)
  ofTarget(notify, 'test', 'send a test message to a target').action(runTest)
  ofTarget(notify, 'remove', 'remove a target with the messages that wait for it').action(runRemove)
}

type AddFlags = OfStore & {
  to: Channel
  email?: string
  url?: string
  notice: NoticeKindName[]
  pace: Pace
  language?: string
}

function addAdd(notify: Command): void {
  notify
    .command('add')
    .description('notify an email address, or a chat by the address of its webhook')
    .requiredOption('--store <id>', 'the store')
    .addOption(new Option('--to <channel>', 'where to').choices([...channels]).makeOptionMandatory())
    .option('--email <address>', 'the email address, with --to email')
    .option('--url <address>', 'the address that the chat gave you, with all others; it is not shown again')
    .addOption(
      new Option('--notice <kind>', `${noticeKinds.join(', ')}; repeatable; all of them when it is left out`)
        .argParser(addKind)
        .default([]),
    )
    .addOption(
      new Option('--pace <pace>', 'new content within a minute, or at 09:00 of the store')
        .choices([...paces])
        .default('at_once'),
    )
    .addOption(
      new Option('--language <tag>', "the language of the messages; by default the store's").choices([
        ...languagesIn('staff'),
      ]),
    )
    .option('--json', 'print JSON')
    .action(async ({ store, to, notice, json, ...given }: AddFlags) => {
      const kinds = notice.length > 0 ? notice : undefined
      const target = await withDatabase(async db => {
        const { store_id } = await readStore(db, store)
        const context = {
          secrets: await configuredSecrets(db),
          egress: egressOf(readConfig(process.env)),
          by: { at: new Date(systemClock()), actor: 'command' as const },
        }
        return await db.transaction(tx => addTarget(tx, store_id, { channel: to, kinds, ...given }, context))
      })
      print(json, target, () => {
        say(`${target.address} is notified of: ${target.kinds.join(', ')}.`)
        say(`Send a test message: ./realword notify test --store ${store} --id ${target.target_id}`)
      })
    })
}

function addKind(text: string, before: NoticeKindName[]): NoticeKindName[] {
  const kind = noticeKinds.find(name => name === text)
  if (kind) return [...before, kind]
  throw new InvalidArgumentError(`It takes one of ${noticeKinds.join(', ')}.`)
}

function addList(notify: Command): void {
  notify
    .command('list')
    .description('list the targets of a store')
    .requiredOption('--store <id>', 'the store')
    .option('--json', 'print JSON')
    .action(async ({ store, json }: OfStore) => {
      const found = await withDatabase(async db => listTargets(db, (await readStore(db, store)).store_id))
      print(json, found, () => printTargets(found, store))
    })
}

function printTargets(found: Target[], store: string): void {
  if (found.length === 0) {
    say(`Nobody is notified yet. Add a target: ./realword notify add --store ${store} --to email --email …`)
    return
  }
  sayTable(
    ['id', 'to', 'address', 'of', 'pace', 'state', 'why', 'last sent', 'last error', 'waiting'],
    found.map(one => [
      ...[one.target_id, one.channel, one.address, one.kinds.join(' '), one.pace, one.state],
      ...[one.disabled_why, one.last_sent_at, one.last_error, one.waiting],
    ]),
  )
}

type OfTarget = OfStore & { id: string }

async function runTest({ store, id, json }: OfTarget): Promise<void> {
  const result = await withDatabase(async db => {
    const { store_id } = await readStore(db, store)
    return await testTarget(await sendingOf(db), store_id, id)
  })
  print(json, result, () => {
    if (result.state === 'sent') say('The chat accepted the message. Look whether it is there.')
    if (result.state === 'queued') say('The mail is queued. A running service sends it within a minute.')
  })
  if (result.state === 'failed' && json) process.exitCode = 1
  else if (result.state === 'failed')
    throw new Problem(
      `The message was not accepted: ${result.error}.`,
      'Check the address in the chat, and add it again.',
    )
}

async function sendingOf(database: Database) {
  const config = readConfig(process.env)
  const address = () => urlForCommands(config)
  return {
    database,
    secrets: await configuredSecrets(database),
    clock: systemClock,
    egress: egressOf(config),
    address,
  }
}

async function runRemove({ store, id, json }: OfTarget): Promise<void> {
  await withDatabase(async db => {
    const { store_id } = await readStore(db, store)
    const by = { at: new Date(systemClock()), actor: 'command' as const }
    await db.transaction(tx => removeTarget(tx, store_id, id, by))
  })
  print(json, { target_id: id }, () => say(`${id} is removed.`))
}

function ofTarget(notify: Command, name: string, description: string): Command {
  return notify
    .command(name)
    .description(description)
    .requiredOption('--store <id>', 'the store')
    .requiredOption('--id <target-id>', 'as `notify list` shows it')
    .option('--json', 'print JSON')
}
