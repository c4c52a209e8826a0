import { styleText } from 'node:util'
import { printable } from '../text/printable.ts'

type Line = { level: number; time: number; msg?: string; err?: { stack?: string; message?: string } | string }

const levels: [least: number, name: string, style: Parameters<typeof styleText>[0]][] = [
  [50, 'ERROR', 'red'],
  [40, 'WARN', 'yellow'],
  [30, 'INFO', 'green'],
  [0, 'DEBUG', 'dim'],
]

/** A line of JSON as text for people: time, level, message, fields, and the stack of an error on lines of its own. */
export function prettyLine(json: string): string {
  const { level, time, msg = '', err, ...fields } = JSON.parse(json) as Line & Record<string, unknown>
  const [, name, style] =
    levels.find(([least]) => level >= least) ?? (levels.at(-1) as (typeof levels)[number])
  const { pid: _, ...others } = fields
  const pairs = Object.entries(others).map(([key, value]) => dim(`${key}=${textOf(value)}`))
  const line = [
    dim(new Date(time).toISOString().slice(11, 23)),
    styled(style, name.padEnd(5)),
    printable(msg),
    ...pairs,
  ]
  const error = typeof err === 'object' ? (err?.stack ?? err?.message) : err
  return `${[line.join(' '), ...(error ? indented(error) : [])].join('\n')}\n`
}

function indented(text: string): string[] {
  return text.split('\n').map(line => `  ${printable(line)}`)
}

function textOf(value: unknown): string {
  return typeof value === 'string' && /^[\w:/.-]+$/.test(value) ? value : printable(JSON.stringify(value))
}

function styled(style: Parameters<typeof styleText>[0], text: string): string {
  return styleText(style, text, { stream: process.stdout })
}

const dim = (text: string) => styled('dim', text)
