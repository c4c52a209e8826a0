import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkout } from '../service.ts'

/** A fenced block of shell commands from a page. */
export type Block = {
  page: string
  /** The line of the fence, counted from 1. */
  line: number
  code: string
  /** The reason from a comment before the block: `<!-- not run: needs Docker -->`. */
  notRun: string | undefined
  /** The `output` block that follows. `…` stands for any text. */
  output: string | undefined
}

/** An action of the reader between two blocks, such as filling in a form: `<!-- do: submit the form -->`. */
export type Act = { page: string; line: number; act: string }

/** Every Markdown page of the project, as a path in the checkout. */
export function listPages(): string[] {
  return globSync(['*.md', '{bench,docs}/**/*.md', '{examples,packages}/*/*.md'], { cwd: checkout }).sort()
}

export function readPage(page: string): string {
  return readFileSync(join(checkout, page), 'utf8')
}

/** The blocks and actions of a page, in order. Throws for an output block without a command. */
export function stepsOf(page: string, text = readPage(page)): (Block | Act)[] {
  const steps: (Block | Act)[] = []
  for (const { line, language, code, before } of fencesIn(text)) {
    const last = steps.at(-1)
    if (language === 'sh' || language === 'console')
      steps.push({ page, line, code, notRun: commentIn(before, 'not run'), output: undefined })
    if (language === 'do') steps.push({ page, line, act: code })
    if (language !== 'output') continue
    if (!last || !('code' in last)) throw new Error(`${page}:${line}: an output block without a command`)
    last.output = code
  }
  return steps
}

/** A fenced block of any language. `before` is the line before the fence, where comments about it are. */
export type Fence = { page: string; line: number; language: string; code: string; before: string }

/** The blocks of a page, of all languages. */
export function listFences(page: string): Fence[] {
  return [...fencesIn(readPage(page))]
    .filter(({ language }) => language !== 'do')
    .map(fence => ({ ...fence, page }))
}

/** The fenced blocks, without indentation, and the actions between them. */
function* fencesIn(text: string) {
  let opened: { line: number; language: string; indent: string; before: string; lines: string[] } | undefined
  let before = ''
  for (const [index, line] of text.split('\n').entries()) {
    const [, indent = '', language = ''] = /^( *)```(.*)$/.exec(line) ?? []
    if (opened && line === `${opened.indent}\`\`\``) {
      yield { ...opened, code: opened.lines.join('\n') }
      opened = undefined
    } else if (opened) opened.lines.push(line.slice(opened.indent.length))
    else if (line.trim().startsWith('```')) opened = { line: index + 1, language, indent, before, lines: [] }
    const act = commentIn(line, 'do')
    if (act !== undefined && !opened) yield { line: index + 1, language: 'do', code: act, before }
    before = line
  }
  if (opened) throw new Error(`line ${opened.line}: the block is not closed`)
}

/** The text of a comment of this kind, such as `<!-- not run: reason -->`; undefined if the line is none. */
export function commentIn(line: string, kind: string): string | undefined {
  return new RegExp(`^ *<!-- ${kind}: (.+) -->$`).exec(line)?.[1]
}
