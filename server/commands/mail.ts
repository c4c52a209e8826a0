import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { systemClock } from '../lib/clock.ts'
import { Problem } from '../lib/problem.ts'
import { takeReports } from '../mail/bounces.ts'
import { readReport } from '../mail/report.ts'
import { print, say } from './output.ts'
import { withDatabase } from './with-database.ts'

export function addMailCommands(program: Command): void {
  program
    .command('mail')
    .description('what mail servers report')
    .command('bounce')
    .description('take in a report of a mail that was not delivered: ./realword mail bounce < report.eml')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { reports, text: all } = readReport(await text(process.stdin))
      if (reports.length === 0)
        throw new Problem(
          'This is no report of a mail server.',
          'It takes a delivery status notification (RFC 3464) or an abuse report (RFC 5965), as it came.',
        )
      const answer = await withDatabase(db => takeReports(db, reports, all, new Date(systemClock())))
      print(json, answer, () =>
        say(`Mails of ours found: ${answer.matched}. Addresses that get no more mail: ${answer.suppressed}.`),
      )
    })
}
