import { styleText } from 'node:util'
import { InvalidArgumentError } from 'commander'
import { printable } from '../../foundation/lib/text/printable.ts'

/** Exactly one JSON value with `--json`, else what `people` prints. */
export function print(json: boolean | undefined, value: unknown, people: () => void): void {
  if (json) process.stdout.write(`${JSON.stringify(value, undefined, 2)}\n`)
  else people()
}

export function say(line = ''): void {
  process.stdout.write(`${line}\n`)
}

/** Names and values in two columns. */
export function sayPairs(pairs: Record<string, unknown>): void {
  const width = Math.max(...Object.keys(pairs).map(name => name.length))
  for (const [name, value] of Object.entries(pairs)) say(`  ${dim(name.padEnd(width))}  ${show(value)}`)
}

/** Rows under a head, each column as wide as its widest cell. */
export function sayTable(head: string[], rows: unknown[][]): void {
  const cells = rows.map(row => row.map(show))
  const widths = head.map((name, column) =>
    Math.max(name.length, ...cells.map(row => row[column]?.length ?? 0)),
  )
  const line = (row: string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  say(`  ${dim(line(head))}`)
  for (const row of cells) say(`  ${line(row)}`)
}

function show(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value instanceof Date ? value.toISOString() : printable(String(value))
}

// styleText honours NO_COLOR and asks whether the stream is a terminal.
export const bold = (text: string) => styleText('bold', text, { stream: process.stdout })
export const dim = (text: string) => styleText('dim', text, { stream: process.stdout })
export const good = (text: string) => styleText('green', text, { stream: process.stdout })
export const warn = (text: string) => styleText('yellow', text, { stream: process.stdout })
export const bad = (text: string) => styleText('red', text, { stream: process.stdout })

export function wholeNumber(least: number, most: number) {
  return (text: string): number => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= least && value <= most) return value
    throw new InvalidArgumentError(`It takes a whole number from ${least} to ${most}.`)
  }
}

export function yesOrNo(text: string): boolean {
  if (text === 'true' || text === 'yes') return true
  if (text === 'false' || text === 'no') return false
  throw new InvalidArgumentError('It takes true or false.')
}

/** A list separated by commas, or `none`. */
export function listOrNone(text: string): string[] {
  return text === 'none' ? [] : text.split(',').map(item => item.trim())
}
