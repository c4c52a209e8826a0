import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { createProgram } from '../../server/service/commands/program.ts'
import { readPage } from './pages.ts'

const page = readPage('docs/reference/commands.md')

test('docs/reference/commands.md lists every command with its options', async () => {
  const program = await createProgram(undefined, process)
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
