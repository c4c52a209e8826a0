import type { Command } from 'commander'
import { readConfig } from '../../../foundation/config/config.ts'

export function addStartCommand(program: Command): void {
  program
    .command('start')
    .description('run the service')
    .option('--demo', 'add a demo store and print its keys and example requests')
    .action(async ({ demo }: { demo?: boolean }) => {
      // Loaded when needed: the whole service takes most of a second, and every other command does without.
      const { runService } = await import('./run-service.ts')
      await runService(readConfig(process.env), demo ?? false)
    })
}
