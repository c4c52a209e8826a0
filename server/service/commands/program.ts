import { Command, CommanderError } from 'commander'
import { endWithError } from './errors.ts'

/** Where the program prints help and errors. Commands that run print to the terminal themselves. */
type Streams = { stdout: NodeJS.WritableStream; stderr: NodeJS.WritableStream }

/**
 * Runs the command that `words` name, and sets the exit code of the process if it fails: 2 for wrong usage, for which it
 * names the help of the command.
 */
export async function runProgram(words: string[], streams: Streams): Promise<void> {
  const program = await createProgram(words[0], streams)
  try {
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) return endWithError(error, streams.stderr)
    // Help that was asked for.
    if (error.exitCode === 0) return
    if (error.code !== 'commander.help')
      streams.stderr.write(`${error.message}\nSee: ${namedCommand(program, words)} --help\n`)
    process.exitCode = 2
  }
}

/** The program with the commands of this group, or of all groups if there is none of this name. */
export async function createProgram(
  group: string | undefined,
  { stdout, stderr }: Streams,
): Promise<Command> {
  const program = new Command('realword')
    .description('Reviews, ratings and product questions for online stores.')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: text => void stdout.write(text),
      writeErr: text => void stderr.write(text),
      outputError: () => {},
    })
  const named = groups.get(group)
  for (const load of named ? [named] : groups.values()) {
    const add = await load()
    add(program)
  }
  return program
}

// Only the named group is loaded, because loading all takes 0.3 s of a core. Help and mistakes need all.
const groups = new Map<string | undefined, () => Promise<(program: Command) => void>>([
  ['start', async () => (await import('./service/start.ts')).addStartCommand],
  ['store', async () => (await import('./store/store.ts')).addStoreCommands],
  ['key', async () => (await import('./access/key.ts')).addKeyCommands],
  ['order', async () => (await import('./order.ts')).addOrderCommands],
  ['campaign', async () => (await import('./campaign.ts')).addCampaignCommands],
  ['channel', async () => (await import('./channel.ts')).addChannelCommands],
  ['connect', async () => (await import('./connecting/connect.ts')).addConnectCommands],
  ['feed', async () => (await import('./feed.ts')).addFeedCommands],
  ['reward', async () => (await import('./reward.ts')).addRewardCommands],
  ['webhook', async () => (await import('./webhook.ts')).addWebhookCommands],
  ['review', async () => (await import('./answers/review.ts')).addReviewCommands],
  ['question', async () => (await import('./answers/question.ts')).addQuestionCommands],
  ['answer', async () => (await import('./answers/answer.ts')).addAnswerCommands],
  ['pictures', async () => (await import('./pictures.ts')).addPicturesCommands],
  ['person', async () => (await import('./person.ts')).addPersonCommands],
  ['user', async () => (await import('./access/user.ts')).addUserCommands],
  ['operator', async () => (await import('./access/operator.ts')).addOperatorCommands],
  ['operator-key', async () => (await import('./access/operator-key.ts')).addOperatorKeyCommands],
  ['mcp', async () => (await import('./mcp/mcp.ts')).addMcpCommand],
  ['holidays', async () => (await import('./holidays.ts')).addHolidaysCommand],
  ['notify', async () => (await import('./notify.ts')).addNotifyCommands],
  ['mail', async () => (await import('./mail.ts')).addMailCommands],
  ['migrate', async () => (await import('./migrate.ts')).addMigrateCommand],
  ['backup', async () => (await import('./backup/backup.ts')).addBackupCommands],
  ['move', async () => (await import('./move.ts')).addMoveCommand],
  ['upgrade', async () => (await import('./upgrade.ts')).addUpgradeCommand],
  ['secret', async () => (await import('./access/secret.ts')).addSecretCommands],
  ['doctor', async () => (await import('./doctor/doctor.ts')).addDoctorCommand],
])

/** `./realword order import` of `order import --fast`. */
function namedCommand(program: Command, words: string[]): string {
  const path = ['./realword']
  let command = program
  for (const word of words) {
    const next = command.commands.find(one => one.name() === word)
    if (!next) break
    command = next
    path.push(word)
  }
  return path.join(' ')
}
