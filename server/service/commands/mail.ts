import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { recordReports } from '../../asking/mail/bounces/bounces.ts'
import { readReports } from '../../asking/mail/bounces/report.ts'
import {
  blockAddress,
  findSuppression,
  type ListedSuppression,
  liftSuppression,
} from '../../asking/mail/bounces/suppression-list.ts'
import type { Connection } from '../../foundation/database/connect.ts'
import { ApiError } from '../../foundation/errors/errors.ts'
import type { By } from '../../foundation/events/audit/audit.ts'
import type { Secrets } from '../../foundation/lib/secret.ts'
import { systemClock } from '../../foundation/lib/time/clock.ts'
import { readStore } from '../../tenants/stores/stores.ts'
import { configuredSecrets } from './access/secrets.ts'
import { endWithError } from './errors.ts'
import { print, say } from './output.ts'
import { withDatabase } from './with-database.ts'

export function addMailCommands(program: Command): void {
  const mail = program.command('mail').description('process bounces; list and change suppressed addresses')
  mail
    .command('bounce')
    .description('process a bounce report: ./realword mail bounce < report.eml')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: boolean }) => receiveMail(json).catch(tryAgainLater))
  ofAddress(mail, 'suppress', 'write to an address no more').action((email: string, flags: Flags) =>
    change(flags, 'It gets no more mail of the store.', (tx, secrets, store, by) =>
      blockAddress(tx, secrets, store, email, by),
    ),
  )
  ofAddress(mail, 'unsuppress', 'write to an address again that bounced or was suppressed by hand').action(
    (email: string, flags: Flags) =>
      change(flags, 'It may get mail of the store again.', (tx, secrets, store, by) =>
        lift(tx, secrets, store, email, by),
      ),
  )
}

/** A mail server pipes each mail of a mailbox, so one that is no report is no failure. */
async function receiveMail(json?: boolean): Promise<void> {
  const notifications = readReports(await text(process.stdin))
  const answer =
    notifications.length === 0
      ? { matched: 0, suppressed: 0 }
      : await withDatabase(db => recordReports(db, notifications, new Date(systemClock())))
  if (notifications.length === 0) process.stderr.write(noReport)
  print(json, answer, () =>
    say(`Matched emails: ${answer.matched}. Suppressed addresses: ${answer.suppressed}.`),
  )
}

const noReport =
  'This is no report of a mail server, so nothing was done: neither a delivery status notification (RFC 3464) nor an abuse report (RFC 5965).\n'

// EX_TEMPFAIL of sysexits.h: the mail server keeps the report and pipes it again. With exit code 1, Postfix would bounce
// it, and the report would be lost.
function tryAgainLater(error: unknown): void {
  endWithError(error)
  process.exitCode = 75
}

type Flags = { store: string; json?: boolean }

function ofAddress(mail: Command, name: string, description: string): Command {
  return mail
    .command(name)
    .description(description)
    .argument('<email>')
    .requiredOption('--store <id>')
    .option('--json', 'print JSON')
}

async function lift(
  tx: Connection,
  secrets: Secrets,
  storeId: string,
  email: string,
  by: By,
): Promise<ListedSuppression> {
  const found = await findSuppression(tx, secrets, storeId, email)
  if (!found) throw new ApiError('suppression_unknown')
  await liftSuppression(tx, storeId, found.id, by)
  return found
}

async function change(
  { store, json }: Flags,
  told: string,
  act: (tx: Connection, secrets: Secrets, storeId: string, by: By) => Promise<ListedSuppression>,
): Promise<void> {
  const by = { at: new Date(systemClock()), actor: 'command' } as const
  const changed = await withDatabase(async db => {
    const [{ store_id }, secrets] = [await readStore(db, store), await configuredSecrets(db)]
    return await db.transaction(tx => act(tx, secrets, store_id, by))
  })
  const { address, reason, at } = changed
  print(json, { address, reason, at }, () => say(told))
}
