import { Command } from 'commander'
import { expect, test } from 'vitest'
import { addKeyCommands } from '../../server/service/commands/access/key.ts'
import { addOperatorCommands } from '../../server/service/commands/access/operator.ts'
import { addOperatorKeyCommands } from '../../server/service/commands/access/operator-key.ts'
import { addSecretCommands } from '../../server/service/commands/access/secret.ts'
import { addUserCommands } from '../../server/service/commands/access/user.ts'
import { addAnswerCommands } from '../../server/service/commands/answer.ts'
import { addBackupCommands } from '../../server/service/commands/backup/backup.ts'
import { addCampaignCommands } from '../../server/service/commands/campaign.ts'
import { addChannelCommands } from '../../server/service/commands/channel.ts'
import { addConnectCommands } from '../../server/service/commands/connecting/connect.ts'
import { addDoctorCommand } from '../../server/service/commands/doctor/doctor.ts'
import { addFeedCommands } from '../../server/service/commands/feed.ts'
import { addHolidaysCommand } from '../../server/service/commands/holidays.ts'
import { addMailCommands } from '../../server/service/commands/mail.ts'
import { addMcpCommand } from '../../server/service/commands/mcp/mcp.ts'
import { addMigrateCommand } from '../../server/service/commands/migrate.ts'
import { addMoveCommand } from '../../server/service/commands/move.ts'
import { addNotifyCommands } from '../../server/service/commands/notify.ts'
import { addOrderCommands } from '../../server/service/commands/order.ts'
import { addPersonCommands } from '../../server/service/commands/person.ts'
import { addPicturesCommands } from '../../server/service/commands/pictures.ts'
import { addQuestionCommands } from '../../server/service/commands/question.ts'
import { addReviewCommands } from '../../server/service/commands/review.ts'
import { addRewardCommands } from '../../server/service/commands/reward.ts'
import { addStartCommand } from '../../server/service/commands/service/start.ts'
import { addStoreCommands } from '../../server/service/commands/store/store.ts'
import { addUpgradeCommand } from '../../server/service/commands/upgrade.ts'
import { addWebhookCommands } from '../../server/service/commands/webhook.ts'
import { readPage } from './pages.ts'

const adders = [
  addStartCommand,
  addStoreCommands,
  addKeyCommands,
  addOrderCommands,
  addConnectCommands,
  addFeedCommands,
  addWebhookCommands,
  addReviewCommands,
  addPicturesCommands,
  addQuestionCommands,
  addPersonCommands,
  addUserCommands,
  addOperatorCommands,
  addOperatorKeyCommands,
  addHolidaysCommand,
  addMailCommands,
  addMcpCommand,
  addMigrateCommand,
  addMoveCommand,
  addUpgradeCommand,
  addBackupCommands,
  addSecretCommands,
  addDoctorCommand,
  addAnswerCommands,
  addNotifyCommands,
  addRewardCommands,
  addChannelCommands,
  addCampaignCommands,
]

const page = readPage('docs/reference/commands.md')

test('docs/reference/commands.md lists every command with its options', () => {
  const program = new Command('realword')
  for (const add of adders) add(program)
  const expected = program.commands
    .flatMap(command => (command.commands.length > 0 ? command.commands : [command]))
    .map(command => [nameOf(command), optionsOf(command)])
  expect(Object.fromEntries(documented())).toEqual(Object.fromEntries(expected))
})

function nameOf(command: Command): string {
  return command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name()
}

// Every command that prints has --json, which the page mentions once.
function optionsOf(command: Command): string[] {
  return command.options
    .filter(({ hidden }) => !hidden)
    .map(({ long }) => long ?? '')
    .filter(long => long !== '--json')
    .sort()
}

function documented(): [string, string[]][] {
  const settings = [...page.matchAll(/^\| `(--[\w-]+)` \|/gm)].map(([, option = '']) => option)
  return page
    .split('\n')
    .map(line => /^\| `([a-z][a-z -]*?)(?: [A-Z_ ]+)?` \|.*\|([^|]*)\|$/.exec(line))
    .filter(match => match !== null)
    .map(([, name = '', cell = '']) => {
      const own = [...cell.matchAll(/`(--[\w-]+)`/g)].map(([, option = '']) => option)
      return [name, [...own, ...(cell.includes('settings below') ? settings : [])].sort()]
    })
}
