import { Command } from 'commander'
import { endWithError, usageError } from './service/commands/errors.ts'

// Files contain personal data or secrets, so no other user may read them, in any folder.
process.umask(0o077)

// `realword order list | head -1` closes the pipe early. The command still ends in order, so that no server stays behind.
process.stdout.on('error', error => {
  if ((error as { code?: string }).code !== 'EPIPE') throw error
})

const program = new Command('realword')
  .description('Reviews, ratings and product questions for online stores.')
  .helpCommand(false)
  .exitOverride()
  .configureOutput({ outputError: () => {} })

// Only the named group is loaded, because loading all takes 0.3 s of a core. Help and mistakes need all.
const groups = new Map<string | undefined, () => Promise<(program: Command) => void>>([
  ['start', async () => (await import('./service/commands/service/start.ts')).addStartCommand],
  ['store', async () => (await import('./service/commands/store/store.ts')).addStoreCommands],
  ['key', async () => (await import('./service/commands/access/key.ts')).addKeyCommands],
  ['order', async () => (await import('./service/commands/order.ts')).addOrderCommands],
  ['campaign', async () => (await import('./service/commands/campaign.ts')).addCampaignCommands],
  ['channel', async () => (await import('./service/commands/channel.ts')).addChannelCommands],
  ['connect', async () => (await import('./service/commands/connecting/connect.ts')).addConnectCommands],
  ['feed', async () => (await import('./service/commands/feed.ts')).addFeedCommands],
  ['reward', async () => (await import('./service/commands/reward.ts')).addRewardCommands],
  ['webhook', async () => (await import('./service/commands/webhook.ts')).addWebhookCommands],
  ['review', async () => (await import('./service/commands/review.ts')).addReviewCommands],
  ['question', async () => (await import('./service/commands/question.ts')).addQuestionCommands],
  ['answer', async () => (await import('./service/commands/answer.ts')).addAnswerCommands],
  ['pictures', async () => (await import('./service/commands/pictures.ts')).addPicturesCommands],
  ['person', async () => (await import('./service/commands/person.ts')).addPersonCommands],
  ['user', async () => (await import('./service/commands/access/user.ts')).addUserCommands],
  ['operator', async () => (await import('./service/commands/access/operator.ts')).addOperatorCommands],
  [
    'operator-key',
    async () => (await import('./service/commands/access/operator-key.ts')).addOperatorKeyCommands,
  ],
  ['mcp', async () => (await import('./service/commands/mcp/mcp.ts')).addMcpCommand],
  ['holidays', async () => (await import('./service/commands/holidays.ts')).addHolidaysCommand],
  ['notify', async () => (await import('./service/commands/notify.ts')).addNotifyCommands],
  ['mail', async () => (await import('./service/commands/mail.ts')).addMailCommands],
  ['migrate', async () => (await import('./service/commands/migrate.ts')).addMigrateCommand],
  ['backup', async () => (await import('./service/commands/backup/backup.ts')).addBackupCommands],
  ['move', async () => (await import('./service/commands/move.ts')).addMoveCommand],
  ['upgrade', async () => (await import('./service/commands/upgrade.ts')).addUpgradeCommand],
  ['secret', async () => (await import('./service/commands/access/secret.ts')).addSecretCommands],
  ['doctor', async () => (await import('./service/commands/doctor/doctor.ts')).addDoctorCommand],
])
const named = groups.get(process.argv[2])
for (const load of named ? [named] : groups.values()) {
  const add = await load()
  add(program)
}

try {
  await program.parseAsync()
} catch (error) {
  usageError(error, program) ?? endWithError(error)
}
