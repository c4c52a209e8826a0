import { Command } from 'commander'
import { expect, test } from 'vitest'
import { addBackupCommands } from '../../server/commands/backup/backup.ts'
import { addConnectCommands } from '../../server/commands/connect.ts'
import { addDoctorCommand } from '../../server/commands/doctor/doctor.ts'
import { addFeedCommands } from '../../server/commands/feed.ts'
import { addKeyCommands } from '../../server/commands/key.ts'
import { addMailCommands } from '../../server/commands/mail.ts'
import { addMcpCommand } from '../../server/commands/mcp/mcp.ts'
import { addMigrateCommand } from '../../server/commands/migrate.ts'
import { addMoveCommand } from '../../server/commands/move.ts'
import { addOperatorCommands } from '../../server/commands/operator.ts'
import { addOperatorKeyCommands } from '../../server/commands/operator-key.ts'
import { addOrderCommands } from '../../server/commands/order.ts'
import { addPersonCommands } from '../../server/commands/person.ts'
import { addPicturesCommands } from '../../server/commands/pictures.ts'
import { addQuestionCommands } from '../../server/commands/question.ts'
import { addReviewCommands } from '../../server/commands/review.ts'
import { addSecretCommands } from '../../server/commands/secret.ts'
import { addStartCommand } from '../../server/commands/service/start.ts'
import { addStoreCommands } from '../../server/commands/store/store.ts'
import { addUpgradeCommand } from '../../server/commands/upgrade.ts'
import { addUserCommands } from '../../server/commands/user.ts'
import { addWebhookCommands } from '../../server/commands/webhook.ts'
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
  addMailCommands,
  addMcpCommand,
  addMigrateCommand,
  addMoveCommand,
  addUpgradeCommand,
  addBackupCommands,
  addSecretCommands,
  addDoctorCommand,
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
