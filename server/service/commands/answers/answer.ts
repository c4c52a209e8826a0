import type { Command } from 'commander'
import { addExportCommand } from '../export.ts'

/** Adds the commands of shoppers' answers to questions. */
export function addAnswerCommands(program: Command): void {
  addExportCommand(program.command('answer').description("export shoppers' answers to questions"), 'answers')
}
