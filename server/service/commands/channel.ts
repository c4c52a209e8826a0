import { type Command, Option } from 'commander'
import { type ChannelName, channelNames } from '../../asking/channels/phones.ts'
import { readConfig } from '../../foundation/config/config.ts'
import { noteOwnPort } from '../../foundation/lib/network/own-ports.ts'
import { type Channel, listChannels, removeChannel, saveChannel } from '../../links/channels/channels.ts'
import { testChannel } from '../../links/channels/test-channel.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { byCommand, contextOf, toPairs } from './connecting/connect-arguments.ts'
import { print, say, sayPairs, sayTable } from './output.ts'
import { withDatabase } from './with-database.ts'

type Place = { store: string; channel: ChannelName; json?: boolean }

/** `channel`: WhatsApp and SMS. */
export function addChannelCommands(program: Command): void {
  const channel = program.command('channel').description('ask buyers by WhatsApp or SMS, before their email')
  addAdd(channel)
  addTest(channel)
  addList(channel)
  withPlace(channel, 'remove', 'delete a channel and its credentials; consents stay').action(
    async ({ store, channel, json }: Place) => {
      await withDatabase(async db => {
        const { store_id } = await readStore(db, store)
        const context = await contextOf(db)
        await db.transaction(tx => removeChannel(tx, store_id, channel, byCommand(context)))
      })
      print(json, { channel }, () => say(`${channel} is removed. Its buyers get email.`))
    },
  )
}

function withPlace(command: Command, name: string, description: string): Command {
  return command
    .command(name)
    .description(description)
    .requiredOption('--store <id>', 'the store')
    .addOption(new Option('--channel <name>', 'the channel').choices(channelNames).makeOptionMandatory())
    .option('--json', 'print JSON')
}

function addAdd(command: Command): void {
  withPlace(command, 'add', 'add a channel, or change settings of it; contacts nobody')
    .option(
      '--set <name=value>',
      'a setting; repeatable; NAME=@FILE reads a file, NAME= removes it',
      toPairs,
      {},
    )
    .action(async ({ store, channel, set, json }: Place & { set: Record<string, string> }) => {
      const saved = await withDatabase(async db => {
        const { store_id } = await readStore(db, store)
        const context = await contextOf(db)
        return await db.transaction(tx =>
          saveChannel(tx, store_id, { channel, set }, byCommand(context), context),
        )
      })
      const { channel_id, webhook_url } = saved.channel
      print(json, { channel, channel_id, webhook_url, ...saved.secrets }, () => {
        say('Enter the address for webhooks at the provider. Secrets are shown only once.')
        say()
        sayPairs({ channel_id, webhook_url, ...saved.secrets })
        say(`\nAsk by it: ./realword store update ${store} --request-channel ${channel}`)
      })
    })
}

function addTest(command: Command): void {
  withPlace(command, 'test', 'send one message to a phone of yours')
    .requiredOption('--to <phone>', 'your phone, such as +5511912345678')
    .action(async ({ store, channel, to, json }: Place & { to: string }) => {
      const result = await withDatabase(async db => {
        const { EGRESS_ALLOW, PORT } = readConfig(process.env)
        noteOwnPort(PORT)
        return await testChannel(
          db,
          await readStore(db, store),
          { channel, to },
          {
            ...(await contextOf(db)),
            allow: EGRESS_ALLOW,
          },
        )
      })
      print(json, result, () =>
        say(
          result.as === 'accepted'
            ? `The provider accepted the message${result.id ? ` as ${result.id}` : ''}.`
            : `Not sent (${result.problem}): ${result.answer ?? 'no more is known'}.`,
        ),
      )
      if (result.as !== 'accepted') process.exitCode = 1
    })
}

function addList(command: Command): void {
  command
    .command('list')
    .description('list the channels of a store, with this month’s messages and money')
    .requiredOption('--store <id>', 'the store')
    .addOption(new Option('--channel <name>', 'only this channel').choices(channelNames))
    .option('--json', 'print JSON')
    .action(async ({ store, channel, json }: { store: string; channel?: ChannelName; json?: boolean }) => {
      const found = await withDatabase(async db => {
        const { store_id } = await readStore(db, store)
        return await listChannels(db, store_id, await contextOf(db))
      })
      const shown = found.filter(one => channel === undefined || one.channel === channel)
      print(json, shown, () => printChannels(shown, store))
    })
}

function printChannels(found: Channel[], store: string): void {
  if (found.length === 0) {
    say(`No channel yet. Add one: ./realword channel add --store ${store} --channel whatsapp --set …`)
    return
  }
  sayTable(
    ['channel', 'id', 'messages', 'money', 'waits until', 'last problem'],
    found.map(({ channel, channel_id, month, waits_until, problem, settings }) => [
      channel,
      channel_id,
      `${month.messages} of ${month.most_messages}`,
      `${month.money} of ${month.most_money} ${settings.currency ?? ''}`.trim(),
      waits_until,
      problem && [problem.name, problem.answer].filter(Boolean).join(': '),
    ]),
  )
}
